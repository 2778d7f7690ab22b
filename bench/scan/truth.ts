/** What a folder of real photos shows, as somebody who looked at them wrote it down in its truth.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Point, Quad } from '../../src/scan/photo/homography.ts';

/** A card that lies on a photo. */
export interface TrueCard {
  /** The name of its picture's file among the references, without its ending and what follows an @. */
  card: string;
  /** What follows the @ there, where printings are told apart. */
  printing?: string;
  /** Corners in pixels of the photo as it is seen, from the card's own top left. */
  corners?: Quad;
}

/** A photo, what is on it, and how it was taken, in words that figures are given by. */
export interface TruePhoto {
  photo: string;
  /** None where the photo shows no card of the references. */
  cards: TrueCard[];
  ground?: string;
  sleeve?: string;
  light?: string;
  /** Of what is printed on the card: `same` as on the reference, or `other`. */
  language?: string;
}

/** Cards in a photo's own words: `card` or `card@printing`. */
export function nameOf({ card, printing }: TrueCard): string {
  return printing === undefined ? card : `${card}@${printing}`;
}

/** The photos of a folder, as its `truth.json` has them. */
export function truthIn(folder: string): TruePhoto[] {
  const { photos } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { photos: TruePhoto[] };
  for (const { photo, cards } of photos) {
    if (typeof photo !== 'string' || !Array.isArray(cards)) throw new TypeError(`truth.json: no photo ${photo}`);
    for (const { card, corners } of cards) {
      if (typeof card !== 'string') throw new TypeError(`truth.json: ${photo} shows a card without a name`);
      if (corners !== undefined && corners.length !== 4) throw new TypeError(`truth.json: ${photo}: four corners`);
    }
  }
  return photos;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The card's long side as a share of the photo's. */
export function framingOf([a, b, c, d]: Quad, width: number, height: number): number {
  const sides = [distance(a, b) + distance(d, c), distance(a, d) + distance(b, c)];
  return Math.max(...sides) / 2 / Math.max(width, height);
}

/** Degrees by which the card is turned out of the photo's axes, 0 to 45. */
export function turnOf([a, , , d]: Quad): number {
  const degrees = (Math.atan2(d[1] - a[1], d[0] - a[0]) * 180) / Math.PI;
  const off = ((degrees % 90) + 90) % 90;
  return Math.min(off, 90 - off);
}
