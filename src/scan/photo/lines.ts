/** The straight lines of a photo, however they run, and how much of each is edge (Hough's transform). */
import type { Slopes } from './slopes.ts';

/** x·cos + y·sin = away, in pixels. */
export interface Line {
  cos: number;
  sin: number;
  away: number;
  /** Edge along the line up to each pixel of it, summed, from `-middle` of the foot of the origin on. */
  edge: Float32Array;
  middle: number;
}

interface Peak {
  angle: number;
  away: number;
  votes: number;
}

/** Directions told apart, over half a turn. */
const ANGLES = 90;
/** Steps of angle by which the slope of one pixel may mislead. */
const SPREAD = 3;
/** Pixels that are less steep do not vote. */
const STEEP_MIN = 0.4;
/** A line leaves no room for others so close: steps of angle, and pixels. */
const ANGLES_APART = 3;
const AWAY_APART = 2;
/** Lines that run alike, at most: a striped ground would leave none to a card's other sides. */
const ALIKE_MAX = 20;

const COS = Float32Array.from({ length: ANGLES }, (_, i) => Math.cos((Math.PI * i) / ANGLES));
const SIN = Float32Array.from({ length: ANGLES }, (_, i) => Math.sin((Math.PI * i) / ANGLES));

/** Votes by angle and distance from the origin, which may be negative by as much as the diagonal. */
function votesOf({ width, height, x, y, steep }: Slopes): { votes: Float32Array; diagonal: number } {
  const diagonal = Math.ceil(Math.hypot(width, height));
  const span = 2 * diagonal + 1;
  const votes = new Float32Array(ANGLES * span);
  for (let row = 1, at = width; row < height - 1; row += 1) {
    for (let column = 0; column < width; column += 1, at += 1) {
      const weight = steep[at] as number;
      if (weight < STEEP_MIN) continue;
      const angle = Math.round((Math.atan2(y[at] as number, x[at] as number) / Math.PI) * ANGLES) + 2 * ANGLES;
      for (let near = angle - SPREAD; near <= angle + SPREAD; near += 1) {
        const i = near % ANGLES;
        const away = Math.round((column + 0.5) * (COS[i] as number) + (row + 0.5) * (SIN[i] as number));
        const to = i * span + away + diagonal;
        votes[to] = (votes[to] as number) + weight;
      }
    }
  }
  return { votes, diagonal };
}

function runAlike(one: Peak, other: Peak): boolean {
  const apart = Math.abs(one.angle - other.angle);
  return Math.min(apart, ANGLES - apart) <= ANGLES_APART;
}

/** Whether lines that run alike hardly part within the picture. */
function isSame(one: Peak, other: Peak, { width, height }: Slopes): boolean {
  // Half a turn on, the same line is as far on the other side.
  const sign = Math.abs(one.angle - other.angle) > ANGLES / 2 ? -1 : 1;
  const offset = ({ angle, away }: Peak): number =>
    ((COS[angle] as number) * width + (SIN[angle] as number) * height) / 2 - away;
  return Math.abs(offset(one) - sign * offset(other)) < AWAY_APART;
}

/** The `count` most voted for with at least `least` votes, unlike each other. */
function peaksOf(slopes: Slopes, count: number, least: number): Peak[] {
  const { votes, diagonal } = votesOf(slopes);
  const span = 2 * diagonal + 1;
  const peaks: Peak[] = [];
  for (let angle = 0; angle < ANGLES; angle += 1) {
    for (let at = angle * span + 1; at < (angle + 1) * span - 1; at += 1) {
      const [before, here, after] = [votes[at - 1] as number, votes[at] as number, votes[at + 1] as number];
      const own = here + 0.5 * (before + after);
      if (own < least || here < before || here < after) continue;
      peaks.push({ angle, away: at - angle * span - diagonal, votes: own });
    }
  }
  peaks.sort((a, b) => b.votes - a.votes);
  const kept: Peak[] = [];
  for (const peak of peaks) {
    const alike = kept.filter((one) => runAlike(one, peak));
    if (alike.length >= ALIKE_MAX || alike.some((one) => isSame(one, peak, slopes))) continue;
    kept.push(peak);
    if (kept.length === count) break;
  }
  return kept;
}

/** Share of a side at either end that is not looked at. */
const CORNER = 0.06;
/** How far beside a line its edge may run, in pixels, before it is laid anew through what is found, and after. */
const REACHES = [3, 1];

/** Lays a line through the steepest pixels beside it, and measures how much of it is edge. */
function lineOf({ angle, away }: Peak, slopes: Slopes): Line {
  const line = { cos: COS[angle] as number, sin: SIN[angle] as number, away };
  let edge = new Float32Array();
  const middle = Math.ceil(Math.hypot(slopes.width, slopes.height));
  for (const reach of REACHES) {
    edge = new Float32Array(2 * middle + 2);
    let [weight, sumT, sumOff, squares, product] = [1e-6, 0, 0, 1e-6, 0];
    for (let t = -middle; t <= middle; t += 1) {
      const { best, off } = acrossAt(line, t, reach, slopes);
      edge[t + middle + 1] = (edge[t + middle] as number) + best;
      weight += best;
      sumT += best * t;
      sumOff += best * off;
      squares += best * t * t;
      product += best * t * off;
    }
    const lean = (product - (sumT * sumOff) / weight) / (squares - (sumT * sumT) / weight + 1e-6);
    const shift = (sumOff - lean * sumT) / weight;
    if (reach === REACHES.at(-1)) break;
    const turn = Math.atan(lean);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    // A small turn about the foot of the origin, and a shift.
    [line.cos, line.sin, line.away] = [
      line.cos * cos + line.sin * sin,
      line.sin * cos - line.cos * sin,
      (line.away + shift) * cos,
    ];
  }
  return { ...line, edge, middle };
}

/** The most that slopes across the line beside its pixel `t`, and how far from the line that is. */
function acrossAt(
  { cos, sin, away }: { cos: number; sin: number; away: number },
  t: number,
  reach: number,
  { width, height, x, y, steep }: Slopes,
): { best: number; off: number } {
  let best = 0;
  let at = 0;
  for (let off = -reach; off <= reach; off += 1) {
    const column = Math.floor(cos * (away + off) - sin * t);
    const row = Math.floor(sin * (away + off) + cos * t);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const i = row * width + column;
    const across = (x[i] as number) * cos + (y[i] as number) * sin;
    const value = (steep[i] as number) * across * across;
    if (value > best) [best, at] = [value, off];
  }
  return { best, off: at };
}

/** The `count` strongest lines along each of which there is edge of at least `least` pixels. */
export function linesOf(slopes: Slopes, count: number, least: number): Line[] {
  return peaksOf(slopes, count, least).map((peak) => lineOf(peak, slopes));
}

/** Share of the line that is edge, 0 to 1, between two of its places, counted in pixels from the foot of the origin. */
export function edgeBetween({ edge, middle }: Line, from: number, to: number): number {
  // Corners are round, and another line's edge runs there.
  const inset = CORNER * Math.abs(to - from);
  const low = Math.max(0, Math.min(2 * middle, Math.round(Math.min(from, to) + inset) + middle));
  const high = Math.max(0, Math.min(2 * middle + 1, Math.round(Math.max(from, to) - inset) + middle));
  return high <= low ? 0 : ((edge[high] as number) - (edge[low] as number)) / (high - low);
}
