/** A ship under sail, run aground and lived in. */
import { blend, darker, lighter } from '../colour.ts';
import { ASLANT, circle, ellipse, line, many, num, ramp, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';

export function ship(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const hull = ramp(ink, blend(mood.land[1], mood.accent, 0.45), darker(mood.land[2], 0.3));
  const canvas = ramp(ink, lighter(mood.light, 0.4), blend(mood.light, mood.accent, 0.45), ASLANT);
  const sail = (sx: number, top: number, half: number, tall: number) =>
    shape(
      `M${num(sx - half)} ${num(top)}H${num(sx + half)}Q${num(sx + half * 1.5)} ${num(top + tall * 0.6)} ${num(sx + half * 0.9)} ${num(top + tall)}H${num(sx - half * 0.9)}Q${num(sx - half * 0.4)} ${num(top + tall * 0.5)} ${num(sx - half)} ${num(top)}Z`,
      canvas,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    );
  return (
    line(
      `M${num(x - size * 0.35)} ${num(y)}v${num(-size * 1.1)}M${num(x + size * 0.25)} ${num(y)}v${num(-size * 1.35)}`,
      mood.land[2],
      5,
    ) +
    sail(x - size * 0.35, y - size, size * 0.24, size * 0.5) +
    sail(x + size * 0.25, y - size * 1.25, size * 0.26, size * 0.4) +
    sail(x + size * 0.25, y - size * 0.82, size * 0.36, size * 0.5) +
    shape(
      `M${num(x - size * 0.95)} ${num(y - size * 0.28)}Q${num(x - size * 0.5)} ${num(y - size * 0.12)} ${num(x + size * 0.6)} ${num(y - size * 0.16)}L${num(x + size * 1.05)} ${num(y - size * 0.4)}Q${num(x + size * 0.85)} ${num(y + size * 0.2)} ${num(x + size * 0.4)} ${num(y + size * 0.2)}H${num(x - size * 0.5)}Q${num(x - size * 0.8)} ${num(y + size * 0.14)} ${num(x - size * 0.95)} ${num(y - size * 0.28)}Z`,
      hull,
      `stroke="${mood.land[2]}" stroke-width="3"`,
    ) +
    many(5, (i) => circle(x - size * 0.5 + i * size * 0.24, y - size * 0.01, size * 0.04, mood.light)) +
    ellipse(x, y + size * 0.2, size * 1.05, size * 0.05, '#ffffff', 'fill-opacity=".4"')
  );
}
