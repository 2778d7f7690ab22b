/** Hands prices of products to those who read them, and back: a price is the product's, and its days go with it. */
import type { CardPriceRow } from '../../catalog/price-rows.ts';
import type { PriceKind } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import { type Current, parseCurrent } from '../prices/current-prices.ts';
import { decodeMonth, mergedMonths, splitMonth } from '../prices/observation-codec.ts';
import {
  cardObservation,
  type ObservedRows,
  type Observer,
  recordCurrent,
  recordMonths,
} from '../prices/price-days.ts';
import { daysOfMonth, isOfMarket, type SeriesObservation, seriesKeyAt, slotOf } from '../prices/price-series.ts';
import { monthsIn, OWNED, type Shelf } from '../prices/stored-months.ts';
import { isAny } from '../rows.ts';
import type { Writes } from '../store.ts';
import { type PricedPrinting, UNREAD } from './marketplace-prices.ts';

/**
 * Takes price and history away from these printings and keeps them under their products: read under a mapping that no longer
 * holds, they are not theirs. They are all of one game, where it is known. Returns the owners that had a price, and the days
 * that went.
 */
export async function leaveMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[], game?: string) {
  const days = await daysOf(writes, printings);
  const { had: hadPrice } = await pass(writes, { ...KEEPING, passes: printings.map(keptOf), isTaken: true });
  if (hadPrice.size + days.size > 0) await bumpCatalogVersion(writes, pricesOf(game));
  return { hadPrice, days };
}

/** Keeps what these printings have under their marketplace products as well, for others who come to read them. */
export async function shareMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[]): Promise<void> {
  await pass(writes, { ...KEEPING, passes: printings.map(keptOf), isTaken: false });
}

/**
 * Gives printings, all of one game, the price and the history that are kept of their products; newer prices and days that
 * they have stay. It is kept on: another printing may come to read the same product. Returns the days that they have then,
 * none where nothing was given.
 */
export async function readMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[], game?: string) {
  const isKept = (table: 'article_prices' | 'article_months') => isAny(writes.selectFrom(table).select('article'));
  if (printings.length === 0 || !((await isKept('article_prices')) || (await isKept('article_months'))))
    return new Set<string>();
  const { written, hasDays } = await pass(writes, { ...GIVING, passes: printings.map(givenOf) });
  if (written === 0 && !hasDays) return new Set<string>();
  await bumpCatalogVersion(writes, pricesOf(game));
  return daysOf(writes, printings);
}

/** Days of which these printings have a price in their histories. */
async function daysOf(writes: Writes, printings: readonly PricedPrinting[]): Promise<Set<string>> {
  const days = new Set<string>();
  const byOwner = Map.groupBy(printings, ({ owner }) => owner);
  for await (const { month, bodies } of monthsIn(writes, OWNED, [...byOwner.keys()])) {
    for (const [owner, body] of bodies) {
      for (const [key, observed] of decodeMonth(body, daysOfMonth(month))) {
        if (!byOwner.get(owner)?.some(({ variantId, market }) => isOfMarket(key, variantId, market))) continue;
        for (const { day } of observed) days.add(day);
      }
    }
  }
  return days;
}

/**
 * Keeps days of marketplace products that nobody reads, oldest first: who comes to read them later shows what anybody would
 * who had read them from the first. The rows are of no printing.
 */
