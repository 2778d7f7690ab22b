/** Keepers: the people of the Lamplit Isles, cloaked, hatted and each with a light in hand. */

import { randomOf } from '../../random.ts';
import { blend, darker, lighter, oklch } from '../colour.ts';
import {
  box,
  circle,
  ellipse,
  group,
  type Ink,
  line,
  linear,
  many,
  num,
  polygon,
  radial,
  ramp,
  shape,
  smooth,
} from '../ink.ts';
import { twinkle } from '../scenes/scenery.ts';

/** What a person looks like, always the same for the same name. */
interface Person {
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

function personOf(ink: Ink, name: string): Person {
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

function backHair({ hair, locks, stroke, ink }: Person): string {
  const fill = ramp(ink, lighter(hair, 0.2), darker(hair, 0.25));
  if (locks === 0) return shape('M-46 -66Q-66 -6 -54 40H54Q66 -6 46 -66Z', fill, stroke);
  if (locks === 1) return shape('M-44 -60Q-58 -20 -44 -2H44Q58 -20 44 -60Z', fill, stroke);
  if (locks === 2)
    return many(2, (i) => many(4, (k) => ellipse((i ? 1 : -1) * (44 + k * 3), -20 + k * 22, 12 - k, 15, fill, stroke)));
  return circle(0, -98, 22, fill, stroke) + shape('M-42 -60Q-50 -30 -40 -18H40Q50 -30 42 -60Z', fill, stroke);
}

function hatOf({ hat, cloak, trim, lining, stroke, ink, hair }: Person): string {
  const felt = ramp(ink, lighter(cloak, 0.2), darker(cloak, 0.35));
  const fringe = shape('M-42 -58Q-38 -98 0 -98T42 -58Q26 -78 6 -74Q-20 -72 -42 -58Z', hair, stroke);
  const hats = [
    fringe +
      ellipse(0, -74, 82, 15, felt, stroke) +
      shape('M-44 -76Q-40 -150 22 -176Q12 -146 44 -76Q0 -62 -44 -76Z', felt, stroke) +
      line('M-43 -84Q0 -70 43 -84', trim, 8) +
      circle(24, -176, 9, trim, stroke),
    fringe +
      shape('M-54 -70Q-60 -120 0 -124T54 -70Q0 -92 -54 -70Z', felt, stroke) +
      shape('M-56 -68Q0 -92 64 -66Q72 -58 58 -58Q0 -78 -54 -60Z', darker(cloak, 0.45), stroke) +
      circle(0, -96, 9, trim, stroke),
    shape('M-64 0Q-76 -120 0 -126T64 0Q54 -40 44 -56Q30 -92 0 -92T-44 -56Q-54 -40 -64 0Z', felt, stroke) + fringe,
    fringe +
      many(7, (i) =>
        group(
          ellipse(0, -14, 8, 15, i % 2 ? lining : trim, stroke),
          `transform="translate(${-42 + i * 14} ${num(-86 - Math.sin((i / 6) * Math.PI) * 16)}) rotate(${-42 + i * 14})"`,
        ),
      ),
    fringe +
      shape('M-50 -76H50L40 -148H-40Z', felt, stroke) +
      box(-70, -82, 140, 14, felt, 7, stroke) +
      box(-46, -98, 92, 13, trim, 0) +
      group(shape('M0 0Q-12 -30 4 -56Q16 -28 0 0Z', lining, stroke), 'transform="translate(34 -96) rotate(18)"'),
    fringe,
  ];
  return hats[hat] ?? fringe;
}

function face({ skin, outline, hair, beard, spectacles, ink, stroke }: Person): string {
  const fill = ramp(ink, lighter(skin, 0.18), blend(skin, '#b5533c', 0.18));
  const gaze = ink.random.between(-3, 3);
  const eyes = ink.random.chance(0.28)
    ? line('M-24 -50q7 -8 14 0M10 -50q7 -8 14 0', outline, 3.4)
    : many(
        2,
        (i) =>
          ellipse((i ? 17 : -17) + gaze, -51, 5.2, 7.4, outline) + circle((i ? 15 : -19) + gaze, -54, 2.1, '#ffffff'),
      );
  const whiskers = beard ? shape('M-38 -40Q-42 6 0 18Q42 6 38 -40Q24 -30 0 -32T-38 -40Z', hair, stroke) : '';
  const lenses = spectacles
    ? circle(-17, -50, 13, '#ffffff', `fill-opacity=".3" stroke="${outline}" stroke-width="3"`) +
      circle(17, -50, 13, '#ffffff', `fill-opacity=".3" stroke="${outline}" stroke-width="3"`) +
      line('M-4 -50h8', outline, 3)
    : '';
  return (
    ellipse(0, -50, 41, 42, fill, stroke) +
    ellipse(-25, -34, 8, 5, '#ff7a7a', 'fill-opacity=".4"') +
    ellipse(25, -34, 8, 5, '#ff7a7a', 'fill-opacity=".4"') +
    line('M-28 -66q9 -5 18 -1M10 -67q9 -4 18 1', darker(hair, 0.2), 3.4) +
    eyes +
    line('M-2 -44q5 6 0 9', blend(skin, '#5a2a1a', 0.55), 2.6) +
    whiskers +
    line('M-9 -25q9 8 18 0', beard ? '#f3c9b3' : blend(skin, '#7a2a20', 0.65), 3) +
    lenses
  );
}

function held({ hold, trim, glow, outline, stroke, ink, lining }: Person): string {
  const halo = radial(ink, [
    [0, '#ffffff', 0.9],
    [0.25, glow, 0.6],
    [1, glow, 0],
  ]);
  if (hold === 0)
    return (
      line('M84 108V-120', outline, 9) +
      line('M84 108V-120', '#a8774a', 4.5) +
      line('M84 -112q34 -8 36 20', outline, 5) +
      circle(120, -62, 78, halo) +
      shape(
        polygon([
          [104, -86],
          [120, -100],
          [136, -86],
        ]),
        trim,
        stroke,
      ) +
      box(104, -86, 32, 44, glow, 6, stroke) +
      shape('M120 -48C108 -54 112 -68 121 -80C126 -70 132 -58 120 -48Z', '#ffffff') +
      box(100, -44, 40, 9, trim, 3, stroke)
    );
  if (hold === 1)
    return (
      circle(92, 4, 74, halo) +
      circle(92, 4, 22, glow, stroke) +
      circle(86, -3, 7, '#ffffff') +
      twinkle(92, -40, 13, '#ffffff', 1) +
      twinkle(122, -16, 8, '#ffffff', 1)
    );
  return (
    circle(88, -6, 70, halo) +
    group(
      shape('M-34 -26Q0 -40 0 -24Q0 -40 34 -26V24Q0 12 0 26Q0 12 -34 24Z', '#fdf3d7', stroke) +
        line('M0 -24V26M-24 -14h16M-24 -4h16M10 -14h14M10 -4h14', lining, 2.4),
      'transform="translate(88 4) rotate(8)"',
    )
  );
}

/** A keeper about (0, 0), to the knees. */
export function keeper(ink: Ink, name: string): string {
  const person = personOf(ink, name);
  const { cloak, lining, trim, skin, stroke } = person;
  const drape = linear(
    ink,
    [
      [0, lighter(cloak, 0.22)],
      [0.6, cloak],
      [1, darker(cloak, 0.4)],
    ],
    [0.2, 0],
    [0.7, 1],
  );
  const arm =
    shape('M36 20Q78 34 92 22L96 4Q104 24 98 42Q70 70 40 62Z', drape, stroke) + circle(95, 10, 12, skin, stroke);
  const robe = smooth(
    [
      [0, -14],
      [46, 0],
      [78, 60],
      [104, 140],
      [0, 152],
      [-104, 140],
      [-78, 60],
      [-46, 0],
    ],
    true,
  );
  return (
    backHair(person) +
    shape(robe, drape, stroke) +
    shape('M-14 -4L-34 146H36L16 -4Z', lining, stroke) +
    many(4, (i) => circle(0, 26 + i * 28, 5.5, trim, stroke)) +
    line('M-58 40Q-78 90 -80 138M58 60Q74 100 80 138', darker(cloak, 0.5), 3, 'stroke-opacity=".5"') +
    shape('M-52 -2Q0 30 52 -2Q46 22 0 34Q-46 22 -52 -2Z', trim, stroke) +
    shape('M-38 22Q-76 44 -70 88Q-56 96 -44 84Q-48 60 -30 48Z', drape, stroke) +
    face(person) +
    hatOf(person) +
    held(person) +
    arm
  );
}
