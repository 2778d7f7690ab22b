/** Wisps: a veil with a face, a scarf or a lantern for a heart. */
import { blend, lighter } from '../colour.ts';
import {
  circle,
  DOWN,
  ellipse,
  group,
  haloFill,
  line,
  linear,
  loop,
  MIDDLE,
  many,
  type Point,
  radial,
  rounded,
  shape,
} from '../ink.ts';
import { cheeks, edge, eye, flame, type Model, markings, mouth } from './anatomy.ts';

const scarf = ({ coat }: Model, wide: number): string =>
  shape(
    rounded`M${-wide * 0.96} 2Q0 34 ${wide * 0.96} 2L${wide * 0.98} 18Q0 48 ${-wide * 0.99} 18Z`,
    coat.accent,
    edge(coat, 2.6),
  ) + shape(rounded`M${wide * 0.5} 20l16 34l-22 -4Z`, coat.accent, edge(coat, 2.6));

/** The lantern some wisps have for a heart. */
function heartLantern({ ink, coat }: Model): string {
  const light = radial(ink, MIDDLE, [0, '#ffffff'], [0.5, coat.flame], [1, blend(coat.flame, coat.shade, 0.5)]);
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
  const veil = linear(ink, DOWN, [0, lighter(coat.body, 0.4)], [0.55, coat.body], [1, coat.shade, 0.72]);
  const aura = haloFill(ink, coat.flame, 0.55);
  const hand = (s: 1 | -1) =>
    group(
      ellipse(0, 0, 12, 20, coat.belly, edge(coat)),
      rounded`transform="translate(${s * (wide + 8)} ${20 + s * drift * 0.7}) rotate(${s * -40})"`,
    );
  const worn = collar ? scarf(model, wide) : heartLantern(model);
  return (
    circle(0, 0, 128, aura) +
    shape(loop(...hem, ...top), veil, edge(coat)) +
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
