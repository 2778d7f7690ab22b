/** What lies around and over the card on a bench photo: the table, plastic, lamps and foil, in millimetres and linear light. */
import { bumps, type Chance } from './chance.ts';
import { skinOf } from './clutter.ts';

/** Linear red, green and blue, 0 to about 1. */
export type Light = [red: number, green: number, blue: number];

/** Colour of a table at a place. */
export type Table = (x: number, y: number, into: Light) => void;

const colour = (chance: Chance, low: number, high: number): Light => {
  const grey = chance.between(low, high);
  const tint = chance.between(0, 0.5);
  return [
    grey * (1 + tint * chance.between(-1, 1)),
    grey * (1 + tint * chance.between(-1, 1)),
    grey * (1 + tint * chance.between(-1, 1)),
  ];
};

/** Tables close around a card, and those that far photos show more of. */
const CLOSE_TABLES = ['plain', 'wood', 'cloth', 'speckled', 'striped', 'edge'] as const;
const FAR_TABLES = [...CLOSE_TABLES, 'skin', 'mat', 'mat'] as const;

/** A table of a random kind. */
export function tableOf(chance: Chance, isFar: boolean): Table {
  const kind = chance.oneOf(isFar ? FAR_TABLES : CLOSE_TABLES);
  const one = kind === 'skin' ? skinOf(chance) : colour(chance, 0.02, 0.8);
  const two = kind === 'plain' ? one : kind === 'skin' ? skinOf(chance) : colour(chance, 0.02, 0.8);
  const noise = bumps(Math.floor(chance.between(0, 1e6)));
  const fine = bumps(Math.floor(chance.between(0, 1e6)));
  const angle = chance.between(0, Math.PI);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const pitch = chance.between(2, 14);
  const offset = chance.between(-30, 30);
  const contrast = chance.between(0.2, 1);
  const share = {
    plain: (x: number, y: number) => 0.5 * noise(x / 60, y / 60),
    wood: (x: number, y: number) =>
      noise(x / 60 + 3 * noise(x / 40, y / 9), y / 2.5) * 0.7 + 0.3 * fine(x / 8, y / 0.6),
    cloth: (x: number, y: number) => 0.25 * (Math.sin(x * 6) + Math.sin(y * 6) + 2) * 0.6 + 0.4 * noise(x / 9, y / 9),
    speckled: (x: number, y: number) => 0.5 * noise(x / 12, y / 12) + 0.5 * fine(x / 1.2, y / 1.2),
    striped: (x: number) => (Math.sin((6.283 * x) / pitch) > 0 ? 1 : 0),
    edge: (x: number, y: number) => (y + offset > 0 ? 1 : 0.15 * noise(x / 5, y / 5)),
    skin: (x: number, y: number) => 0.8 * noise(x / 45, y / 70) + 0.2 * fine(x / 3, y / 3),
    // A printed picture: patches with sharp borders, and smooth ones within.
    mat: (x: number, y: number) =>
      (noise(x / 30, y / 30) > 0.5 ? 0.6 : 0) + (fine(x / 13, y / 21) > 0.55 ? 0.25 : 0) + 0.15 * noise(x / 7, y / 7),
  }[kind];
  return (x, y, into) => {
    const part = contrast * share(x * cos + y * sin, y * cos - x * sin);
    for (let i = 0; i < 3; i += 1) into[i] = Math.max(0.004, (one[i] ?? 0) * (1 - part) + (two[i] ?? 0) * part);
  };
}

/** Lamps overhead, as rectangles on a ceiling, mirrored by what is glossy. */
export interface Lamps {
  /** How much of a lamp a glossy point shows whose mirrored ray leaves in this direction (z upward, of any length). */
  mirrored(x: number, y: number, dirX: number, dirY: number, dirZ: number): number;
}

/** One or two lamps whose mirror image may fall on the card. `gloss` 1 mirrors sharply, 0 hardly at all. */
export function lampsOf(chance: Chance, gloss: number): Lamps {
  const ceiling = chance.between(500, 1800);
  const soft = ceiling * (0.008 + 0.1 * (1 - gloss));
  const lamps = Array.from({ length: chance.happens(0.35) ? 2 : 1 }, () => {
    const angle = chance.between(0, Math.PI);
    return {
      x: chance.normal() * 0.16 * ceiling,
      y: chance.normal() * 0.16 * ceiling,
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      long: ceiling * chance.between(0.03, 0.16),
      wide: ceiling * chance.between(0.015, 0.06),
    };
  });
  return {
    mirrored(x, y, dirX, dirY, dirZ) {
      const far = ceiling / dirZ;
      const atX = x + dirX * far;
      const atY = y + dirY * far;
      let sum = 0;
      for (const lamp of lamps) {
        const along = Math.abs((atX - lamp.x) * lamp.cos + (atY - lamp.y) * lamp.sin) - lamp.long;
        const across = Math.abs((atY - lamp.y) * lamp.cos - (atX - lamp.x) * lamp.sin) - lamp.wide;
        const outside = Math.max(along, across, 0) / soft;
        if (outside < 3) sum += Math.exp(-outside * outside);
      }
      return sum;
    },
  };
}

/** What foil adds at a place of the card (0 to 1 each way) seen at an angle: a shift of each colour. */
export type Foil = (u: number, v: number, slant: number, into: Light) => void;

/** Foil of a random pattern: rainbow bands that run over the card with the angle, broken by grain or sparkles. */
export function foilOf(chance: Chance, strength: number): Foil {
  const angle = chance.between(0, Math.PI);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const bands = chance.between(0.6, 3);
  const phase = chance.between(0, 6.28);
  const grain = bumps(Math.floor(chance.between(0, 1e6)));
  const grains = chance.between(6, 60);
  const onlyPicture = chance.happens(0.5);
  return (u, v, slant, into) => {
    const inside = !onlyPicture || (u > 0.08 && u < 0.92 && v > 0.1 && v < 0.52);
    if (!inside) {
      into.fill(0);
      return;
    }
    const along = u * cos + v * 1.4 * sin + 6 * slant;
    const power =
      strength * (0.35 + 0.65 * grain(u * grains, v * grains * 1.4)) * (0.5 + 0.5 * Math.sin(4 * along + phase));
    for (let i = 0; i < 3; i += 1) {
      into[i] = power * (0.5 + 0.5 * Math.sin(6.283 * bands * along + phase + (i * 6.283) / 3));
    }
  };
}
