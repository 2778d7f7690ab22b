/** What all creatures share: a coat of colours, eyes that look somewhere, and the flame every one of them carries. */
import type { Random } from '../../random.ts';
import { blend, darker, lighter } from '../colour.ts';
import { circle, ellipse, group, type Ink, line, linear, MIDDLE, many, radial, ramp, rounded, shape } from '../ink.ts';
import type { Coat } from '../palette.ts';
import type { Breed } from './breeds.ts';

/** What a family looks like whoever paints it, and what this one picture makes of it. */
export interface Model {
  ink: Ink;
  coat: Coat;
  /** The family's own chance: the same in each of its pictures. */
  build: Random;
  breed: Breed;
  /** Age of the line, 0 young to 2 grown: the elders have more horn, frill and spread. */
  age: number;
  /** 0 calm, 1 fierce, 2 asleep, 3 glad */
  temper: number;
}

/** The outline every part is drawn with. */
export const edge = (coat: Coat, width = 3): string =>
  `stroke="${coat.outline}" stroke-width="${width}" stroke-linejoin="round"`;

/** The body's fill: lit from above, shaded below. */
export const fur = ({ ink, coat }: Model): string =>
  linear(ink, [0.3, 0, 0.6, 1], [0, lighter(coat.body, 0.22)], [0.5, coat.body], [1, coat.shade]);

/** One eye. `look` turns it, -1 left to 1 right; `inner` is the side of the nose, for the brow. */
export function eye(
  { ink, coat, temper, age }: Model,
  x: number,
  y: number,
  size: number,
  look: number,
  inner: 1 | -1,
): string {
  const r = size * (1.14 - age * 0.1);
  if (temper === 2) return line(rounded`M${x - r} ${y}q${r} ${r * 0.9} ${r * 2} 0`, coat.outline, r * 0.3);
  if (temper === 3) return line(rounded`M${x - r} ${y + r * 0.4}q${r} ${-r * 1.4} ${r * 2} 0`, coat.outline, r * 0.34);
  const iris = radial(
    ink,
    [0.5, 0.3, 0.75],
    [0, darker(coat.iris, 0.75)],
    [0.5, darker(coat.iris, 0.6)],
    [0.85, coat.iris],
    [1, lighter(coat.iris, 0.3)],
  );
  const glance = look * r * 0.18;
  const brow =
    temper === 1
      ? shape(
          rounded`M${x - inner * r * 1.35} ${y - r * 1.35}L${x + inner * r * 1.15} ${y - r * 0.35}L${x + inner * r * 1.1} ${y - r * 1.5}Z`,
          coat.body,
        ) +
        line(
          rounded`M${x - inner * r * 1.3} ${y - r * 1.15}L${x + inner * r * 1.1} ${y - r * 0.3}`,
          coat.outline,
          r * 0.26,
        )
      : '';
  return (
    ellipse(x, y, r * 0.92, r * 1.08, '#fffdf5', edge(coat, 2.5)) +
    ellipse(x + glance, y + r * 0.05, r * 0.74, r * 0.92, iris) +
    ellipse(x + glance, y - r * 0.02, r * 0.4, r * 0.52, darker(coat.outline, 0.4)) +
    circle(x + glance - r * 0.26, y - r * 0.38, r * 0.27, '#ffffff') +
    circle(x + glance + r * 0.28, y + r * 0.34, r * 0.13, '#ffffff', 'fill-opacity=".85"') +
    brow
  );
}

/** Two rosy cheeks. */
export const cheeks = ({ coat }: Model, x1: number, x2: number, y: number, r: number): string =>
  many(2, (i) => ellipse(i === 0 ? x1 : x2, y, r, r * 0.62, blend(coat.accent, '#ff7a90', 0.6), 'fill-opacity=".5"'));

/** A small mouth, glad or firm. */
export const mouth = ({ coat, temper }: Model, x: number, y: number, w: number): string =>
  temper === 1
    ? shape(
        rounded`M${x - w} ${y}Q${x} ${y + w * 0.3} ${x + w} ${y - w * 0.1}Q${x + w * 0.2} ${y + w * 1.3} ${x - w} ${y}Z`,
        darker(coat.accent, 0.55),
        edge(coat, 2.2),
      ) + shape(rounded`M${x - w * 0.5} ${y + w * 0.12}l${w * 0.18} ${w * 0.4}l${w * 0.2} ${-w * 0.34}Z`, '#ffffff')
    : line(rounded`M${x - w} ${y}q${w * 0.5} ${w * 0.7} ${w} 0q${w * 0.5} ${w * 0.7} ${w} 0`, coat.outline, 2.6);

