/** The parts every landscape is put together from: sky, sun, stars, cloud, ridges, mist, rays and drifting motes. */
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
  smooth,
} from '../ink.ts';
import type { Mood } from './moods.ts';

/** What a landscape is drawn on. */
export interface Scene {
  ink: Ink;
  mood: Mood;
  w: number;
  h: number;
}

export function sky({ ink, mood, w, h }: Scene, horizon = 0.75): string {
  const [top, middle, low] = mood.sky;
  const fill = linear(ink, [
    [0, top],
    [horizon * 0.55, middle],
    [horizon, low],
    [1, blend(low, mood.land[1], 0.5)],
  ]);
  return box(0, 0, w, h, fill);
}

/** A sun or moon with its halo. */
export function sun({ ink, mood }: Scene, x: number, y: number, r: number, halo = 3.4): string {
  const glow = radial(ink, [
    [0, mood.light, 0.85],
    [0.28, mood.light, 0.35],
    [1, mood.light, 0],
  ]);
  const disc = radial(ink, [
    [0, '#ffffff'],
    [0.6, mood.light],
    [1, blend(mood.light, mood.accent, 0.35)],
  ]);
  return circle(x, y, r * halo, glow) + circle(x, y, r, disc);
}

/** A crescent, its dark side the colour of the sky behind it. */
export function crescent(scene: Scene, x: number, y: number, r: number): string {
  const { ink, mood } = scene;
  const glow = haloFill(ink, mood.light, 0.6);
  const bite = r * 1.15;
  const d = `M${num(x)} ${num(y - r)}A${num(r)} ${num(r)} 0 1 0 ${num(x + r)} ${num(y)}A${num(bite * 0.72)} ${num(bite * 0.72)} 0 1 1 ${num(x)} ${num(y - r)}Z`;
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
      `fill-opacity="${num(random.between(0.3, 1))}"`,
    );
  });
  return (
    dots +
    many(Math.ceil(count / 14), () =>
      twinkle(random.between(0, w), random.between(0, h * depth * 0.8), random.between(4, 9), mood.light),
    )
  );
}

/** A four-pointed star. */
export function twinkle(x: number, y: number, r: number, colour: string, opacity = 0.9): string {
  const waist = r * 0.14;
  const points: Point[] = [
    [x, y - r],
    [x + waist, y - waist],
    [x + r, y],
    [x + waist, y + waist],
    [x, y + r],
    [x - waist, y + waist],
    [x - r, y],
    [x - waist, y - waist],
  ];
  return shape(polygon(points), colour, `fill-opacity="${num(opacity)}"`);
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
      polygon([[x, y], tip(angle - width), tip(angle + width)]),
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
  return shape(smooth(points, true), fill, `fill-opacity="${num(opacity)}"`);
}

/** A line of hills from the left edge to the right, filled to the bottom, paler where it meets the air. */
export function ridge({ ink, mood, w, h }: Scene, y: number, amplitude: number, colour: string, rough = 7): string {
  const { random } = ink;
  const points: Point[] = [];
  for (let i = -1; i <= rough + 1; i++) points.push([(i / rough) * w, y + (random.next() - 0.5) * 2 * amplitude]);
  const d = `${smooth(points, false)}L${num(w + 20)} ${num(h + 5)}L-20 ${num(h + 5)}Z`;
  return shape(
    d,
    linear(ink, [
      [0, blend(colour, mood.sky[2], 0.28)],
      [0.5, colour],
      [1, darker(colour, 0.18)],
    ]),
  );
}

