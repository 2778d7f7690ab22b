/** Landscapes with no horizon: the mossy hollow, the drowned orchard and the clockwork reef. */
import { blend, darker, lighter } from '../colour.ts';
import {
  box,
  circle,
  ellipse,
  haloFill,
  type Ink,
  line,
  linear,
  many,
  num,
  type Point,
  polygon,
  radial,
  ramp,
  shape,
} from '../ink.ts';
import { foreground, mist, motes, rays, ridge, type Scene, sky, twinkle } from './scenery.ts';

/** A trunk with flared roots and a crooked bough. */
function trunk({ ink, mood, h }: Scene, x: number, thick: number, colour: string): string {
  const { random } = ink;
  const [lean, foot] = [random.between(-0.06, 0.06) * h, h * 0.92];
  const d = `M${num(x - thick * 1.5)} ${num(foot)}Q${num(x - thick * 0.5)} ${num(foot - thick)} ${num(x - thick * 0.5 + lean * 0.4)} ${num(h * 0.5)}T${num(x - thick * 0.55 + lean)} -8H${num(x + thick * 0.6 + lean)}Q${num(x + thick * 0.5 + lean * 0.5)} ${num(h * 0.4)} ${num(x + thick * 0.5)} ${num(foot - thick * 1.2)}T${num(x + thick * 1.6)} ${num(foot)}Z`;
  const side = random.chance(0.5) ? 1 : -1;
  const bough = line(
    `M${num(x + lean * 0.5)} ${num(h * random.between(0.2, 0.4))}q${num(side * thick * 2)} ${num(-thick * 0.6)} ${num(side * thick * 4)} ${num(-thick * 2.4)}`,
    colour,
    thick * 0.36,
  );
  return (
    bough +
    shape(
      d,
      linear(
        ink,
        [
          [0, blend(colour, mood.light, 0.16)],
          [0.4, colour],
          [1, darker(colour, 0.35)],
        ],
        [0, 0],
        [1, 0],
      ),
    )
  );
}

/** Moss hanging in strands from above. */
function drapery({ ink, w, h }: Scene, colour: string, reach: number): string {
  const { random } = ink;
  const strands = many(26, (i) => {
    const x = (i / 26) * w + random.between(-8, 8);
    const [long, wide] = [h * reach * random.between(0.25, 1), random.between(4, 12)];
    return `M${num(x - wide)} -5Q${num(x - wide * 0.4)} ${num(long * 0.6)} ${num(x)} ${num(long)}Q${num(x + wide * 0.5)} ${num(long * 0.5)} ${num(x + wide)} -5Z`;
  });
  return shape(strands, colour);
}

/** A toadstool with a glow beneath its cap. */
function toadstool(ink: Ink, x: number, y: number, tall: number, cap: string, light: string): string {
  const r = tall * 0.52;
  const top = y - tall;
  const dots = many(4, (i) =>
    ellipse(
      x + (i - 1.5) * r * 0.42,
      top + r * (0.1 + (i % 2) * 0.16),
      r * 0.1,
      r * 0.075,
      lighter(light, 0.4),
      'fill-opacity=".9"',
    ),
  );
  const glow = haloFill(ink, light, 0.55);
  const stem = ramp(ink, lighter(light, 0.35), blend(light, cap, 0.45));
  return (
    circle(x, top + r * 0.5, r * 1.7, glow) +
    shape(
      `M${num(x - tall * 0.09)} ${num(top + r * 0.3)}Q${num(x - tall * 0.06)} ${num(y - tall * 0.2)} ${num(x - tall * 0.13)} ${num(y)}H${num(x + tall * 0.13)}Q${num(x + tall * 0.06)} ${num(y - tall * 0.2)} ${num(x + tall * 0.09)} ${num(top + r * 0.3)}Z`,
      stem,
    ) +
    ellipse(x, top + r * 0.42, r * 0.92, r * 0.16, blend(light, cap, 0.3)) +
    shape(
      `M${num(x - r)} ${num(top + r * 0.45)}C${num(x - r)} ${num(top - r * 0.6)} ${num(x + r)} ${num(top - r * 0.6)} ${num(x + r)} ${num(top + r * 0.45)}Q${num(x)} ${num(top + r * 0.2)} ${num(x - r)} ${num(top + r * 0.45)}Z`,
      ramp(ink, lighter(cap, 0.35), darker(cap, 0.2)),
    ) +
    dots
  );
}

