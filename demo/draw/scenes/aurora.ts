/** The north: curtains of light over ice. */
import { blend, lighter, oklch } from '../colour.ts';
import { DOWN, linear, many, num, polygon, shape } from '../ink.ts';
import { foreground, mist, mountains, water } from './ground.ts';
import type { Scene } from './scene.ts';
import { motes, sky, stars } from './sky.ts';

/** A curtain of northern light: many thin strips, bright at the hem. */
function curtain({ ink, w, h }: Scene, y: number, tall: number, colour: string): string {
  const { random } = ink;
  const fill = linear(
    ink,
    DOWN,
    [0, colour, 0],
    [0.72, colour, 0.5],
    [0.94, lighter(colour, 0.35), 0.75],
    [1, colour, 0],
  );
  const [waves, phase] = [random.between(1.2, 2.6), random.between(0, 6)];
  const count = 46;
  return many(count, (i) => {
    const t = i / count;
    const hem = y + Math.sin(t * Math.PI * waves + phase) * h * 0.075 + Math.sin(t * 19 + phase) * h * 0.012;
    const reach = tall * (0.7 + 0.3 * Math.sin(t * 13 + phase * 2)) * random.between(0.85, 1.1);
    return `<rect x="${num(t * w * 1.04 - 8)}" y="${num(hem - reach)}" width="${num((w / count) * 1.1)}" height="${num(reach)}" fill="${fill}"/>`;
  });
}

export function aurora(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const second = blend(mood.accent, oklch(0.75, 0.16, random.pick([220, 300, 340])), 0.7);
  return (
    sky(scene, 0.75) +
    stars(scene, 110, 0.62) +
    curtain(scene, h * random.between(0.34, 0.42), h * 0.42, second) +
    curtain(scene, h * random.between(0.48, 0.55), h * 0.42, mood.accent) +
    mountains(scene, h * 0.66, h * random.between(0.2, 0.28), mood.land[0], 6, blend(mood.light, mood.land[0], 0.25)) +
    mist(scene, h * 0.65, h * 0.09, mood.accent, 0.3) +
    water(scene, h * 0.67, w * random.between(0.3, 0.7)) +
    many(7, () => {
      const [x, y, wide] = [random.between(0, w), h * random.between(0.7, 0.82), random.between(w * 0.06, w * 0.15)];
      return shape(
        polygon(
          [x - wide, y],
          [x - wide * 0.6, y - wide * 0.26],
          [x + wide * 0.2, y - wide * 0.32],
          [x + wide, y - 3],
          [x + wide * 0.7, y + wide * 0.12],
          [x - wide * 0.7, y + wide * 0.12],
        ),
        linear(
          ink,
          DOWN,
          [0, lighter(mood.light, 0.5)],
          [0.6, blend(mood.light, mood.land[0], 0.4)],
          [1, mood.land[1]],
        ),
      );
    }) +
    foreground(scene, h * 0.87, blend(mood.land[2], mood.light, 0.16), 0) +
    motes(scene, 14, mood.accent, 0.3, 0.95)
  );
}
