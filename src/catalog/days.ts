/** Calendar days as they stand on the wire: `YYYY-MM-DD`, in UTC. */

const DAY_MS = 86_400_000;

/** The first day of all: the calendar of the wire has no year 0. */
export const FIRST_DAY = '0001-01-01';

const FORM = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** Whether `text` is a day of the calendar in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const timeMs = FORM.test(text) ? Date.parse(text) : Number.NaN;
  // Of the 31st of a month of 30 days it is the day after.
  return !Number.isNaN(timeMs) && dayOf(timeMs) === text;
}

/** The day that a moment (milliseconds since 1970) lies in. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** The day `count` days after `day`; before it for a negative count. */
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

/** Days from `from` to `to`; negative when `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** What is wrong with a day that is stated at `nowMs`: one up to tomorrow may be, since zones and clocks differ that much. */
export function faultOfDay(day: string, nowMs: number): string | undefined {
  const today = dayOf(nowMs);
  return day > addDays(today, 1) ? `is dated ${day}, and today is ${today}` : undefined;
}
