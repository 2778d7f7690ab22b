/** The salt coast: clusters of glass before a low sun. */
import { blend, darker, lighter } from '../colour.ts';
import { DOWN, line, linear, many, polygon, rounded, shape } from '../ink.ts';
import { mist, mountains, ridge, water } from './ground.ts';
import type { Scene } from './scene.ts';
import { cloud, motes, rays, sky, sun } from './sky.ts';

/** A shard of salt glass, its facets catching the light from the left. */
function shard({ ink }: Scene, x: number, y: number, tall: number, colour: string): string {
  const { random } = ink;
  const [half, lean] = [tall * random.between(0.1, 0.17), tall * random.between(-0.28, 0.28)];
  const shoulder = y - tall * random.between(0.62, 0.8);
  const tip: [number, number] = [x + lean, y - tall];
  const [leftEdge, rightEdge] = [x - half + lean * 0.7, x + half + lean * 0.7];
  const middle = x + lean * 0.7 + half * random.between(-0.3, 0.3);
  const lit = linear(ink, DOWN, [0, lighter(colour, 0.65), 0.95], [1, colour, 0.75]);
  const shaded = linear(ink, DOWN, [0, colour, 0.95], [1, darker(colour, 0.35), 0.85]);
  return (
    shape(polygon(tip, [leftEdge, shoulder], [x - half * 0.8, y], [x, y + 3], [middle, shoulder + 6]), lit) +
    shape(polygon(tip, [middle, shoulder + 6], [x, y + 3], [x + half * 0.8, y], [rightEdge, shoulder]), shaded) +
    line(rounded`M${tip[0]} ${tip[1]}L${middle} ${shoulder + 6}L${x} ${y}`, '#ffffff', 1.2, 'stroke-opacity=".65"')
  );
}

export function saltglass(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const horizon = h * random.between(0.6, 0.66);
  const sunX = w * random.between(0.25, 0.75);
  const cluster = (x: number, y: number, size: number, colour: string) =>
    many(5, (i) =>
      shard(scene, x + (i - 2) * size * 0.24, y + random.between(-2, 5), size * random.between(0.45, 1), colour),
    );
  return (
    sky(scene, horizon / h) +
    sun(scene, sunX, horizon - h * random.between(0.05, 0.26), h * random.between(0.13, 0.19), 2.1) +
    rays(scene, sunX, horizon, 16, 0.1, Math.PI, -Math.PI / 2) +
    many(3, () =>
      cloud(scene, random.between(0, w), random.between(h * 0.08, h * 0.35), random.between(w * 0.12, w * 0.25), 0.4),
    ) +
    mountains(scene, horizon, h * 0.22, mood.land[0], 6) +
    cluster(w * 0.12, horizon + 10, h * 0.3, blend(mood.land[0], mood.accent, 0.35)) +
    cluster(w * 0.9, horizon + 10, h * 0.36, blend(mood.land[0], mood.accent, 0.35)) +
    water(scene, horizon, sunX) +
    mist(scene, horizon + 4, h * 0.09, mood.light, 0.6) +
    cluster(w * random.between(-0.02, 0.1), h * 0.86, h * 0.5, blend(mood.accent, mood.land[1], 0.3)) +
    cluster(w * random.between(0.92, 1.02), h * 0.88, h * 0.46, blend(mood.accent, mood.land[1], 0.45)) +
    ridge(scene, h * 0.86, h * 0.02, blend(mood.land[1], mood.light, 0.25), 4) +
    motes(scene, 16, mood.accent, 0.2, 0.9)
  );
}
