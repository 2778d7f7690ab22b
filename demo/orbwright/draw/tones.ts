/** The tones of an engraving: line, ground and sky by the card's metal, pale on dark, or dark on pale under another sky. */
import { oklch } from '../../draw/colour.ts';
import type { OrbwrightCard } from '../cards.ts';
import type { Metal } from '../print-lists.ts';

/** A metal's hue in degrees of OKLCH, its chroma, and how light its lines are. */
const METALS: Record<Metal, readonly [hue: number, chroma: number, light: number]> = {
  Brass: [88, 0.11, 0.8],
  Silver: [240, 0.02, 0.86],
  Copper: [45, 0.12, 0.74],
  Cobalt: [262, 0.14, 0.7],
};

export interface Tones {
  /** Of the metal: lines, rims, gears. */
  metal: string;
  shade: string;
  /** The plate, and the sky within its circle. */
  ground: string;
  deep: string;
  sky: string;
  /** Letters. */
  text: string;
}

export function tonesOf({ metal, isOtherSky }: Pick<OrbwrightCard, 'metal' | 'isOtherSky'>): Tones {
  const [hue, chroma, light] = METALS[metal];
  return isOtherSky
    ? {
        metal: oklch(light - 0.38, chroma, hue),
        shade: oklch(light - 0.16, chroma * 0.8, hue),
        ground: oklch(0.93, 0.03, hue),
        deep: oklch(0.86, 0.05, hue),
        sky: oklch(0.9, 0.06, hue + 150),
        text: oklch(0.28, 0.05, hue),
      }
    : {
        metal: oklch(light, chroma, hue),
        shade: oklch(light - 0.3, chroma, hue),
        ground: oklch(0.24, 0.035, hue + 190),
        deep: oklch(0.16, 0.03, hue + 190),
        sky: oklch(0.3, 0.07, hue + 170),
        text: oklch(0.94, 0.02, hue),
      };
}
