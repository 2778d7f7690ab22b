/** An arcade of five glass arches. */
import { blend, lighter } from '../colour.ts';
import { box, DOWN, line, linear, radial, rounded, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';

export function arcade(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const glass = linear(
    ink,
    DOWN,
    [0, lighter(mood.accent, 0.6), 0.95],
    [1, blend(mood.accent, mood.land[1], 0.5), 0.9],
  );
  const arch = (i: number) => {
    const [cx, half, tall] = [x + (i - 2) * size * 0.42, size * 0.19, size * (i === 2 ? 1.15 : i % 2 ? 0.9 : 0.7)];
    const outer = rounded`M${cx - half} ${y}V${y - tall + half}Q${cx - half} ${y - tall} ${cx} ${y - tall - half * 0.7}Q${cx + half} ${y - tall} ${cx + half} ${y - tall + half}V${y}Z`;
    const glow = radial(
      ink,
      [0.5, 0.8, 0.8],
      [0, mood.light],
      [0.7, blend(mood.light, mood.accent, 0.5)],
      [1, mood.land[1]],
    );
    const inner = rounded`M${cx - half * 0.6} ${y}V${y - tall * 0.6}a${half * 0.6} ${half * 0.7} 0 0 1 ${half * 1.2} 0V${y}Z`;
    return (
      shape(outer, glass, `stroke="${mood.land[2]}" stroke-width="2.4"`) +
      shape(inner, glow) +
      line(
        rounded`M${cx - half * 0.5} ${y - tall * 0.78}L${cx} ${y - tall - half * 0.3}L${cx + half * 0.5} ${y - tall * 0.78}`,
        '#ffffff',
        2,
        'stroke-opacity=".7"',
      )
    );
  };
  return arch(0) + arch(4) + arch(1) + arch(3) + arch(2) + box(x - size * 1.1, y - 4, size * 2.2, 9, mood.land[2], 3);
}
