/** The colours of the game: of the glows, of a family's coat, of a frame's metal. */
import type { Random } from '../random.ts';
import { oklch } from './colour.ts';
import { ASLANT, type Ink, linear } from './ink.ts';

/** A kind of glow: its hue in degrees of OKLCH, the colour of its badge, and how a coat near its hue is painted. */
interface Glow {
  hue: number;
  badge: string;
  bright: number;
  chroma: number;
}

const glow = (hue: number, badge: string, bright: number, chroma = 0.135): Glow => ({ hue, badge, bright, chroma });

const GLOWS: Record<string, Glow> = {
  Ember: glow(42, oklch(0.66, 0.15, 42), 0.68),
  Tide: glow(238, oklch(0.66, 0.15, 238), 0.64),
  Moss: glow(142, oklch(0.66, 0.15, 142), 0.68),
  Gale: glow(188, oklch(0.66, 0.15, 188), 0.82),
  Ore: glow(78, oklch(0.66, 0.1, 72), 0.62, 0.075),
  Rime: glow(222, oklch(0.82, 0.09, 222), 0.86, 0.055),
  Dusk: glow(302, oklch(0.5, 0.17, 302), 0.5),
  Dawn: glow(92, oklch(0.85, 0.15, 92), 0.86),
  Plain: glow(70, oklch(0.78, 0.02, 80), 0.7),
};

function glowOf(type: string): Glow {
  const found = GLOWS[type];
  if (found === undefined) throw new RangeError(`no such glow: ${type}`);
  return found;
}

/** The colour of a kind of glow. */
export const glowColour = (type: string): string => glowOf(type).badge;

/** A creature's colours. */
export interface Coat {
  body: string;
  shade: string;
  belly: string;
  accent: string;
  trim: string;
  outline: string;
  iris: string;
  flame: string;
}

/** The coat of a family: near the hue of its glow, the details in a colour across from it. */
export function coatOf(type: string, build: Random, shiny: boolean): Coat {
  const glow = glowOf(type);
  const turn = shiny ? build.between(90, 150) : 0;
  const hue = glow.hue + build.between(-24, 24) + turn;
  const bright = glow.bright + build.between(-0.07, 0.06);
  const chroma = glow.chroma + build.between(-0.02, 0.025);
  const accentHue = hue + build.pick([150, 180, 215, 60, -70]);
  const body = oklch(bright, chroma, hue);
  return {
    body,
    shade: oklch(bright - 0.2, chroma * 0.95, hue + 12),
    belly: oklch(Math.min(0.95, bright + 0.2), chroma * 0.45, hue - 14),
    accent: oklch(0.72, 0.15, accentHue),
    trim: oklch(bright - 0.32, chroma * 0.7, hue + 24),
    outline: oklch(0.24, 0.05, hue + 20),
    iris: oklch(0.74, 0.16, accentHue + 30),
    flame: oklch(0.8, 0.16, type === 'Ember' ? 70 : glow.hue),
  };
}

/** What is written on dark, and the paper rules are written on. */
export const CREAM = '#fffaf0';

/** A metal: its light, its own colour, and its shade. */
export type Metal = readonly [light: string, mid: string, dark: string];
export const GOLD: Metal = ['#fff3c4', '#e0a83a', '#8a5a14'];
export const SILVER: Metal = ['#ffffff', '#b9c2cf', '#66707f'];
export const SLATE: Metal = ['#6a6577', '#3a3646', '#211e2b'];

export const metalFill = (ink: Ink, [light, mid, dark]: Metal) =>
  linear(ink, ASLANT, [0, light], [0.3, mid], [0.5, light], [0.75, mid], [1, dark]);
