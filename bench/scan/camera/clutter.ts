/** What else lies on the table of a far photo, and the hand that holds the card: papers, other cards, coins, pens, fingers. */
import { bumps, type Chance } from './chance.ts';
import type { Light } from './surface.ts';

/** Paints what lies at a place of the table over what is there; `above` only what lies over the card. */
export type Clutter = (x: number, y: number, above: boolean, into: Light) => void;

/** A rectangle with round corners, anywhere and turned anyhow; of half its width as corner it is a disc or a finger. */
interface Thing {
  x: number;
  y: number;
  cos: number;
  sin: number;
  halfWidth: number;
  halfHeight: number;
  corner: number;
  isAbove: boolean;
  /** Light of a place, in shares of its width and height around its middle. */
  look(u: number, v: number, into: Light): void;
}

const KINDS = ['paper', 'card', 'card', 'coin', 'pen', 'box'] as const;
const SIZES: Record<(typeof KINDS)[number], readonly [halfWidth: number, halfHeight: number, corner: number]> = {
  paper: [74, 105, 0.5],
  card: [31.5, 44, 3],
  coin: [12, 12, 12],
  pen: [4.5, 70, 4],
  box: [48, 35, 2],
};

const tone = (chance: Chance, low: number, high: number): Light => [
  chance.between(low, high),
  chance.between(low, high),
  chance.between(low, high),
];

function lookOf(chance: Chance, kind: (typeof KINDS)[number]): Thing['look'] {
  const one = kind === 'paper' ? tone(chance, 0.6, 0.9) : tone(chance, 0.01, 0.7);
  const two = tone(chance, 0.01, 0.8);
  const noise = bumps(Math.floor(chance.between(0, 1e6)));
  return (u, v, into) => {
    let share = 0.3 * noise(6 * u, 6 * v);
    if (kind === 'paper' && Math.abs(u) < 0.8 && Math.sin(90 * v) > 0.6) share = noise(40 * u, 90 * v) > 0.4 ? 0.9 : 0;
    if (kind === 'card' && Math.abs(u) < 0.9 && Math.abs(v) < 0.93) share = v < 0 ? noise(5 * u, 7 * v) : 0.8;
    for (let i = 0; i < 3; i += 1) into[i] = (one[i] ?? 0) * (1 - share) + (two[i] ?? 0) * share;
  };
}

function thingOf(chance: Chance): Thing {
  const kind = chance.oneOf(KINDS);
  const [halfWidth, halfHeight, corner] = SIZES[kind];
  const away = chance.between(45, 190);
  const towards = chance.between(0, 2 * Math.PI);
  const angle = chance.between(0, Math.PI);
  return {
    x: away * Math.cos(towards),
    y: away * Math.sin(towards),
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    halfWidth,
    halfHeight,
    corner,
    isAbove: false,
    look: lookOf(chance, kind),
  };
}

/** A finger that comes from outside and ends `over` millimetres within the card's edge. */
function fingerOf(chance: Chance, skin: Light, isAbove: boolean): Thing {
  const towards = chance.between(0, 2 * Math.PI);
  const edge = Math.min(31.5 / Math.abs(Math.cos(towards)), 44 / Math.abs(Math.sin(towards)));
  const long = 75;
  const middle = edge - (isAbove ? chance.between(2, 13) : 20) + long;
  const noise = bumps(Math.floor(chance.between(0, 1e6)));
  return {
    x: middle * Math.cos(towards),
    y: middle * Math.sin(towards),
    cos: Math.sin(towards),
    sin: -Math.cos(towards),
    halfWidth: chance.between(8, 10),
    halfHeight: long,
    corner: 8,
    isAbove,
    look: (u, v, into) => {
      const round = 1 - 0.5 * u * u;
      for (let i = 0; i < 3; i += 1) into[i] = (skin[i] ?? 0) * round * (0.85 + 0.3 * noise(2 * u, 9 * v));
    },
  };
}

/** Skin in linear light, from dark to light. */
export function skinOf(chance: Chance): Light {
  const pale = chance.between(0.15, 1);
  return [0.62 * pale, (0.2 + 0.14 * pale) * pale, (0.1 + 0.14 * pale) * pale];
}

function covers(thing: Thing, x: number, y: number, into: Light): boolean {
  const across = (x - thing.x) * thing.cos + (y - thing.y) * thing.sin;
  const down = (y - thing.y) * thing.cos - (x - thing.x) * thing.sin;
  const dx = Math.abs(across) - thing.halfWidth + thing.corner;
  const dy = Math.abs(down) - thing.halfHeight + thing.corner;
  if (Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) > thing.corner) return false;
  thing.look(across / thing.halfWidth, down / thing.halfHeight, into);
  return true;
}

/** `most` things at most around the card, and a hand `handShare` of the time. */
export function clutterOf(chance: Chance, most: number, handShare: number): Clutter {
  const things = Array.from({ length: Math.floor(chance.between(0, most + 1)) }, () => thingOf(chance));
  if (chance.happens(handShare)) {
    const skin = skinOf(chance);
    things.push(...[false, false, false, true].map((isAbove) => fingerOf(chance, skin, isAbove)));
  }
  return (x, y, above, into) => {
    for (const thing of things) if (thing.isAbove === above) covers(thing, x, y, into);
  };
}
