/** What a person looks like. */
import { randomOf } from '../../random.ts';
import { oklch } from '../colour.ts';
import type { Ink } from '../ink.ts';

/** What a person looks like, always the same for the same name. */
export interface Person {
  ink: Ink;
  skin: string;
  hair: string;
  cloak: string;
  lining: string;
  trim: string;
  outline: string;
  stroke: string;
  hat: number;
  locks: number;
  beard: boolean;
  spectacles: boolean;
  hold: number;
  glow: string;
}

export function personOf(ink: Ink, name: string): Person {
  const build = randomOf(`keeper ${name}`);
  const hue = build.between(0, 360);
  const outline = oklch(0.23, 0.04, hue);
  return {
    ink,
    outline,
    stroke: `stroke="${outline}" stroke-width="3" stroke-linejoin="round"`,
    skin: build.pick(['#f6d7bd', '#e8b48d', '#c98a5e', '#9a6240', '#6d4229']),
    hair: build.pick(['#2c2233', '#5b3423', '#a85a2a', '#d8a24a', '#e9e4da', '#7d3b52', '#3f5d6b']),
    cloak: oklch(0.5, 0.13, hue),
    lining: oklch(0.72, 0.12, hue + 150),
    trim: oklch(0.82, 0.11, 85),
    glow: oklch(0.88, 0.12, build.pick([85, 60, 190, 140, 320])),
    hat: build.whole(0, 5),
    locks: build.whole(0, 3),
    beard: build.chance(0.24),
    spectacles: build.chance(0.25),
    hold: build.whole(0, 2),
  };
}
