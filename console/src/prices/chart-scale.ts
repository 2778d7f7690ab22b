/** The scales of a chart: round steps whose labels are never the same twice, over amounts and over days. */

const STEPS = [1, 2, 5];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const DAY_MS = 86_400_000;
/** Spans of more days have months below them. */
const DAYS_MAX = 120;

/** A whole step of 1, 2 or 5 times a power of ten: of whole cents each label is another. */
function roundStep(span: number, count: number): number {
  const least = Math.max(1, span / count);
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}

/** Round values from below `low` to above `high`, about `count` of them; a single value stands between two. */
export function valueTicks(low: number, high: number, count: number): number[] {
  const step = roundStep(high - low, count);
  const below = Math.floor((low === high ? low - step : low) / step) * step;
  // Nothing costs less than nothing.
  const first = low >= 0 ? Math.max(0, below) : below;
  const last = Math.ceil((low === high ? high + step : high) / step) * step;
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step);
}

export interface DayTick {
  /** Place among the days, from 0. */
  at: number;
  label: string;
}

const atDay = (from: string, day: number) => Math.round((day - Date.parse(`${from}T00:00Z`)) / DAY_MS);

/** Days or months below a chart of `length` days from `from`, `most` of them at most; the year stands where it begins. */
export function dayTicks(from: string, length: number, most: number): DayTick[] {
  const start = new Date(`${from}T00:00Z`);
  if (length <= DAYS_MAX) {
    const step = Math.max(1, Math.ceil(length / most));
    return Array.from({ length: Math.ceil(length / step) }, (_, index) => {
      const date = new Date(start.getTime() + index * step * DAY_MS);
      return { at: index * step, label: `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}` };
    });
  }
  const months = Math.ceil(length / 30);
  const step = MONTH_STEPS.find((size) => months / size <= most) ?? 120;
  const ticks: DayTick[] = [];
  const begin = start.getUTCFullYear() * 12 + start.getUTCMonth() + (start.getUTCDate() === 1 ? 0 : 1);
  for (let month = Math.ceil(begin / step) * step; ; month += step) {
    const at = atDay(from, Date.UTC(Math.floor(month / 12), month % 12, 1));
    if (at >= length) return ticks;
    const name = MONTHS[month % 12] ?? '';
    ticks.push({ at, label: `${name} ${String(Math.floor(month / 12)).slice(-2)}` });
  }
}
