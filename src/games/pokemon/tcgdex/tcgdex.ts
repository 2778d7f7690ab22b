/** The catalog adapter for TCGdex: its REST API with the prices in its cards, or the compiled files of a build. */
import type { CatalogAdapter } from '../../game.ts';
import { TcgdexSettings } from './settings.ts';

/** The extension of pictures where the source's settings name none. */
const PICTURES = 'webp';

/** Languages of the Asian database, whose sets and numbers are others than the international ones. */
const ASIAN = new Set(['ja', 'ko', 'zh-tw', 'zh-cn', 'th', 'id']);

/** The folder of a language's files: a build has one for each. */
const filesIn = (language: string, files: string) => files.replaceAll('{language}', language);

export const tcgdex: CatalogAdapter<TcgdexSettings> = {
  title: 'TCGdex API',
  settings: TcgdexSettings,
  address: ({ url = '', files }) => files ?? url,
  probe: ({ url, files }, { language }) =>
    files === undefined ? `${url}/${language}/series` : `${filesIn(language, files)}/series.json`,
  severalLanguages: ({ files }, { length }) =>
    length < 2 || files === undefined || filesIn('', files) !== files
      ? null
      : '"files" must hold {language} for several languages',
  regionOf: (language) => (ASIAN.has(language) ? 'asia' : 'international'),
  hasPrices: true,
  // 2: the printed codes of expansions.
  revision: 2,
  // A crawl is 24,000 requests on a free service, for data that changes daily.
  every: ({ files }) => (files === undefined ? '24h' : undefined),
  async open({ url = '', files, pictures = PICTURES }) {
    if (files !== undefined) {
      const { readTcgdexFiles } = await import('./files.ts');
      return ({ read, held, scope, isTranslation }) =>
        readTcgdexFiles(read, { files: filesIn(scope.language, files), pictures, isTranslation }, held);
    }
    const { crawlTcgdex } = await import('./crawl.ts');
    return ({ read, held, scope, connections, prices, onProgress }) =>
      crawlTcgdex(read, { url, language: scope.language, pictures, connections, prices }, held, (done, total) =>
        onProgress('cards', done, total),
      );
  },
};