export async function keepUnreadDays(
  writes: Writes,
  { source, isLate = false }: Observer,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<void> {
  for (const batch of inBatches([...rowObservations(days)])) {
    await recordMonths(writes, UNREAD, batch);
    if (!isLate) await recordCurrent(writes, UNREAD, { source, batch });
  }
}

function rowObservations(days: readonly ObservedRows<string, CardPriceRow>[]): Map<string, SeriesObservation[]> {
  const observations = new Map<string, SeriesObservation[]>();
  for (const { observed_on, rows } of days) {
    for (const [article, ofDay] of rows) {
      const more = ofDay.map((row) => withoutKind(cardObservation(row, observed_on)));
      observations.set(article, [...(observations.get(article) ?? []), ...more]);
    }
  }
  return observations;
}

/** Which price side is read is the printing's matter. */
const withoutKind = <Priced extends { price_kind?: PriceKind }>({ price_kind: _, ...rest }: Priced) => rest;

/** The series of one that go to another: `keyOf` says under which key each, or that it does not. */
interface Pass<From, To> {
  from: From;
  to: To;
  keyOf(key: number): number | undefined;
  price_kind?: PriceKind | undefined;
}

interface Passing<From, To> {
  from: Shelf<From>;
  to: Shelf<To>;
  passes: readonly Pass<From, To>[];
  isTaken: boolean;
  /** Whether what comes stands in the place of what is there; else only where it is newer, or of a day that is not there. */
  isOver: boolean;
}

/** What was kept is never newer: whoever reads a marketplace product has all of its days. */
const KEEPING = { from: OWNED, to: UNREAD, isOver: true };
const GIVING = { from: UNREAD, to: OWNED, isTaken: false, isOver: false };

const keptOf = ({ owner, variantId, market, article }: PricedPrinting): Pass<number, string> => ({
  from: owner,
  to: article,
  keyOf: (key) => (isOfMarket(key, variantId, market) ? slotOf(key) : undefined),
});

const givenOf = ({ owner, variantId, article, price_kind }: PricedPrinting): Pass<string, number> => ({
  from: article,
  to: owner,
  keyOf: (slot) => seriesKeyAt(variantId, slot),
  price_kind,
});

const pass = async <From, To>(writes: Writes, passing: Passing<From, To>) => ({
  ...(await passPrices(writes, passing)),
  hasDays: await passMonths(writes, passing),
});

/** Returns which had any, and how many rows of those who get them are others now. */
async function passPrices<From, To>(writes: Writes, { from, to, passes, isTaken, isOver }: Passing<From, To>) {
  const passed = { had: new Set<From>(), written: 0 };
  const byName = Map.groupBy(passes, (pass) => pass.from);
  for (const names of inBatches([...byName.keys()])) {
    const bodies = await from.currentBodies(writes, names);
    const targets = targetsOf(byName, bodies.keys());
    const before = await to.currentBodies(writes, targets);
    const got = new Map(targets.map((name) => [name, parseCurrent(before.get(name))]));
    const left = Array.from(bodies, ([name, body]) => {
      const current = parseCurrent(body);
      for (const pass of byName.get(name) ?? []) {
        const keys = passOn(current, got.get(pass.to) ?? new Map(), pass, isOver);
        if (keys.length > 0) passed.had.add(name);
        for (const key of isTaken ? keys : []) current.delete(key);
      }
      return { name, current };
    });
    if (isTaken) await from.putCurrent(writes, left, bodies);
    const rows = Array.from(got, ([name, current]) => ({ name, current }));
    passed.written += await to.putCurrent(writes, rows, before);
  }
  return passed;
}

/** Puts prices among others; returns the keys that they had. */
function passOn(current: Current, others: Current, { keyOf, price_kind }: Pass<unknown, unknown>, isOver: boolean) {
  return [...current.values()].flatMap((price) => {
    const key = keyOf(price.key);
    if (key === undefined) return [];
    const known = others.get(key);
    const isNewer = known === undefined || known.observed_on < price.observed_on;
    if (isOver || isNewer)
      others.set(key, { ...withoutKind(price), ...(price_kind !== undefined && { price_kind }), key });
    return [price.key];
  });
}

/** Returns whether any month of those who get them is another now. */
async function passMonths<From, To>(
  writes: Writes,
  { from, to, passes, isTaken, isOver }: Passing<From, To>,
): Promise<boolean> {
  let hasPassed = false;
  const byName = Map.groupBy(passes, (pass) => pass.from);
  for await (const { month, bodies } of monthsIn(writes, from, [...byName.keys()])) {
    const got = await to.bodiesIn(writes, month, targetsOf(byName, bodies.keys()));
    const changed = new Map<To, Uint8Array>();
    const left = new Map<From, Uint8Array | undefined>();
    for (const [name, body] of bodies) {
      let rest: Uint8Array | undefined = body;
      for (const pass of byName.get(name) ?? []) {
        if (rest === undefined) break;
        const split: ReturnType<typeof splitMonth> = splitMonth(rest, pass.keyOf);
        const { taken } = split;
        if (taken === undefined) continue;
        if (isTaken) rest = split.rest;
        const known = changed.get(pass.to) ?? got.get(pass.to);
        const now = known === undefined ? taken : isOver ? mergedMonths(known, taken) : mergedMonths(taken, known);
        if (known === undefined || Buffer.compare(known, now) !== 0) changed.set(pass.to, now);
      }
      if (rest !== body) left.set(name, rest);
    }
    await to.putIn(writes, month, changed);
    await from.putIn(writes, month, left);
    hasPassed ||= changed.size > 0;
  }
  return hasPassed;
}

const targetsOf = <From, To>(byName: ReadonlyMap<From, readonly Pass<From, To>[]>, names: Iterable<From>): To[] => [
  ...new Set([...names].flatMap((name) => (byName.get(name) ?? []).map(({ to }) => to))),
];
