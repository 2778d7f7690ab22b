/** An observatory, its dome open and its beam out. */
import { darker, lighter } from '../colour.ts';
import { ACROSS, box, circle, linear, many, polygon, ramp, rounded, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';
import { pane } from './pane.ts';

export function observatory(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const wall = ramp(ink, lighter(mood.land[0], 0.5), mood.land[2], ACROSS);
  const dome = linear(
    ink,
    [0, 0, 1, 0.4],
    [0, lighter(mood.accent, 0.55)],
    [0.6, mood.accent],
    [1, darker(mood.accent, 0.5)],
  );
  const beam = linear(ink, [1, 0, 0, 1], [0, mood.light, 0], [1, mood.light, 0.7]);
  return (
    shape(
      polygon(
        [x + size * 0.05, y - size * 0.72],
        [x + size * 0.8, y - size * 1.7],
        [x + size * 1.25, y - size * 1.4],
        [x + size * 0.18, y - size * 0.66],
      ),
      beam,
    ) +
    box(x - size * 0.4, y - size * 0.5, size * 0.8, size * 0.5 + 3, wall) +
    shape(
      rounded`M${x - size * 0.46} ${y - size * 0.5}A${size * 0.46} ${size * 0.46} 0 0 1 ${x + size * 0.46} ${y - size * 0.5}Z`,
      dome,
      `stroke="${mood.land[2]}" stroke-width="2.5"`,
    ) +
    shape(
      polygon(
        [x + size * 0.02, y - size * 0.62],
        [x + size * 0.4, y - size * 1.08],
        [x + size * 0.5, y - size],
        [x + size * 0.16, y - size * 0.56],
      ),
      mood.land[2],
    ) +
    box(x - size * 0.5, y - size * 0.54, size, size * 0.07, mood.land[2], 3) +
    many(4, (i) => pane(scene, x + (i - 1.5) * size * 0.2, y - size * 0.14, size * 0.09)) +
    circle(x, y - size * 0.3, size * 0.06, mood.light)
  );
}
