/** Fish: veiled fins, and a light on a line before the face. */
import { darker, lighter } from '../colour.ts';
import { DOWN, group, line, linear, loop, many, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, type Model, markings, mouth } from './anatomy.ts';

/** A fish's tail, back fin and belly fin. */
function fins({ coat, age }: Model, fin: string, deep: number, veil: number, flick: number): string {
  const rays = (x: number, y: number, count: number, long: number, turn: number) =>
    many(count, (i) => {
      const angle = ((turn + (i - count / 2) * 13) * Math.PI) / 180;
      const ray = rounded`l${Math.cos(angle) * long} ${Math.sin(angle) * long}`;
      return line(`M${x} ${y}${ray}`, coat.outline, 1.6, 'stroke-opacity=".35"');
    });
  const tailFin =
    shape(
      rounded`M-66 6C${-92 * veil} ${-58 + flick} ${-128 * veil} ${-56 + flick} ${-122 * veil} ${-30 + flick}Q${-104 * veil} ${4 + flick} ${-118 * veil} ${40 + flick}C${-124 * veil} ${70 + flick} ${-88 * veil} ${62 + flick} -66 8Z`,
      fin,
      edge(coat),
    ) + rays(-72, 6, 6, 42, 180);
  const dorsal =
    shape(
      rounded`M-44 ${-deep * 0.62}Q-20 ${-deep * 1.75 - age * 8} 34 ${-deep * 1.15}Q22 ${-deep * 0.98} 40 ${-deep * 0.7}Z`,
      fin,
      edge(coat),
    ) + rays(-8, -deep * 0.8, 5, 30, -80);
  const pelvic = shape(
    rounded`M-10 ${deep * 0.78}Q-40 ${deep * 1.6} -8 ${deep * 1.75}Q12 ${deep * 1.3} 22 ${deep * 0.8}Z`,
    fin,
    edge(coat),
  );
  return tailFin + dorsal + pelvic;
}

export function fish(model: Model): string {
  const { coat, build, age, ink } = model;
  const [deep, veil, whiskered] = [build.between(44, 58), build.between(0.85, 1.25) + age * 0.12, build.chance(0.35)];
  const flick = ink.random.between(-10, 10);
  const fin = linear(ink, DOWN, [0, lighter(coat.accent, 0.3)], [1, darker(coat.accent, 0.2), 0.85]);
  const bodyPath = loop(
    [84, 6],
    [62, -deep * 0.62],
    [8, -deep],
    [-48, -deep * 0.5],
    [-76, 6],
    [-48, deep * 0.55],
    [8, deep],
    [62, deep * 0.66],
  );
  const scales = many(3, (row) =>
    many(4, (i) =>
      line(rounded`M${-48 + i * 20 + row * 4} ${-22 + row * 17}q-9 8 0 16`, coat.trim, 2.2, 'stroke-opacity=".42"'),
    ),
  );
  const whiskers = whiskered ? line('M72 22q14 22 2 44M62 28q4 24 -10 38', coat.outline, 3) : '';
  const lure = rounded`M34 ${-deep * 0.86}Q60 ${-deep - 52} 94 ${-deep - 20 + flick}`;
  return (
    fins(model, fin, deep, veil, flick) +
    line(lure, coat.outline, 5) +
    line(lure, coat.shade, 2.4) +
    shape(bodyPath, fur(model), edge(coat)) +
    shape(
      rounded`M80 14Q40 ${deep * 1.15} -30 ${deep * 0.68}Q20 ${deep * 0.5} 80 14Z`,
      coat.belly,
      'fill-opacity=".85"',
    ) +
    scales +
    markings(model, -14, -6, 50, deep * 0.7) +
    group(
      shape('M0 0Q-40 8 -46 34Q-14 40 6 14Z', fin, edge(coat)),
      rounded`transform="translate(14 14) rotate(${flick})"`,
    ) +
    whiskers +
    eye(model, 48, -10, 15, 0.4, 1) +
    mouth(model, 74, 14, 6) +
    cheeks(model, 50, 50, 12, 8) +
    flame(model, 94, -deep - 16 + flick, 19 + age * 4, 3)
  );
}
