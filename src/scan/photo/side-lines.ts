/** Finds, for each side of a photo, the straight lines near it along which light or colour changes: where a card may end. */
import type { Planes } from './planes.ts';

/** Sides in the order of a quadrilateral's edges. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

/**
 * A line near one side: how far it lies from that side of the picture, in pixels inward, in the side's middle, and by
 * how much that grows a pixel along the side (to the right, or downward).
 */
export interface SideLine {
  middle: number;
  slope: number;
  /** 0 to 1: how much of it is edge. */
  strength: number;
}

/** Edges across each pixel: `across` where light changes downward (a lying line), `along` where it changes sideways. */
interface Edges {
  width: number;
  height: number;
  lying: Float32Array;
  standing: Float32Array;
}

/** Share of the picture's shorter side that a card's edge may lie inward. */
const REACH = 0.36;
const SLOPE_MAX = 0.21;
const SLOPES = 43;
const SAMPLES = 72;
/** Part of a side that is looked at: its ends belong to the corners. */
const FROM = 0.13;
const TO = 0.87;
const LINES_EACH = 7;

/** Saturated strength of edges, split by direction. `half` is the contrast that counts half. */
function edgesOf({ width, height, luma, blue, red }: Planes): Edges {
  const lying = new Float32Array(width * height);
  const standing = new Float32Array(width * height);
  let sum = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const dx = Math.abs((luma[at + 1] ?? 0) - (luma[at - 1] ?? 0));
      const dy = Math.abs((luma[at + width] ?? 0) - (luma[at - width] ?? 0));
      const bx = Math.abs((blue[at + 1] ?? 0) - (blue[at - 1] ?? 0));
      const by = Math.abs((blue[at + width] ?? 0) - (blue[at - width] ?? 0));
      const rx = Math.abs((red[at + 1] ?? 0) - (red[at - 1] ?? 0));
      const ry = Math.abs((red[at + width] ?? 0) - (red[at - width] ?? 0));
      const sideways = dx + 1.5 * (bx + rx);
      const downward = dy + 1.5 * (by + ry);
      standing[at] = sideways;
      lying[at] = downward;
      sum += sideways + downward;
      count += 2;
    }
  }
  const half = 0.8 * (sum / Math.max(1, count)) + 3;
  for (let at = 0; at < lying.length; at += 1) {
    const downward = lying[at] ?? 0;
    const sideways = standing[at] ?? 0;
    const squares = downward * downward + sideways * sideways + 1e-6;
    const size = Math.sqrt(squares);
    const saturated = size / (size + half);
    lying[at] = (saturated * (downward * downward)) / squares;
    standing[at] = (saturated * (sideways * sideways)) / squares;
  }
  return { width, height, lying, standing };
}

/** Reads the edges as one side sees them: `along` it from its start, `inward` from it. */
function reader({ width, height, lying, standing }: Edges, side: Side) {
  const level = side === 'top' || side === 'bottom';
  return {
    map: level ? lying : standing,
    length: level ? width : height,
    depth: level ? height : width,
    start: side === 'bottom' ? (height - 1) * width : side === 'right' ? width - 1 : 0,
    along: level ? 1 : width,
    inward: side === 'top' ? width : side === 'bottom' ? -width : side === 'left' ? 1 : -1,
  };
}

/** The strongest lines of one side, unlike each other, strongest first. */
function linesOf(edges: Edges, side: Side): SideLine[] {
  const { map, length, depth, start, along, inward } = reader(edges, side);
  const reach = Math.floor(REACH * Math.min(length, depth));
  const strengths = new Float32Array(reach * SLOPES);
  for (let s = 0; s < SLOPES; s += 1) {
    const slope = SLOPE_MAX * ((2 * s) / (SLOPES - 1) - 1);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const share = FROM + ((TO - FROM) * sample) / (SAMPLES - 1);
      const x = Math.round(share * (length - 1));
      const shift = Math.round(slope * (share - 0.5) * length);
      const base = start + x * along;
      for (let middle = Math.max(0, -shift); middle < reach; middle += 1) {
        const inside = middle + shift;
        if (inside >= depth) break;
        const at = middle * SLOPES + s;
        strengths[at] = (strengths[at] ?? 0) + (map[base + inside * inward] ?? 0);
      }
    }
  }
  return peaks(strengths, length);
}

/** Takes the highest place again and again, and leaves out what lies close to a line that was taken. */
function peaks(strengths: Float32Array, length: number): SideLine[] {
  const lines: SideLine[] = [];
  const apart = Math.max(2.2, 0.012 * length);
  const swing = 0.4 * length;
  const lineAt = (at: number): SideLine => ({
    middle: Math.floor(at / SLOPES),
    slope: SLOPE_MAX * ((2 * (at % SLOPES)) / (SLOPES - 1) - 1),
    strength: (strengths[at] ?? 0) / SAMPLES,
  });
  const isTaken = ({ middle, slope }: SideLine): boolean =>
    lines.some(
      (line) =>
        Math.abs(line.middle - middle + (line.slope - slope) * swing) < apart &&
        Math.abs(line.middle - middle - (line.slope - slope) * swing) < apart,
    );
  while (lines.length < LINES_EACH) {
    let best: SideLine | undefined;
    let most = -1;
    for (let at = 0; at < strengths.length; at += 1) {
      if ((strengths[at] ?? 0) <= most) continue;
      const line = lineAt(at);
      if (isTaken(line)) continue;
      best = line;
      most = strengths[at] ?? 0;
    }
    if (best === undefined) break;
    lines.push(best);
  }
  return lines;
}

/** Lines near each side of a picture, which should be small: 200 to 330 pixels at its longest. */
export function sideLines(picture: Planes): Record<Side, SideLine[]> {
  const edges = edgesOf(picture);
  return {
    top: linesOf(edges, 'top'),
    right: linesOf(edges, 'right'),
    bottom: linesOf(edges, 'bottom'),
    left: linesOf(edges, 'left'),
  };
}
