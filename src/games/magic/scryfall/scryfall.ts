/** The catalog adapter for Scryfall: its bulk file of every card, its sets, and its list of merged and deleted ids. */
import type { CatalogAdapter } from '../../game.ts';
import { ScryfallSettings } from './settings.ts';

/** Those that cards were printed in beside English, by what they are called here. */
const LANGUAGES: Readonly<Record<string, string>> = {
  es: 'es',
  fr: 'fr',
  de: 'de',
  it: 'it',
  pt: 'pt',
  ja: 'ja',
  ko: 'ko',
  ru: 'ru',
  'zh-cn': 'zhs',
  'zh-tw': 'zht',
};

export const scryfall: CatalogAdapter<ScryfallSettings> = {
  title: 'Scryfall API',
  settings: ScryfallSettings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/bulk-data`,
  severalLanguages: (_, [own = '', ...further]) => {
    const known = Object.keys(LANGUAGES);
    const unknown = further.filter((language) => !known.includes(language));
    if (own !== 'en') return `"adapter": scryfall reads English and, beside it, ${known.join(', ')}, not ${own} alone`;
    return unknown.length === 0 ? null : `"adapter": scryfall has ${known.join(', ')}, not ${unknown.join(', ')}`;
  },
  hasPrices: true,
  revision: 1,
  // The bulk file is made anew every 12 hours, on a free service; prices in it change once a day.
  every: () => '12h',
  async open({ url, include = [] }) {
    const [{ readScryfall }, { readScryfallTexts }] = await Promise.all([import('./bulk.ts'), import('./texts.ts')]);
    return ({ read, held, scope, isTranslation, prices, onProgress }) => {
      const taken = { url, include: new Set(include) };
      const onCard = (done: number) => onProgress('cards', done, done);
      return isTranslation
        ? readScryfallTexts(read, { ...taken, language: LANGUAGES[scope.language] ?? scope.language }, held, onCard)
        : readScryfall(read, { ...taken, prices }, held, onCard);
    };
  },
};
