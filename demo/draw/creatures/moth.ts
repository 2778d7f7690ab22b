/** Moths: two patterned wings and their mirror image. */
import { darker, lighter } from '../colour.ts';
import { ASLANT, circle, ellipse, group, line, loop, MIDDLE, many, radial, ramp, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, type Model } from './anatomy.ts';

/** The two wings of one side, patterned like the other side's. */
function wingPair({ ink, coat }: Model, scallop: number, spots: number, tailed: boolean): string {
  const upper: [number, number][] = [
    [10, -18],
    [40, -66],
    [84, -92 * scallop],
    [116, -78],
    [112, -40],
    [92, -8],
    [52, 12],
    [14, 10],
  ];
  const lower: [number, number][] = [
    [12, 8],
    [54, 18],
    [86, 36],
    [84, 66 * scallop],
    [tailed ? 70 : 60, tailed ? 104 : 76],
    [46, 74],
    [24, 50],
    [8, 28],
  ];
  const shrink = (points: [number, number][], k: number, cx: number, cy: number): [number, number][] =>
    points.map(([x, y]) => [cx + (x - cx) * k, cy + (y - cy) * k]);
  const outer = ramp(ink, coat.body, coat.shade, ASLANT);
  const inner = radial(ink, MIDDLE, [0, lighter(coat.accent, 0.45)], [0.7, coat.accent], [1, darker(coat.accent, 0.2)]);
  const eyespot = (x: number, y: number, r: number) =>
    circle(x, y, r, coat.trim) +
    circle(x, y, r * 0.72, coat.flame) +
    circle(x, y, r * 0.42, coat.outline) +
    circle(x - r * 0.16, y - r * 0.18, r * 0.15, '#ffffff');
  return (
    shape(loop(...lower), outer, edge(coat)) +
    shape(loop(...shrink(lower, 0.6, 46, 46)), inner, 'fill-opacity=".85"') +
    shape(loop(...upper), outer, edge(coat)) +
    shape(loop(...shrink(upper, 0.64, 66, -38)), inner, 'fill-opacity=".9"') +
    eyespot(76, -48, 15) +
    (spots > 1 ? eyespot(54, 44, 10) : '') +
    (spots > 2
      ? circle(96, -70, 5, coat.belly) + circle(102, -48, 4, coat.belly) + circle(98, -28, 3.4, coat.belly)
      : '')
  );
}

export function moth(model: Model): string {
  const { coat, build, age, ink } = model;
  const spread = build.between(0.9, 1.1) + age * 0.08;
  const [scallop, spots, tailed] = [build.between(0.84, 1.12), build.whole(1, 3), build.chance(0.5)];
  const flap = ink.random.between(0.8, 1.05);
  const half = wingPair(model, scallop, spots, tailed);
  const wings =
    group(half, rounded`transform="scale(${spread * flap} ${spread})"`) +
    group(half, rounded`transform="scale(${-spread * flap} ${spread})"`);
  const feeler = (s: 1 | -1) =>
    line(`M${s * 8} -50Q${s * 16} -84 ${s * 44} -96`, coat.outline, 4) +
    many(5, (i) => line(rounded`M${s * (14 + i * 6)} ${-70 - i * 5}l${s * 2} -12`, coat.outline, 2.2));
  const rings = many(4, (i) =>
    line(`M${-17 + i * 2} ${18 + i * 14}q${17 - i * 2} 9 ${34 - i * 4} 0`, coat.trim, 4, 'stroke-opacity=".6"'),
  );
  const fluff = many(9, (i) =>
    circle(
      Math.cos((i / 9) * Math.PI * 2) * 19,
      -10 + Math.sin((i / 9) * Math.PI * 2) * 13,
      11,
      lighter(coat.belly, 0.25),
    ),
  );
  return (
    wings +
    flame(model, 0, 92, 15 + age * 3, 4) +
    feeler(-1) +
    feeler(1) +
    ellipse(0, 34, 20, 46, fur(model), edge(coat)) +
    rings +
    fluff +
    circle(0, -38, 25, fur(model), edge(coat)) +
    eye(model, -11, -38, 10.5, -0.2, 1) +
    eye(model, 11, -38, 10.5, 0.2, -1) +
    cheeks(model, -18, 18, -27, 5)
  );
}
