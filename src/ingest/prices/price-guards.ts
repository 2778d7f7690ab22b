/** What a day of prices must pass before it is published: groups that shrink, another unit, single wild moves. */
import type { GroupRows, PendingPriceRow } from '../../store/prices/market-knowledge.ts';
import { firstFew } from '../guards.ts';

const GROUP_ROWS_SHARE_MIN = 0.5;
/** Fewer may well be missing, or be called otherwise, by chance. */
const ROWS_MIN = 10;
const UNMET_SHARE_MIN = 0.01;
/** A whole file does not halve or double overnight: it has another unit or currency. */
const MEDIAN_RATIO_MAX = 2;
/** Below this many known amounts a median says nothing; single wild moves are still held. */
const MEDIAN_AMOUNTS_MIN = 10;
const WILD_MOVE = 50;
/** So many of a file's at once are no single ones. */
const WILD_AMOUNTS_MIN = 10;
const WILD_SHARE_MAX = 0.01;
/** How far an amount may lie from those that bear it out. */
const NEAR = 5;

/** Of a group of a few cards one or two come without a price on many a day. */
const LACKING_ROWS_MIN = 3;

/** What speaks against a group's day: fewer than half of the rows of its last good one, and three fewer. */
export const shortFault = (
  { name, rows, observed_on }: { name: string; rows: number; observed_on: string },
  known: GroupRows | undefined,
): string | undefined =>
  known !== undefined && rows < known.rows * GROUP_ROWS_SHARE_MIN && rows <= known.rows - LACKING_ROWS_MIN
    ? `${name} came with ${rows} rows on ${observed_on}, and had ${known.rows}`
    : undefined;

/**
 * What is told of rows that printings had a price by and that did not come: their prices stand still until they come again.
 * @param renamed those whose products came under other words, as what
 */
export function unmetNote(had: number, missing: number, renamed: readonly string[]): string | null {
  const isRespelled = renamed.length >= Math.max(ROWS_MIN, had * UNMET_SHARE_MIN);
  if (!isRespelled && (had < ROWS_MIN || missing <= had * (1 - GROUP_ROWS_SHARE_MIN))) return null;
  const words = isRespelled ? `; ${renamed.length} came under other words, the first: ${renamed[0]}` : '';
  return `${missing} of ${had} rows that cards are priced by are missing: those prices stand still${words}`;
}

/** A group may be left out by itself; when most are, it is the day. Says which, and by which guard most of them are. */
export function mostGroupsFault<Guard extends string>(
  left: readonly { name: string; guard: Guard; fault: string }[],
  groups: number,
): { guard: Guard; fault: string } | undefined {
  const [first] = left;
  if (first === undefined || left.length * 2 <= groups) return undefined;
  const named = firstFew(left.map(({ name }) => name));
  const byGuard = [...Map.groupBy(left, ({ guard }) => guard)].sort(([, a], [, b]) => b.length - a.length);
  return {
    guard: byGuard[0]?.[0] ?? first.guard,
    fault: `${left.length} of ${groups} groups are held (${named}), the first since ${first.fault}`,
  };
}

/** An amount of today beside the last one known, in cents. */
export interface Move {
  previous: number;
  today: number;
}

/**
 * What speaks against a file by `ratios`, today's amounts by the last known ones: their median lies outside 0.5 to 2, or one in
 * a hundred of them moved 50-fold, which of 2.4 million recorded ones 15 did.
 */
export function unitFault(file: string, ratios: readonly number[]): string | undefined {
  if (ratios.length < MEDIAN_AMOUNTS_MIN) return undefined;
  const median = Float64Array.from(ratios).sort()[Math.floor(ratios.length / 2)] ?? 1;
  if (median > MEDIAN_RATIO_MAX || median < 1 / MEDIAN_RATIO_MAX) {
    return `${file}: half of its amounts are ${median.toFixed(2)} times the last known ones or more: wrong unit?`;
  }
  const wild = ratios.filter((ratio) => isWild(1, ratio)).length;
  if (wild < Math.max(WILD_AMOUNTS_MIN, ratios.length * WILD_SHARE_MAX)) return undefined;
  return `${file}: ${wild} of ${ratios.length} amounts moved ${WILD_MOVE}-fold or more: wrong unit, or of other products?`;
}

/** An amount that moved 50-fold and waits for a second day. */
export type PendingPrice = Omit<PendingPriceRow, 'source'>;

/** Whether an amount has moved as hardly any does in a day. */
export const isWild = (from: number, to: number) => to >= from * WILD_MOVE || to * WILD_MOVE <= from;

/**
 * Whether other amounts known before are where an amount has moved to rather than where it was: it was the odd one then.
 * What comes with it is no evidence, since a wrong unit moves all of it.
 */
export function isBorneOut(previous: number, now: number, known: readonly number[]): boolean {
  if (known.length === 0) return false;
  const middle = Math.exp(known.reduce((sum, amount) => sum + Math.log(amount), 0) / known.length);
  const distance = distanceOf(now, middle);
  return distance <= NEAR && distance < distanceOf(previous, middle);
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

/** Whether two days say about the same. */
export const isSameScale = (a: number, b: number): boolean => a <= b * MEDIAN_RATIO_MAX && b <= a * MEDIAN_RATIO_MAX;
