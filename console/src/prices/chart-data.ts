/** Price histories as lines over days: one value for each day of the window, null where nothing was observed. */
import type {
  CardPriceHistory,
  EurDay,
  PriceKind,
  ProductPriceHistory,
  UsdHistory,
} from '../../../client/src/records.ts';
import { type Currency, inUnits } from '../../../src/catalog/listing/amounts.ts';
import { csvText } from '../../../src/sheets/csv.ts';

/** A line of a chart. */
export interface Line {
  label: string;
  currency: Currency;
  /** Cents by day; hundredths of a percent where the chart shows changes. */
  points: Map<string, number | null>;
}

/** What is shown at once. */
export interface Chart {
  lines: Line[];
  /** Whether the points are changes since the first amount of each line. */
  isChange: boolean;
}

/** What one may choose: a currency, or both beside each other. */
export type Currencies = Currency | 'both';
/** The place of a printing in the history, or all of them. */
export type Shown = number | 'all';

const DAY_MS = 86_400_000;

/** Every day from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(`${from}T00:00Z`);
  const length = Math.round((Date.parse(`${to}T00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

const lineOf = <Day extends { observed_on: string }>(
  label: string,
  currency: Currency,
  history: readonly Day[],
  value: (day: Day) => number | null,
): Line => ({ label, currency, points: new Map(history.map((day) => [day.observed_on, value(day)])) });

const hasValue = ({ points }: Line): boolean => [...points.values()].some((cents) => cents !== null);

/** A condition alone shows its three amounts; several show their market prices beside each other. */
function usdLines(conditions: readonly UsdHistory[]): Line[] {
  const [only] = conditions;
  return only && conditions.length === 1
    ? (['market', 'low', 'high'] as const).map((name) =>
        lineOf(`${only.condition} ${name}`, 'USD', only.history, (day) => day[name]),
      )
    : conditions.map(({ condition, history }) => lineOf(condition, 'USD', history, ({ market }) => market));
}

const columnOf = <Name extends 'trend' | 'avg' | 'low'>(name: Name, kind: PriceKind) =>
  `${name}${kind === 'holo' ? '_holo' : ''}` as keyof EurDay & `${Name}`;

/** The price side of the guide that applies to the printing. */
const eurLines = (history: readonly EurDay[], kind: PriceKind): Line[] =>
  (['trend', 'avg', 'low'] as const).map((name) => lineOf(name, 'EUR', history, (day) => day[columnOf(name, kind)]));

type History = CardPriceHistory | ProductPriceHistory;
type OneHistory = History['variants'][number];

const kindOf = ({ eur_market }: OneHistory): PriceKind =>
  'price_kind' in eur_market ? eur_market.price_kind : 'plain';

/** What a printing costs, one line a currency: the market of its best condition, and the trend. */
function leading(variant: OneHistory, currency: Currencies, label: string): Line[] {
  const [best] = variant.usd_market;
  const usd = best ? [lineOf(label, 'USD', best.history, ({ market }) => market)] : [];
  const kind = kindOf(variant);
  const eur = [lineOf(label, 'EUR', variant.eur_market.history, (day) => day[columnOf('trend', kind)])];
  return currency === 'USD' ? usd : currency === 'EUR' ? eur : [...usd, ...eur];
}

/** The chart of one printing in its detail; of several printings or currencies what each costs. */
export function chartOf(
  history: History,
  at: Shown,
  currency: Currencies,
  nameOf = (index: number) => `${index}`,
): Chart {
  const shown = at === 'all' ? history.variants : history.variants.slice(at, at + 1);
  const lines = shown.flatMap((variant, index) => {
    if (at === 'all' || currency === 'both') {
      const label = at === 'all' ? nameOf(index) : 'price';
      return leading(variant, currency, label).map((line) =>
        currency === 'both' ? { ...line, label: `${line.label}, ${line.currency}` } : line,
      );
    }
    return currency === 'USD' ? usdLines(variant.usd_market) : eurLines(variant.eur_market.history, kindOf(variant));
  });
  return { lines: lines.filter(hasValue), isChange: false };
}

