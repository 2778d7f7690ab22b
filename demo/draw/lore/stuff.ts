/** What relics are made of: metal, glass and cloth in the hues of one picture. */
import { blend, darker, lighter, oklch } from '../colour.ts';
import { ASLANT, type Ink, linear, MIDDLE, radial, ramp } from '../ink.ts';

/** The stuffs an object is made of, one hue for each picture. */
export interface Stuff {
  ink: Ink;
  metal: string;
  bright: string;
  cloth: string;
  outline: string;
  glow: string;
  stroke: string;
}

export function stuffOf(ink: Ink): Stuff {
  const hue = ink.random.between(0, 360);
  const [light, mid, dark] = [oklch(0.93, 0.08, 88), oklch(0.74, 0.13, 78), oklch(0.45, 0.09, 58)];
  const outline = oklch(0.24, 0.05, 40);
  return {
    ink,
    outline,
    bright: light,
    metal: linear(ink, [0, 0, 1, 0.6], [0, light], [0.45, mid], [0.55, blend(light, mid, 0.4)], [1, dark]),
    cloth: oklch(0.62, 0.15, hue),
    glow: oklch(0.86, 0.13, hue + 180),
    stroke: `stroke="${outline}" stroke-width="3.4" stroke-linejoin="round"`,
  };
}

export const glass = ({ ink, glow }: Stuff) =>
  radial(ink, MIDDLE, [0, '#ffffff', 0.95], [0.4, glow, 0.85], [1, blend(glow, '#20304a', 0.5), 0.9]);

export const clothFill = ({ ink, cloth }: Stuff) => ramp(ink, lighter(cloth, 0.35), darker(cloth, 0.35), ASLANT);
