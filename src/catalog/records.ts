/** The records of the catalog as they stand on the wire: one schema each, from which types, checks and OpenAPI come. */
import Type, { type Static } from 'typebox';
import { CardMetadata } from './card-metadata.ts';
import { Day, NullableCents, NullableImage, NullableString, nullable } from './field-shapes.ts';

/** Ids of a printing or product at the marketplaces (ours, additive); null where the source names none. */
export const ExternalIds = Type.Object({
  tcgplayer: nullable(Type.Integer()),
  cardmarket: nullable(Type.Integer()),
});
export type ExternalIds = Static<typeof ExternalIds>;

/** USD amounts of one condition of a printing: the newest observation. */
export const UsdPrice = Type.Object({
  condition: Type.String(),
  currency: Type.Literal('USD'),
  market: NullableCents,
  low: NullableCents,
  high: NullableCents,
  observed_on: Day,
});
export type UsdPrice = Static<typeof UsdPrice>;

const eurAmounts = {
  avg: NullableCents,
  low: NullableCents,
  trend: NullableCents,
  avg_holo: NullableCents,
  low_holo: NullableCents,
  trend_holo: NullableCents,
};
export const PriceKind = Type.Union([Type.Literal('plain'), Type.Literal('holo'), Type.Null()]);
export type PriceKind = Static<typeof PriceKind>;

/** EUR amounts of a printing. Always an object; every amount and the day are null where nothing is known. */
export const EurPrice = Type.Object({
  price_kind: PriceKind,
  currency: Type.Literal('EUR'),
  observed_on: nullable(Day),
  ...eurAmounts,
});
export type EurPrice = Static<typeof EurPrice>;

/** What names a printing within its card. */
const printing = {
  type: Type.String(),
  subtype: NullableString,
  size: Type.String(),
  stamps: Type.Array(Type.String()),
  foil: NullableString,
};
export const Printing = Type.Object(printing);
export type Printing = Static<typeof Printing>;

/** A printing with its stable id and its current prices. */
export const Variant = Type.Object({
  id: Type.Integer({ description: 'stable id, named by game.card_variants.deleted (ours, additive)' }),
  ...printing,
  external_ids: ExternalIds,
  usd_market: Type.Array(UsdPrice),
  eur_market: EurPrice,
});
export type Variant = Static<typeof Variant>;

const score = Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'only under q' }));

const cardHead = {
  id: Type.String(),
  expansion_id: Type.String(),
  number: NullableString,
  name: Type.String(),
  rarity: NullableString,
};

/** A card in full: the detail read, and the record of game.cards.updated. */
export const Card = Type.Object({
  ...cardHead,
  illustrator: NullableString,
  image: NullableImage,
  category: NullableString,
  metadata: CardMetadata,
  variants: Type.Array(Variant),
});
export type Card = Static<typeof Card>;

/** A price of one printing and condition in a card summary. */
export const UsdPriceEntry = Type.Object({
  variant: Type.String(),
  condition: Type.String(),
  currency: Type.Literal('USD'),
  market: NullableCents,
  low: NullableCents,
  high: NullableCents,
});
export type UsdPriceEntry = Static<typeof UsdPriceEntry>;

export const EurPriceEntry = Type.Object({
  variant: Type.String(),
  currency: Type.Literal('EUR'),
  price_kind: PriceKind,
  ...eurAmounts,
});
export type EurPriceEntry = Static<typeof EurPriceEntry>;

/** A row of the card list. */
export const CardSummary = Type.Object({
  ...cardHead,
  image: NullableImage,
  number_normalized: NullableString,
  prices: Type.Optional(Type.Array(Type.Union([UsdPriceEntry, EurPriceEntry]))),
  score,
});
export type CardSummary = Static<typeof CardSummary>;

export const Expansion = Type.Object({
  id: Type.String(),
  series_id: Type.String(),
  name: Type.String(),
  logo: NullableImage,
  symbol: NullableString,
  release_date: nullable(Day),
  card_count_total: Type.Integer(),
  card_count_official: Type.Integer(),
  legal_standard: Type.Boolean(),
  legal_expanded: Type.Boolean(),
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

export const Series = Type.Object({
  id: Type.String(),
  name: Type.String(),
  logo: NullableImage,
  expansions: Type.Array(SeriesExpansion),
});
export type Series = Static<typeof Series>;

/** USD amounts of a sealed product. */
export const ProductUsdPrice = Type.Object({
  condition: Type.String(),
  variant: Type.String(),
  currency: Type.Literal('USD'),
  market: NullableCents,
  low: NullableCents,
  high: NullableCents,
  observed_on: Day,
});
export type ProductUsdPrice = Static<typeof ProductUsdPrice>;

/** EUR amounts of a sealed product; it has no plain and holo halves, hence no `price_kind`. */
export const ProductEurPrice = Type.Object({
  currency: Type.Literal('EUR'),
  observed_on: Day,
  ...eurAmounts,
});
export type ProductEurPrice = Static<typeof ProductEurPrice>;

export const Product = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  clean_name: Type.String(),
  number: NullableString,
  image: NullableImage,
  usd_market_url: NullableString,
  external_ids: ExternalIds,
  expansions: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  usd_market: Type.Array(ProductUsdPrice),
  eur_market: nullable(ProductEurPrice),
});
export type Product = Static<typeof Product>;
