/** Which months the history has, their rows, and the newest days that are left in them. */

import { putRows } from '../put-rows.ts';
import { deleteWhere, rowsWhere } from '../rows-where.ts';
import type { Reads, Writes } from '../store.ts';
import type { Current } from './current-prices.ts';
import { DAY_NUMBERS, decodeMonth } from './observation-codec.ts';
import { daysOfMonth, monthKey, monthOfMonthKey, ownerOfMonthKey } from './price-series.ts';

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

export const putMonths = (writes: Writes, rows: { key: number; body: Uint8Array }[]): Promise<void> =>
  putRows(writes, 'price_months', ['key'], rows);

export async function putRest(writes: Writes, key: number, rest: Uint8Array | undefined): Promise<void> {
  if (rest === undefined) await deleteWhere(writes, 'price_months', { key });
  else await putMonths(writes, [{ key, body: rest }]);
}

export interface LeftDay {
  observed_on: string;
  amounts: readonly (number | null)[];
}

/** Of each series, the newest days left, two at most. */
export async function newestLeft(reads: Reads, gone: ReadonlyMap<number, ReadonlySet<number>>) {
  const left = new Map(
    [...gone].map(([owner, keys]) => [owner, new Map([...keys].map((key): [number, LeftDay[]] => [key, []]))]),
  );
  const isOpen = (owner: number) => [...(left.get(owner)?.values() ?? [])].some((days) => days.length < 2);
  for (const month of (await storedMonths(reads)).reverse()) {
    const open = [...gone.keys()].filter(isOpen);
    if (open.length === 0) break;
    const rows = await ownersMonth(reads, month, open);
    for (const { owner, body } of rows) addNewest(left.get(owner) ?? new Map(), body, month);
  }
  return left;
}

/** Adds the newest days of a month to those that are newer. */
export function addNewest(left: ReadonlyMap<number, LeftDay[]>, body: Uint8Array, month: number): void {
  const names = daysOfMonth(month);
  for (const [key, observed] of decodeMonth(body, DAY_NUMBERS)) {
    const days = left.get(key);
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
