/** Where histories and newest prices stand, months in their rows, and the newest days that are left in them. */
import { inBatches } from '../batches.ts';
import { deleteWhere, putRows, rowsWhere } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';
import { type Current, currentBodies, type NamedPrices, putCurrent } from './current-prices.ts';
import { decodeMonth } from './observation-codec.ts';
import { daysOfMonth, monthKey, monthOfMonthKey, ownerOfMonthKey } from './price-series.ts';

/** Where histories and newest prices stand: those of cards and products by their owners' numbers, or others. */
export interface Shelf<Name> {
  bodiesIn(reads: Reads, month: number, names: readonly Name[]): Promise<Map<Name, Uint8Array>>;
  /** Puts bodies of a month in their places; of one that is undefined nothing is left. */
  putIn(writes: Writes, month: number, bodies: ReadonlyMap<Name, Uint8Array | undefined>): Promise<void>;
  /** Every month that any of these may have, oldest first. */
  monthsOf(reads: Reads, names: readonly Name[]): Promise<number[]>;
  currentBodies(reads: Reads, names: readonly Name[]): Promise<Map<Name, string>>;
  /** Puts those that are not `before`, and returns how many. */
  putCurrent(writes: Writes, rows: readonly NamedPrices<Name>[], before: ReadonlyMap<Name, string>): Promise<number>;
}

export const OWNED: Shelf<number> = {
  bodiesIn: async (reads, month, owners) =>
    new Map((await ownersMonth(reads, month, owners)).map(({ owner, body }) => [owner, body])),
  putIn: async (writes, month, bodies) => {
    const { left, gone } = parted(bodies);
    const rows = left.map(([owner, body]) => ({ key: monthKey(month, owner), body }));
    await putRows(writes, 'price_months', ['key'], rows);
    await deleteWhere(writes, 'price_months', { key: gone.map((owner) => monthKey(month, owner)) });
  },
  monthsOf: (reads) => storedMonths(reads),
  currentBodies,
  putCurrent,
};

/** What is to be put, and of what nothing is left. */
export const parted = <Name, Body>(bodies: ReadonlyMap<Name, Body | undefined>) => ({
  left: [...bodies].flatMap(([name, body]) => (body === undefined ? [] : [[name, body] as const])),
  gone: [...bodies].flatMap(([name, body]) => (body === undefined ? [name] : [])),
});

/** Every month that any history may be of, oldest first. */
export async function storedMonths(reads: Reads): Promise<number[]> {
  const end = async (order: 'asc' | 'desc') => {
    const query = reads.selectFrom('price_months').select('key').orderBy('key', order).limit(1);
    return monthOfMonthKey((await query.executeTakeFirst())?.key ?? -1);
  };
  const [first, last] = [await end('asc'), await end('desc')];
  return first < 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

export async function ownersMonth(reads: Reads, month: number, owners: readonly number[]) {
  const rows = await rowsWhere(reads, 'price_months', { key: owners.map((owner) => monthKey(month, owner)) });
  return rows.map(({ key, body }) => ({ key, owner: ownerOfMonthKey(key), body }));
}

export interface LeftDay {
  observed_on: string;
  amounts: readonly (number | null)[];
}

/** What a shelf has of these names month by month, some names at a time. */
export async function* monthsIn<Name>(reads: Reads, shelf: Shelf<Name>, all: readonly Name[], since = 0) {
  for (const names of inBatches(all)) {
    for (const month of await shelf.monthsOf(reads, names)) {
      if (month >= since) yield { month, bodies: await shelf.bodiesIn(reads, month, names) };
    }
  }
}

/** Of each of these series, the newest days left, two at most. */
export async function newestLeft<Name>(
  reads: Reads,
  shelf: Shelf<Name>,
  gone: ReadonlyMap<Name, ReadonlySet<number>>,
): Promise<Map<Name, Map<number, LeftDay[]>>> {
  const noneOf = (keys: Iterable<number>) => new Map(Array.from(keys, (key): [number, LeftDay[]] => [key, []]));
  const left = new Map(Array.from(gone, ([name, keys]) => [name, noneOf(keys)]));
  const isOpen = (name: Name) => [...(left.get(name)?.values() ?? [])].some((days) => days.length < 2);
  for (const month of (await shelf.monthsOf(reads, [...gone.keys()])).reverse()) {
    const open = [...gone.keys()].filter(isOpen);
    if (open.length === 0) break;
    for (const [name, body] of await shelf.bodiesIn(reads, month, open)) addNewest(left.get(name), body, month);
  }
  return left;
}

/** Adds the newest days of a month to those that are newer. */
function addNewest(left: ReadonlyMap<number, LeftDay[]> | undefined, body: Uint8Array, month: number): void {
  for (const [key, observed] of decodeMonth(body, daysOfMonth(month))) {
    const days = left?.get(key);
    const newest = days === undefined ? [] : observed.toReversed().slice(0, 2 - days.length);
    for (const { day, amounts } of newest) days?.push({ observed_on: day, amounts });
  }
}

/** Where the series' current price is of the day, it is the newest one left of it, or none. */
export function stepBack(current: Current, key: number, observed_on: string, newest: LeftDay | undefined): void {
  const price = current.get(key);
  if (price?.observed_on !== observed_on) return;
  if (newest === undefined) current.delete(key);
  else current.set(key, { ...price, ...newest });
}
