/** What a soak says in the end: whether memory grows, handles pile up, and the thread that answers stood still. */

import type { Weight } from './soak-stage.ts';

/** One look at the service. */
export interface Sample {
  /** Seconds since the soak began. */
  atS: number;
  /** Which of the processes, one after another, it was: 0, then 1 behind the restart. */
  life: number;
  /** Resident, and of it the heap of the thread that answers, garbage included. */
  memoryMb: number;
  heapMb: number;
  /** After full collections, at every tenth look. */
  weight?: Weight | undefined;
  /** Files, sockets and timers that are open. */
  handles: number;
  /** Of the answers since the look before; NaN where there were none. */
  p50Ms: number;
  p99Ms: number;
  /** The longest that the request thread did not come round, since the look before. */
  stallMs: number;
  /** How long that thread had work in this time and was given no core: what the machine is to blame for. */
  heldUpMs: number;
}

/** A growth in units an hour, and how far it may be off (two standard errors). */
export interface Slope {
  perHour: number;
  offBy: number;
}

export const GROWTH_MB_MAX = 1;
export const STALL_MS_MAX = 50;
/** Handles come and go with connections: what piles up shows as more than this between two thirds of a life. */
const HANDLES_MORE_MAX = 20;
/** A process fills its caches and compiles its code first. */
const WARM_UP_SHARE = 0.4;
const WARM_UP_S_MAX = 600;
/** A process goes on settling for minutes: a slope of less time says nothing. */
const SLOPE_S_MIN = 600;
/** The samples of one life after its warm-up. */
export function warm(samples: readonly Sample[], life: number): Sample[] {
  const own = samples.filter((sample) => sample.life === life);
  const [first, last] = [own[0]?.atS ?? 0, own.at(-1)?.atS ?? 0];
  const from = first + Math.min(WARM_UP_S_MAX, (last - first) * WARM_UP_SHARE);
  return own.filter(({ atS }) => atS >= from);
}

/** The straight line through what the looks at one life weighed. */
export function slopeOf(samples: readonly Sample[], weigh: (weight: Weight) => number): Slope {
  const points = samples.flatMap(({ atS, weight }) => (weight ? [{ hour: atS / 3600, mb: weigh(weight) }] : []));
  const seconds = (samples.at(-1)?.atS ?? 0) - (samples[0]?.atS ?? 0);
  if (seconds < SLOPE_S_MIN || points.length < 3) return { perHour: 0, offBy: Number.POSITIVE_INFINITY };
  const mean = (of: (point: { hour: number; mb: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [hour, mb] = [mean((point) => point.hour), mean((point) => point.mb)];
  const spread = points.reduce((sum, point) => sum + (point.hour - hour) ** 2, 0);
  const perHour = points.reduce((sum, point) => sum + (point.hour - hour) * (point.mb - mb), 0) / spread;
  const rest = points.reduce((sum, point) => sum + (point.mb - mb - perHour * (point.hour - hour)) ** 2, 0);
  return { perHour, offBy: 2 * Math.sqrt(rest / (points.length - 2) / spread) };
}

/** Stalls that the machine is not to blame for. */
export const ownStalls = (samples: readonly Sample[]): Sample[] =>
  samples.filter(({ stallMs, heldUpMs }) => stallMs - heldUpMs > STALL_MS_MAX);

export interface Finding {
  what: string;
  says: string;
  /** Undefined where the soak was too short to tell. */
  holds: boolean | undefined;
}

/** Grows: surely. Does not: surely. Neither: the soak was too short. */
function growthHolds({ perHour, offBy }: Slope): boolean | undefined {
  if (perHour - offBy > GROWTH_MB_MAX) return false;
  return perHour + offBy <= GROWTH_MB_MAX ? true : undefined;
}

/** After the warm-up. */
function growthOf(what: string, samples: readonly Sample[], weigh: (weight: Weight) => number): Finding {
  const slope = slopeOf(samples, weigh);
  const last = samples.findLast(({ weight }) => weight)?.weight;
  const says = `${slope.perHour.toFixed(1)} ± ${slope.offBy.toFixed(1)} MB an hour (goal ≤ ${GROWTH_MB_MAX})`;
  return { what, says: `${says}, ${last ? weigh(last).toFixed(1) : '?'} MB at its end`, holds: growthHolds(slope) };
}

const mostOf = (samples: readonly Sample[]) => Math.max(...samples.map(({ handles }) => handles));

export function findings(samples: readonly Sample[]): Finding[] {
  const lives = [...new Set(samples.map(({ life }) => life))];
  const found = lives.flatMap((life): Finding[] => {
    const own = warm(samples, life);
    const third = Math.floor(own.length / 3);
    const [before, after] = [mostOf(own.slice(0, third)), mostOf(own.slice(-third))];
    return [
      growthOf(`what lives in process ${life + 1}`, own, ({ live }) => live),
      growthOf(`of that compiled functions`, own, ({ code }) => code),
      growthOf(`of that all else`, own, ({ live, code }) => live - code),
      growthOf(`resident memory of process ${life + 1}, files aside`, own, ({ anonymous }) => anonymous),
      growthOf(`resident memory of its photo process`, own, ({ photos }) => photos),
      {
        what: `handles of process ${life + 1}`,
        says: `at most ${before} in the first third after warm-up, ${after} in the last`,
        holds: third === 0 ? undefined : after <= before + HANDLES_MORE_MAX,
      },
    ];
  });
  const all = lives.flatMap((life) => warm(samples, life));
  const longest = all.reduce((most, sample) => (sample.stallMs > most.stallMs ? sample : most), all[0] as Sample);
  const own = ownStalls(all);
  return [
    ...found,
    {
      what: `stalls of over ${STALL_MS_MAX} ms on the request thread`,
      says: `${own.length} of ${all.length} looks; the longest ${longest.stallMs.toFixed(0)} ms, in which it waited ${longest.heldUpMs.toFixed(0)} ms for a core`,
      holds: own.length === 0,
    },
  ];
}
