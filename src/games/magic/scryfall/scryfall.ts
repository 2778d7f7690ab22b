/** The catalog adapter for Scryfall: its bulk file of every card, its sets, and its list of merged and deleted ids. */
import Type, { type Static } from 'typebox';
import { closedObject } from '../../../catalog/field-shapes.ts';
import { cents, type Fields, type PlainRow } from '../../../upstream/markets/plain-rows.ts';
import { Address, catalogFields } from '../../../upstream/source-fields.ts';
import { type CatalogAdapter, englishBeside } from '../../game.ts';
import { EXTRAS } from './extras.ts';

/** `include` takes what is no card to play on paper with: tokens, art series, digital cards, memorabilia. */
const Settings = closedObject({
  ...catalogFields,
  adapter: Type.Literal('scryfall'),
  url: Address,
  include: Type.Optional(Type.Array(Type.Enum([...EXTRAS]), { uniqueItems: true })),
});

/** Those that cards were printed in beside English, and what of them is called otherwise there. */
const LANGUAGES = 'es fr de it pt ja ko ru zh-cn zh-tw'.split(' ');
const CALLED: Readonly<Record<string, string>> = { 'zh-cn': 'zhs', 'zh-tw': 'zht' };

export const scryfall: CatalogAdapter<Static<typeof Settings>> = {
  title: 'Scryfall API',
  settings: Settings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/bulk-data`,
  severalLanguages: englishBeside('scryfall', LANGUAGES),
  hasPrices: true,
  keepsPictures: true,
  plainPrices,
  // 2: memorabilia that marketplaces sell, and every fact of a card.
  revision: 2,
  // The bulk file is made anew every 12 hours, on a free service; prices in it change once a day.
  every: () => '12h',
  async open(settings) {
    const [{ readScryfall }, { readScryfallTexts }] = await Promise.all([import('./bulk.ts'), import('./texts.ts')]);
    return (reading) => {
      const { language } = reading.scope;
      return reading.isTranslation
        ? readScryfallTexts(settings, CALLED[language] ?? language, reading)
        : readScryfall(settings, reading);
    };
  },
};

function plainPrices({ object, tcgplayer_id, tcgplayer_etched_id, cardmarket_id, ...card }: Fields): PlainRow[] {
  if (object !== 'card') return [];
  const prices = (card.prices ?? {}) as Fields;
  const etched = tcgplayer_etched_id ?? (prices.usd_foil ? null : tcgplayer_id);
  const usd = (product: unknown, sub_type: string, amount: unknown): PlainRow => ({
    ...{ currency: 'USD', product: Number(product), sub_type, condition: 'NM' },
    amounts: { market: cents(amount), low: null, high: null },
  });
  const none = { avg: null, low: null, avg_holo: null, low_holo: null };
  const eur = { ...none, trend: cents(prices.eur), trend_holo: cents(prices.eur_foil) };
  return [
    usd(tcgplayer_id, 'Normal', prices.usd),
    usd(tcgplayer_id, 'Foil', prices.usd_foil),
    usd(etched, 'Foil', prices.usd_etched),
    { currency: 'EUR', product: Number(cardmarket_id), sub_type: '', condition: null, amounts: eur },
  ];
}
