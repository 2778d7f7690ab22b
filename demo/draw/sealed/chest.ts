/** A chest: a carton with a lid and bands of gold. */
import { darker, lighter } from '../colour.ts';
import { box, circle, DOWN, linear, shape, twinkle } from '../ink.ts';
import { carton } from './carton.ts';
import type { Wrap } from './wrap.ts';

export function chest(wrap: Wrap): string {
  const { ink, colour, light, deep } = wrap;
  const gold = linear(ink, DOWN, [0, '#fff1c2'], [0.5, '#d99f36'], [1, '#7a4c12']);
  const lid = linear(ink, DOWN, [0, lighter(colour, 0.4)], [0.6, colour], [1, darker(colour, 0.45)]);
  const band = (x: number) => box(x, 215, 34, 650, gold, 6, `stroke="${deep}" stroke-width="3"`);
  return (
    carton(wrap, 130, 400, 640, 460, 110, 'Nine packs and a lantern') +
    shape('M120 400Q130 190 450 190T780 400Z', lid, `stroke="${deep}" stroke-width="5"`) +
    shape('M780 400Q784 260 620 214L740 170Q900 220 890 352Z', darker(colour, 0.5)) +
    band(122) +
    band(746) +
    box(120, 384, 662, 34, gold, 8, `stroke="${deep}" stroke-width="3"`) +
    circle(450, 404, 46, gold, `stroke="${deep}" stroke-width="4"`) +
    circle(450, 404, 27, light) +
    twinkle(450, 404, 34, '#ffffff', 1)
  );
}
