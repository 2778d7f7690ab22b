/** Havens: the buildings of the isles, each standing in its landscape with every lamp lit. */
import { box, circle, ellipse, haloFill } from '../ink.ts';
import { ferrisWheel } from '../scenes/carnival.ts';
import { mist } from '../scenes/ground.ts';
import { lighthouse } from '../scenes/harbour.ts';
import { bellTower } from '../scenes/peaks.ts';
import type { Scene } from '../scenes/scene.ts';
import { arcade } from './arcade.ts';
import { clockhall } from './clockhall.ts';
import { observatory } from './observatory.ts';
import { ship } from './ship.ts';
import { teahouse } from './teahouse.ts';
import { treehouse } from './treehouse.ts';

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
