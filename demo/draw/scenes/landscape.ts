/** A place of the world, painted in one of its lights. */
import type { Ink } from '../ink.ts';
import { hollow, orchard, reef } from './deep.ts';
import { carnival } from './fair.ts';
import { parliament, peaks } from './height.ts';
import { moodOf } from './moods.ts';
import { aurora, market, poster } from './night.ts';
import type { Scene } from './scenery.ts';
import { harbour, saltglass } from './shore.ts';

const PAINTERS: Record<string, (scene: Scene) => string> = {
  harbour,
  hollow,
  orchard,
  saltglass,
  peaks,
  market,
  aurora,
  reef,
  carnival,
  parliament,
  poster,
};

/** The scene of a place at a size, its light chosen by the ink. */
export const sceneOf = (ink: Ink, place: string, w: number, h: number): Scene => ({
  ink,
  w,
  h,
  mood: moodOf(place, ink.random.whole(0, 2)),
});

export function landscape(place: string, scene: Scene): string {
  const paint = PAINTERS[place];
  if (paint === undefined) throw new RangeError(`no such place: ${place}`);
  return paint(scene);
}