/** Each line as its change since its first amount, in hundredths of a percent: lines of any height can be compared. */
export function asChange({ lines }: Chart): Chart {
  const changed = lines.map((line) => {
    const first = known(line)[0]?.[1];
    const points = new Map(
      known(line).flatMap(([day, cents]): [string, number][] =>
        first ? [[day, Math.round(((cents - first) / first) * 10_000)]] : [],
      ),
    );
    return { ...line, points };
  });
  return { lines: changed.filter(hasValue), isChange: true };
}

/** The amounts of a line, oldest first. */
export const known = ({ points }: Pick<Line, 'points'>): [day: string, value: number][] =>
  [...points].filter((point): point is [string, number] => point[1] !== null).sort();

/** Histories of one window after another as one, printings by their names; what comes later stands in front. */
export function joined(newer: History, older: History): History {
  const nameOf = ({ variant }: OneHistory) => JSON.stringify(variant);
  const before = new Map(older.variants.map((one) => [nameOf(one), one]));
  const variants = newer.variants.map((one) => {
    const past = before.get(nameOf(one));
    if (past === undefined) return one;
    const usd_market = one.usd_market.map((condition) => ({
      ...condition,
      history: [
        ...(past.usd_market.find((each) => each.condition === condition.condition)?.history ?? []),
        ...condition.history,
      ],
    }));
    const history = [...past.eur_market.history, ...one.eur_market.history];
    return { ...one, usd_market, eur_market: { ...one.eur_market, history } };
  });
  return { ...newer, from: older.from, variants } as History;
}

/** What is shown, as a file for spreadsheets: a day a line, amounts in units of the currency or percent. */
export function csvOf(chart: Chart): string {
  const unit = ({ currency }: Line) => (chart.isChange ? '%' : currency);
  const head = ['day', ...chart.lines.map((line) => `${line.label} (${unit(line)})`)];
  const rows = observedDays(chart)
    .toReversed()
    .map((day) => [day, ...chart.lines.map(({ points }) => inUnits(points.get(day)))]);
  return csvText([head, ...rows], ',');
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
export function movesOf(line: Pick<Line, 'points'>): Move[] {
  const amounts = known(line);
  const [newest, cents] = amounts.at(-1) ?? [];
  if (newest === undefined || cents === undefined) return [];
  const ago = (days: number) => new Date(Date.parse(`${newest}T00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
  return MOVE_DAYS.flatMap((days) => {
    const [day, before] = amounts.findLast(([day]) => day <= ago(days)) ?? [];
    if (day === undefined || !before || day < ago(days + QUIET_DAYS_MAX)) return [];
    return [{ days, percent: Math.round(((cents - before) / before) * 1000) / 10 }];
  });
}

/** Days newest first on which any line has a value: what the table beside the chart shows. */
export function observedDays({ lines }: Chart): string[] {
  const days = new Set(lines.flatMap(({ points }) => [...points.keys()]));
  return [...days].sort().reverse();
}

/** The lowest and the highest point of a line, and the newest; undefined for a line without any. */
export function extremes(line: Pick<Line, 'points'>) {
  const points = known(line);
  const [first] = points;
  if (first === undefined) return undefined;
  const lowest = points.reduce((least, point) => (point[1] < least[1] ? point : least), first);
  const highest = points.reduce((most, point) => (point[1] > most[1] ? point : most), first);
  return { lowest, highest, newest: points.at(-1) ?? first };
}

/** What the chart shows, in a sentence. */
export function summary(
  { lines }: Chart,
  from: string,
  to: string,
  text: (value: number, line: Line) => string,
): string {
  const parts = lines.flatMap((line) => {
    const found = extremes(line);
    if (found === undefined) return [];
    const { lowest, highest, newest } = found;
    return [`${line.label}: ${text(lowest[1], line)} to ${text(highest[1], line)}, last ${text(newest[1], line)}`];
  });
  return `Daily prices from ${from} to ${to}. ${parts.join('; ')}.`;
}
