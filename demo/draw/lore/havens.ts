/** Havens: the buildings of the isles, each standing in its landscape with every lamp lit. */
import { blend, darker, lighter } from '../colour.ts';
import { ASLANT, box, circle, ellipse, haloFill, line, many, ramp, rounded, shape } from '../ink.ts';
import { ferrisWheel } from '../scenes/carnival.ts';
import { mist } from '../scenes/ground.ts';
import { lighthouse } from '../scenes/harbour.ts';
import { bellTower } from '../scenes/peaks.ts';
import type { Scene } from '../scenes/scene.ts';
import { arcade } from './arcade.ts';
import { clockhall } from './clockhall.ts';
import { observatory } from './observatory.ts';
import { pane } from './pane.ts';
import { treehouse } from './treehouse.ts';

/** Of three storeys, each under its eaves. */
function teahouse(scene: Scene, x: number, y: number, size: number): string {
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

/** Under sail, run aground and lived in. */
function ship(scene: Scene, x: number, y: number, size: number): string {
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

const BUILDINGS: Record<string, (scene: Scene, x: number, y: number, size: number) => string> = {
  teahouse,
  observatory,
  arcade,
  treehouse,
  ship,
  clockhall,
  lighthouse: (scene, x, y, size) => lighthouse(scene, x, y, size * 1.5),
  belfry: (scene, x, y, size) =>
    bellTower(scene, x - size * 0.42, y, size * 0.8) +
    bellTower(scene, x + size * 0.42, y, size * 0.7) +
    bellTower(scene, x, y + 6, size * 1.25),
  wheel: (scene, x, y, size) =>
    ferrisWheel(scene, x, y - size * 0.78, size * 0.62) +
    box(x - size * 0.8, y - 4, size * 1.6, 10, scene.mood.land[2], 4),
};

/** A haven in the middle of its landscape. */
export function haven(scene: Scene, motif: string): string {
  const build = BUILDINGS[motif];
  if (build === undefined) throw new RangeError(`no such haven: ${motif}`);
  const { ink, mood, w, h } = scene;
  const [x, y, size] = [w * ink.random.between(0.44, 0.56), h * 0.86, Math.min(h * 0.52, w * 0.42)];
  const glow = haloFill(ink, mood.light, 0.55);
  return (
    circle(x, y - size * 0.5, size * 1.15, glow) +
    build(scene, x, y, size) +
    mist(scene, y + 6, h * 0.12, mood.light, 0.3) +
    ellipse(x, y + h * 0.03, size, h * 0.018, mood.light, 'fill-opacity=".25"')
  );
}
