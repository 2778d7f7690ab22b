/** Reads the window of days that a price history is asked for. */
import { addDays, dayOf, daysBetween, FIRST_DAY } from '../../../catalog/days.ts';
import { optionalText } from '../../../catalog/field-shapes.ts';
import { Failure } from '../../../failure.ts';
import type { Window } from '../../../store/prices/price-history.ts';
import type { Query } from '../../parameters.ts';
import { readDay } from '../query/filters.ts';

const WINDOW_DAYS_DEFAULT = 90;
const WINDOW_DAYS_MAX = 366;

export const windowParameters = {
  from: optionalText(
    `First day; by default ${WINDOW_DAYS_DEFAULT} days before \`to\`, at most ${WINDOW_DAYS_MAX}.`,
    '2026-03-01',
    { format: 'date' },
  ),
  to: optionalText('Last day; by default today (UTC).', '2026-05-01', { format: 'date' }),
};

/**
 * The window asked for.
 * @throws Failure bad_request on a malformed or impossible day, an inverted range, and one wider than 366 days
 */
export function readWindow(query: Query, now: Date): Window {
  const to = query.to === undefined ? dayOf(now.getTime()) : readDay('to', query.to);
  const from = query.from === undefined ? defaultStart(to) : readDay('from', query.from);
  const days = daysBetween(from, to);
  if (days < 0) throw new Failure('bad_request', `from (${from}) lies after to (${to}).`);
  if (days > WINDOW_DAYS_MAX) {
    throw new Failure('bad_request', `The range from ${from} to ${to} is wider than ${WINDOW_DAYS_MAX} days.`);
  }
  return { from, to };
}

/** A window says back only days that may be asked for. */
function defaultStart(to: string): string {
  const start = addDays(to, -WINDOW_DAYS_DEFAULT);
  return start < FIRST_DAY ? FIRST_DAY : start;
}
