/** How a price moved over some days, which moves are the greatest, and each with the record that it is of. */
import { addDays } from '../../../catalog/days.ts';
import type { Card, Product } from '../../../catalog/records.ts';
import { variantNames } from '../../../catalog/variant-names.ts';
import { inBatches } from '../../batches.ts';
import type { Observation } from '../../prices/observation-codec.ts';
import { ownerRecords } from '../../prices/owner-records.ts';
import { subTypes } from '../../prices/sub-types.ts';
import { rowsWhere } from '../../rows.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Reads } from '../../store.ts';

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

/** What a product is sold as in EUR, where there are no sub types. */
const ONLY_SUB_TYPE = 'normal';

export interface MoversAsked extends Pick<Tables['movers'], 'currency' | 'days' | 'direction'> {
  game: string | undefined;
  /** What they cost at least on either day, in cents. */
  min: number;
  limit: number;
}

export interface ListedMove extends Move {
  record: Card | Product;
  /** The printing's short name, or the product's sub type. */
  variant: string;
}

/** The greatest moves first. One whose printing is gone is left out. */
export async function readMovers(reads: Reads, asked: MoversAsked): Promise<ListedMove[]> {
  const { game, currency, days, direction, min, limit } = asked;
  const moves = (await rowsWhere(reads, 'movers', { game, currency, days, direction }, ['body'], 'game'))
    .flatMap(({ body }) => JSON.parse(body) as Move[])
    .filter((move) => leastOf(move) >= min)
    // Those of a game stand in their order, which this keeps.
    .sort(byChange);
  const shown: ListedMove[] = [];
  const slugs = await subTypes(reads);
  // Nearly all of them are there.
  for (const batch of inBatches(moves.slice(0, 2 * limit))) {
    const owners = batch.map(({ owner }) => owner);
    const records = await ownerRecords(reads, owners, ['body']);
    for (const move of batch) {
      const body = records.get(move.owner)?.body;
      if (body === undefined) continue;
      const record = JSON.parse(body) as Card | Product;
      const variant =
        'variants' in record ? variantNames(record.variants).get(move.part) : (slugs.get(move.part) ?? ONLY_SUB_TYPE);
      if (variant !== undefined) shown.push({ ...move, record, variant });
    }
  }
  return shown.slice(0, limit);
}
