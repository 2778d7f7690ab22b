/** Creatures of the air: birds, owls and moths. */

import { blend, darker, lighter } from '../colour.ts';
import { circle, ellipse, group, line, linear, many, num, radial, ramp, shape, smooth } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, markings } from './anatomy.ts';

/** A wing of layered feathers hanging from the shoulder at (x, y); `lift` turns it up, in degrees. */
function wing(model: Model, x: number, y: number, long: number, lift: number, side: 1 | -1): string {
  const { coat, ink } = model;
  const feather = (i: number, count: number, reach: number, fill: string) => {
    const angle = 20 + (i / (count - 1)) * 62;
    return group(
      ellipse(reach * 0.5, 0, reach * 0.52, long * 0.12, fill, edge(coat, 2.2)),
      `transform="rotate(${num(angle)})"`,
    );
  };
  const under = ramp(ink, coat.shade, coat.trim, 'across');
  const over = ramp(ink, coat.body, coat.accent, 'across');
  const feathers =
    many(5, (i) => feather(i, 5, long * (1 - i * 0.1), under)) +
    many(4, (i) => feather(i, 4, long * (0.66 - i * 0.05), over));
  return group(
    feathers + ellipse(long * 0.14, long * 0.08, long * 0.24, long * 0.17, coat.body, edge(coat, 2.2)),
    `transform="translate(${num(x)} ${num(y)}) scale(${side} 1) rotate(${num(-lift)})"`,
  );
}

const hookedBeak = (x: number, y: number) =>
  `M${x + 22} ${num(y - 10)}Q${x + 56} ${num(y - 12)} ${x + 54} ${num(y + 22)}Q${x + 44} ${num(y + 6)} ${x + 22} ${num(y + 10)}Z`;
const straightBeak = (x: number, y: number) =>
  `M${x + 24} ${num(y - 7)}L${x + 60} ${num(y + 5)}L${x + 24} ${num(y + 13)}Z`;

/** A collar of down below the head at (x, y). */
const ruff = ({ coat }: Model, x: number, y: number): string =>
  many(7, (i) =>
    group(
      ellipse(0, 14, 9, 17, i % 2 ? coat.belly : lighter(coat.belly, 0.4), edge(coat, 2)),
      `transform="translate(${num(x - 8)} ${num(y + 30)}) rotate(${70 - i * 30})"`,
    ),
  );

/** What grows on the head at (x, y): feathers, a horn, or nothing. */
function plume(model: Model, kind: number, x: number, y: number): string {
  const { coat } = model;
  if (kind === 1) return horn(model, 0, x - 8, y - 24, 34, -1);
  if (kind === 2) return '';
  return many(3, (i) =>
    group(
      ellipse(0, -20, 6, 22, i === 1 ? coat.accent : coat.shade, edge(coat, 2)),
      `transform="translate(${x - 6} ${num(y - 24)}) rotate(${-42 + i * 24})"`,
    ),
  );
}

export function bird(model: Model): string {
  const { coat, build, age, ink } = model;
  const [neck, long] = [build.between(8, 26) + age * 9, build.between(76, 98) + age * 18];
  const [hooked, ruffed, crest] = [build.chance(0.5), build.chance(0.55), build.whole(0, 2)];
  const lift = ink.random.between(-8, 68);
  const headX = 38;
  const headY = -46 - neck;
  const headR = 31;
  const horny = ramp(ink, lighter(coat.flame, 0.35), blend(coat.flame, coat.trim, 0.45));
  const tail = many(4, (i) =>
    group(
      ellipse(-46, 0, 46, 11, i % 2 ? coat.accent : coat.shade, edge(coat, 2.4)),
      `transform="translate(-30 50) rotate(${-34 + i * 16})"`,
    ),
  );
  const legs = many(
    2,
    (i) =>
      line(`M${-6 + i * 26} 76v24m-13 3l13 -4l14 4m-14 -4v6`, coat.outline, 8) +
      line(`M${-6 + i * 26} 76v24m-13 3l13 -4l14 4m-14 -4v6`, blend(coat.flame, coat.trim, 0.3), 4),
  );
  const beak = hooked ? hookedBeak(headX, headY) : straightBeak(headX, headY);
  const neckLine = `M20 0Q${num(headX - 26)} ${num(headY + 40)} ${headX} ${num(headY)}`;
  const plumage = (ruffed ? ruff(model, headX, headY) : '') + plume(model, crest, headX, headY);
  return (
    wing(model, -2, -6, long, lift + 24, -1) +
    tail +
    legs +
    ellipse(4, 32, 54, 56, fur(model), edge(coat)) +
    ellipse(20, 44, 32, 38, coat.belly, 'fill-opacity=".85"') +
    markings(model, -8, 30, 40, 40) +
    line(neckLine, coat.outline, 38) +
    line(neckLine, blend(coat.body, coat.belly, ruffed ? 0.5 : 0), 32) +
    plumage +
    circle(headX, headY, headR, fur(model), edge(coat)) +
    ellipse(headX + 8, headY + 10, 20, 16, coat.belly, 'fill-opacity=".7"') +
    shape(beak, horny, edge(coat, 2.6)) +
    eye(model, headX + 6, headY - 4, 11.5, 0.6, 1) +
    cheeks(model, headX - 8, headX - 8, headY + 12, 7) +
    wing(model, -12, 8, long, lift, -1) +
    flame(model, headX - 4, headY - headR + 5, 22 + age * 5, -6)
  );
}

