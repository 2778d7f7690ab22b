/** The catalog adapter for TCGdex: its REST API with the prices in its cards, or the compiled files of a build. */
import Type, { type Static } from 'typebox';
import { closedObject } from '../../../catalog/field-shapes.ts';
import { type Fields, guideRow, type PlainRow, tcgcsvRow } from '../../../upstream/markets/plain-rows.ts';
import { Address, catalogFields } from '../../../upstream/source-fields.ts';
import type { CatalogAdapter } from '../../game.ts';

/** `url` crawls the REST API, `files` reads the compiled files of a build, the quick way. */
const Settings = closedObject({
  ...catalogFields,
  adapter: Type.Literal('tcgdex'),
  url: Type.Optional(Address),
  files: Type.Optional(Address),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$', description: 'a language such as en' })),
  pictures: Type.Optional(Type.Union([Type.Literal('webp'), Type.Literal('jpg'), Type.Literal('png')])),
});

/** The extension of pictures where the source's settings name none. */
const PICTURES = 'webp';

/** Languages of the Asian database, whose sets and numbers are others than the international ones. */
const ASIAN = new Set(['ja', 'ko', 'zh', 'zh-tw', 'zh-cn', 'th', 'id']);

/** The folder of a language's files: a build has one for each. */
const filesIn = (language: string, files: string) => files.replaceAll('{language}', language);

export const tcgdex: CatalogAdapter<Static<typeof Settings>> = {
  title: 'TCGdex API',
  settings: Settings,
  address: ({ url = '', files }) => files ?? url,
  probe: ({ url, files }, { language }) =>
    files === undefined ? `${url}/${language}/series` : `${filesIn(language, files)}/series.json`,
  severalLanguages: ({ files }, { length }) =>
    length < 2 || files === undefined || filesIn('', files) !== files
      ? null
      : '"files" must hold {language} for several languages',
  regionOf: (language) => (ASIAN.has(language) ? 'asia' : 'international'),
  // Folders bear names, in the Asian part ids.
  fileOf({ number, series, expansion: { id, name, series_id, region } }, prefix) {
    if (number === null) return null;
    const bare = (text: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
    return region === 'asia'
      ? `data-asia/${bare(series_id)}/${bare(id)}/${number}.ts`
      : `data/${series}/${name}/${number}.ts`;
  },
  hasPrices: true,
  plainPrices,
  // 2: the printed codes of expansions. 3: cards that a further language or a set id of two lines hid.
  revision: 3,
  // A crawl is 24,000 requests on a free service, for data that changes daily.
  every: ({ files }) => (files === undefined ? '24h' : undefined),
  async open({ url = '', files, pictures = PICTURES }) {
    if (files === undefined) {
      const { crawlTcgdex } = await import('./crawl.ts');
      return (reading) => crawlTcgdex(url, pictures, reading);
    }
    const { readTcgdexFiles } = await import('./files.ts');
    return (reading) => readTcgdexFiles(filesIn(reading.scope.language, files), pictures, reading);
  },
};

type Blocks = Readonly<Record<string, Fields | null | undefined>>;

function plainPrices({ pricing, variants_detailed }: Fields): PlainRow[] {
  const blocks = ((variants_detailed ?? []) as Fields[]).map((printing) => printing.pricing);
  return [pricing, ...blocks].flatMap((block) => blockRows((block ?? {}) as Blocks));
}

/** Its sub types are spelled `reverse-holofoil`, and one of them names the product of all. */
function blockRows({ cardmarket, tcgplayer }: Blocks): PlainRow[] {
  const dayOf = (block: Fields) => String(block.updated).slice(0, 10);
  const kinds = Object.entries(tcgplayer ?? {}).filter(([, entry]) => typeof entry === 'object' && entry !== null);
  const productId = kinds.map(([, entry]) => (entry as Fields).productId).find((id) => id !== undefined);
  const usd = kinds.map(([kind, entry]) => {
    const words = kind.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const row = tcgcsvRow({ productId, subTypeName: words.join(' '), ...(entry as Fields) });
    return { ...row, day: dayOf(tcgplayer ?? {}) };
  });
  return cardmarket ? [guideRow(cardmarket, dayOf(cardmarket)), ...usd] : usd;
}
