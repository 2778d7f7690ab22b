/** Creatures of mist and deep water: jellies and wisps. */

import { blend, lighter } from '../colour.ts';
import {
  circle,
  ellipse,
  group,
  haloFill,
  line,
  linear,
  many,
  num,
  type Point,
  radial,
  shape,
  smooth,
} from '../ink.ts';
import { cheeks, edge, eye, flame, type Model, markings, mouth } from './anatomy.ts';

export function jelly(model: Model): string {
  const { coat, build, age, ink } = model;
  const [wide, tall, arms] = [build.between(72, 88) + age * 4, build.between(82, 98), build.whole(5, 7) + age];
  const sway = ink.random.between(-16, 16);
  const bell = radial(
    ink,
    [
      [0, lighter(coat.belly, 0.5), 0.98],
      [0.5, coat.body, 0.95],
      [1, coat.shade, 0.95],
    ],
    [0.42, 0.25],
    0.85,
  );
  const strand = (i: number, front: boolean) => {
    const x = (i / (arms - 1) - 0.5) * wide * 1.5;
    const d = `M${num(x)} 4C${num(x + 14 + sway * 0.5)} 34 ${num(x - 18 + sway)} 58 ${num(x + sway * 1.3)} ${num(88 + (i % 2) * 16)}`;
    return line(d, coat.outline, front ? 10 : 8) + line(d, i % 2 ? coat.accent : coat.belly, front ? 5.5 : 4);
  };
  const hem = many(7, (i) =>
    circle(
      -wide + 12 + (i * (wide * 2 - 24)) / 6,
      4,
      wide / 6.4,
      i % 2 ? coat.accent : lighter(coat.accent, 0.25),
      edge(coat, 2.4),
    ),
  );
  const dome = `M${num(-wide)} 4C${num(-wide * 1.02)} ${num(-tall * 1.25)} ${num(wide * 1.02)} ${num(-tall * 1.25)} ${num(wide)} 4Q0 26 ${num(-wide)} 4Z`;
  const lights = many(6, () => {
    const [x, y] = [build.between(-0.7, 0.7) * wide, build.between(-0.78, -0.5) * tall];
    return circle(x, y, 9, coat.flame, 'fill-opacity=".3"') + circle(x, y, 3.8, lighter(coat.flame, 0.6));
  });
  return (
    many(arms, (i) => strand(i, i % 2 === 0)) +
    hem +
    shape(dome, bell, edge(coat)) +
    line(
      `M${num(-wide * 0.66)} ${num(-tall * 0.42)}Q${num(-wide * 0.4)} ${num(-tall * 0.82)} 0 ${num(-tall * 0.84)}`,
      '#ffffff',
      6,
      'stroke-opacity=".6"',
    ) +
    lights +
    eye(model, -24, -22, 14, -0.1, 1) +
    eye(model, 24, -22, 14, 0.1, -1) +
    mouth(model, 0, -4, 8) +
    cheeks(model, -44, 44, -6, 8) +
    flame(model, 0, -tall * 0.9, 22 + age * 5, sway * 0.4)
  );
}

const scarf = ({ coat }: Model, wide: number): string =>
  shape(
    `M${num(-wide * 0.96)} 2Q0 34 ${num(wide * 0.96)} 2L${num(wide * 0.98)} 18Q0 48 ${num(-wide * 0.99)} 18Z`,
    coat.accent,
    edge(coat, 2.6),
  ) + shape(`M${num(wide * 0.5)} 20l16 34l-22 -4Z`, coat.accent, edge(coat, 2.6));

/** The lantern some wisps have for a heart. */
function heartLantern({ ink, coat }: Model): string {
  const light = radial(ink, [
    [0, '#ffffff'],
    [0.5, coat.flame],
    [1, blend(coat.flame, coat.shade, 0.5)],
  ]);
  return shape('M-12 22h24l5 9v24l-5 9h-24l-5 -9v-24Z', light, edge(coat, 2.6)) + line('M0 22v42', coat.outline, 2.4);
}

export function wisp(model: Model): string {
  const { coat, build, age, ink } = model;
  const [wide, curl, collar] = [build.between(50, 62), build.between(-30, 30), build.chance(0.5)];
  const drift = ink.random.between(-12, 12);
  const hem: Point[] = [
    [wide * 0.98, 30],
    [wide * 0.8 + drift, 84],
    [wide * 0.48 + drift, 66],
    [wide * 0.22 + drift, 100],
    [-wide * 0.12 + drift, 70],
    [-wide * 0.42 + drift, 98],
    [-wide * 0.7 + drift * 0.6, 70],
    [-wide * 0.98, 82],
  ];
  const top: Point[] = [
    [-wide, 20],
    [-wide * 0.86, -34],
    [-wide * 0.4, -66],
    [curl * 0.5, -94 - age * 6],
    [curl, -118 - age * 8],
    [wide * 0.42, -76],
    [wide * 0.86, -32],
  ];
  const veil = linear(ink, [
    [0, lighter(coat.body, 0.4)],
    [0.55, coat.body],
    [1, coat.shade, 0.72],
  ]);
  const aura = haloFill(ink, coat.flame, 0.55);
  const hand = (s: 1 | -1) =>
    group(
      ellipse(0, 0, 12, 20, coat.belly, edge(coat)),
      `transform="translate(${num(s * (wide + 8))} ${num(20 + s * drift * 0.7)}) rotate(${num(s * -40)})"`,
    );
  const worn = collar ? scarf(model, wide) : heartLantern(model);
  return (
    circle(0, 0, 128, aura) +
    shape(smooth([...hem, ...top], true), veil, edge(coat)) +
    markings(model, 0, -46, wide * 0.7, 24) +
    hand(-1) +
    hand(1) +
    worn +
    eye(model, -21, -22, 14.5, drift * 0.02, 1) +
    eye(model, 21, -22, 14.5, drift * 0.02, -1) +
    mouth(model, 0, -2, 8) +
    cheeks(model, -38, 38, -6, 8) +
    flame(model, curl, -112 - age * 8, 17 + age * 4, curl * 0.2) +
    many(4 + age, () =>
      circle(
        ink.random.between(-110, 110),
        ink.random.between(-90, 80),
        ink.random.between(2, 4.5),
        lighter(coat.flame, 0.4),
        'fill-opacity=".9"',
      ),
    )
  );
}
