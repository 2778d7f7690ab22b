/** How a price moved over some days, and which moves are the greatest. */
import { addDays } from '../../../catalog/days.ts';
import type { Observation } from '../../prices/observation-codec.ts';

export const MOVER_DAYS = [1, 7, 30] as const;

/** A day's amount is also that of the next few: not every marketplace product is observed on every day. */
const QUIET_DAYS_MAX = 3;
/** Of what costs at least so many cents on both days, the greatest moves are kept: below, cents make percentages. */
const STEPS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
export const LEAST_CENTS = 100;
const KEPT_A_STEP = 200;

export interface Amount {
  observed_on: string;
  cents: number;
}

/** A price's way from one day to another. */
export interface Move {
  owner: number;
  part: number;
  /** Of a EUR price, which half of its amounts moved. */
  half: 'plain' | 'holo';
  from: Amount;
  to: Amount;
}

/** Part of what it was: 0.5 is half as much again. */
export const changeOf = ({ from, to }: Move): number => (to.cents - from.cents) / from.cents;

const centsOf = ({ from, to }: Move): number => Math.abs(to.cents - from.cents);

export const leastOf = ({ from, to }: Pick<Move, 'from' | 'to'>): number => Math.min(from.cents, to.cents);

/** The days that a move over `days` up to `newest` may begin on, and those that it may end on. */
export const endsOf = (newest: string, days: number) => ({
  from: { first: addDays(newest, -days - QUIET_DAYS_MAX), last: addDays(newest, -days) },
  to: { first: addDays(newest, -Math.min(days, QUIET_DAYS_MAX) + 1), last: newest },
});

/** The amount in a column of the last day between two, both included; undefined where it had none. */
export function amountIn(
  observed: readonly Observation<string>[],
  column: number,
  { first, last }: { first: string; last: string },
): Amount | undefined {
  const day = observed.findLast((each) => each.day >= first && each.day <= last);
  const cents = day?.amounts[column];
  return day === undefined || cents == null ? undefined : { observed_on: day.day, cents };
}

/** The greater move first, of equal ones that of more cents. */
export const byChange = (a: Move, b: Move): number =>
  Math.abs(changeOf(b)) - Math.abs(changeOf(a)) || centsOf(b) - centsOf(a);

/** The greatest of each step, of moves in their order. */
export function greatest(moves: readonly Move[]): Move[] {
  const kept = STEPS.map(() => 0);
  return moves.filter((move) => {
    const least = leastOf(move);
    let isKept = false;
    for (const [at, step] of STEPS.entries()) {
      const count = kept[at] ?? 0;
      if (least < step || count === KEPT_A_STEP) continue;
      kept[at] = count + 1;
      isKept = true;
    }
    return isKept;
  });
}
