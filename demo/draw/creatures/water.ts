/** Creatures of the water: fish, serpents and shells. */

import { darker, lighter } from '../colour.ts';
import { circle, ellipse, group, line, linear, many, num, type Point, polygon, radial, shape, smooth } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, markings, mouth } from './anatomy.ts';

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
  const fin = linear(ink, [
    [0, lighter(coat.accent, 0.3)],
    [1, darker(coat.accent, 0.2), 0.85],
  ]);
  const bodyPath: Point[] = [
    [84, 6],
    [62, -deep * 0.62],
    [8, -deep],
    [-48, -deep * 0.5],
    [-76, 6],
    [-48, deep * 0.55],
    [8, deep],
    [62, deep * 0.66],
  ];
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
    shape(smooth(bodyPath, true), fur(model), edge(coat)) +
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

const spike = ({ coat, age }: Model, [x, y]: Point, thick: number): string =>
  shape(
    polygon([
      [x - 8, y - thick * 0.6],
      [x - 18, y - thick - 24 - age * 4],
      [x + 14, y - thick * 0.7],
    ]),
    coat.accent,
    edge(coat, 2.2),
  );

/** The frill behind a serpent's head. */
const fan = ({ coat, age }: Model): string =>
  many(5, (i) =>
    group(
      shape(
        `M0 0Q-10 -30 0 ${-58 - age * 6}Q12 -30 8 0Z`,
        i % 2 ? coat.accent : lighter(coat.accent, 0.25),
        edge(coat, 2.2),
      ),
      `transform="translate(26 -50) rotate(${-108 + i * 34})"`,
    ),
  );

export function serpent(model: Model): string {
  const { coat, build, age, ink } = model;
  const [thick, hornKind, frilled] = [build.between(19, 25) + age * 2, build.whole(0, 3), build.chance(0.6)];
  const sway = ink.random.between(-10, 10);
  const spine: Point[] = [
    [-104, 62 + sway],
    [-74, 88],
    [-30, 84],
    [4, 62],
    [-8, 30],
    [-44, 14],
    [-52, -18],
    [-22, -44],
    [14, -50],
  ];
  const along = (from: number, to: number) => smooth(spine.slice(from, to), false);
  const coil = (from: number, to: number, width: number) =>
    line(along(from, to), coat.outline, width + 6) +
    line(along(from, to), coat.shade, width) +
    group(line(along(from, to), coat.body, width * 0.74), 'transform="translate(0 -2.5)"') +
    group(
      line(along(from, to), lighter(coat.body, 0.35), width * 0.22, 'stroke-opacity=".7"'),
      `transform="translate(0 ${num(-width * 0.24)})"`,
    );
  const spikes = many(4, (i) => spike(model, spine[i + 3] ?? [0, 0], thick));
  const frill = frilled ? fan(model) : '';
  return (
    flame(model, -104, 60 + sway, 19 + age * 4, -8) +
    spikes +
    coil(0, 4, thick * 1.25) +
    coil(2, 6, thick * 1.75) +
    coil(4, 9, thick * 2) +
    many(5, (i) => ellipse(-40 + i * 12, 84 - i * 3, 4, 7, coat.belly, 'fill-opacity=".55"')) +
    frill +
    horn(model, hornKind, 18, -80, 36, -1) +
    horn(model, hornKind, 46, -82, 36, 1) +
    ellipse(36, -50, 43, 37, fur(model), edge(coat)) +
    ellipse(52, -34, 28, 18, coat.belly) +
    circle(60, -42, 2.6, coat.outline) +
    circle(72, -41, 2.4, coat.outline) +
    mouth(model, 58, -31, 10) +
    eye(model, 24, -56, 13, 0.5, 1) +
    eye(model, 58, -58, 11, 0.5, -1) +
    cheeks(model, 16, 16, -36, 7)
  );
}

