/** The drawing of a card in other colours, as shiny, golden and alternate printings have it: what the fit calls wrong. */
import type { Raster } from '../photo/raster.ts';
import { type FitChance, fitChance } from './chance.ts';

/** Parts of a drawing that change colour at once, each of about one colour. */
const PARTS_MAX = 3;
/** At least this share of the card is another colour then, by so many steps of 255. */
const SHARE_LEAST = 0.3;
const STEPS_LEAST = 40;
const TRIES = 20;

/** How the colours near one of the drawing are changed. */
interface Change {
  /** The colour itself, as its light and two differences. */
  from: readonly [light: number, blue: number, red: number];
  /** How far from it a colour changes by half. */
  reach: number;
  turn: number;
  saturation: number;
  lift: number;
  offset: readonly [blue: number, red: number];
}

const split = (r: number, g: number, b: number): [light: number, blue: number, red: number] => {
  const light = 0.299 * r + 0.587 * g + 0.114 * b;
  return [light, 0.564 * (b - light), 0.713 * (r - light)];
};

function changeOf({ width, height, data }: Raster, chance: FitChance): Change {
  const at = 3 * (chance.below(height) * width + chance.below(width));
  return {
    from: split(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0),
    reach: chance.between(25, 60),
    turn: chance.between(Math.PI / 3, (5 * Math.PI) / 3),
    saturation: chance.between(0.3, 1.6),
    lift: chance.normal(25),
    offset: [chance.normal(20), chance.normal(20)],
  };
}

/** Changes the colours near `from`, and returns the share of the card where that is plain to see. */
function apply(change: Change, { width, height, data }: Raster): number {
  const { from, reach, turn, saturation, lift, offset } = change;
  const [cos, sin] = [saturation * Math.cos(turn), saturation * Math.sin(turn)];
  let changed = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const [light, blue, red] = split(r, g, b);
    const far = Math.hypot(0.4 * (light - from[0]), blue - from[1], red - from[2]) / reach;
    const share = 1 / (1 + far ** 8);
    if (share < 0.01) continue;
    const newLight = light + lift;
    const newR = newLight + (blue * sin + red * cos + offset[1]) / 0.713;
    const newB = newLight + (blue * cos - red * sin + offset[0]) / 0.564;
    const newG = (newLight - 0.299 * newR - 0.114 * newB) / 0.587;
    const steps = [newR - r, newG - g, newB - b].map((step, i) => {
      const value = Math.max(0, Math.min(255, Math.round((data[at + i] ?? 0) + share * step)));
      const moved = value - (data[at + i] ?? 0);
      data[at + i] = value;
      return moved;
    });
    if (Math.hypot(...steps) > STEPS_LEAST) changed += 1;
  }
  return changed / (width * height);
}

/** The picture with some of its colours changed, plainly; undefined where it has hardly any that could be. */
export function recoloured(picture: Raster, seed: number): Raster | undefined {
  const chance = fitChance(seed);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const other = { ...picture, data: Uint8Array.from(picture.data) };
    let share = 0;
    for (let part = chance.below(PARTS_MAX); part >= 0; part -= 1) share += apply(changeOf(other, chance), other);
    if (share >= SHARE_LEAST) return other;
  }
  return undefined;
}
