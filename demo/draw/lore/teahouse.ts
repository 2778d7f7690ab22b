/** A teahouse of three storeys, each under its eaves. */
import { blend, darker, lighter } from '../colour.ts';
import { box, circle, line, many, ramp, rounded, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';
import { pane } from './pane.ts';

export function teahouse(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const wood = ramp(ink, blend(mood.land[1], mood.accent, 0.4), mood.land[2]);
  const roof = ramp(ink, lighter(mood.accent, 0.1), darker(mood.accent, 0.5));
  const storey = (i: number) => {
    const [half, foot, tall] = [size * (0.5 - i * 0.13), y - i * size * 0.34, size * 0.24];
    const eave = rounded`M${x - half * 1.5} ${foot - tall + 4}Q${x - half} ${foot - tall - 4} ${x - half * 0.6} ${foot - tall - size * 0.16}H${x + half * 0.6}Q${x + half} ${foot - tall - 4} ${x + half * 1.5} ${foot - tall + 4}Q${x} ${foot - tall - 12} ${x - half * 1.5} ${foot - tall + 4}Z`;
    return (
      box(x - half, foot - tall, half * 2, tall + 3, wood) +
      many(3 - i || 1, (k) => pane(scene, x + (k - (2 - i) / 2) * half * 0.62, foot - size * 0.06, size * 0.09)) +
      shape(eave, roof, `stroke="${mood.land[2]}" stroke-width="2"`) +
      circle(x - half * 1.42, foot - tall + 14, size * 0.035, mood.light) +
      circle(x + half * 1.42, foot - tall + 14, size * 0.035, mood.light)
    );
  };
  return (
    storey(0) +
    storey(1) +
    storey(2) +
    line(rounded`M${x} ${y - size * 1.06}v${-size * 0.14}`, mood.land[2], 4) +
    circle(x, y - size * 1.22, size * 0.03, mood.light)
  );
}
