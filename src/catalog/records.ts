/** The records of the catalog as they stand on the wire: one schema each, from which types, checks and OpenAPI come. */
import Type, { type Static } from 'typebox';
import { CardMetadata } from './card-metadata.ts';
import {
  byName,
  centsOrNull,
  day,
  doc,
  flag,
  imageOrNull,
  listOf,
  nullable,
  objectOf,
  optionalText,
  text,
  textOr,
  textOrNull,
  texts,
  whole,
  wholeOr,
} from './field-shapes.ts';

/** Ids of a printing or product at the marketplaces (ours, additive); null where the source names none. */
export const ExternalIds = objectOf('Ids at the marketplaces', {
  tcgplayer: wholeOr('Number of the marketplace product at TCGplayer', 'where none is known', 42_382),
  cardmarket: wholeOr('Number of the marketplace product at Cardmarket', 'where none is known', 8211),
});
export type ExternalIds = Static<typeof ExternalIds>;
export const NO_IDS: ExternalIds = { tcgplayer: null, cardmarket: null };

const usd = {
  currency: Type.Literal('USD', doc('Currency of the amounts')),
  market: centsOrNull('Market price', 2895),
  low: centsOrNull('Low price', 2107),
  high: centsOrNull('High price', 4999),
};
const condition = text('Condition: NM, LP, MP, HP or DMG', 'NM');
const observedOn = 'Day that the source states for the amounts';

/** USD amounts of one condition of a printing: the newest observation. */
export const UsdPrice = Type.Object({ condition, ...usd, observed_on: day(observedOn) });
export type UsdPrice = Static<typeof UsdPrice>;

const eur = { currency: Type.Literal('EUR', doc('Currency of the amounts')) };
const eurAmounts = {
  avg: centsOrNull('Average price of the plain price side', 3120),
  low: centsOrNull('Lowest price of the plain price side', 1503),
  trend: centsOrNull('Trend of the plain price side', 2660),
  avg_holo: centsOrNull('Average price of the holo price side', 2480),
  low_holo: centsOrNull('Lowest price of the holo price side', 1199),
  trend_holo: centsOrNull('Trend of the holo price side', 2117),
};
export const PriceKind = Type.Union([Type.Literal('plain'), Type.Literal('holo'), Type.Null()], {
  ...doc('Which price side applies to the printing: plain, or holo for the amounts with _holo; null without a price'),
});
export type PriceKind = Static<typeof PriceKind>;

/** EUR amounts of a printing. Always an object; every amount and the day are null where nothing is known. */
export const EurPrice = objectOf('The newest EUR amounts; all null where there are none', {
  price_kind: PriceKind,
  ...eur,
  observed_on: nullable(day(''), `${observedOn}; null without a price`, '2026-05-01'),
  ...eurAmounts,
});
export type EurPrice = Static<typeof EurPrice>;

const printing = {
  type: text('Finish', 'holo'),
  subtype: textOrNull('What sets it apart from others of its finish', 'unlimited'),
  size: text('Size of the card', 'standard'),
  stamps: texts('Stamps on the card; empty without any', '1st-edition'),
  foil: textOrNull('Pattern of the foil', 'cosmos'),
};
export const Printing = Type.Object(printing, doc('What names the printing within its card'));
export type Printing = Static<typeof Printing>;

/** A printing where it stands without its prices. */
export const NumberedPrinting = Type.Object({ id: Type.Integer(doc('Id of the printing', 812)), ...printing });

/** What most printings are. */
export const ORDINARY: Printing = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };

export const Variant = Type.Object({
  id: Type.Integer(doc('Stable id of the printing, named by game.card_variants.deleted (ours, additive)', 812)),
  ...printing,
  external_ids: ExternalIds,
  usd_market: Type.Array(UsdPrice, doc('The newest USD amounts, one entry a condition; empty where there are none')),
  eur_market: EurPrice,
});
export type Variant = Static<typeof Variant>;

const score = Type.Optional(
  Type.Number({ minimum: 0, maximum: 1, ...doc('Similarity to q, 1 the best; only under q', 0.85) }),
);

/** The game that a record is of (ours, additive): as its events are named. */
const game = text('Game that it is of, as in the names of its events', 'game');

/** Only where a language was asked for, or where the language of the record's print line lacks it (ours, additive). */
const lang = optionalText(
  "Language that the name is in; only under lang, or where the line's own language lacks the record",
  'fr',
);

const cardHead = {
  game,
  id: text('Id of the card', 'fl1-2'),
  expansion_id: text('Id of its expansion', 'fl1'),
  number: textOrNull('Collector number as printed', '2'),
  name: text('Name of the card', 'Vultwick'),
  rarity: textOrNull('Rarity in the words of the source', 'Luminous Rare'),
};

