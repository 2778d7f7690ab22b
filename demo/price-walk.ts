/** What a thing costs on a day: a function of its seed and the date alone, so that any day can be asked for by itself. */
import { hash, mix, unitAt } from './random.ts';

/** A price series. */
export interface Walk {
  seed: number;
  /** Shared by everything that shows the same card: its printings rise and fall together. */
  kin: number;
  /** Shared by an expansion. */
  season: number;
  /** Its level, in cents. */
  anchor: number;
  /** First day it is traded, in days since 1970; -Infinity for what was always there. */
  from: number;
}

const GAP_SHARE = 0.03;
const GAP_SALT = 0x5bd1e995;
/** Days between two moves of a series. One move in each such stretch makes about 13 % of the series move on a day. */
const STRETCHES = [4, 5, 5, 6, 7, 8, 10] as const;
const SPIKE_EVERY = 170;
const SPIKE_CHANCE = 0.3;
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

/** The series called `key`, which rises and falls with others of the same `kin` and expansion. */
export const walkOf = (
  key: string,
  kin: string,
  { id, pricedFrom }: { id: string; pricedFrom?: string },
  anchor: number,
): Walk => ({
  seed: hash(`walk ${key}`),
  kin: hash(`kin ${kin}`),
  season: hash(`season ${id}`),
  anchor,
  from: pricedFrom === undefined ? Number.NEGATIVE_INFINITY : dayNumber(pricedFrom),
});

/** Smooth noise in -1..1: values on a lattice of `period` days, eased between. */
function drift(seed: number, day: number, period: number): number {
  const at = day / period + (seed % 997) / 997;
  const cell = Math.floor(at);
  const t = at - cell;
  const ease = t * t * (3 - 2 * t);
  const here = unitAt(seed, cell);
  return (here + (unitAt(seed, cell + 1) - here) * ease) * 2 - 1;
}

/** A rush on a card: up within days, down over weeks. */
function spike(seed: number, day: number): number {
  const era = Math.floor(day / SPIKE_EVERY);
  const salt = mix(seed ^ 0x2545f491);
  if (unitAt(salt, era) > SPIKE_CHANCE) return 0;
  const since = day - era * SPIKE_EVERY - unitAt(salt, era + 500_000) * 70;
  if (since < 0) return 0;
  const height = 0.25 + unitAt(salt, era + 900_000) * 0.75;
  return height * (since < 4 ? since / 4 : Math.exp(-(since - 4) / 22));
}

/** The day a series last moved on or before `day`. */
function lastMove(seed: number, day: number): number {
  const stretch = STRETCHES[seed % STRETCHES.length] ?? 7;
  const cell = Math.floor(day / stretch);
  const move = (of: number) => of * stretch + Math.floor(unitAt(seed ^ 0x1b873593, of) * stretch);
  const latest = move(cell);
  return latest <= day ? latest : move(cell - 1);
}

function level({ seed, kin, season, anchor, from }: Walk, day: number): number {
  const novelty = Number.isFinite(from) ? 0.75 * Math.exp(-Math.max(0, day - from) / 24) : 0;
  const log =
    0.36 * drift(kin, day, 230) +
    0.14 * drift(kin ^ 0x68e31da4, day, 57) +
    0.1 * drift(season, day, 120) +
    0.07 * drift(seed, day, 18) +
    0.025 * (unitAt(seed, day) * 2 - 1) +
    spike(kin, day) +
    novelty;
  return Math.max(1, Math.round(anchor * Math.exp(log)));
}

/** A day's price of a series, what it was before its last move, and about a month ago, in cents. */
export interface Quote {
  now: number;
  before: number;
  monthAgo: number;
}

/** The quote of a day; undefined on a day without an observation. */
export function quoteOf(walk: Walk, day: number): Quote | undefined {
  if (day < walk.from || unitAt(walk.seed ^ GAP_SALT, day) < GAP_SHARE) return undefined;
  const moved = lastMove(walk.seed, day);
  return { now: level(walk, moved), before: level(walk, moved - 6), monthAgo: level(walk, moved - 30) };
}