export function hollow(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const glade = radial(ink, [
    [0, mood.light, 0.95],
    [0.35, mood.light, 0.4],
    [1, mood.light, 0],
  ]);
  const [gx, gy] = [w * random.between(0.35, 0.65), h * random.between(0.3, 0.45)];
  const stand = (count: number, thick: number, colour: string) =>
    many(count, (i) =>
      trunk(scene, ((i + random.between(0.1, 0.9)) / count) * w, w * thick * random.between(0.7, 1.3), colour),
    );
  return (
    sky(scene, 0.9) +
    circle(gx, gy, h * 0.6, glade) +
    stand(7, 0.014, blend(mood.land[0], mood.sky[1], 0.4)) +
    mist(scene, h * 0.66, h * 0.3, mood.light, 0.3) +
    rays(scene, gx, -h * 0.1, 9, 0.16, Math.PI * 0.7, Math.PI / 2) +
    stand(4, 0.024, blend(mood.land[0], mood.land[1], 0.35)) +
    ridge(scene, h * 0.74, h * 0.03, mood.land[0]) +
    mist(scene, h * 0.74, h * 0.14, mood.light, 0.3) +
    trunk(scene, w * random.between(-0.02, 0.06), w * 0.06, mood.land[1]) +
    trunk(scene, w * random.between(0.94, 1.02), w * 0.065, mood.land[1]) +
    drapery(scene, mood.land[1], 0.3) +
    drapery(scene, mood.land[2], 0.16) +
    ridge(scene, h * 0.82, h * 0.02, mood.land[1]) +
    many(7, () =>
      toadstool(
        ink,
        random.between(0, w),
        h * random.between(0.83, 0.9),
        h * random.between(0.05, 0.13),
        random.pick([mood.accent, blend(mood.accent, mood.land[0], 0.4)]),
        mood.light,
      ),
    ) +
    foreground(scene, h * 0.88, mood.land[2], h * 0.05) +
    motes(scene, 30, mood.accent, 0.1, 0.95)
  );
}

/** An apple tree standing on the sea floor. */
function drownedTree({ ink, mood }: Scene, x: number, y: number, size: number, colour: string): string {
  const { random } = ink;
  const boughs = many(5, (i) =>
    line(
      `M${num(x)} ${num(y - size * 0.35)}q${num((i - 2) * size * 0.12)} ${num(-size * 0.22)} ${num((i - 2) * size * 0.2)} ${num(-size * 0.4)}`,
      colour,
      size * 0.035,
    ),
  );
  const crown = many(7, (i) =>
    circle(
      x + Math.cos(i * 0.9) * size * 0.27,
      y - size * 0.72 + Math.sin(i * 1.7) * size * 0.14,
      size * random.between(0.14, 0.2),
      blend(colour, mood.sky[1], random.between(0.15, 0.45)),
      'fill-opacity=".92"',
    ),
  );
  const apples = many(7, () => {
    const [ax, ay] = [x + random.between(-0.36, 0.36) * size, y - size * random.between(0.52, 0.9)];
    return (
      circle(ax, ay, size * 0.075, mood.accent, 'fill-opacity=".25"') +
      circle(ax, ay, size * 0.034, mood.accent) +
      circle(ax - size * 0.01, ay - size * 0.012, size * 0.01, '#ffffff')
    );
  });
  return (
    shape(
      `M${num(x - size * 0.1)} ${num(y)}Q${num(x - size * 0.02)} ${num(y - size * 0.2)} ${num(x - size * 0.04)} ${num(y - size * 0.45)}H${num(x + size * 0.05)}Q${num(x + size * 0.02)} ${num(y - size * 0.2)} ${num(x + size * 0.12)} ${num(y)}Z`,
      colour,
    ) +
    boughs +
    crown +
    apples
  );
}

/** A clump of weed, each ribbon bent by the current. */
function kelp({ ink }: Scene, x: number, y: number, tall: number, colour: string): string {
  const { random } = ink;
  const ribbons = many(4, () => {
    const [foot, long, wide] = [x + random.between(-18, 18), tall * random.between(0.45, 1), random.between(4, 8)];
    const [belly, tip] = [random.between(-20, 20), random.between(-16, 16)];
    return `M${num(foot - wide)} ${num(y)}C${num(foot - wide + belly)} ${num(y - long * 0.4)} ${num(foot - wide - belly)} ${num(y - long * 0.7)} ${num(foot + tip)} ${num(y - long)}C${num(foot + wide - belly)} ${num(y - long * 0.7)} ${num(foot + wide + belly)} ${num(y - long * 0.4)} ${num(foot + wide)} ${num(y)}Z`;
  });
  return shape(ribbons, colour);
}

