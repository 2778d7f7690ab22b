/** Writes all price history out as lines of JSON, month by month. */
import { asPrinting } from '../../catalog/changes.ts';
import type { Printing } from '../../catalog/records.ts';
import { variantsOf } from '../catalog/variants.ts';
import { countOf } from '../put-rows.ts';
import { portionsOf, rowsWhere } from '../rows-where.ts';
import type { PriceMonthTable } from '../schema/price-tables.ts';
import type { Reads } from '../store.ts';
import { type Current, currentOf } from './current-prices.ts';
import { decodeMonth, type Observation } from './observation-codec.ts';
import type { CardLine, PriceLine, ProductLine } from './price-lines.ts';
import { daysOfMonth, monthOfMonthKey, ownerOf, ownerOfMonthKey, seriesOfKey, toEur, toUsd } from './price-series.ts';
import { type SubTypes, slugOf, subTypes } from './sub-types.ts';

/** Months read at once; each becomes some dozen lines of about 2 kB. */
const MONTHS_AT_ONCE = 200;

/**
 * Every observation of every product and of every printing that the catalog has, as lines that end in a newline. Printings
 * that were pruned have no name any more and are left out.
 */
export async function* exportPrices(
  reads: Reads,
  onMonths: (done: number, total: number) => void = () => undefined,
): AsyncGenerator<string> {
  const slugs = await subTypes(reads);
  const total = await countOf(reads.selectFrom('price_months'));
  let done = 0;
  for await (const rows of portionsOf(reads, 'price_months', 'key', MONTHS_AT_ONCE)) {
    const names = await namesOf(reads, rows);
    for (const row of rows) {
      for (const line of linesOf(row, names, slugs)) yield `${JSON.stringify(line)}\n`;
    }
    done += rows.length;
    onMonths(done, total);
  }
}

/** What the rows' numbers stand for. */
interface Names {
  cards: ReadonlyMap<number, string>;
  variants: ReadonlyMap<number, { variant: Printing; ordinal: number }>;
  current: ReadonlyMap<number, Current>;
}

async function namesOf(reads: Reads, rows: PriceMonthTable[]): Promise<Names> {
  const owners = rows.map(({ key }) => ownerOfMonthKey(key));
  const keys = owners.map(ownerOf).flatMap((owner) => ('card_key' in owner ? owner.card_key : []));
  const cards = await rowsWhere(reads, 'cards', { key: keys }, ['key', 'id']);
  const ids = cards.map(({ id }) => id);
  return {
    cards: new Map(cards.map(({ key, id }) => [key, id])),
    variants: new Map(
      (await variantsOf(reads, ids)).map(({ id, identity, ordinal }) => [
        id,
        { variant: asPrinting(identity), ordinal },
      ]),
    ),
    current: await currentOf(reads, owners),
  };
}

function* linesOf({ key: rowKey, body }: PriceMonthTable, names: Names, slugs: SubTypes): Generator<PriceLine> {
  const owner = ownerOfMonthKey(rowKey);
  const of = ownerOf(owner);
  const current = names.current.get(owner);
  for (const [key, observations] of decodeMonth(body, daysOfMonth(monthOfMonthKey(rowKey)))) {
    const { source = '', price_kind = null } = current?.get(key) ?? {};
    if ('product_id' in of) yield productLine({ product_id: of.product_id, source }, key, observations, slugs);
    else {
      const card_id = names.cards.get(of.card_key);
      const variant = names.variants.get(seriesOfKey(key).variantId);
      if (card_id === undefined || variant === undefined) continue;
      yield cardLine({ card_id, ...variant, source }, key, observations, price_kind);
    }
  }
}

function cardLine(
  head: Pick<CardLine, 'card_id' | 'variant' | 'ordinal' | 'source'>,
  key: number,
  observations: Observation<string>[],
  price_kind: 'plain' | 'holo' | null,
): CardLine {
  const { condition } = seriesOfKey(key);
  return condition === undefined
    ? { ...head, currency: 'EUR', price_kind, history: observations.map(eurDay) }
    : { ...head, currency: 'USD', condition, history: observations.map(usdDay) };
}

function productLine(
  head: Pick<ProductLine, 'product_id' | 'source'>,
  key: number,
  observations: Observation<string>[],
  slugs: SubTypes,
): ProductLine {
  const { variantId, condition } = seriesOfKey(key);
  return condition === undefined
    ? { ...head, currency: 'EUR', history: observations.map(eurDay) }
    : { ...head, variant: slugOf(slugs, variantId), currency: 'USD', condition, history: observations.map(usdDay) };
}

const usdDay = ({ day, amounts }: Observation<string>) => ({ observed_on: day, ...toUsd(amounts) });
const eurDay = ({ day, amounts }: Observation<string>) => ({ observed_on: day, ...toEur(amounts) });
