/** The newest observation of every series of a card or product: one row of JSON each, read with the record it belongs to. */
import { createHash } from 'node:crypto';
import type { CardPriceRow, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
import type { PriceKind } from '../../catalog/records.ts';
import { filledUp, inBatches } from '../batches.ts';
import type { Reads, Writes } from '../store.ts';
import type { Amounts } from './observation-codec.ts';
import { cardOwner, productOwner, type SeriesObservation, seriesOfKey, toEur, toUsd } from './price-series.ts';
import { type SubTypes, slugOf, subTypes } from './sub-types.ts';

export type CurrentCardPrice = CardPriceRow & Observed;
export type CurrentProductPrice = ProductPriceRow & Observed;

/** The newest observations of one owner by series key. */
export type Current = Map<number, SeriesObservation & Observed>;

/** The digest of no amounts. */
const NO_AMOUNTS = '';

/** A row's body is a list of these: compact, since 450,000 of them are written anew every day. */
type Stored = [key: number, observed_on: string, source: string, amounts: Amounts, price_kind?: PriceKind];

/** The few names of sources: as each row spells it anew, that of 200,000 prices would take 10 MB. */
const sources = new Map<string, string>();

function sourceNamed(name: string): string {
  const known = sources.get(name);
  if (known === undefined) sources.set(name, name);
  return known ?? name;
}

export function parseCurrent(body: string | undefined): Current {
  const current: Current = new Map();
  for (const [key, observed_on, source, amounts, price_kind] of JSON.parse(body ?? '[]') as Stored[]) {
    const price = { key, observed_on, source: sourceNamed(source), amounts };
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

/** Current prices of the cards named, by card id: printings by id, each with its EUR price, then USD best condition first. */
export async function currentCardPrices(
  reads: Reads | Writes,
  cardIds: readonly string[],
): Promise<Map<string, CurrentCardPrice[]>> {
  const texts = await currentCardTexts(reads, cardIds);
  return new Map([...texts].map(([id, body]) => [id, cardPricesIn(body)]));
}

/** The same as they are stored. */
export async function currentCardTexts(
  reads: Reads | Writes,
  cardIds: readonly string[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const batch of inBatches(cardIds)) {
    for (const { id, body } of await currentRows(reads, batch)) texts.set(id, body);
  }
  return texts;
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

/** The amounts of one market, as a digest: an equal one shows the same, on whatever day it was observed. */
export function amountsDigest(current: Current, market: CardPriceRow['market']): string {
  const amounts = [...current.values()]
    .filter(({ key }) => (seriesOfKey(key).condition === undefined) === (market === 'eur'))
    .sort((a, b) => a.key - b.key)
    .map((price) => [price.key, price.amounts, price.price_kind]);
  return amounts.length === 0 ? NO_AMOUNTS : createHash('sha1').update(JSON.stringify(amounts)).digest('base64url');
}

/** Digests of the amounts that the cards named have in one market, by card id. */
export async function cardAmounts(
  reads: Reads | Writes,
  market: CardPriceRow['market'],
  cardIds: readonly string[],
): Promise<Map<string, string>> {
  const digests = new Map(cardIds.map((id) => [id, NO_AMOUNTS]));
  for (const batch of inBatches(cardIds)) {
    for (const { id, body } of await currentRows(reads, batch))
      digests.set(id, amountsDigest(parseCurrent(body), market));
  }
  return digests;
}

/** Digests of the amounts that the products named have in one market, by product id. */
export async function productAmounts(
  reads: Reads | Writes,
  market: CardPriceRow['market'],
  productIds: readonly number[],
): Promise<Map<number, string>> {
  const digests = new Map(productIds.map((id) => [id, NO_AMOUNTS]));
  for (const batch of inBatches(productIds)) {
    const idOf = new Map(batch.map((id) => [productOwner(id), id]));
    const rows = await reads
      .selectFrom('current_prices')
      .selectAll()
      .where('owner', 'in', [...idOf.keys()])
      .execute();
    for (const { owner, body } of rows)
      digests.set(idOf.get(owner) as number, amountsDigest(parseCurrent(body), market));
  }
  return digests;
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
