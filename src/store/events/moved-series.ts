/** The series of cards and products that a run moved, with as much of their histories as rules look back. */
import { daysBetween } from '../../catalog/days.ts';
import type { DayAmounts } from '../../catalog/statistics/statistics.ts';
import { currentOf } from '../prices/current-prices.ts';
import { findSeries } from '../prices/observation-codec.ts';
import { amountsIn, type SeriesMonth } from '../prices/price-history.ts';
import { daysOfMonth, firstDayOf, monthOf, seriesOfKey } from '../prices/price-series.ts';
import { ownersMonth, storedMonths } from '../prices/stored-months.ts';
import type { Reads } from '../store.ts';

/** All days of a month, as a bitmap. */
const WHOLE = ~1;
const [MARKET, TREND, TREND_HOLO] = [0, 2, 5];

export interface MovedSeries {
  key: number;
  /** Oldest first; the newest is of the run, and another than the one before it. */
  amounts: DayAmounts;
}

interface Reading extends MovedSeries {
  months: SeriesMonth[];
  /** The amount that speaks: the market price, or the trend of one side; undefined where none does. */
  column: number | undefined;
}

/** What is asked: of whom, back from both the newest amount and the one before it, and which series. */
export interface MovedRequest {
  /** By owner, so many days. */
  back: ReadonlyMap<number, number>;
  currency: 'usd' | 'eur';
  conditions: ReadonlySet<string>;
  days: ReadonlySet<string>;
}

/**
 * Of most series nothing is read but two bitmaps, which say whether the newest day is of the run and has other amounts. The
 * others are decoded back to where it is enough, month by month, however long a gap is.
 */
export async function movedSeries(reads: Reads, asked: MovedRequest): Promise<Map<number, MovedSeries[]>> {
  const { back, days } = asked;
  const firstMonth = monthOf([...days].sort()[0] ?? '');
  // By number: naming the newest day of each series took a tenth of the time.
  const run = new Set([...days].map((day) => daysBetween('1970-01-01', day)));
  // Null is a series that did not move.
  const found = new Map([...back.keys()].map((owner) => [owner, new Map<number, Reading | null>()]));
  const open = new Set(back.keys());
  for (const month of (await storedMonths(reads)).reverse()) {
    if (open.size === 0) break;
    for (const { owner, body } of await ownersMonth(reads, month, [...open])) {
      addMonth(found.get(owner) ?? new Map(), body, month, month >= firstMonth ? asked : undefined);
    }
    if (month > firstMonth) continue;
    if (month === firstMonth) await setColumns(reads, found, asked.currency);
    for (const owner of open) {
      if (isRead(found.get(owner) ?? new Map(), month, back.get(owner) ?? 0, run)) open.delete(owner);
    }
  }
  return new Map([...found].map(([owner, own]) => [owner, [...own.values()].filter((each) => each !== null)]));
}

/** Adds a month; where it may be of the run, what moved is found in it. */
function addMonth(own: Map<number, Reading | null>, body: Uint8Array, month: number, asked: MovedRequest | undefined) {
  findSeries(body, (key, series) => {
    if (asked !== undefined && !own.has(key)) {
      const newest = 31 - Math.clz32(series.days);
      const isMoved = ((series.changes >>> newest) & 1) === 1 && asked.days.has(daysOfMonth(month)[newest] ?? '');
      own.set(key, isMoved && isAsked(key, asked) ? { key, months: [], column: MARKET, amounts: NONE } : null);
    }
    own.get(key)?.months.unshift({ month, series, window: WHOLE });
  });
}

const NONE: DayAmounts = { days: new Int32Array(), cents: new Int32Array() };

function isAsked(key: number, { currency, conditions }: MovedRequest): boolean {
  const { condition } = seriesOfKey(key);
  return condition === undefined ? currency === 'eur' : currency === 'usd' && conditions.has(condition);
}

/** In EUR a card's printing says which side of the columns speaks; products have one. */
async function setColumns(reads: Reads, found: ReadonlyMap<number, Map<number, Reading | null>>, currency: string) {
  if (currency === 'usd') return;
  const moved = [...found].flatMap(([owner, own]) => [...own.values()].flatMap((one) => (one ? [{ owner, one }] : [])));
  const current = await currentOf(reads, [...new Set(moved.map(({ owner }) => owner))]);
  for (const { owner, one } of moved) {
    const kind = owner % 2 === 1 ? 'plain' : current.get(owner)?.get(one.key)?.price_kind;
    one.column = kind == null ? undefined : kind === 'holo' ? TREND_HOLO : TREND;
  }
}

/** Whether enough is read of an owner's series back to this month; those are left out whose amount did not move. */
function isRead(own: Map<number, Reading | null>, month: number, back: number, run: ReadonlySet<number>): boolean {
  const start = firstDayOf(month);
  let isEnough = true;
  for (const [key, reading] of own) {
    if (reading === null) continue;
    reading.amounts = reading.column === undefined ? NONE : amountsIn(reading.months, reading.column);
    const { days, cents } = reading.amounts;
    const [before, newest] = [days.at(-2), days.at(-1)];
    const isOfRun = newest !== undefined && run.has(newest);
    if (!isOfRun || (before !== undefined && cents.at(-1) === cents.at(-2))) own.set(key, null);
    else if (before === undefined || before - back + 1 < start) isEnough = false;
  }
  return isEnough;
}
