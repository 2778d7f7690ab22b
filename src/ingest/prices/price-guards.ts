/** What a day of prices must pass before it is published: groups that shrink, another unit, single wild moves. */
import type { GroupRows } from '../../store/prices/market-knowledge.ts';
import { Outage } from '../../upstream/document.ts';

const GROUP_ROWS_SHARE_MIN = 0.5;
const SHORT_DAYS_TO_BELIEVE = 3;
/** A whole file does not halve or double overnight: it has another unit or currency. */
const MEDIAN_RATIO_MAX = 2;
/** Below this many known amounts a median says nothing; single wild moves are still held. */
const MEDIAN_AMOUNTS_MIN = 10;
const WILD_MOVE = 50;
/** How far an amount may lie from those that bear it out: 5 is as far as EUR and USD of one printing lie apart, bar a few. */
const NEAR = 5;

/** A group's day that is measured. */
interface GroupDay {
  group_id: number;
  rows: number;
  observed_on: string;
}

/** Whether a group's day is taken, and what its next day is measured against. */
export interface GroupVerdict {
  isShort: boolean;
  /** Rows that it has less than the day before, where it is short or accepted as it is: they say nothing about the file. */
  lacking: number;
  now: GroupRows;
}

/**
 * A group with fewer than half of the rows of its last good day is short: it is left out until it has been so on so many
 * days in a row, or is accepted. The same day again is no other day.
 */
export function judgeGroup(
  { group_id, rows, observed_on }: GroupDay,
  known: GroupRows | undefined,
  isAccepted: boolean,
): GroupVerdict {
  const now = { group_id, rows, short_days: 0, short_on: null };
  if (known === undefined || rows >= known.rows * GROUP_ROWS_SHARE_MIN) return { isShort: false, lacking: 0, now };
  const lacking = known.short_days > 0 ? 0 : known.rows - rows;
  const isAnotherDay = known.short_on === null || known.short_on < observed_on;
  const short_days = known.short_days + (isAnotherDay ? 1 : 0);
  if (isAccepted || short_days >= SHORT_DAYS_TO_BELIEVE) return { isShort: false, lacking, now };
  const short_on = isAnotherDay ? observed_on : known.short_on;
  return { isShort: true, lacking, now: { ...known, short_days, short_on } };
}

/**
 * A group may shrink by itself; when most do, it is the source that lacks them.
 * @throws Outage
 */
export function checkShortGroups(names: readonly string[], groups: number): void {
  if (names.length * 2 <= groups) return;
  const named = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  throw new Outage(
    `${names.length} of ${groups} groups came with fewer than half of their rows: ${named.join(', ')}; ` +
      '--accept-prune takes them as they are',
  );
}

/** An amount of today beside the last one known, in cents. */
export interface Move {
  previous: number;
  today: number;
}

/** @throws Outage when the median of `ratios`, today's amounts by the last known ones, lies outside 0.5 to 2 */
export function checkUnit(file: string, ratios: readonly number[]): void {
  if (ratios.length < MEDIAN_AMOUNTS_MIN) return;
  const median = Float64Array.from(ratios).sort()[Math.floor(ratios.length / 2)] ?? 1;
  if (median > MEDIAN_RATIO_MAX || median < 1 / MEDIAN_RATIO_MAX) {
    throw new Outage(
      `${file}: half of its amounts are ${median.toFixed(2)} times the last known ones or more: wrong unit?`,
    );
  }
}

/** An amount that moved 50-fold and waits for a second day. */
export interface HeldAmount {
  /** Names the row and the amount in it: `42382/Normal/NM/market`. */
  key: string;
  /** The last amount believed. */
  previous: number;
  held: number;
  observed_on: string;
}

/**
 * What becomes of one amount: served as it is, or held back, in which case nothing is served. `settled` ends the waiting
 * of the amount held so far, which `confirms` says was right.
 */
export type Judgement = { hold: HeldAmount } | { serve: number; settled: boolean; confirms?: true };

/** Whether an amount has moved as hardly any does in a day. */
export const isWild = (from: number, to: number) => to >= from * WILD_MOVE || to * WILD_MOVE <= from;

/**
 * Whether the amounts known before, each list by itself, are where an amount has moved to rather than where it was: it
 * was the odd one then. What comes with it is no evidence, since a wrong unit moves all of it.
 */
export function isBorneOut(previous: number, now: number, known: readonly (readonly number[])[]): boolean {
  return known.some((amounts) => {
    if (amounts.length === 0) return false;
    const middle = Math.exp(amounts.reduce((sum, amount) => sum + Math.log(amount), 0) / amounts.length);
    const distance = distanceOf(now, middle);
    return distance <= NEAR && distance < distanceOf(previous, middle);
  });
}

/**
 * Whether a lowest offer fell by itself, all that came with it in its place: somebody asks next to nothing, which a wrong
 * unit does not look like. Of 25 such moves in 1.6 million recorded amounts 12 are these.
 */
export const isLoneOffer = ({ previous, today }: Move, others: readonly Move[]): boolean =>
  today < previous &&
  others.length > 0 &&
  others.every((other) => distanceOf(other.previous, other.today) <= MEDIAN_RATIO_MAX);

const distanceOf = (a: number, b: number) => Math.max(a / b, b / a);

/**
 * Judges one amount against the last one believed (undefined: none known) and against the one held for it so far.
 * An amount that moves 50-fold waits until another day shows about the same, unless `hasEvidence`; any other amount of a
 * later day settles the matter.
 */
export function judgeAmount(
  key: string,
  today: { cents: number; observed_on: string },
  believed: number | undefined,
  waiting: HeldAmount | undefined,
  hasEvidence: (previous: number) => boolean,
): Judgement {
  const previous = waiting?.previous ?? believed;
  // A day before the one that waits, run later, says nothing about what came after it.
  const settled = waiting !== undefined && waiting.observed_on <= today.observed_on;
  const confirms =
    waiting !== undefined && waiting.observed_on < today.observed_on && sameScale(waiting.held, today.cents);
  if (confirms) return { serve: today.cents, settled, confirms };
  if (previous === undefined || !isWild(previous, today.cents) || hasEvidence(previous)) {
    return { serve: today.cents, settled };
  }
  return { hold: { key, previous, held: today.cents, observed_on: today.observed_on } };
}

const sameScale = (a: number, b: number) => a <= b * MEDIAN_RATIO_MAX && b <= a * MEDIAN_RATIO_MAX;
