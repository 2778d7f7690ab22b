/** The faults of photos as the fit draws them: blur, bad light, reflections, foil, haze and grain, straight onto pixels. */
import type { FitChance } from './chance.ts';

/** Pixels under work: RGB, three floats each, 0 to 255, row by row. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Float32Array;
}

/** Weighs each pixel with its neighbours along a row or column (`step` numbers apart), again and again. */
export function soften({ width, pixels }: Canvas, timesMax: number, chance: FitChance): void {
  const times = chance.below(timesMax + 1);
  const across = chance.even() < 0.7 ? 0.25 : chance.between(0, 0.33);
  const down = chance.even() < 0.7 ? 0.25 : chance.between(0, 0.33);
  for (let time = 0; time < times; time += 1) {
    for (const [step, share] of [[3, across] as const, [3 * width, down] as const]) {
      const from = Float32Array.from(pixels);
      for (let i = step; i < pixels.length - step; i += 1) {
        pixels[i] = (1 - 2 * share) * (from[i] ?? 0) + share * ((from[i - step] ?? 0) + (from[i + step] ?? 0));
      }
    }
  }
}

/** A soft patch or stripe over the view: its strength, 0 to 1, at a place (both 0 to 1). */
function patch(chance: FitChance): (u: number, v: number) => number {
  const [x, y] = [chance.between(-0.1, 1.1), chance.between(-0.1, 1.1)];
  const angle = chance.between(0, Math.PI);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const long = chance.between(0.15, 1.2);
  const wide = chance.between(0.04, 0.35);
  const hard = chance.between(1, 4);
  return (u, v) => {
    const along = ((u - x) * cos + (v - y) * 1.4 * sin) / long;
    const across = ((v - y) * 1.4 * cos - (u - x) * sin) / wide;
    return Math.exp(-((along * along + across * across) ** hard));
  };
}

/** Haze hides the card no more than so far: under more there is nothing to recognise. */
const HAZE_MAX = 0.7;

/**
 * Light that falls unevenly and in the wrong colour, reflections, foil, haze and grain; all of it `badness` times as strong
 * as in an ordinary bad photo.
 */
export function light({ width, height, pixels }: Canvas, chance: FitChance, badness = 1): void {
  const strength = chance.even() * badness;
  const gain = Math.exp(chance.normal(0.25 * strength));
  const gamma = Math.exp(chance.normal(0.25 * strength));
  const cast = [chance.normal(0.12), chance.normal(0.05), chance.normal(0.12)].map((value) => 1 + strength * value);
  const [fallX, fallY, curve] = [chance.normal(0.25), chance.normal(0.25), chance.normal(0.15)];
  const haze = chance.even() < 0.4 ? Math.min(HAZE_MAX, chance.between(0, 0.3) * badness) : 0;
  const glares = Array.from({ length: chance.below(3) }, () => ({
    at: patch(chance),
    strength: chance.between(20, 230) * chance.even() * badness,
  }));
  const foil = chance.even() < 0.45 ? chance.between(10, 110) * badness : 0;
  const waves = [chance.between(-9, 9), chance.between(-9, 9), chance.between(0, 6)] as const;
  const foilHere = patch(chance);
  const foilAll = chance.even() < 0.5;
  const grain = chance.even() < 0.6 ? chance.between(0, 14) * badness : 0;
  for (let row = 0, to = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1, to += 3) {
      const u = (column + 0.5) / width;
      const [du, dv] = [u - 0.5, v - 0.5];
      const bright =
        gain * Math.max(0.25, 1 + strength * (fallX * du * 2 + fallY * dv * 2 + curve * (du * du + dv * dv) * 2));
      let glare = 0;
      for (const one of glares) glare += one.strength * one.at(u, v);
      const shimmer = foil === 0 ? 0 : foil * (foilAll ? 1 : foilHere(u, v));
      const phase = waves[0] * u + waves[1] * v + waves[2];
      for (let i = 0; i < 3; i += 1) {
        const seen = 255 * ((pixels[to + i] ?? 0) / 255) ** gamma * bright * (cast[i] ?? 1);
        const colour = shimmer * Math.max(0, Math.sin(phase + 2.1 * i));
        const whole = seen * (1 - haze) + 235 * haze + colour + glare + (grain === 0 ? 0 : chance.normal(grain));
        pixels[to + i] = Math.max(0, Math.min(255, whole));
      }
    }
  }
}
