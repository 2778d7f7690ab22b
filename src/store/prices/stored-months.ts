/** Where histories and newest prices stand, months in their rows, and the newest days that are left in them. */
import { putRows } from '../put-rows.ts';
import { deleteWhere, rowsWhere } from '../rows-where.ts';
import type { Reads, Writes } from '../store.ts';
import { type Current, currentBodies, putCurrent } from './current-prices.ts';
import { DAY_NUMBERS, decodeMonth } from './observation-codec.ts';
import { daysOfMonth, monthKey, monthOfMonthKey, ownerOfMonthKey } from './price-series.ts';

/** The newest prices of one of a shelf. */
interface ShelvedPrices<Name> {
  name: Name;
  current: Current;
  isSame?: boolean;
}

/** Where histories and newest prices stand: those of cards and products by their owners' numbers, or others. */
export interface Shelf<Name> {
  bodiesIn(reads: Reads, month: number, names: readonly Name[]): Promise<Map<Name, Uint8Array>>;
  /** Puts bodies of a month in their places; of one that is undefined nothing is left. */
  putIn(writes: Writes, month: number, bodies: ReadonlyMap<Name, Uint8Array | undefined>): Promise<void>;
  /** Of each series, the newest days left, two at most. */
  newestLeft(reads: Reads, gone: ReadonlyMap<Name, ReadonlySet<number>>): Promise<Map<Name, Map<number, LeftDay[]>>>;
  currentBodies(reads: Reads, names: readonly Name[]): Promise<Map<Name, string>>;
  /** Puts those that are not `before`, and returns how many. */
  putCurrent(writes: Writes, rows: readonly ShelvedPrices<Name>[], before: ReadonlyMap<Name, string>): Promise<number>;
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
  newestLeft: async (reads, gone) => {
    const left = noneLeft(gone);
    const isOpen = (owner: number) => [...(left.get(owner)?.values() ?? [])].some((days) => days.length < 2);
    for (const month of (await storedMonths(reads)).reverse()) {
      const open = [...gone.keys()].filter(isOpen);
      if (open.length === 0) break;
      for (const { owner, body } of await ownersMonth(reads, month, open)) addNewest(left.get(owner), body, month);
    }
    return left;
  },
  currentBodies,
  putCurrent: (writes, rows, before) =>
    putCurrent(
      writes,
      rows.map(({ name: owner, ...prices }) => ({ owner, ...prices })),
      before,
    ),
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

export const noneLeft = <Name>(gone: ReadonlyMap<Name, ReadonlySet<number>>) =>
  new Map([...gone].map(([name, keys]) => [name, new Map([...keys].map((key): [number, LeftDay[]] => [key, []]))]));

/** Adds the newest days of a month to those that are newer. */
export function addNewest(left: ReadonlyMap<number, LeftDay[]> | undefined, body: Uint8Array, month: number): void {
  const names = daysOfMonth(month);
  for (const [key, observed] of decodeMonth(body, DAY_NUMBERS)) {
    const days = left?.get(key);
    if (days === undefined) continue;
    for (const { day, amounts } of observed.toReversed().slice(0, 2 - days.length)) {
      days.push({ observed_on: names[day] ?? '', amounts });
    }
  }
}

/** Where the series' current price is of the day, it is the newest one left of it, or none. */
export function stepBack(current: Current, key: number, observed_on: string, newest: LeftDay | undefined): void {
  const price = current.get(key);
  if (price?.observed_on !== observed_on) return;
  if (newest === undefined) current.delete(key);
  else current.set(key, { ...price, ...newest });
}