/** An owl's short wing, raised by `lift`. */
function flipper({ ink, coat }: Model, wide: number, lift: number, s: 1 | -1): string {
  const d = `M${s * (wide - 12)} -22Q${s * (wide + 34 + lift)} ${num(10 - lift)} ${s * (wide + 10 + lift * 0.6)} ${num(66 - lift)}Q${s * (wide - 8)} 50 ${s * (wide - 18)} 20Z`;
  const barbs = many(3, (i) =>
    line(
      `M${num(s * (wide + 2 + i * 5 + lift * 0.4))} ${num(22 + i * 13 - lift * 0.7)}q${s * 8} 3 ${s * 12} 12`,
      coat.outline,
      2.2,
      'stroke-opacity=".5"',
    ),
  );
  return shape(d, ramp(ink, coat.shade, coat.accent), edge(coat)) + barbs;
}
const smallCrown = ({ coat }: Model): string =>
  shape('M-22 -84L-26 -104L-11 -94L0 -112L11 -94L26 -104L22 -84Z', coat.flame, edge(coat, 2.4)) +
  circle(0, -96, 4, coat.accent);

export function owl(model: Model): string {
  const { coat, build, age, ink } = model;
  const [wide, tuft] = [build.between(60, 72), build.between(22, 40) + age * 5];
  const [penguin, crowned] = [build.chance(0.25), age > 0];
  const lift = ink.random.between(-6, 30);
  const ear = (s: 1 | -1) =>
    shape(
      `M${s * 18} -78Q${s * 40} ${num(-84 - tuft * 0.4)} ${s * 58} ${num(-78 - tuft)}Q${s * 62} -66 ${s * 50} -48Z`,
      coat.shade,
      edge(coat),
    );
  const scallops = many(4, (row) =>
    many(5 - (row % 2), (i) =>
      line(
        `M${num((i - (4 - (row % 2)) / 2) * 18 - 8)} ${20 + row * 16}q8 9 16 0`,
        coat.trim,
        2.4,
        'stroke-opacity=".45"',
      ),
    ),
  );
  const disc = (s: 1 | -1) =>
    circle(s * 25, -40, 27, coat.belly, edge(coat, 2.2)) +
    circle(s * 25, -40, 21, lighter(coat.belly, 0.45)) +
    eye(model, s * 24, -39, 14.5, 0.25 * s, -s as 1 | -1);
  const feet = many(2, (i) =>
    shape(`M${-34 + i * 44} 100q12 -14 24 0q-6 6 -12 2q-6 4 -12 -2Z`, coat.flame, edge(coat, 2.4)),
  );
  const ears = penguin ? '' : ear(-1) + ear(1);
  const crown = crowned ? smallCrown(model) : '';
  return (
    flipper(model, wide, lift, -1) +
    flipper(model, wide, lift, 1) +
    feet +
    ears +
    ellipse(0, 12, wide, 90, fur(model), edge(coat)) +
    ellipse(0, 42, wide * 0.68, 52, coat.belly, 'fill-opacity=".9"') +
    scallops +
    disc(-1) +
    disc(1) +
    shape('M-9 -32L9 -32L0 -12Z', coat.flame, edge(coat, 2.4)) +
    cheeks(model, -44, 44, -18, 8) +
    crown +
    flame(model, 0, crowned ? -106 : -76, 20 + age * 5, ink.random.between(-6, 6))
  );
}

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
  const outer = linear(
    ink,
    [
      [0, coat.body],
      [1, coat.shade],
    ],
    [0, 0],
    [1, 1],
  );
  const inner = radial(ink, [
    [0, lighter(coat.accent, 0.45)],
    [0.7, coat.accent],
    [1, darker(coat.accent, 0.2)],
  ]);
  const eyespot = (x: number, y: number, r: number) =>
    circle(x, y, r, coat.trim) +
    circle(x, y, r * 0.72, coat.flame) +
    circle(x, y, r * 0.42, coat.outline) +
    circle(x - r * 0.16, y - r * 0.18, r * 0.15, '#ffffff');
  return (
    shape(smooth(lower, true), outer, edge(coat)) +
    shape(smooth(shrink(lower, 0.6, 46, 46), true), inner, 'fill-opacity=".85"') +
    shape(smooth(upper, true), outer, edge(coat)) +
    shape(smooth(shrink(upper, 0.64, 66, -38), true), inner, 'fill-opacity=".9"') +
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
    group(half, `transform="scale(${num(spread * flap)} ${num(spread)})"`) +
    group(half, `transform="scale(${num(-spread * flap)} ${num(spread)})"`);
  const feeler = (s: 1 | -1) =>
    line(`M${s * 8} -50Q${s * 16} -84 ${s * 44} -96`, coat.outline, 4) +
    many(5, (i) => line(`M${num(s * (14 + i * 6))} ${num(-70 - i * 5)}l${s * 2} -12`, coat.outline, 2.2));
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
