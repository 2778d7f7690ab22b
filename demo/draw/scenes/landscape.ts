/** A place of the world, painted in one of its lights. */
import { aurora } from './aurora.ts';
import { carnival } from './carnival.ts';
import { harbour } from './harbour.ts';
import { hollow } from './hollow.ts';
import { market } from './market.ts';
import { orchard } from './orchard.ts';
import { parliament } from './parliament.ts';
import { peaks } from './peaks.ts';
import { poster } from './poster.ts';
import { reef } from './reef.ts';
import { saltglass } from './saltglass.ts';
import type { Scene } from './scene.ts';

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

export function landscape(place: string, scene: Scene): string {
  const paint = PAINTERS[place];
  if (paint === undefined) throw new RangeError(`no such place: ${place}`);
  return paint(scene);
}
