/** Judges the days that sources state by our own clock: one from the future would stand before all true days to come. */
import { addDays, faultOfDay } from '../catalog/days.ts';
import { Outage } from './document.ts';

/** A file dated so long before the last good day is an old one, not a late one. */
const LATE_DAYS_MAX = 31;

export class SourceClock {
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** What is wrong with the day, undefined where nothing is. */
  fault(day: string): string | undefined {
    return faultOfDay(day, this.#now().getTime());
  }

  /** @throws Outage where `what` states a day that lies ahead */
  check(what: string, day: string): void {
    const fault = this.fault(day);
    if (fault !== undefined) throw new Outage(`${what} ${fault}`);
  }
}

/** What is told of a file whose day lies long before the last good one; undefined of any other. */
export function lateNote(what: string, day: string, lastGood: string | undefined): string | undefined {
  if (lastGood === undefined || day >= addDays(lastGood, -LATE_DAYS_MAX)) return undefined;
  return `${what} is dated ${day}, long before ${lastGood}: its amounts stand in the history of that day alone`;
}
