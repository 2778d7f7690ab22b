/** Two huts in one tree. */
import { blend, darker } from '../colour.ts';
import { ACROSS, box, circle, line, many, polygon, ramp, rounded, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';
import { pane } from './pane.ts';

export function treehouse(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const bark = ramp(ink, mood.land[1], darker(mood.land[2], 0.2), ACROSS);
  const crown = many(9, (i) =>
    circle(
      x + Math.cos(i * 0.7) * size * 0.52,
      y - size * 1.12 + Math.sin(i * 1.9) * size * 0.2,
      size * (0.24 + (i % 3) * 0.03),
      blend(mood.land[0], mood.accent, 0.12 + (i % 4) * 0.07),
    ),
  );
  const hut = (cx: number, cy: number, s: number) =>
    box(
      cx - s / 2,
      cy - s * 0.7,
      s,
      s * 0.7,
      blend(mood.land[1], mood.light, 0.25),
      3,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    ) +
    shape(
      polygon([cx - s * 0.68, cy - s * 0.66], [cx, cy - s * 1.2], [cx + s * 0.68, cy - s * 0.66]),
      mood.accent,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    ) +
    pane(scene, cx, cy - s * 0.14, s * 0.26) +
    box(cx - s * 0.7, cy, s * 1.4, 5, mood.land[2]);
  return (
    shape(
      rounded`M${x - size * 0.34} ${y}Q${x - size * 0.12} ${y - size * 0.3} ${x - size * 0.15} ${y - size}H${x + size * 0.15}Q${x + size * 0.12} ${y - size * 0.3} ${x + size * 0.36} ${y}Z`,
      bark,
    ) +
    crown +
    hut(x - size * 0.36, y - size * 0.62, size * 0.34) +
    hut(x + size * 0.38, y - size * 0.84, size * 0.3) +
    shape(
      rounded`M${x - size * 0.09} ${y}v${-size * 0.2}a${size * 0.09} ${size * 0.09} 0 0 1 ${size * 0.18} 0v${size * 0.2}Z`,
      mood.light,
    ) +
    line(
      rounded`M${x - size * 0.2} ${y - size * 0.62}Q${x + size * 0.1} ${y - size * 0.56} ${x + size * 0.24} ${y - size * 0.84}`,
      mood.land[2],
      3,
    )
  );
}
