/** Keepers: the people of the Lamplit Isles, cloaked, hatted and each with a light in hand. */
import { darker, lighter } from '../colour.ts';
import {
  box,
  circle,
  group,
  type Ink,
  line,
  linear,
  loop,
  MIDDLE,
  many,
  polygon,
  radial,
  shape,
  twinkle,
} from '../ink.ts';
import { backHair, face, hatOf } from './head.ts';
import { type Person, personOf } from './person.ts';

function held({ hold, trim, glow, outline, stroke, ink, lining }: Person): string {
  const halo = radial(ink, MIDDLE, [0, '#ffffff', 0.9], [0.25, glow, 0.6], [1, glow, 0]);
  if (hold === 0)
    return (
      line('M84 108V-120', outline, 9) +
      line('M84 108V-120', '#a8774a', 4.5) +
      line('M84 -112q34 -8 36 20', outline, 5) +
      circle(120, -62, 78, halo) +
      shape(polygon([104, -86], [120, -100], [136, -86]), trim, stroke) +
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
  const drape = linear(ink, [0.2, 0, 0.7, 1], [0, lighter(cloak, 0.22)], [0.6, cloak], [1, darker(cloak, 0.4)]);
  const arm =
    shape('M36 20Q78 34 92 22L96 4Q104 24 98 42Q70 70 40 62Z', drape, stroke) + circle(95, 10, 12, skin, stroke);
  const robe = loop([0, -14], [46, 0], [78, 60], [104, 140], [0, 152], [-104, 140], [-78, 60], [-46, 0]);
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
