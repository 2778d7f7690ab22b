/** What each statistic of a price means, said here alone: for reads, watches and assistants. */
import type { Static } from 'typebox';
import { type ChartPoint, type SeriesStatistics, STATISTIC_DAYS, type WindowStatistics } from './statistics-shapes.ts';

/** The days since 1970 on which a series had an amount, ascending, and the amounts: in lists of objects reading takes ten times as long. */
export interface DayAmounts {
  days: Int32Array;
  cents: Int32Array;
}

const DAY_MS = 86_400_000;

const halfUp = (sum: number, count: number): number => Math.floor((2 * sum + count) / (2 * count));

/** The numbers of a series; undefined where it has no amount. */
export function statisticsOf({
  days,
  cents,
}: DayAmounts): Omit<SeriesStatistics, 'variant' | 'condition' | 'currency'> | undefined {
  const newest = days.at(-1);
  const now = cents.at(-1);
  if (newest === undefined || now === undefined) return undefined;
  const starts = STATISTIC_DAYS.map((count) => firstSince(days, newest - count + 1));
  const steps = new Float64Array(cents.length);
  for (let at = Math.min(...starts) + 1; at < steps.length; at += 1) {
    const [before = 1, after = 1] = [cents[at - 1], cents[at]];
    if (before !== after) steps[at] = Math.log(after / before);
  }
  const windows = STATISTIC_DAYS.map((count, at) => windowOf(cents, steps, starts[at] ?? 0, count));
  const { lowest, highest } = windows.at(-1) ?? { lowest: 0, highest: 0 };
  let changed = cents.length - 1;
  while (changed > 0 && cents[changed] === cents[changed - 1]) changed -= 1;
  const [from = 0, to = 0] = [cents[changed - 1], cents[changed]];
  return {
    observed_on: dayText(newest),
    now,
    place: highest === lowest ? null : (now - lowest) / (highest - lowest),
    last_change: changed === 0 ? null : { observed_on: dayText(days[changed] ?? 0), from, to },
    windows,
  };
}

/** Where the amounts of this day and later begin: near the end, as windows are. */
export function firstSince(days: Int32Array, day: number): number {
  let first = days.length;
  while (first > 0 && (days[first - 1] ?? 0) >= day) first -= 1;
  return first;
}

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function windowOf(
  cents: Int32Array,
  steps: Float64Array,
  start: number,
  days: number,
): Static<typeof WindowStatistics> {
  const sorted = cents.slice(start).sort();
  const count = sorted.length;
  const [first = 0, last = 0] = [cents[start], cents.at(-1)];
  const [lower = 0, upper = 0] = [sorted[(count - 1) >> 1], sorted[count >> 1]];
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += sorted[at] ?? 0;
  return {
    days,
    change: { cents: last - first, ratio: (last - first) / first },
    lowest: sorted[0] ?? 0,
    highest: sorted.at(-1) ?? 0,
    mean: halfUp(sum, count),
    median: halfUp(lower + upper, 2),
    volatility: deviation(steps.subarray(start + 1)),
    days_observed: count,
  };
}

/** Of a sample; null below two values. */
function deviation(values: Float64Array): number | null {
  if (values.length < 2) return null;
  let [sum, squares] = [0, 0];
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  const mean = sum / values.length;
  for (let at = 0; at < values.length; at += 1) squares += ((values[at] ?? 0) - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

export const CHART_STEPS = ['week', 'day', 'month'] as const;
export type ChartStep = (typeof CHART_STEPS)[number];

/** The first day of the step that a day is in: weeks begin on Monday. */
export function stepOf(day: number, step: ChartStep): number {
  if (step === 'month') return day + 1 - new Date(day * DAY_MS).getUTCDate();
  // Day 0 was a Thursday.
  return step === 'week' ? day - ((day + 3) % 7) : day;
}

export function chartPoints({ days, cents }: DayAmounts, step: ChartStep): ChartPoint[] {
  const points: ChartPoint[] = [];
  let before: number | undefined;
  for (const [at, amount] of cents.entries()) {
    const first = stepOf(days[at] ?? 0, step);
    const point = first === before ? points.at(-1) : undefined;
    before = first;
    if (point === undefined)
      points.push({ day: dayText(first), last: amount, lowest: amount, highest: amount, days: 1 });
    else {
      point.last = amount;
      point.lowest = Math.min(point.lowest, amount);
      point.highest = Math.max(point.highest, amount);
      point.days += 1;
    }
  }
  return points;
}
