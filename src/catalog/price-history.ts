/** Price history on the wire: schemas of what the two price endpoints answer. */
import Type, { type Static, type TSchema } from 'typebox';
import { day, doc, listOf, text } from './field-shapes.ts';
import { Expansion, PriceKind, Printing, ProductEurPrice, UsdPrice } from './records.ts';

const observed_on = day('Day that the amounts are of');
const { market, low, high, condition, currency } = UsdPrice.properties;
const { currency: eurCurrency, observed_on: _, ...eurAmounts } = ProductEurPrice.properties;

export const UsdDay = Type.Object({ observed_on, market, low, high });

export const EurDay = Type.Object({ observed_on, ...eurAmounts });

const days = <Shape extends TSchema>(shape: Shape) =>
  Type.Array(shape, doc('Days in ascending order; those without an observation are absent'));
const usd_market = Type.Array(
  Type.Object({ condition, currency, history: days(UsdDay) }),
  doc('One element for each condition observed in the window'),
);
const eur = { currency: eurCurrency, history: days(EurDay) };
const eurMarket = doc('The EUR side; its history is empty where no day of the window has amounts');
const window = {
  game: Expansion.properties.game,
  from: day('First day of the window'),
  to: day('Last day of the window'),
};

/** Days without an observation are absent. */
export const CardPriceHistory = Type.Object({
  ...window,
  variants: listOf('Every printing of the card', {
    variant: Printing,
    usd_market,
    eur_market: Type.Object({ ...eur, price_kind: PriceKind }, eurMarket),
  }),
});
export type CardPriceHistory = Static<typeof CardPriceHistory>;

/** Shaped like a card's; `variant` is the sub-type, and each carries the product's one EUR history. */
export const ProductPriceHistory = Type.Object({
  ...window,
  variants: listOf('Every sub type of the product', {
    variant: text('Sub type of the marketplace product', 'normal'),
    usd_market,
    eur_market: Type.Object(eur, eurMarket),
  }),
});
export type ProductPriceHistory = Static<typeof ProductPriceHistory>;
