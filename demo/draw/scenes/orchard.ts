/** The drowned orchard: apple trees on the sea floor. */
import { blend, darker } from '../colour.ts';
import { box, circle, DOWN, line, linear, many, rounded, shape } from '../ink.ts';
import { foreground, mist, ridge } from './ground.ts';
import type { Scene } from './scene.ts';
import { motes, rays } from './sky.ts';

/** An apple tree standing on the sea floor. */
function drownedTree({ ink, mood }: Scene, x: number, y: number, size: number, colour: string): string {
  const { random } = ink;
  const boughs = many(5, (i) =>
    line(
      rounded`M${x} ${y - size * 0.35}q${(i - 2) * size * 0.12} ${-size * 0.22} ${(i - 2) * size * 0.2} ${-size * 0.4}`,
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
      rounded`M${x - size * 0.1} ${y}Q${x - size * 0.02} ${y - size * 0.2} ${x - size * 0.04} ${y - size * 0.45}H${x + size * 0.05}Q${x + size * 0.02} ${y - size * 0.2} ${x + size * 0.12} ${y}Z`,
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
    return rounded`M${foot - wide} ${y}C${foot - wide + belly} ${y - long * 0.4} ${foot - wide - belly} ${y - long * 0.7} ${foot + tip} ${y - long}C${foot + wide - belly} ${y - long * 0.7} ${foot + wide + belly} ${y - long * 0.4} ${foot + wide} ${y}Z`;
  });
  return shape(ribbons, colour);
}

export function bubbles({ ink, w, h }: Scene, count: number): string {
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
      rounded`M${x - s} ${y}q${s} ${-s * 0.7} ${s * 1.8} 0l${s * 0.7} ${-s * 0.45}v${s * 0.9}l${-s * 0.7} ${-s * 0.45}q${-s * 0.8} ${s * 0.7} ${-s * 1.8} 0Z`,
      blend(mood.land[0], mood.sky[0], 0.35),
      'fill-opacity=".75"',
    );
  });
  return (
    box(0, 0, w, h, linear(ink, DOWN, [0, mood.sky[0]], [0.4, mood.sky[1]], [1, mood.sky[2]])) +
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
