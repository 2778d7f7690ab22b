/** A ship under sail, run aground and lived in. */
import { blend, darker, lighter } from '../colour.ts';
import { ASLANT, circle, ellipse, line, many, ramp, rounded, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';

export function ship(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const hull = ramp(ink, blend(mood.land[1], mood.accent, 0.45), darker(mood.land[2], 0.3));
  const canvas = ramp(ink, lighter(mood.light, 0.4), blend(mood.light, mood.accent, 0.45), ASLANT);
  const sail = (sx: number, top: number, half: number, tall: number) =>
    shape(
      rounded`M${sx - half} ${top}H${sx + half}Q${sx + half * 1.5} ${top + tall * 0.6} ${sx + half * 0.9} ${top + tall}H${sx - half * 0.9}Q${sx - half * 0.4} ${top + tall * 0.5} ${sx - half} ${top}Z`,
      canvas,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    );
  return (
    line(rounded`M${x - size * 0.35} ${y}v${-size * 1.1}M${x + size * 0.25} ${y}v${-size * 1.35}`, mood.land[2], 5) +
    sail(x - size * 0.35, y - size, size * 0.24, size * 0.5) +
    sail(x + size * 0.25, y - size * 1.25, size * 0.26, size * 0.4) +
    sail(x + size * 0.25, y - size * 0.82, size * 0.36, size * 0.5) +
    shape(
      rounded`M${x - size * 0.95} ${y - size * 0.28}Q${x - size * 0.5} ${y - size * 0.12} ${x + size * 0.6} ${y - size * 0.16}L${x + size * 1.05} ${y - size * 0.4}Q${x + size * 0.85} ${y + size * 0.2} ${x + size * 0.4} ${y + size * 0.2}H${x - size * 0.5}Q${x - size * 0.8} ${y + size * 0.14} ${x - size * 0.95} ${y - size * 0.28}Z`,
      hull,
      `stroke="${mood.land[2]}" stroke-width="3"`,
    ) +
    many(5, (i) => circle(x - size * 0.5 + i * size * 0.24, y - size * 0.01, size * 0.04, mood.light)) +
    ellipse(x, y + size * 0.2, size * 1.05, size * 0.05, '#ffffff', 'fill-opacity=".4"')
  );
}
