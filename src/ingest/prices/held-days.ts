/** Whole days of a source that a guard leaves out, and how they are taken once they let go. */
import type { PriceDay } from '../../upstream/markets/market-rows.ts';
import { HeldDay, type HeldParts, heldNote, type JudgedPart } from '../held-parts.ts';
import type { Amounts } from './judge-days.ts';
import type { MarketplaceRow } from './marketplace.ts';
import { isSameScale, unitFault } from './price-guards.ts';
import type { PriceMatcher } from './price-matcher.ts';
import type { ReadyDay } from './price-publication.ts';

export interface LetGo<Row> {
  others: PriceDay<Row>[];
  isAccepted: boolean;
  /** Rows whose unit is believed, of this day and of `others`. Those of every other guard are judged amount by amount. */
  unitBelieved: Set<Row>;
}

/** What speaks against a part, or nothing, by guard. */
export type Faults<Row> = readonly (readonly [guard: JudgedPart<Row>['guard'], fault: string | undefined])[];

/** The first guard that leaves a day out, or a group's, with its fault; else what all of them let go. */
export function judgePart<Row>(held: HeldParts, part: PriceDay<Row> & { name?: string }, faults: Faults<Row>) {
  const letGo: LetGo<Row> = { others: [], isAccepted: false, unitBelieved: new Set() };
  for (const [guard, fault] of faults) {
    const verdict = held.judge({ guard, fault, ...part });
    if (verdict.isHeld) return { isHeld: true, guard, fault: fault ?? '' } as const;
    letGo.isAccepted ||= verdict.isAccepted;
    letGo.others.push(...verdict.others);
    const believed = verdict.isAccepted ? [part, ...verdict.others] : verdict.others;
    if (guard === 'unit') for (const { rows } of believed) for (const row of rows) letGo.unitBelieved.add(row);
  }
  return { isHeld: false, letGo } as const;
}

/** @throws HeldDay where one leaves it out */
export function judgeDay<Row>(held: HeldParts, day: PriceDay<Row>, faults: Faults<Row>): LetGo<Row> {
  const verdict = judgePart(held, day, faults);
  if (verdict.isHeld) throw new HeldDay(heldNote(verdict.fault), held.changes(true));
  return verdict.letGo;
}

/** What guards of the whole day and of its groups let go. */
export const bothLetGo = <Row>(day: LetGo<Row>, groups: Pick<LetGo<Row>, 'others' | 'unitBelieved'>) => ({
  others: [...day.others, ...groups.others],
  unitBelieved: new Set([...day.unitBelieved, ...groups.unitBelieved]),
});

/**
 * Takes rows that each say a day of their own, so that each is a part. Where most of a day's seem to be of another unit, those
 * that did move so, or that nothing is known of, are left out until it stays so by the days of the runs.
 * @param today the day of the run
 */
export async function takeOwnDays<Row extends MarketplaceRow, Priced extends Amounts>(
  matcher: PriceMatcher<Row, Priced>,
  held: HeldParts,
  { name, today, forgotten }: { name: string; today: string; forgotten: ReadonlySet<string> },
  days: readonly PriceDay<Row>[],
): Promise<{ ready: ReadyDay[]; left: ReadonlySet<Row>; note: string | null }> {
  const moved = new Set<Row>();
  let fault: string | undefined;
  for (const { observed_on, rows } of days) {
    const ofDay = unitFault(`${name} of ${observed_on}`, await matcher.ratios(rows, observed_on));
    if (ofDay === undefined) continue;
    fault ??= ofDay;
    for (const row of rows) {
      const ratios = await matcher.ratios([row], observed_on);
      if (ratios.length === 0 || !ratios.every((ratio) => isSameScale(ratio, 1))) moved.add(row);
    }
  }
  const only = (isIt: (row: Row) => boolean) => days.map((day) => ({ ...day, rows: day.rows.filter(isIt) }));
  const part = { name, guard: 'unit', observed_on: today, fault } as const;
  const verdict = held.judge({ ...part, rows: only((row) => moved.has(row)) });
  const older = verdict.isHeld ? [] : verdict.others.flatMap(({ rows }) => rows);
  const others = older.filter(({ observed_on }) => !forgotten.has(observed_on));
  for (const { rows } of others) for (const row of rows) moved.add(row);
  const ready: ReadyDay[] = [];
  // A day that is held as a whole brings nothing.
  const kept = verdict.isHeld ? only((row) => !moved.has(row)).filter(({ rows }) => rows.length > 0) : days;
  for (const day of withOlder(others, kept)) {
    ready.push(await matcher.take(day, verdict.isHeld ? undefined : moved));
  }
  return { ready, left: verdict.isHeld ? moved : new Set(), note: verdict.isHeld ? heldNote(fault ?? '') : null };
}

/** Days with what was read of them before, each row as it was read last; oldest first. */
export function withOlder<Row extends MarketplaceRow>(older: readonly PriceDay<Row>[], days: readonly PriceDay<Row>[]) {
  if (older.length === 0) return [...days];
  const byDay = Map.groupBy([...older, ...days], ({ observed_on }) => observed_on);
  const keyOf = ({ product_id, sub_type, condition }: MarketplaceRow & { sub_type?: string; condition?: string }) =>
    `${product_id} ${sub_type} ${condition}`;
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([observed_on, read]) => {
      const rows = new Map(read.flatMap((day) => day.rows).map((row) => [keyOf(row), row]));
      return { observed_on, rows: [...rows.values()] };
    });
}

/** Takes the days that were left out and today's, oldest first. */
export async function takeDays<Row extends MarketplaceRow, Priced extends Amounts>(
  matcher: PriceMatcher<Row, Priced>,
  { others, unitBelieved }: Pick<LetGo<Row>, 'others' | 'unitBelieved'>,
  today: PriceDay<Row>,
): Promise<ReadyDay[]> {
  const ready: ReadyDay[] = [];
  for (const day of withOlder(others, [today])) ready.push(await matcher.take(day, unitBelieved));
  return ready;
}
