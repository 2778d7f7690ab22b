/** The night market: roofs, stalls, and strings of paper lanterns. */
import { blend, darker, lighter } from '../colour.ts';
import {
  box,
  circle,
  curve,
  ellipse,
  haloFill,
  line,
  MIDDLE,
  many,
  type Point,
  radial,
  ramp,
  rounded,
  shape,
} from '../ink.ts';
import { mist } from './ground.ts';
import type { Scene } from './scene.ts';
import { motes, sky, stars, sun } from './sky.ts';

/** A string of paper lanterns sagging between two points. */
function lanterns({ ink, mood }: Scene, from: Point, to: Point, sag: number, count: number, size: number): string {
  const { random } = ink;
  const at = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + Math.sin(t * Math.PI) * sag,
  ];
  const cord = line(curve(...Array.from({ length: 9 }, (_, i) => at(i / 8))), mood.land[2], 1.6);
  const glow = haloFill(ink, mood.light, 0.6);
  const hues = [mood.accent, mood.light, blend(mood.accent, mood.light, 0.5), blend(mood.accent, mood.sky[1], 0.35)];
  return (
    cord +
    many(count, (i) => {
      const [x, y] = at((i + 0.5) / count);
      const [r, colour] = [size * random.between(0.75, 1.2), random.pick(hues)];
      const paper = radial(ink, MIDDLE, [0, lighter(colour, 0.7)], [0.55, colour], [1, darker(colour, 0.3)]);
      return (
        circle(x, y + r, r * 2.8, glow) +
        ellipse(x, y + r * 1.15, r, r * 1.15, paper) +
        box(x - r * 0.4, y - r * 0.12, r * 0.8, r * 0.22, mood.land[2]) +
        box(x - r * 0.35, y + r * 2.2, r * 0.7, r * 0.2, mood.land[2]) +
        line(rounded`M${x} ${y + r * 2.4}v${r * 0.7}`, mood.light, 1.2)
      );
    })
  );
}

/** A market stall with a striped awning. */
function stall({ ink, mood }: Scene, x: number, y: number, w: number): string {
  const { random } = ink;
  const tall = w * random.between(0.75, 0.95);
  const colour = random.pick([mood.accent, blend(mood.accent, mood.sky[1], 0.4), blend(mood.light, mood.accent, 0.35)]);
  const warm = radial(ink, MIDDLE, [0, mood.light, 0.9], [1, blend(mood.light, mood.land[1], 0.8), 0.4]);
  const stripe = w / 6;
  const awning = many(6, (i) =>
    shape(
      rounded`M${x + i * stripe} ${y - tall}h${stripe}v${tall * 0.2}a${stripe / 2} ${stripe / 2} 0 0 1 ${-stripe} 0Z`,
      i % 2 ? lighter(mood.light, 0.3) : colour,
    ),
  );
  const wares = many(5, (i) =>
    circle(x + w * (0.14 + i * 0.18), y - tall * 0.3, w * 0.055, random.pick([mood.accent, mood.light, colour])),
  );
  return (
    box(x + 3, y - tall, w - 6, tall, mood.land[2]) +
    box(x + 6, y - tall * 0.82, w - 12, tall * 0.5, warm) +
    wares +
    box(x, y - tall * 0.28, w, tall * 0.28, blend(mood.land[2], mood.accent, 0.22)) +
    awning
  );
}

export function market(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const moonX = w * random.between(0.2, 0.8);
  const roofs = (y: number, colour: string, size: number) =>
    many(8, (i) => {
      const [x, tall] = [(i / 8) * w - 10, h * random.between(0.4, 1) * size];
      const half = (w / 8) * 0.75;
      const eave = rounded`M${x - half * 0.4} ${y - tall}Q${x + half * 0.25} ${y - tall - 6} ${x + half * 0.65} ${y - tall * 1.35}Q${x + half} ${y - tall - 6} ${x + half * 1.7} ${y - tall}Z`;
      const panes = many(4, (p) =>
        random.chance(0.6)
          ? box(
              x + 6 + (p % 2) * half * 0.6,
              y - tall * 0.85 + Math.floor(p / 2) * tall * 0.32,
              half * 0.24,
              tall * 0.15,
              mood.light,
              1,
              'fill-opacity=".85"',
            )
          : '',
      );
      return box(x, y - tall, half * 1.35, tall + 4, colour) + shape(eave, darker(colour, 0.3)) + panes;
    });
  return (
    sky(scene, 0.85) +
    stars(scene, 46, 0.5) +
    sun(scene, moonX, h * random.between(0.16, 0.28), h * random.between(0.09, 0.14), 2.6) +
    roofs(h * 0.66, mood.land[0], 0.22) +
    mist(scene, h * 0.64, h * 0.16, mood.sky[2], 0.45) +
    roofs(h * 0.76, mood.land[1], 0.24) +
    mist(scene, h * 0.75, h * 0.14, mood.accent, 0.35) +
    many(5, (i) => stall(scene, i * w * 0.22 - w * 0.05, h * 0.84, w * 0.17)) +
    box(-5, h * 0.83, w + 10, h * 0.2, ramp(ink, blend(mood.land[1], mood.accent, 0.28), mood.land[2])) +
    many(10, () =>
      ellipse(
        random.between(0, w),
        h * random.between(0.85, 0.98),
        random.between(20, 60),
        random.between(2, 4),
        mood.light,
        'fill-opacity=".13"',
      ),
    ) +
    lanterns(scene, [-10, h * 0.12], [w * 0.62, h * 0.08], h * 0.16, 6, h * 0.026) +
    lanterns(scene, [w * 0.42, h * 0.05], [w + 10, h * 0.2], h * 0.14, 5, h * 0.032) +
    lanterns(scene, [-10, h * 0.42], [w + 10, h * 0.4], h * 0.08, 8, h * 0.018) +
    motes(scene, 18, mood.light, 0.1, 0.95)
  );
}
