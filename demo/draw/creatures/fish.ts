/** Fish: veiled fins, and a light on a line before the face. */
import { darker, lighter } from '../colour.ts';
import { DOWN, group, line, linear, loop, many, num, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, type Model, markings, mouth } from './anatomy.ts';

/** A fish's tail, back fin and belly fin. */
function fins({ coat, age }: Model, fin: string, deep: number, veil: number, flick: number): string {
  const rays = (x: number, y: number, count: number, long: number, turn: number) =>
    many(count, (i) =>
      line(
        `M${x} ${y}l${num(Math.cos(((turn + (i - count / 2) * 13) * Math.PI) / 180) * long)} ${num(Math.sin(((turn + (i - count / 2) * 13) * Math.PI) / 180) * long)}`,
        coat.outline,
        1.6,
        'stroke-opacity=".35"',
      ),
    );
  const tailFin =
    shape(
      `M-66 6C${num(-92 * veil)} ${num(-58 + flick)} ${num(-128 * veil)} ${num(-56 + flick)} ${num(-122 * veil)} ${num(-30 + flick)}Q${num(-104 * veil)} ${num(4 + flick)} ${num(-118 * veil)} ${num(40 + flick)}C${num(-124 * veil)} ${num(70 + flick)} ${num(-88 * veil)} ${num(62 + flick)} -66 8Z`,
      fin,
      edge(coat),
    ) + rays(-72, 6, 6, 42, 180);
  const dorsal =
    shape(
      `M-44 ${num(-deep * 0.62)}Q-20 ${num(-deep * 1.75 - age * 8)} 34 ${num(-deep * 1.15)}Q22 ${num(-deep * 0.98)} 40 ${num(-deep * 0.7)}Z`,
      fin,
      edge(coat),
    ) + rays(-8, -deep * 0.8, 5, 30, -80);
  const pelvic = shape(
    `M-10 ${num(deep * 0.78)}Q-40 ${num(deep * 1.6)} -8 ${num(deep * 1.75)}Q12 ${num(deep * 1.3)} 22 ${num(deep * 0.8)}Z`,
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
      line(`M${-48 + i * 20 + row * 4} ${num(-22 + row * 17)}q-9 8 0 16`, coat.trim, 2.2, 'stroke-opacity=".42"'),
    ),
  );
  const whiskers = whiskered ? line('M72 22q14 22 2 44M62 28q4 24 -10 38', coat.outline, 3) : '';
  const lure = `M34 ${num(-deep * 0.86)}Q60 ${num(-deep - 52)} 94 ${num(-deep - 20 + flick)}`;
  return (
    fins(model, fin, deep, veil, flick) +
    line(lure, coat.outline, 5) +
    line(lure, coat.shade, 2.4) +
    shape(bodyPath, fur(model), edge(coat)) +
    shape(
      `M80 14Q40 ${num(deep * 1.15)} -30 ${num(deep * 0.68)}Q20 ${num(deep * 0.5)} 80 14Z`,
      coat.belly,
      'fill-opacity=".85"',
    ) +
    scales +
    markings(model, -14, -6, 50, deep * 0.7) +
    group(
      shape('M0 0Q-40 8 -46 34Q-14 40 6 14Z', fin, edge(coat)),
      `transform="translate(14 14) rotate(${num(flick)})"`,
    ) +
    whiskers +
    eye(model, 48, -10, 15, 0.4, 1) +
    mouth(model, 74, 14, 6) +
    cheeks(model, 50, 50, 12, 8) +
    flame(model, 94, -deep - 16 + flick, 19 + age * 4, 3)
  );
}
