/** Skies: sun, moon, stars, rays, cloud, and what drifts in the air. */
import { blend, lighter } from '../colour.ts';
import {
  box,
  circle,
  DOWN,
  haloFill,
  linear,
  loop,
  MIDDLE,
  many,
  type Point,
  polygon,
  radial,
  ramp,
  rounded,
  shape,
  twinkle,
} from '../ink.ts';
import type { Scene } from './scene.ts';

export function sky({ ink, mood, w, h }: Scene, horizon = 0.75): string {
  const [top, middle, low] = mood.sky;
  const fill = linear(
    ink,
    DOWN,
    [0, top],
    [horizon * 0.55, middle],
    [horizon, low],
    [1, blend(low, mood.land[1], 0.5)],
  );
  return box(0, 0, w, h, fill);
}

/** A sun or moon with its halo. */
export function sun({ ink, mood }: Scene, x: number, y: number, r: number, halo = 3.4): string {
  const glow = radial(ink, MIDDLE, [0, mood.light, 0.85], [0.28, mood.light, 0.35], [1, mood.light, 0]);
  const disc = radial(ink, MIDDLE, [0, '#ffffff'], [0.6, mood.light], [1, blend(mood.light, mood.accent, 0.35)]);
  return circle(x, y, r * halo, glow) + circle(x, y, r, disc);
}

/** A crescent, its dark side the colour of the sky behind it. */
export function crescent(scene: Scene, x: number, y: number, r: number): string {
  const { ink, mood } = scene;
  const glow = haloFill(ink, mood.light, 0.6);
  const bite = r * 1.15;
  const d = rounded`M${x} ${y - r}A${r} ${r} 0 1 0 ${x + r} ${y}A${bite * 0.72} ${bite * 0.72} 0 1 1 ${x} ${y - r}Z`;
  return circle(x, y, r * 3, glow) + shape(d, mood.light);
}

export function stars({ ink, mood, w, h }: Scene, count: number, depth = 0.6): string {
  const { random } = ink;
  const dots = many(count, () => {
    const y = random.next() ** 1.4 * h * depth;
    return circle(
      random.between(0, w),
      y,
      random.between(0.5, 1.7),
      mood.light,
      rounded`fill-opacity="${random.between(0.3, 1)}"`,
    );
  });
  return (
    dots +
    many(Math.ceil(count / 14), () =>
      twinkle(random.between(0, w), random.between(0, h * depth * 0.8), random.between(4, 9), mood.light),
    )
  );
}

/** Rays of light fanning out from a point. */
export function rays(
  { ink, mood, w, h }: Scene,
  x: number,
  y: number,
  count: number,
  opacity: number,
  spread = Math.PI * 2,
  facing = Math.PI / 2,
): string {
  const reach = Math.hypot(w, h);
  const { random } = ink;
  const fans = many(count, (i) => {
    const angle = facing - spread / 2 + ((i + random.between(0.1, 0.6)) / count) * spread;
    const width = (spread / count) * random.between(0.18, 0.42);
    const tip = (turn: number): Point => [x + Math.cos(turn) * reach, y + Math.sin(turn) * reach];
    return shape(
      polygon([x, y], tip(angle - width), tip(angle + width)),
      mood.light,
      `fill-opacity="${Math.round(opacity * random.between(0.5, 1) * 100) / 100}"`,
    );
  });
  return fans;
}

/** A soft flat-bottomed cloud bank. */
export function cloud({ ink, mood }: Scene, x: number, y: number, size: number, opacity: number): string {
  const { random } = ink;
  const puffs = 5;
  const points: Point[] = [[x - size, y]];
  for (let i = 0; i < puffs; i++) {
    const lift = Math.sin(((i + 0.5) / puffs) * Math.PI) * size * random.between(0.28, 0.5);
    points.push([x - size + ((i + 0.5) / puffs) * size * 2, y - lift]);
  }
  points.push([x + size, y], [x, y + size * 0.07]);
  const fill = ramp(ink, lighter(mood.light, 0.3), blend(mood.light, mood.sky[1], 0.55));
  return shape(loop(...points), fill, rounded`fill-opacity="${opacity}"`);
}

/** Glowing specks adrift in the air. Two flat discs make the halo of one: a gradient for each would cost ten times that. */
export function motes({ ink, w, h }: Scene, count: number, colour: string, from = 0, to = 1): string {
  const { random } = ink;
  const bright = lighter(colour, 0.6);
  return many(count, () => {
    const [x, y, r] = [random.between(0, w), random.between(h * from, h * to), random.between(0.9, 2.6)];
    return (
      circle(x, y, r * 3.2, colour, 'fill-opacity=".14"') +
      circle(x, y, r * 1.9, colour, 'fill-opacity=".3"') +
      circle(x, y, r, bright, rounded`fill-opacity="${random.between(0.6, 1)}"`)
    );
  });
}
