/** A person's head: hair, face and hat. */
import { blend, darker, lighter } from '../colour.ts';
import { box, circle, ellipse, group, line, many, num, ramp, shape } from '../ink.ts';
import type { Person } from './person.ts';

export function backHair({ hair, locks, stroke, ink }: Person): string {
  const fill = ramp(ink, lighter(hair, 0.2), darker(hair, 0.25));
  if (locks === 0) return shape('M-46 -66Q-66 -6 -54 40H54Q66 -6 46 -66Z', fill, stroke);
  if (locks === 1) return shape('M-44 -60Q-58 -20 -44 -2H44Q58 -20 44 -60Z', fill, stroke);
  if (locks === 2)
    return many(2, (i) => many(4, (k) => ellipse((i ? 1 : -1) * (44 + k * 3), -20 + k * 22, 12 - k, 15, fill, stroke)));
  return circle(0, -98, 22, fill, stroke) + shape('M-42 -60Q-50 -30 -40 -18H40Q50 -30 42 -60Z', fill, stroke);
}

export function hatOf({ hat, cloak, trim, lining, stroke, ink, hair }: Person): string {
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

export function face({ skin, outline, hair, beard, spectacles, ink, stroke }: Person): string {
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
