/** A clock hall between two toothed wheels. */
import { darker, lighter } from '../colour.ts';
import { ACROSS, ASLANT, box, circle, line, polygon, ramp, rounded, shape } from '../ink.ts';
import { gear } from '../scenes/reef.ts';
import type { Scene } from '../scenes/scene.ts';
import { pane } from './pane.ts';

export function clockhall(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const brass = ramp(ink, lighter(mood.accent, 0.5), darker(mood.accent, 0.45), ASLANT);
  const stone = ramp(ink, lighter(mood.land[0], 0.3), mood.land[2], ACROSS);
  return (
    gear(x - size * 0.5, y - size * 0.3, size * 0.3, 13, brass, mood.land[2], 0.2) +
    gear(x + size * 0.52, y - size * 0.24, size * 0.26, 11, brass, mood.land[2], 0.5) +
    box(
      x - size * 0.36,
      y - size * 0.9,
      size * 0.72,
      size * 0.92,
      stone,
      4,
      `stroke="${mood.land[2]}" stroke-width="2.5"`,
    ) +
    shape(
      polygon([x - size * 0.46, y - size * 0.88], [x, y - size * 1.4], [x + size * 0.46, y - size * 0.88]),
      brass,
      `stroke="${mood.land[2]}" stroke-width="2.5"`,
    ) +
    circle(x, y - size * 0.62, size * 0.22, mood.light, `stroke="${mood.land[2]}" stroke-width="4"`) +
    line(
      rounded`M${x} ${y - size * 0.62}v${-size * 0.15}M${x} ${y - size * 0.62}l${size * 0.1} ${size * 0.06}`,
      mood.land[2],
      4,
    ) +
    pane(scene, x - size * 0.18, y - size * 0.1, size * 0.12) +
    pane(scene, x + size * 0.18, y - size * 0.1, size * 0.12) +
    pane(scene, x, y, size * 0.16)
  );
}