/** Sharp mountains with a lit and a shaded side, and snow where `snow` is given. */
export function mountains(
  { ink, mood, w, h }: Scene,
  y: number,
  height: number,
  colour: string,
  count: number,
  snow?: string,
): string {
  const { random } = ink;
  return (
    many(count, (i) => {
      const x = ((i + random.between(0.2, 0.8)) / count) * w;
      const tall = height * random.between(0.6, 1);
      const half = tall * random.between(0.75, 1.15);
      const lean = random.between(-0.12, 0.12) * half;
      const peak: Point = [x + lean, y - tall];
      const crease: Point[] = [
        peak,
        [x + lean + half * 0.1, y - tall * 0.66],
        [x + lean - half * 0.07, y - tall * 0.4],
        [x + half * 0.16, y + 8],
      ];
      const lit = polygon([peak, [x - half, y + 8], [x + half, y + 8]]);
      const shaded = polygon([...crease, [x + half, y + 8]]);
      const fill = ramp(ink, blend(colour, mood.light, 0.35), blend(colour, mood.sky[2], 0.25));
      const cap =
        snow === undefined
          ? ''
          : shape(
              polygon([
                peak,
                [x + lean - half * 0.3, y - tall * 0.68],
                [x + lean - half * 0.13, y - tall * 0.73],
                [x + lean - half * 0.02, y - tall * 0.62],
                [x + lean + half * 0.1, y - tall * 0.72],
                [x + lean + half * 0.28, y - tall * 0.7],
              ]),
              snow,
            );
      return shape(lit, fill) + cap + shape(shaded, darker(colour, 0.25), 'fill-opacity=".42"');
    }) + box(-5, y + 6, w + 10, h - y, darker(colour, 0.1))
  );
}

/** A band of mist that hides the foot of what stands behind it. */
export function mist({ ink, w }: Scene, y: number, thickness: number, colour: string, opacity: number): string {
  const fill = linear(ink, [
    [0, colour, 0],
    [0.5, colour, opacity],
    [1, colour, 0],
  ]);
  return box(0, y - thickness / 2, w, thickness, fill);
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
      circle(x, y, r, bright, `fill-opacity="${num(random.between(0.6, 1))}"`)
    );
  });
}

/** Still water from `y` down, with the light laid on it in broken strips. */
export function water(scene: Scene, y: number, lightX: number): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const depth = h - y;
  const fill = linear(ink, [
    [0, blend(mood.sky[2], mood.land[1], 0.35)],
    [0.45, mood.land[1]],
    [1, mood.land[2]],
  ]);
  const strips = many(16, (i) => {
    const at = i / 16;
    return ellipse(
      lightX + random.between(-14, 14) * (1 + at),
      y + 4 + at * depth * 0.8,
      random.between(10, 34) * (0.6 + at * 1.3),
      1 + at * 1.6,
      mood.light,
      `fill-opacity="${num(0.75 - at * 0.55)}"`,
    );
  });
  const ripples = many(18, () => {
    const [x, at] = [random.between(0, w), random.next()];
    const long = random.between(14, 46);
    return line(
      `M${num(x)} ${num(y + 6 + at * depth)}h${num(long)}`,
      blend(mood.sky[2], mood.light, 0.4),
      1 + at,
      `stroke-opacity="${num(random.between(0.12, 0.35))}"`,
    );
  });
  return box(0, y, w, depth + 5, fill) + ripples + strips;
}

/** Ground close to the eye, with tufts along its edge. */
export function foreground(scene: Scene, y: number, colour: string, tuft: number): string {
  const { ink, w } = scene;
  const { random } = ink;
  const ground = ridge(scene, y, scene.h * 0.022, colour, 5);
  const blades = many(Math.round(w / 16), (i) => {
    const x = i * 16 + random.between(-6, 6);
    const [tall, lean] = [tuft * random.between(0.4, 1), random.between(-7, 7)];
    const foot = y + scene.h * 0.03;
    return `M${num(x - 3)} ${num(foot)}Q${num(x + lean * 0.3)} ${num(foot - tall * 0.6)} ${num(x + lean)} ${num(foot - tall)}Q${num(x + 2)} ${num(foot - tall * 0.5)} ${num(x + 4)} ${num(foot)}Z`;
  });
  return (tuft > 0 ? shape(blades, darker(colour, 0.12)) : '') + ground;
}
