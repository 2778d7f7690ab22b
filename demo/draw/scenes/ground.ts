/** Land and water, from the far ridge to the grass at the feet, and the mist between them. */
import { blend, darker } from '../colour.ts';
import {
  box,
  curve,
  DOWN,
  ellipse,
  line,
  linear,
  many,
  num,
  type Point,
  polygon,
  ramp,
  rounded,
  shape,
} from '../ink.ts';
import type { Scene } from './scene.ts';

/** A line of hills from the left edge to the right, filled to the bottom, paler where it meets the air. */
export function ridge({ ink, mood, w, h }: Scene, y: number, amplitude: number, colour: string, rough = 7): string {
  const { random } = ink;
  const points: Point[] = [];
  for (let i = -1; i <= rough + 1; i++) points.push([(i / rough) * w, y + (random.next() - 0.5) * 2 * amplitude]);
  const d = `${curve(...points)}L${num(w + 20)} ${num(h + 5)}L-20 ${num(h + 5)}Z`;
  return shape(d, linear(ink, DOWN, [0, blend(colour, mood.sky[2], 0.28)], [0.5, colour], [1, darker(colour, 0.18)]));
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
      const lit = polygon(peak, [x - half, y + 8], [x + half, y + 8]);
      const shaded = polygon(...crease, [x + half, y + 8]);
      const fill = ramp(ink, blend(colour, mood.light, 0.35), blend(colour, mood.sky[2], 0.25));
      const cap =
        snow === undefined
          ? ''
          : shape(
              polygon(
                peak,
                [x + lean - half * 0.3, y - tall * 0.68],
                [x + lean - half * 0.13, y - tall * 0.73],
                [x + lean - half * 0.02, y - tall * 0.62],
                [x + lean + half * 0.1, y - tall * 0.72],
                [x + lean + half * 0.28, y - tall * 0.7],
              ),
              snow,
            );
      return shape(lit, fill) + cap + shape(shaded, darker(colour, 0.25), 'fill-opacity=".42"');
    }) + box(-5, y + 6, w + 10, h - y, darker(colour, 0.1))
  );
}

/** A band of mist that hides the foot of what stands behind it. */
export function mist({ ink, w }: Scene, y: number, thickness: number, colour: string, opacity: number): string {
  const fill = linear(ink, DOWN, [0, colour, 0], [0.5, colour, opacity], [1, colour, 0]);
  return box(0, y - thickness / 2, w, thickness, fill);
}

/** Still water from `y` down, with the light laid on it in broken strips. */
export function water(scene: Scene, y: number, lightX: number): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const depth = h - y;
  const fill = linear(ink, DOWN, [0, blend(mood.sky[2], mood.land[1], 0.35)], [0.45, mood.land[1]], [1, mood.land[2]]);
  const strips = many(16, (i) => {
    const at = i / 16;
    return ellipse(
      lightX + random.between(-14, 14) * (1 + at),
      y + 4 + at * depth * 0.8,
      random.between(10, 34) * (0.6 + at * 1.3),
      1 + at * 1.6,
      mood.light,
      rounded`fill-opacity="${0.75 - at * 0.55}"`,
    );
  });
  const ripples = many(18, () => {
    const [x, at] = [random.between(0, w), random.next()];
    const long = random.between(14, 46);
    return line(
      rounded`M${x} ${y + 6 + at * depth}h${long}`,
      blend(mood.sky[2], mood.light, 0.4),
      1 + at,
      rounded`stroke-opacity="${random.between(0.12, 0.35)}"`,
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
    return rounded`M${x - 3} ${foot}Q${x + lean * 0.3} ${foot - tall * 0.6} ${x + lean} ${foot - tall}Q${x + 2} ${foot - tall * 0.5} ${x + 4} ${foot}Z`;
  });
  return (tuft > 0 ? shape(blades, darker(colour, 0.12)) : '') + ground;
}
