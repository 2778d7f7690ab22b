/** Price history on the wire: schemas of what the two price endpoints answer. */
import Type, { type Static } from 'typebox';
import { Day, NullableCents } from './field-shapes.ts';
import { PriceKind, Printing } from './records.ts';

/** USD amounts of one day. */
export const UsdDay = Type.Object({
  observed_on: Day,
  market: NullableCents,
  low: NullableCents,
  high: NullableCents,
});

/** EUR amounts of one day. */
export const EurDay = Type.Object({
  observed_on: Day,
  avg: NullableCents,
  low: NullableCents,
  trend: NullableCents,
  avg_holo: NullableCents,
  low_holo: NullableCents,
  trend_holo: NullableCents,
});

const usd_market = Type.Array(
  Type.Object({ condition: Type.String(), currency: Type.Literal('USD'), history: Type.Array(UsdDay) }),
  { description: 'one element per condition observed in the window' },
);
const eur = { currency: Type.Literal('EUR'), history: Type.Array(EurDay) };

/** Days without an observation are absent. */
export const CardPriceHistory = Type.Object({
  from: Day,
  to: Day,
  variants: Type.Array(
    Type.Object({ variant: Printing, usd_market, eur_market: Type.Object({ ...eur, price_kind: PriceKind }) }),
    { description: 'every printing of the card' },
  ),
});
export type CardPriceHistory = Static<typeof CardPriceHistory>;

/** Shaped like a card's; `variant` is the sub-type, and each carries the product's one EUR history. */
export const ProductPriceHistory = Type.Object({
  from: Day,
  to: Day,
  variants: Type.Array(Type.Object({ variant: Type.String(), usd_market, eur_market: Type.Object(eur) })),
});
export type ProductPriceHistory = Static<typeof ProductPriceHistory>;
