/** The clockwork reef: toothed wheels, pipes of brass, and coral. */
import { blend, darker, lighter } from '../colour.ts';
import {
  ASLANT,
  box,
  circle,
  DOWN,
  line,
  linear,
  MIDDLE,
  many,
  num,
  type Point,
  polygon,
  radial,
  rounded,
  shape,
  twinkle,
} from '../ink.ts';
import { foreground, mist, ridge } from './ground.ts';
import { bubbles } from './orchard.ts';
import type { Scene } from './scene.ts';
import { rays } from './sky.ts';

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
    shape(polygon(...points), fill) +
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
    branches += line(rounded`M${fromX} ${fromY}L${toX} ${toY}`, colour, long * 0.3);
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
  const light = radial(ink, MIDDLE, [0, mood.light, 0.85], [0.4, mood.light, 0.3], [1, mood.light, 0]);
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
  const brass = linear(ink, ASLANT, [0, lighter(mood.accent, 0.45)], [0.5, mood.accent], [1, darker(mood.accent, 0.4)]);
  const depths = linear(ink, DOWN, [0, mood.sky[0]], [0.5, mood.sky[1]], [1, mood.land[1]]);
  const pipe = (x: number, y: number) =>
    line(rounded`M${x} ${h}V${y}q0 -22 22 -22h${w * 0.07}`, brass, h * 0.03) +
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
