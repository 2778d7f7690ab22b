/** Statistics worked out from lists of days, as docs/statistics.md says them: slow, and with nothing of the service's. */

export interface Day {
  observed_on: string;
  cents: number | null;
}

const DAY_MS = 86_400_000;
const half = (sum: number, count: number) => Math.round(Number(((sum / count) * 1e6).toFixed(0)) / 1e6 + 1e-9);

/** Of all days of a series, ascending. */
export function plainStatistics(days: readonly Day[]) {
  const known = days.flatMap(({ observed_on, cents }) => (cents ? [{ observed_on, cents }] : []));
  const newest = known.at(-1);
  if (newest === undefined) return undefined;
  const since = (count: number) =>
    new Date(Date.parse(newest.observed_on) - (count - 1) * DAY_MS).toISOString().slice(0, 10);
  const windows = [7, 30, 90, 365].map((count) => {
    const inside = known.filter(({ observed_on }) => observed_on >= since(count)).map(({ cents }) => cents);
    const first = inside[0] ?? 0;
    const sorted = [...inside].sort((a, b) => a - b);
    const middle = sorted.length / 2;
    const [a, b] = Number.isInteger(middle)
      ? [sorted[middle - 1], sorted[middle]]
      : [sorted[middle - 0.5], sorted[middle - 0.5]];
    const steps = inside.slice(1).map((cents, at) => Math.log(cents) - Math.log(inside[at] ?? 0));
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    const squares = steps.reduce((sum, step) => sum + (step - mean) * (step - mean), 0);
    return {
      days: count,
      change: { cents: newest.cents - first, ratio: newest.cents / first - 1 },
      lowest: Math.min(...inside),
      highest: Math.max(...inside),
      mean: half(
        inside.reduce((sum, each) => sum + each, 0),
        inside.length,
      ),
      median: half((a ?? 0) + (b ?? 0), 2),
      volatility: steps.length < 2 ? null : Math.sqrt(squares / (steps.length - 1)),
      days_observed: inside.length,
    };
  });
  const { lowest = 0, highest = 0 } = windows[3] ?? {};
  let last_change: { observed_on: string; from: number; to: number } | null = null;
  for (const [at, { observed_on, cents: to }] of known.entries()) {
    const from = known[at - 1]?.cents ?? to;
    if (from !== to) last_change = { observed_on, from, to };
  }
  const place = highest === lowest ? null : (newest.cents - lowest) / (highest - lowest);
  return { observed_on: newest.observed_on, now: newest.cents, place, last_change, windows };
}

function startOf(day: string, step: string): string {
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return step === 'day' ? day : new Date(Date.parse(day) - weekday * DAY_MS).toISOString().slice(0, 10);
}

/** What cards are worth together at the end of each step, from all days of each. */
export function plainIndex(cards: readonly (readonly Day[])[], step: string) {
  const starts = cards.flat().flatMap(({ observed_on, cents }) => (cents ? startOf(observed_on, step) : []));
  const worthIn = (start: string) =>
    cards.map(
      (days) => days.findLast(({ observed_on, cents }) => cents && startOf(observed_on, step) <= start)?.cents ?? null,
    );
  const sum = (all: readonly (number | null)[]) => all.reduce<number>((total, each) => total + (each ?? 0), 0);
  let [before, index]: [(number | null)[], number] = [cards.map(() => null), 100];
  return [...new Set(starts)].sort().map((day) => {
    const now = worthIn(day);
    const old = now.filter((_, card) => before[card] !== null);
    if (old.length > 0) index *= sum(old) / sum(before);
    before = now;
    return {
      day,
      cents: sum(now),
      priced: now.filter((each) => each !== null).length,
      index: Math.round(index * 100) / 100,
    };
  });
}

/** The points of a chart from all days of a series. */
export function plainChart(days: readonly Day[], step: string) {
  const known = days.filter(({ cents }) => cents);
  return [...Map.groupBy(known, ({ observed_on }) => startOf(observed_on, step))].map(([day, inside]) => {
    const cents = inside.map((each) => each.cents ?? 0);
    return { day, last: cents.at(-1), lowest: Math.min(...cents), highest: Math.max(...cents), days: cents.length };
  });
}
