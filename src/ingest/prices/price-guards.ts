/** What a day of prices must pass before it is published: expansions that shrink, another unit, single wild moves. */
import { Outage } from '../../upstream/document.ts';

const GROUP_ROWS_SHARE_MIN = 0.5;
/** A whole file does not halve or double overnight: it has another unit or currency. */
const MEDIAN_RATIO_MAX = 2;
/** Below this many known amounts a median says nothing; single wild moves are still held. */
const MEDIAN_AMOUNTS_MIN = 10;
const WILD_MOVE = 50;

/** @throws Outage when an expansion has fewer than half of the rows it is known to have */
export function checkGroupCount(source: string, group: number, rows: number, knownRows: number): void {
  if (rows < knownRows * GROUP_ROWS_SHARE_MIN) {
    throw new Outage(`${source} delivered ${rows} rows of expansion ${group}, which is known to have ${knownRows}`);
  }
}

/** An amount of today beside the last one known, in cents. */
export interface Move {
  previous: number;
  today: number;
}

/** @throws Outage when the median of today's amounts by the last known ones lies outside 0.5 to 2 */
export function checkUnit(file: string, moves: readonly Move[]): void {
  if (moves.length < MEDIAN_AMOUNTS_MIN) return;
  const ratios = moves.map(({ previous, today }) => today / previous).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
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

/** What becomes of one amount: served as it is, or held back, in which case nothing is served. */
export type Judgement = { hold: HeldAmount } | { serve: number; settled: boolean };

const isWild = (from: number, to: number) => to >= from * WILD_MOVE || to * WILD_MOVE <= from;

/**
 * Judges one amount against the last one believed (undefined: none known) and against the one held for it so far.
 * An amount that moves 50-fold waits until another day shows about the same; any other amount of a later day settles the matter.
 */
export function judgeAmount(
  key: string,
  today: { cents: number; observed_on: string },
  believed: number | undefined,
  waiting: HeldAmount | undefined,
): Judgement {
  const previous = waiting?.previous ?? believed;
  // A day before the one that waits, run later, says nothing about what came after it.
  const settled = waiting !== undefined && waiting.observed_on <= today.observed_on;
  if (previous === undefined || !isWild(previous, today.cents)) return { serve: today.cents, settled };
  const confirmed =
    waiting !== undefined && waiting.observed_on < today.observed_on && sameScale(waiting.held, today.cents);
  if (confirmed) return { serve: today.cents, settled };
  return { hold: { key, previous, held: today.cents, observed_on: today.observed_on } };
}

const sameScale = (a: number, b: number) => a <= b * MEDIAN_RATIO_MAX && b <= a * MEDIAN_RATIO_MAX;