/** A card in full: the detail read, and the record of game.cards.updated. */
export const Card = objectOf('A card', {
  ...cardHead,
  illustrator: textOrNull('Who drew it', 'J. R. Penhallow'),
  image: imageOrNull('Picture of the card'),
  category: textOrNull('Kind of card', 'Creature'),
  metadata: CardMetadata,
  variants: Type.Array(Variant, doc('Its printings with their prices')),
  lang,
  names: Type.Optional(
    byName(
      Type.String(),
      'What it is called in each language that it is shown in (ours, additive); only under lang, and in events of a game of several',
      { en: 'Vultwick', fr: 'Voutmèche' },
    ),
  ),
  same_artwork: Type.Optional(
    Type.Array(
      Type.String(),
      doc(
        'Ids of the cards of its game that show the same artwork, as reprints and other regional prints do, the first 200 by id (ours, additive); only with include=same_artwork, and absent where its picture was not read yet',
        ['fl2-17'],
      ),
    ),
  ),
});
export type Card = Static<typeof Card>;

const variant = text('Short name of the printing within its card', 'holo:1st-edition');

export const UsdPriceEntry = Type.Object({ variant, condition, ...usd }, doc('A USD price'));
export type UsdPriceEntry = Static<typeof UsdPriceEntry>;

export const EurPriceEntry = Type.Object({ variant, ...eur, price_kind: PriceKind, ...eurAmounts }, doc('A EUR price'));
export type EurPriceEntry = Static<typeof EurPriceEntry>;

export const CardSummary = Type.Object({
  ...cardHead,
  image: imageOrNull('Picture of the card'),
  number_normalized: textOr('The number in sortable form, by which the list is ordered', 'without a number', '000002'),
  prices: Type.Optional(
    Type.Array(Type.Union([UsdPriceEntry, EurPriceEntry]), doc('Current prices; only with include=prices')),
  ),
  matched_name: optionalText(
    'The name in another language that q fits better than the card’s own; only where there is one',
    'Dochtgeier',
  ),
  score,
  lang,
});
export type CardSummary = Static<typeof CardSummary>;

export const Expansion = objectOf('An expansion', {
  game,
  id: text('Id of the expansion', 'fl1'),
  series_id: text('Id of its series', 'fl'),
  name: text('Name of the expansion', 'Harbour of Wicks'),
  logo: imageOrNull('Logo'),
  symbol: textOrNull('Address of the symbol', 'https://pictures.example/fl1/symbol.webp'),
  release_date: nullable(day(''), 'Day of its release, as YYYY-MM-DD; null where it is not known', '2026-05-01'),
  card_count_total: whole('How many cards it has, those above the printed count too', 64),
  card_count_official: whole('How many cards it has by the count that is printed on them', 58),
  legal_standard: flag('Whether it may be played in the standard format'),
  legal_expanded: flag('Whether it may be played in the expanded format'),
  region: optionalText(
    'Region that it was printed for, with numbers of its own (ours, additive); absent in the catalog’s own',
    'asia',
  ),
  attributes: Type.Optional(
    byName(
      Type.Unknown(),
      "What else its source says of it, in the game's own terms (ours, additive); absent where it is nothing",
      { abbreviation: 'HW', card_counts: { normal: 58, holo: 12 } },
    ),
  ),
  lang,
});
export type Expansion = Static<typeof Expansion>;

export const SeriesExpansion = Type.Pick(Expansion, [
  'id',
  'name',
  'logo',
  'symbol',
  'release_date',
  'card_count_total',
]);
export type SeriesExpansion = Static<typeof SeriesExpansion>;

export const Series = objectOf('A series', {
  game,
  id: text('Id of the series', 'fl'),
  name: text('Name of the series', 'First Light'),
  logo: imageOrNull('Logo'),
  expansions: Type.Array(SeriesExpansion, doc('Its expansions in the order of their release')),
  lang,
});
export type Series = Static<typeof Series>;

const unopened = text('Condition: Unopened', 'Unopened');

export const ProductUsdPrice = Type.Object({
  condition: unopened,
  variant: text('Sub type of the marketplace product', 'normal'),
  ...usd,
  observed_on: day(observedOn),
});
export type ProductUsdPrice = Static<typeof ProductUsdPrice>;

/** EUR amounts of a sealed product; it has no plain and holo halves, hence no `price_kind`. */
export const ProductEurPrice = Type.Object({ ...eur, observed_on: day(observedOn), ...eurAmounts });
export type ProductEurPrice = Static<typeof ProductEurPrice>;

export const Product = objectOf('A sealed product', {
  game,
  id: whole('Id of the product: its number at TCGplayer', 900_001),
  name: text('Name of the product', 'Harbour of Wicks Booster Box'),
  clean_name: text('The name without signs', 'Harbour of Wicks Booster Box'),
  number: textOrNull('Number of the product', '12'),
  image: imageOrNull('Picture of the product'),
  usd_market_url: textOrNull(
    'Address of the marketplace product at TCGplayer',
    'https://market.example/product/900001',
  ),
  external_ids: ExternalIds,
  expansions: listOf('Expansions that it belongs to', {
    id: text('Id of the expansion', 'fl1'),
    name: text('Name of the expansion', 'Harbour of Wicks'),
  }),
  usd_market: Type.Array(ProductUsdPrice, doc('The newest USD amounts; empty where there are none')),
  eur_market: nullable(ProductEurPrice, 'The newest EUR amounts; null where there are none'),
});
export type Product = Static<typeof Product>;
