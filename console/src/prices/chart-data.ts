/** Price histories as lines over days: one value for each day of the window, null where nothing was observed. */
import type {
  CardPriceHistory,
  EurDay,
  PriceKind,
  ProductPriceHistory,
  UsdHistory,
} from '../../../client/src/records.ts';
import type { Currency } from '../elements/format.ts';

/** A line of a chart. */
export interface Line {
  label: string;
  /** Cents by day. */
  points: Map<string, number | null>;
}

/** One printing's prices in one currency. */
export interface Chart {
  currency: Currency;
  lines: Line[];
}

const DAY_MS = 86_400_000;

/** Every day from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(`${from}T00:00Z`);
  const length = Math.round((Date.parse(`${to}T00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

const line = <Day extends { observed_on: string }>(
  label: string,
  history: readonly Day[],
  value: (day: Day) => number | null,
): Line => ({ label, points: new Map(history.map((day) => [day.observed_on, value(day)])) });

/** A condition alone shows its three amounts; several show their market prices beside each other. */
export function usdChart(conditions: readonly UsdHistory[]): Chart {
  const [only] = conditions;
  const lines =
    only && conditions.length === 1
      ? (['market', 'low', 'high'] as const).map((name) =>
          line(`${only.condition} ${name}`, only.history, (day) => day[name]),
        )
      : conditions.map(({ condition, history }) => line(condition, history, ({ market }) => market));
  return { currency: 'USD', lines: lines.filter(hasValue) };
}

/** The half of the guide's columns that speaks for the printing. */
export function eurChart(history: readonly EurDay[], kind: PriceKind): Chart {
  const half = kind === 'holo' ? '_holo' : '';
  const lines = (['trend', 'avg', 'low'] as const).map((name) =>
    line(name, history, (day) => day[`${name}${half}` as keyof EurDay & `${typeof name}`]),
  );
  return { currency: 'EUR', lines: lines.filter(hasValue) };
}

const hasValue = ({ points }: Line): boolean => [...points.values()].some((cents) => cents !== null);

/** The chart of one printing of a card's or product's history. */
export function chartOf(history: CardPriceHistory | ProductPriceHistory, at: number, currency: Currency): Chart {
  const variant = history.variants[at];
  if (variant === undefined) return { currency, lines: [] };
  if (currency === 'USD') return usdChart(variant.usd_market);
  const { eur_market } = variant;
  return eurChart(eur_market.history, 'price_kind' in eur_market ? eur_market.price_kind : 'plain');
}

/** By how much an amount moved over some days. */
export interface Move {
  days: number;
  percent: number;
}

const MOVE_DAYS = [1, 7, 30];
/** A day's amount is also that of the next few, as `/v1/movers` has it. */
const QUIET_DAYS_MAX = 3;

/** How a line moved up to its newest amount; without an amount at that time it did not. */
export function movesOf({ points }: Line): Move[] {
  const known = [...points].filter((point): point is [string, number] => point[1] !== null).sort();
  const [newest, cents] = known.at(-1) ?? [];
  if (newest === undefined || cents === undefined) return [];
  const ago = (days: number) => new Date(Date.parse(`${newest}T00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
  return MOVE_DAYS.flatMap((days) => {
    const [day, before] = known.findLast(([day]) => day <= ago(days)) ?? [];
    if (day === undefined || !before || day < ago(days + QUIET_DAYS_MAX)) return [];
    return [{ days, percent: Math.round(((cents - before) / before) * 1000) / 10 }];
  });
}

/** Days newest first on which any line has a value: what the table beside the chart shows. */
export function observedDays({ lines }: Chart): string[] {
  const days = new Set(lines.flatMap(({ points }) => [...points.keys()]));
  return [...days].sort().reverse();
}

/** What the chart shows, in a sentence. */
export function summary({ lines }: Chart, from: string, to: string, text: (cents: number) => string): string {
  const parts = lines.map(({ label, points }) => {
    const values = [...points].filter((point): point is [string, number] => point[1] !== null);
    const amounts = values.map(([, cents]) => cents);
    const last = values.toSorted(([a], [b]) => (a < b ? -1 : 1)).at(-1);
    const range = `${text(Math.min(...amounts))} to ${text(Math.max(...amounts))}`;
    return `${label}: ${range}, last ${last ? text(last[1]) : 'unknown'}`;
  });
  return `Daily prices from ${from} to ${to}. ${parts.join('; ')}.`;
}