/** The wick's flame, its foot at (x, y). */
export function flame({ ink, coat }: Model, x: number, y: number, size: number, lean = 0): string {
  const tongue = (k: number) =>
    rounded`M${x} ${y}C${x - size * 0.62 * k} ${y - size * 0.1 * k} ${x - size * 0.42 * k} ${y - size * 0.72 * k} ${x + lean * k} ${y - size * 1.35 * k}C${x + size * 0.12 * k} ${y - size * 0.8 * k} ${x + size * 0.66 * k} ${y - size * 0.5 * k} ${x} ${y}Z`;
  const halo = radial(ink, MIDDLE, [0, coat.flame, 0.75], [0.4, coat.flame, 0.28], [1, coat.flame, 0]);
  return (
    circle(x, y - size * 0.5, size * 1.9, halo) +
    shape(tongue(1), coat.flame, `stroke="${blend(coat.flame, coat.outline, 0.45)}" stroke-width="2"`) +
    shape(tongue(0.68), lighter(coat.flame, 0.5)) +
    shape(tongue(0.38), '#ffffff', 'fill-opacity=".95"')
  );
}

/** Spots, stripes or stars over a body, by the family. */
export function markings({ coat, build }: Model, x: number, y: number, rx: number, ry: number): string {
  const kind = build.whole(0, 3);
  const colour = build.chance(0.5) ? coat.trim : coat.accent;
  if (kind === 0)
    return many(5, () => {
      const [angle, reach] = [build.between(0, Math.PI * 2), build.between(0.2, 0.72)];
      return ellipse(
        x + Math.cos(angle) * rx * reach,
        y + Math.sin(angle) * ry * reach,
        rx * build.between(0.07, 0.14),
        ry * build.between(0.07, 0.14),
        colour,
        'fill-opacity=".55"',
      );
    });
  if (kind === 1)
    return many(3, (i) =>
      line(
        rounded`M${x + (i - 1) * rx * 0.42} ${y - ry * (0.9 - Math.abs(i - 1) * 0.1)}q${rx * 0.12} ${ry * 0.3} ${-rx * 0.02} ${ry * 0.55}`,
        colour,
        rx * 0.09,
        'stroke-opacity=".6"',
      ),
    );
  if (kind === 2)
    return many(3, (i) => {
      const [sx, sy, s] = [x + (i - 1) * rx * 0.45, y - ry * 0.3 + (i % 2) * ry * 0.3, rx * 0.13];
      return shape(
        rounded`M${sx} ${sy - s}L${sx + s * 0.7} ${sy}L${sx} ${sy + s}L${sx - s * 0.7} ${sy}Z`,
        colour,
        'fill-opacity=".7"',
      );
    });
  return '';
}

/** A horn of the family's kind, its foot at (x, y), growing up and to `side`. */
export function horn(
  { ink, coat, age }: Model,
  kind: number,
  x: number,
  y: number,
  size: number,
  side: 1 | -1,
): string {
  const s = size * (0.75 + age * 0.22);
  const ivory = ramp(ink, lighter(coat.belly, 0.5), blend(coat.belly, coat.trim, 0.5));
  const stroke = edge(coat, 2.4);
  if (kind === 0)
    return shape(
      rounded`M${x - s * 0.16} ${y}Q${x + side * s * 0.05} ${y - s * 0.6} ${x + side * s * 0.42} ${y - s}Q${x + side * s * 0.35} ${y - s * 0.4} ${x + s * 0.18} ${y}Z`,
      ivory,
      stroke,
    );
  if (kind === 1) {
    const stem = rounded`M${x} ${y}q${side * s * 0.1} ${-s * 0.5} ${side * s * 0.5} ${-s * 0.95}M${x + side * s * 0.12} ${y - s * 0.42}q${side * s * 0.35} ${-s * 0.05} ${side * s * 0.5} ${-s * 0.22}M${x + side * s * 0.28} ${y - s * 0.68}q${-side * s * 0.12} ${-s * 0.2} ${-side * s * 0.08} ${-s * 0.4}`;
    return line(stem, coat.outline, s * 0.2) + line(stem, blend(coat.belly, coat.trim, 0.25), s * 0.11);
  }
  if (kind === 2) {
    const curl = rounded`M${x} ${y}c${side * s * 0.1} ${-s * 0.6} ${side * s * 0.85} ${-s * 0.5} ${side * s * 0.75} ${s * 0.02}c${-side * s * 0.03} ${s * 0.28} ${-side * s * 0.42} ${s * 0.2} ${-side * s * 0.34} ${-s * 0.1}`;
    return line(curl, coat.outline, s * 0.3) + line(curl, blend(coat.belly, coat.trim, 0.2), s * 0.19);
  }
  return group(
    shape(
      rounded`M${x - s * 0.12} ${y}L${x + side * s * 0.2} ${y - s * 0.8}L${x + s * 0.16} ${y}Z`,
      ramp(ink, '#ffffff', coat.accent),
      stroke,
    ),
    'opacity=".96"',
  );
}
