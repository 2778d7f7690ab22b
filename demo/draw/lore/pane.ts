/** A lit window with an arched head. */
import { line, num, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';

/** A lit window with an arched head. */
export const pane = ({ mood }: Scene, x: number, y: number, w: number): string =>
  shape(
    `M${num(x - w / 2)} ${num(y)}v${num(-w)}a${num(w / 2)} ${num(w / 2)} 0 0 1 ${num(w)} 0v${num(w)}Z`,
    mood.light,
  ) + line(`M${num(x)} ${num(y)}v${num(-w * 1.5)}`, mood.land[2], 1.6);
