/** Addresses that hold one day each: `{day}` in them stands for `YYYY-MM-DD`, so that missed and older days can be read. */
import { addDays } from '../../catalog/days.ts';
import { ifThere } from '../../upstream/document.ts';

const PLACE = '{day}';

export const holdsDays = (address: string): boolean => address.includes(PLACE);

export const onDay = (address: string, day: string): string => address.replaceAll(PLACE, day);

/** What a day's address answers: where each day has its own, one that is not there is no fault. */
export const readAt = <Found>(hasOwnAddress: boolean, asked: Promise<Found>): Promise<Found | undefined> =>
  hasOwnAddress ? ifThere(asked) : asked;

/** Days from `from` to `to`, both included. */
function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * The days that a run reads of an address that holds days, oldest first: those `asked` for by the operator, else all since the
 * `last` that was read, or so many before `today`.
 */
export function daysToRead(
  asked: { from: string; to: string } | null,
  { last, historyDays, today }: { last: string | undefined; historyDays: number; today: string },
): string[] {
  if (asked) return daysFrom(asked.from, asked.to);
  return daysFrom(last === undefined ? addDays(today, -historyDays) : addDays(last, 1), today);
}
