/** The newest observation of every series of a card or product: one row of JSON each, read with the record it belongs to. */
import { createHash } from 'node:crypto';
import type { CardPriceRow, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
import type { Card, PriceKind } from '../../catalog/records.ts';
import { remembered } from '../../packed/remembered.ts';
import { inBatches, oneOf, readInBatches } from '../batches.ts';
import { aliasTarget } from '../catalog/aliases.ts';
import { DamagedRow } from '../faults.ts';
import { countOf, putRows, valuesBy } from '../rows.ts';
import { statement } from '../statement.ts';
import type { Reads, Writes } from '../store.ts';
import type { TouchedPrices } from '../touched.ts';
import type { Amounts } from './observation-codec.ts';
import { cardOwner, productOwner, type SeriesObservation, seriesOfKey, toEur, toUsd } from './price-series.ts';
import { type SubTypes, slugOf, subTypes } from './sub-types.ts';

export type CurrentCardPrice = CardPriceRow & Observed;
export type CurrentProductPrice = ProductPriceRow & Observed;

/** The newest observations of one owner by series key. */
export type Current = Map<number, SeriesObservation & Observed>;

/** A row's body is a list of these: compact, since 450,000 of them are written anew every day. */
type Stored = [key: number, observed_on: string, source: string, amounts: Amounts, price_kind?: PriceKind];

/** The few names of sources: as each row spells it anew, that of 200,000 prices would take 10 MB. */
const sourceNamed = remembered((name: string) => name);

/** @throws DamagedRow where the text is no JSON */
export const parseCurrent = (body: string | undefined): Current =>
  currentOfStored(readStored(body ?? '[]') as Stored[]);

function currentOfStored(stored: readonly Stored[]): Current {
  const current: Current = new Map();
  for (const [key, observed_on, source, amounts, price_kind] of stored) {
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
export async function currentCardPrices(reads: Reads, cardIds: readonly string[]) {
  const texts = await currentCardTexts(reads, cardIds);
  return new Map([...texts].map(([id, body]) => [id, cardPricesIn(body)]));
}

/** The same as they are stored. */
export async function currentCardTexts(reads: Reads, cardIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await readInBatches(cardIds, (ids) =>
    pricedCardRows(reads).select(['cards.id', 'current_prices.body']).where('cards.id', 'in', oneOf(ids)).execute(),
  );
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/**
 * The prices in the body of a card's row, in its order.
 * @throws DamagedRow where the text is not one that `currentText` writes: nothing else is answered as a price
 */
export const cardPricesIn = (body: string): CurrentCardPrice[] =>
  [...currentOfStored(wholeStored(body)).values()].map(asCardPrice);

const damaged = (body: string, cause?: unknown) =>
  new DamagedRow(`the current prices of a card are damaged: ${body.slice(0, 80)}`, { cause });

function readStored(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw damaged(body, error);
  }
}

function wholeStored(body: string): Stored[] {
  const stored = readStored(body);
  if (!Array.isArray(stored) || !stored.every(isStored)) throw damaged(body);
  return stored;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function isStored(value: unknown): value is Stored {
  if (!Array.isArray(value)) return false;
  const [key, observed_on, source, amounts, price_kind = null] = value as unknown[];
  if (!Number.isSafeInteger(key) || typeof source !== 'string' || !DAY.test(String(observed_on))) return false;
  const count = seriesOfKey(key as number).condition === undefined ? 6 : 3;
  const isAmount = (amount: unknown) => amount === null || (Number.isInteger(amount) && (amount as number) >= 0);
  const areWhole = Array.isArray(amounts) && amounts.length === count && amounts.every(isAmount);
  return areWhole && (price_kind === null || price_kind === 'plain' || price_kind === 'holo');
}

/** Current prices of the products named, by product id; one with a EUR price has it as the row of market `eur`. */
export async function currentProductPrices(reads: Reads, productIds: readonly number[]) {
  const slugs = await subTypes(reads);
  const current = await currentOfProducts(reads, productIds);
  return new Map(
    [...current].map(([id, prices]) => [id, [...prices.values()].map((price) => asProductPrice(price, slugs))]),
  );
}

/** The rows' bodies by owner, of those that have any. */
export const currentBodies = (reads: Reads, owner: readonly number[]): Promise<Map<number, string>> =>
  valuesBy(reads, 'current_prices', { owner }, 'owner', 'body');

/** Current prices by owner, of those that have any. */
export async function currentOf(reads: Reads, owners: readonly number[]): Promise<Map<number, Current>> {
  return new Map([...(await currentBodies(reads, owners))].map(([owner, body]) => [owner, parseCurrent(body)]));
}

async function currentOfProducts(reads: Reads, productIds: readonly number[]): Promise<Map<number, Current>> {
  const idOf = new Map(productIds.map((id) => [productOwner(id), id]));
  const found = await currentOf(reads, [...idOf.keys()]);
  return new Map([...found].map(([owner, current]) => [idOf.get(owner) as number, current]));
}

/** The amounts of one market, as a digest, empty of none: an equal one shows the same, on whatever day it was observed. */
export function amountsDigest(current: Current, market: CardPriceRow['market']): string {
  const amounts = [...current.values()]
    .filter(({ key }) => (seriesOfKey(key).condition === undefined) === (market === 'eur'))
    .sort((a, b) => a.key - b.key)
    .map((price) => [price.key, price.amounts, price.price_kind]);
  return amounts.length === 0 ? '' : createHash('sha1').update(JSON.stringify(amounts)).digest('base64url');
}

/** Digests of the amounts that the cards named have in one market, by card id. */
export async function cardAmounts(reads: Reads, market: CardPriceRow['market'], cardIds: readonly string[]) {
  const texts = await currentCardTexts(reads, cardIds);
  return new Map(cardIds.map((id) => [id, amountsDigest(parseCurrent(texts.get(id)), market)]));
}

/** Digests of the amounts that the products named have in one market, by product id. */
export async function productAmounts(reads: Reads, market: CardPriceRow['market'], productIds: readonly number[]) {
  const found = await currentOfProducts(reads, productIds);
  return new Map(productIds.map((id) => [id, amountsDigest(found.get(id) ?? new Map(), market)]));
}

export const pricedCardRows = (reads: Reads) =>
  reads
    .selectFrom('cards')
    .innerJoin('current_prices', (join) =>
      join.on((eb) => eb('current_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))),
    );

/** All cards that have a price, by id and game. */
export const pricedCards = (reads: Reads) => pricedCardRows(reads).select(['cards.id', 'cards.game']).execute();

function asCardPrice({ key, observed_on, source, amounts, price_kind = null }: SeriesObservation & Observed) {
  const { variantId: variant_id, condition } = seriesOfKey(key);
  const price: CardPriceRow =
    condition === undefined
      ? { variant_id, market: 'eur', price_kind, amounts: toEur(amounts) }
      : { variant_id, market: 'usd', condition, amounts: toUsd(amounts) };
  return { ...price, observed_on, source };
}

function asProductPrice({ key, observed_on, source, amounts }: SeriesObservation & Observed, slugs: SubTypes) {
  const { variantId, condition } = seriesOfKey(key);
  const price: ProductPriceRow =
    condition === undefined
      ? { market: 'eur', amounts: toEur(amounts) }
      : { variant: slugOf(slugs, variantId), market: 'usd', condition, amounts: toUsd(amounts) };
  return { ...price, observed_on, source };
}

export interface PricedCard {
  key: number;
  card: Card;
  prices: CurrentCardPrice[];
}

/** The cards of the expansion that have a price, in the order of the catalog, and how many there are of all. */
export async function pricesOfExpansion(reads: Reads, expansionId: string) {
  const cards = await countOf(reads.selectFrom('cards').where('expansion_id', '=', expansionId));
  const rows = await pricedCardRows(reads)
    .select(['cards.key', 'cards.body as record', 'current_prices.body as prices'])
    .where('expansion_id', '=', expansionId)
    .orderBy('number_sort')
    .orderBy('cards.id')
    .execute();
  const priced = rows.map(({ key, record, prices }) => ({
    key,
    card: JSON.parse(record) as Card,
    prices: cardPricesIn(prices),
  }));
  // A row that stayed when its prices were withdrawn shows nothing.
  const isShown = ({ card, prices }: PricedCard) =>
    prices.some((one) => card.variants.some(({ id }) => id === one.variant_id));
  return { cards, priced: priced.filter(isShown) };
}

/** The newest prices of an owner, or of whatever else has a name. */
export type NamedPrices<Name> = Omit<TouchedPrices, 'owner'> & { name: Name; current: Current };

/** Writes those that are not `before`, the bodies by owner, as they come; returns how many. */
export async function putCurrent(
  writes: Writes,
  rows: readonly NamedPrices<number>[],
  before: ReadonlyMap<number, string>,
): Promise<number> {
  const all = rows.map(({ name: owner, ...prices }) => ({ owner, ...prices, body: currentText(prices.current) }));
  const changed = all.filter(({ owner, body }) => body !== (before.get(owner) ?? '[]'));
  const written = changed.map(({ owner, body }) => ({ owner, body }));
  await putRows(writes, 'current_prices', ['owner'], written);
  if (changed.length > 0) await writes.touched({ prices: changed });
  return changed.length;
}

/** Takes printings that are deleted out of the current prices of their cards: what is not shown counts in no list. */
export async function dropCurrent(writes: Writes, pruned: readonly { id: number; card_id: string }[]): Promise<void> {
  const gone = new Set(pruned.map(({ id }) => id));
  for (const ids of inBatches([...new Set(pruned.map(({ card_id }) => card_id))])) {
    const rows = await pricedCardRows(writes)
      .select(['current_prices.owner', 'current_prices.body'])
      .where('cards.id', 'in', oneOf(ids))
      .execute();
    const left = rows.map(({ owner: name, body }) => {
      const kept = [...parseCurrent(body)].filter(([key]) => !gone.has(seriesOfKey(key).variantId));
      return { name, current: new Map(kept) };
    });
    await putCurrent(writes, left, new Map(rows.map(({ owner, body }) => [owner, body])));
  }
}

const NO_PRICES = '[]';

/** A card as it is stored. */
export interface CardWithPrices {
  /** Its number in the price tables, as `cardOwner` takes it. */
  key: number;
  /** Its id now, which is another than was asked for where that one was given up. */
  id: string;
  game: string;
  /** Its JSON, without prices. */
  text: string;
  prices: string;
}

/** The card with its current prices; undefined when there is none of this id. */
export async function cardWithPrices(reads: Reads, id: string): Promise<CardWithPrices | undefined> {
  const [row] = await cardRow(reads, { id });
  if (row) {
    const { key, game, body, prices } = row;
    return { key, id, game, text: body, prices: prices ?? NO_PRICES };
  }
  const target = await aliasTarget(reads, 'card', id);
  return target === undefined ? undefined : cardWithPrices(reads, target);
}

const cardRow = statement((reads, { id }: { id: string }) =>
  reads
    .selectFrom('cards')
    .select(({ eb, selectFrom }) => [
      'cards.key as key',
      'cards.game as game',
      'cards.body as body',
      // As a join SQLite takes four times as long.
      selectFrom('current_prices')
        .select('current_prices.body')
        .where('current_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))
        .as('prices'),
    ])
    .where('cards.id', '=', id),
);