/** The dome of a shell, as a snail's whorl, a plated tortoise or a ridged crab. */
function carapace({ ink, coat, age }: Model, kind: number, tall: number): string {
  const fill = radial(
    ink,
    [
      [0, lighter(coat.accent, 0.5)],
      [0.55, coat.accent],
      [1, darker(coat.accent, 0.42)],
    ],
    [0.4, 0.25],
    0.8,
  );
  const dome = `M-74 56C-80 ${num(-tall)} 66 ${num(-tall - 8)} 66 56Q-4 72 -74 56Z`;
  if (kind === 0) {
    const r = 62 + age * 3;
    const whorl = many(3, (i) =>
      circle(
        -16 + i * 3,
        6 + i * 3,
        r - i * 18,
        i === 0 ? fill : 'none',
        `stroke="${coat.outline}" stroke-width="${3.2 - i * 0.4}"`,
      ),
    );
    return whorl + line(`M-16 ${num(-r + 10)}q34 0 44 26`, '#ffffff', 4, 'stroke-opacity=".55"');
  }
  if (kind === 1) {
    const plate = (x: number, y: number, r: number) =>
      shape(
        polygon([
          [x - r, y],
          [x - r * 0.5, y - r * 0.8],
          [x + r * 0.5, y - r * 0.8],
          [x + r, y],
          [x + r * 0.5, y + r * 0.8],
          [x - r * 0.5, y + r * 0.8],
        ]),
        lighter(coat.accent, 0.22),
        edge(coat, 2.2),
      );
    return (
      shape(dome, fill, edge(coat)) + plate(-4, -8, 22) + plate(-44, 22, 15) + plate(36, 22, 15) + plate(-4, 34, 15)
    );
  }
  return (
    shape(dome, fill, edge(coat)) +
    many(5, (i) =>
      shape(
        polygon([
          [-52 + i * 22, 4 - Math.sin((i / 4) * Math.PI) * 30],
          [-47 + i * 22, -22 - Math.sin((i / 4) * Math.PI) * 34 - age * 5],
          [-38 + i * 22, 4 - Math.sin((i / 4) * Math.PI) * 30],
        ]),
        coat.belly,
        edge(coat, 2.2),
      ),
    ) +
    line('M-60 38Q-4 54 54 38', coat.outline, 2.4, 'stroke-opacity=".5"')
  );
}

export function shell(model: Model): string {
  const { coat, build, age, ink } = model;
  const [kind, tall] = [build.whole(0, 2), build.between(62, 80) + age * 6];
  const lift = ink.random.between(-10, 12);
  const legs =
    kind === 0
      ? shape('M-84 92Q-40 62 60 66Q104 70 112 96Q20 106 -84 92Z', fur(model), edge(coat))
      : many(4, (i) => shape(`M${-58 + i * 36} 56q-10 26 -4 42q12 8 22 0q4 -22 -2 -42Z`, coat.body, edge(coat)));
  const claw = (s: 1 | -1) =>
    group(
      line('M0 0Q26 -6 34 -28', coat.outline, 17) +
        line('M0 0Q26 -6 34 -28', coat.body, 11) +
        shape('M18 -34Q16 -72 46 -74Q38 -58 48 -50Q58 -62 66 -64Q72 -30 42 -22Q24 -20 18 -34Z', fur(model), edge(coat)),
      `transform="translate(${s === 1 ? 92 : -62} ${num(62 - lift * s)}) scale(${s} 1)"`,
    );
  const stalks =
    kind === 1
      ? ''
      : line(`M62 26L58 ${num(-14)}M84 28L92 ${num(-12)}`, coat.outline, 9) +
        line(`M62 26L58 ${num(-14)}M84 28L92 ${num(-12)}`, coat.body, 4.5);
  const eyes =
    kind === 1
      ? eye(model, 66, 22, 12, 0.4, 1) + eye(model, 93, 22, 11, 0.4, -1)
      : stalks + eye(model, 57, -20, 13, 0.4, 1) + eye(model, 93, -18, 13, 0.4, -1);
  const face =
    (kind === 0 ? shape('M26 84Q44 70 48 40L104 44Q108 76 110 96Z', coat.body) : '') +
    ellipse(76, 40, 34, 31, fur(model), edge(coat)) +
    ellipse(80, 52, 22, 15, coat.belly, 'fill-opacity=".8"') +
    mouth(model, 82, 50, 8) +
    cheeks(model, 58, 98, 44, 6);
  return (
    (kind === 2 ? claw(-1) : '') +
    legs +
    carapace(model, kind, tall) +
    flame(model, -12, kind === 0 ? -52 : -tall * 0.68, 21 + age * 5, lift * 0.4) +
    face +
    (kind === 2 ? claw(1) : '') +
    eyes
  );
}
