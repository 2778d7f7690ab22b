/** The signs of the game: the nine kinds of glow as badges, and the great flames of the glow cards. */
import { darker, lighter } from './colour.ts';
import {
  box,
  circle,
  curve,
  ellipse,
  group,
  type Ink,
  line,
  MIDDLE,
  many,
  num,
  polygon,
  radial,
  ramp,
  ring,
  rounded,
  shape,
  twinkle,
} from './ink.ts';
import { glowColour } from './palette.ts';

const SIGNS: Record<string, string> = {
  Ember: 'M0 62C-50 50 -42 -6 -8 -64C0 -36 12 -30 18 -44C46 -8 48 50 0 62Z',
  Tide: 'M0 -64C26 -26 44 -4 44 22A44 42 0 0 1 -44 22C-44 -4 -26 -26 0 -64Z',
  Moss: 'M-46 50C-60 -20 -10 -58 52 -56C58 10 16 56 -30 42L-46 60Z',
  Gale: 'M-56 -14H14A20 20 0 1 0 -6 -34H-22A36 36 0 1 1 14 2H-56ZM-40 16H26A20 20 0 1 1 6 36H-10A36 36 0 0 0 26 0H44V16Z',
  Ore: 'M-34 -48H34L60 -10L0 60L-60 -10Z',
  Rime: 'M-7 -62H7V-22L36 -42L44 -30L14 -8L48 12L40 24L7 4V62H-7V4L-40 24L-48 12L-14 -8L-44 -30L-36 -42L-7 -22Z',
  Dusk: 'M20 -60A60 60 0 1 0 58 34A48 48 0 0 1 20 -60Z',
  Dawn: polygon(...ring(16, (i) => (i % 2 ? 34 : 64), 0, 0, 0)),
  Plain: polygon(...ring(8, (i) => (i % 2 ? 18 : 58), 0, 0, Math.PI / 2)),
};

/** A round badge with the sign of a kind of glow. */
export function badge(ink: Ink, type: string, x: number, y: number, r: number): string {
  const colour = glowColour(type);
  const fill = radial(ink, [0.35, 0.3, 0.8], [0, lighter(colour, 0.45)], [0.75, colour], [1, darker(colour, 0.3)]);
  const sign = darker(colour, 0.72);
  return (
    circle(x, y, r, fill, `stroke="${sign}" stroke-width="${num(r * 0.1)}"`) +
    group(
      shape(SIGNS[type] ?? '', type === 'Plain' ? '#fffdf4' : sign),
      `transform="translate(${num(x)} ${num(y)}) scale(${Math.round(r * 10) / 1000})"`,
    ) +
    ellipse(
      x - r * 0.3,
      y - r * 0.45,
      r * 0.34,
      r * 0.18,
      '#ffffff',
      rounded`fill-opacity=".45" transform="rotate(-30 ${x - r * 0.3} ${y - r * 0.45})"`,
    )
  );
}

/** Three rings of petals around (x, y). */
const wreath = (colour: string, x: number, y: number, r: number, petals: number): string =>
  many(3, (k) => {
    const petal = rounded`M0 ${-r * (1.15 + k * 0.36)}q${r * 0.24} ${r * 0.25} 0 ${r * 0.5}q${-r * 0.24} ${-r * 0.25} 0 ${-r * 0.5}Z`;
    const fill = rounded`fill-opacity="${0.8 - k * 0.2}"`;
    const one = (i: number) =>
      group(
        shape(petal, lighter(colour, 0.6 - k * 0.15), fill),
        rounded`transform="rotate(${((i + k / 2) / petals) * 360})"`,
      );
    return group(many(petals, one), rounded`transform="translate(${x} ${y})"`);
  });

/** A glow card's picture: the sign enthroned in a window of light. */
export function greatFlame(ink: Ink, type: string, w: number, h: number): string {
  const { random } = ink;
  const colour = glowColour(type);
  const [x, y, r] = [w / 2, h * 0.5, Math.min(w, h) * 0.3];
  const deep = darker(colour, 0.72);
  const sky = radial(ink, [0.5, 0.5, 0.75], [0, lighter(colour, 0.65)], [0.35, colour], [1, deep]);
  const crown = wreath(colour, x, y, r, random.whole(9, 14));
  const waves = many(5, (i) =>
    circle(
      x,
      y,
      r * (1.05 + i * 0.5),
      'none',
      `stroke="${lighter(colour, 0.6)}" stroke-width="${num(2.6 - i * 0.4)}" stroke-opacity="${num(0.6 - i * 0.1)}"`,
    ),
  );
  const swirl = many(6, () => {
    const [sx, sy, long] = [random.between(0, w), random.between(0, h), random.between(30, 80)];
    return line(
      curve([sx, sy], [sx + long * 0.4, sy - 12], [sx + long * 0.7, sy + 6], [sx + long, sy - 10]),
      lighter(colour, 0.5),
      3,
      'stroke-opacity=".4"',
    );
  });
  const disc = radial(ink, MIDDLE, [0, '#ffffff'], [0.7, lighter(colour, 0.55)], [1, colour]);
  const body = ramp(ink, lighter(colour, 0.25), darker(colour, 0.45));
  return (
    box(0, 0, w, h, sky) +
    swirl +
    waves +
    crown +
    circle(x, y, r * 1.02, disc, `stroke="${deep}" stroke-width="3"`) +
    group(
      shape(SIGNS[type] ?? '', body, `stroke="${deep}" stroke-width="5" stroke-linejoin="round"`),
      `transform="translate(${num(x)} ${num(y)}) scale(${Math.round((r / 82) * 100) / 100})"`,
    ) +
    many(12, () => twinkle(random.between(0, w), random.between(0, h), random.between(4, 12), '#ffffff'))
  );
}