function bubbles({ ink, w, h }: Scene, count: number): string {
  const { random } = ink;
  return many(count, () => {
    const [x, y, r] = [random.between(0, w), random.between(0, h * 0.95), random.next() ** 2 * h * 0.028 + 1.5];
    return (
      circle(x, y, r, '#ffffff', 'fill-opacity=".12" stroke="#ffffff" stroke-opacity=".65" stroke-width="1.1"') +
      circle(x - r * 0.35, y - r * 0.35, r * 0.22, '#ffffff', 'fill-opacity=".9"')
    );
  });
}

export function orchard(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const source = w * random.between(0.25, 0.75);
  const shoal = many(11, () => {
    const [x, y, s] = [random.between(0.05, 0.95) * w, random.between(0.16, 0.5) * h, random.between(5, 11)];
    return shape(
      `M${num(x - s)} ${num(y)}q${num(s)} ${num(-s * 0.7)} ${num(s * 1.8)} 0l${num(s * 0.7)} ${num(-s * 0.45)}v${num(s * 0.9)}l${num(-s * 0.7)} ${num(-s * 0.45)}q${num(-s * 0.8)} ${num(s * 0.7)} ${num(-s * 1.8)} 0Z`,
      blend(mood.land[0], mood.sky[0], 0.35),
      'fill-opacity=".75"',
    );
  });
  return (
    box(
      0,
      0,
      w,
      h,
      linear(ink, [
        [0, mood.sky[0]],
        [0.4, mood.sky[1]],
        [1, mood.sky[2]],
      ]),
    ) +
    rays(scene, source, -h * 0.25, 12, 0.26, Math.PI * 0.75, Math.PI / 2) +
    shoal +
    ridge(scene, h * 0.66, h * 0.05, blend(mood.land[0], mood.sky[1], 0.5)) +
    drownedTree(scene, w * random.between(0.2, 0.34), h * 0.7, h * 0.36, blend(mood.land[0], mood.sky[1], 0.25)) +
    drownedTree(scene, w * random.between(0.6, 0.8), h * 0.7, h * 0.3, blend(mood.land[0], mood.sky[1], 0.3)) +
    ridge(scene, h * 0.74, h * 0.03, mood.land[0]) +
    mist(scene, h * 0.72, h * 0.2, mood.sky[1], 0.55) +
    drownedTree(scene, w * random.between(0.02, 0.12), h * 0.86, h * 0.62, mood.land[1]) +
    drownedTree(scene, w * random.between(0.88, 0.99), h * 0.86, h * 0.56, mood.land[1]) +
    ridge(scene, h * 0.84, h * 0.02, mood.land[1]) +
    many(9, (i) =>
      kelp(
        scene,
        (i / 8) * w,
        h * 0.97,
        h * random.between(0.1, 0.24),
        i % 2 ? mood.land[2] : darker(mood.land[1], 0.15),
      ),
    ) +
    foreground(scene, h * 0.92, mood.land[2], 0) +
    bubbles(scene, 30) +
    motes(scene, 10, mood.light, 0, 0.6)
  );
}

/** A toothed wheel. */
export function gear(x: number, y: number, r: number, teeth: number, fill: string, hole: string, turn = 0): string {
  const points: Point[] = [];
  for (let i = 0; i < teeth * 4; i++) {
    const angle = turn + (i / (teeth * 4)) * Math.PI * 2;
    const reach = i % 4 === 1 || i % 4 === 2 ? r : r * 0.84;
    points.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]);
  }
  const spokes = many(5, (i) => {
    const angle = turn + (i / 5) * Math.PI * 2;
    return circle(x + Math.cos(angle) * r * 0.46, y + Math.sin(angle) * r * 0.46, r * 0.17, hole);
  });
  return (
    shape(polygon(points), fill) +
    circle(x, y, r * 0.72, 'none', `stroke="${hole}" stroke-width="${num(r * 0.05)}" stroke-opacity=".6"`) +
    spokes +
    circle(x, y, r * 0.14, hole)
  );
}

