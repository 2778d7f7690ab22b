/** The lines of JSON in which price history leaves and enters a store: a month of one series each. */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { isDay } from '../../catalog/days.ts';
import { EurDay, UsdDay } from '../../catalog/price-history.ts';
import { CONDITIONS } from '../../catalog/price-rows.ts';
import { PriceKind, Printing } from '../../catalog/records.ts';

const usd = {
  currency: Type.Literal('USD'),
  condition: Type.Enum([...CONDITIONS]),
  history: Type.Array(UsdDay),
};
const eur = { currency: Type.Literal('EUR'), history: Type.Array(EurDay) };
/** `source`: name of the source that the newest price of the series came from. */
const cardHead = {
  card_id: Type.String(),
  variant: Printing,
  /** Tells exact duplicates of a printing apart. */
  ordinal: Type.Integer({ minimum: 0 }),
  source: Type.String(),
};
const productHead = { product_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), source: Type.String() };

const CardLine = Type.Union([
  Type.Object({ ...cardHead, ...usd }),
  Type.Object({ ...cardHead, ...eur, price_kind: PriceKind }),
]);
export type CardLine = Static<typeof CardLine>;

const ProductLine = Type.Union([
  Type.Object({ ...productHead, variant: Type.String({ minLength: 1 }), ...usd }),
  Type.Object({ ...productHead, ...eur }),
]);
export type ProductLine = Static<typeof ProductLine>;

export type PriceLine = CardLine | ProductLine;

const cardLine = Compile(CardLine);
const productLine = Compile(ProductLine);

/** A line that is not price history; the message is one sentence for the operator. */
export class BadPriceLine extends Error {}

/** @throws BadPriceLine */
export function parsePriceLine(text: string): PriceLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (cause) {
    throw new BadPriceLine('is not JSON', { cause });
  }
  if (!cardLine.Check(line) && !productLine.Check(line)) throw new BadPriceLine('is not a month of price history');
  for (const { observed_on } of line.history) {
    if (!isDay(observed_on)) throw new BadPriceLine(`names no day: ${observed_on}`);
  }
  return line;
}
