/** The newest observation of every series of a card or product: one row of JSON each, read with the record it belongs to. */
import type { CardPriceRow, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
import type { PriceKind } from '../../catalog/records.ts';
import { filledUp, inBatches } from '../batches.ts';
import type { Reads, Writes } from '../store.ts';
import type { Amounts } from './observation-codec.ts';
import {
  cardOwner,
  productOwner,
  type SeriesObservation,
  seriesKey,
  seriesOfKey,
  toEur,
  toUsd,
} from './price-series.ts';
import { type SubTypes, slugOf, subTypes } from './sub-types.ts';

export type CurrentCardPrice = CardPriceRow & Observed;
export type CurrentProductPrice = ProductPriceRow & Observed;

/** The newest observations of one owner by series key. */
export type Current = Map<number, SeriesObservation & Observed>;

/** A row's body is a list of these: compact, since 450,000 of them are written anew every day. */
type Stored = [key: number, observed_on: string, source: string, amounts: Amounts, price_kind?: PriceKind];

export function parseCurrent(body: string | undefined): Current {
  const current: Current = new Map();
  for (const [key, observed_on, source, amounts, price_kind] of JSON.parse(body ?? '[]') as Stored[]) {
    const price = { key, observed_on, source, amounts };
    current.set(key, price_kind === undefined ? price : { ...price, price_kind });
  }
  return current;
}

export function currentText(current: Current): string {
  const stored = [...current.values()]
    .sort((a, b) => a.key - b.key)
    .map(
      ({ key, observed_on, source, amounts, price_kind }): Stored =>
        price_kind === undefined
          ? [key, observed_on, source, amounts]
          : [key, observed_on, source, amounts, price_kind],
    );
  return JSON.stringify(stored);
}

/** Replaces owners' current prices. */
export async function putCurrent(writes: Writes, rows: { owner: number; body: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await writes
    .insertInto('current_prices')
    .values(rows)
    .onConflict((conflict) => conflict.column('owner').doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })))
    .execute();
}

/** Current prices of the cards named, by card id: printings by id, each with its EUR price, then USD best condition first. */
export async function currentCardPrices(
  reads: Reads | Writes,
  cardIds: readonly string[],
): Promise<Map<string, CurrentCardPrice[]>> {
  const prices = new Map<string, CurrentCardPrice[]>();
  for (const batch of inBatches(cardIds)) {
    const rows = await currentRows(reads, batch);
    for (const { id, body } of rows) prices.set(id, cardPricesIn(body));
  }
  return prices;
}

/** The prices in the body of a card's row. */
export const cardPricesIn = (body: string): CurrentCardPrice[] => [...parseCurrent(body).values()].map(asCardPrice);

/** Current prices of the products named, by product id; one with a EUR price has it as the row of market `eur`. */
export async function currentProductPrices(
  reads: Reads | Writes,
  productIds: readonly number[],
): Promise<Map<number, CurrentProductPrice[]>> {
  const prices = new Map<number, CurrentProductPrice[]>();
  const slugs = await subTypes(reads);
  for (const batch of inBatches(productIds)) {
    const idOf = new Map(batch.map((id) => [productOwner(id), id]));
    const rows = await reads
      .selectFrom('current_prices')
      .selectAll()
      .where('owner', 'in', [...idOf.keys()])
      .execute();
    for (const { owner, body } of rows) {
      const current = [...parseCurrent(body).values()].map((price) => asProductPrice(price, slugs));
      prices.set(idOf.get(owner) as number, current);
    }
  }
  return prices;
}

/** A printing whose prices of one market no longer count. */
export interface Withdrawal {
  card_id: string;
  variant_id: number;
  market: CardPriceRow['market'];
}

/**
 * Takes current prices away, as when a marketplace id proves to be another card's; their history is set aside by
 * article-history.ts. Returns the ids of the cards that had such prices.
 */
export async function withdrawCardPrices(writes: Writes, withdrawals: readonly Withdrawal[]): Promise<Set<string>> {
  const withdrawn = new Set(withdrawals.map(({ card_id, variant_id, market }) => `${card_id} ${variant_id} ${market}`));
  const changed = new Set<string>();
  for (const batch of inBatches([...new Set(withdrawals.map(({ card_id }) => card_id))])) {
    const rows: { owner: number; body: string }[] = [];
    for (const { id, owner, body } of await currentRows(writes, batch)) {
      const current = parseCurrent(body);
      for (const key of [...current.keys()]) {
        const { part, condition } = seriesOfKey(key);
        if (withdrawn.has(`${id} ${part} ${condition === undefined ? 'eur' : 'usd'}`)) current.delete(key);
      }
      if (currentText(current) === body) continue;
      rows.push({ owner, body: currentText(current) });
      changed.add(id);
    }
    await putCurrent(writes, rows);
  }
  return changed;
}

/** Takes current EUR prices of products away, as when the article they were read from proves to be another product's. */
export async function withdrawProductEur(writes: Writes, productIds: readonly number[]): Promise<void> {
  const eur = seriesKey({ part: 0, condition: undefined });
  for (const batch of inBatches(productIds.map(productOwner))) {
    const rows = await writes.selectFrom('current_prices').selectAll().where('owner', 'in', batch).execute();
    const changed = rows.flatMap(({ owner, body }) => {
      const current = parseCurrent(body);
      return current.delete(eur) ? [{ owner, body: currentText(current) }] : [];
    });
    await putCurrent(writes, changed);
  }
}

/** Cards beside their current prices, those that have any. */
export const pricedCardRows = (reads: Reads | Writes) =>
  reads
    .selectFrom('cards')
    .innerJoin('current_prices', (join) =>
      join.on((eb) => eb('current_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))),
    );

const currentRows = (reads: Reads | Writes, cardIds: string[]) =>
  pricedCardRows(reads)
    .select(['cards.id', 'current_prices.owner', 'current_prices.body'])
    .where('cards.id', 'in', filledUp(cardIds))
    .execute();

function asCardPrice({ key, observed_on, source, amounts, price_kind = null }: SeriesObservation & Observed) {
  const { part: variant_id, condition } = seriesOfKey(key);
  const price: CardPriceRow =
    condition === undefined
      ? { variant_id, market: 'eur', price_kind, amounts: toEur(amounts) }
      : { variant_id, market: 'usd', condition, amounts: toUsd(amounts) };
  return { ...price, observed_on, source };
}

function asProductPrice({ key, observed_on, source, amounts }: SeriesObservation & Observed, slugs: SubTypes) {
  const { part, condition } = seriesOfKey(key);
  const price: ProductPriceRow =
    condition === undefined
      ? { market: 'eur', amounts: toEur(amounts) }
      : { variant: slugOf(slugs, part), market: 'usd', condition, amounts: toUsd(amounts) };
  return { ...price, observed_on, source };
}