/** Coral as a branching fan, its tips in the bright colour. */
function coral({ ink }: Scene, x: number, y: number, size: number, colour: string): string {
  const { random } = ink;
  let branches = '';
  let tips = '';
  const grow = (fromX: number, fromY: number, angle: number, long: number, depth: number): void => {
    const [toX, toY] = [fromX + Math.cos(angle) * long, fromY + Math.sin(angle) * long];
    branches += line(`M${num(fromX)} ${num(fromY)}L${num(toX)} ${num(toY)}`, colour, long * 0.3);
    if (depth === 0) tips += circle(toX, toY, long * 0.24, lighter(colour, 0.45));
    else
      for (const side of [-1, 1])
        grow(toX, toY, angle + side * random.between(0.25, 0.6), long * random.between(0.62, 0.82), depth - 1);
  };
  grow(x, y, -Math.PI / 2 + random.between(-0.2, 0.2), size * 0.36, 3);
  return branches + tips;
}

/** The reef's old engine: three wheels before a lamp, drawn faint. */
function engine(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const [x, y] = [w * random.between(0.3, 0.7), h * random.between(0.3, 0.4)];
  const light = radial(ink, [
    [0, mood.light, 0.85],
    [0.4, mood.light, 0.3],
    [1, mood.light, 0],
  ]);
  const hole = blend(mood.sky[1], mood.land[1], 0.4);
  const faint = blend(mood.accent, mood.sky[1], 0.55);
  return (
    circle(x, y, h * 0.55, light) +
    rays(scene, x, y, 14, 0.13) +
    gear(x, y, h * random.between(0.24, 0.3), 16, faint, hole, random.next()) +
    gear(x + h * 0.38, y + h * 0.14, h * 0.14, 11, faint, hole, random.next()) +
    gear(x - h * 0.36, y - h * 0.1, h * 0.12, 10, blend(faint, mood.sky[1], 0.3), hole, random.next())
  );
}

/** Coral in the reef's three colours, along the floor. */
function corals(scene: Scene): string {
  const { mood, w, h } = scene;
  const { random } = scene.ink;
  const colours = [
    blend(mood.accent, '#e4576b', 0.65),
    blend(mood.land[0], mood.light, 0.4),
    blend(mood.accent, mood.light, 0.25),
  ];
  return many(6, () => {
    const [x, y, size] = [random.between(0, w), h * random.between(0.82, 0.9), h * random.between(0.16, 0.28)];
    return coral(scene, x, y, size, random.pick(colours));
  });
}

export function reef(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const brass = linear(
    ink,
    [
      [0, lighter(mood.accent, 0.45)],
      [0.5, mood.accent],
      [1, darker(mood.accent, 0.4)],
    ],
    [0, 0],
    [1, 1],
  );
  const depths = linear(ink, [
    [0, mood.sky[0]],
    [0.5, mood.sky[1]],
    [1, mood.land[1]],
  ]);
  const pipe = (x: number, y: number) =>
    line(`M${num(x)} ${num(h)}V${num(y)}q0 -22 22 -22h${num(w * 0.07)}`, brass, h * 0.03) +
    box(x - h * 0.024, y + 16, h * 0.048, 9, darker(mood.accent, 0.35), 2);
  return (
    box(0, 0, w, h, depths) +
    engine(scene) +
    ridge(scene, h * 0.68, h * 0.05, blend(mood.land[0], mood.sky[1], 0.35)) +
    mist(scene, h * 0.7, h * 0.2, mood.sky[1], 0.4) +
    pipe(w * random.between(0.06, 0.16), h * random.between(0.4, 0.55)) +
    pipe(w * random.between(0.74, 0.86), h * random.between(0.5, 0.62)) +
    ridge(scene, h * 0.78, h * 0.04, mood.land[0]) +
    corals(scene) +
    gear(w * random.between(0, 0.08), h * 0.86, h * 0.15, 13, brass, mood.land[2], random.next()) +
    gear(w * random.between(0.92, 1), h * 0.9, h * 0.18, 14, brass, mood.land[2], random.next()) +
    foreground(scene, h * 0.9, mood.land[2], 0) +
    bubbles(scene, 24) +
    many(4, () => twinkle(random.between(0, w), random.between(0, h * 0.6), random.between(5, 10), mood.light))
  );
}
