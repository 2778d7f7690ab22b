/** A card laid anywhere on a ground: a plane map of its picture, no camera. */
import { inverse, mapped, type Quad, squareTo } from '../../../src/scan/photo/homography.ts';
import type { Raster } from '../../../src/scan/photo/raster.ts';

/** Colour of a ground at a place. */
export type Ground = (x: number, y: number) => readonly [red: number, green: number, blue: number];

export const GREY: Ground = () => [110, 110, 110];
export const STRIPES: Ground = (x, y) => ((x + 2 * y) % 40 < 20 ? [90, 96, 120] : [150, 150, 146]);
/** As dark as most of a card's rim. */
export const DARK: Ground = (x, y) => [24 + ((x * 7 + y * 3) % 9), 22, 30];

/** The picture with the cards on it, each in its quadrilateral, the last on top. */
export function laid(
  cards: readonly { card: Raster; quad: Quad }[],
  width: number,
  height: number,
  ground: Ground,
): Raster {
  const data = new Uint8Array(3 * width * height);
  const maps = cards.map(({ card, quad }) => ({ card, back: inverse(squareTo(quad)) })).reverse();
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      data.set(ground(x, y), to);
      for (const { card, back } of maps) {
        const [u, v] = mapped(back, [x + 0.5, y + 0.5]);
        if (u < 0 || v < 0 || u >= 1 || v >= 1) continue;
        const from = (Math.floor(v * card.height) * card.width + Math.floor(u * card.width)) * 3;
        data.set(card.data.subarray(from, from + 3), to);
        break;
      }
    }
  }
  return { width, height, data };
}

/** A card of this height around a point, turned clockwise by so many degrees. */
export function placed(x: number, y: number, high: number, degrees: number): Quad {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const wide = (63 / 88) * high;
  const corner = (across: number, down: number): readonly [number, number] => [
    x + across * wide * cos - down * high * sin,
    y + across * wide * sin + down * high * cos,
  ];
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}
