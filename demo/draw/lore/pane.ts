/** The lit window that havens share. */
import { line, rounded, shape } from '../ink.ts';
import type { Scene } from '../scenes/scene.ts';

/** A window with an arched head, its sill at `y`. */
export const pane = ({ mood }: Scene, x: number, y: number, w: number): string =>
  shape(rounded`M${x - w / 2} ${y}v${-w}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${w}Z`, mood.light) +
  line(rounded`M${x} ${y}v${-w * 1.5}`, mood.land[2], 1.6);
