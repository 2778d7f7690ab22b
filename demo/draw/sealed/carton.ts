/** A carton, for boxes of every kind. */
import { darker, lighter } from '../colour.ts';
import { ACROSS, box, group, line, polygon, ramp, rounded, shape } from '../ink.ts';
import { symbol } from '../symbols.ts';
import { label, type Wrap } from './wrap.ts';

/** A carton seen from the right and above, its front the label. */
export function carton(wrap: Wrap, x: number, y: number, w: number, h: number, depth: number, words: string): string {
  const { ink, colour, deep, light, product } = wrap;
  const rise = depth * 0.45;
  const side = ramp(ink, darker(colour, 0.2), darker(colour, 0.6), ACROSS);
  const lid = ramp(ink, lighter(colour, 0.5), colour);
  return (
    shape(polygon([x + w, y], [x + w + depth, y - rise], [x + w + depth, y + h - rise], [x + w, y + h]), side) +
    shape(polygon([x, y], [x + depth, y - rise], [x + w + depth, y - rise], [x + w, y]), lid) +
    group(
      symbol(product.expansion.id, 0, 0, depth * 0.55, light),
      rounded`transform="translate(${x + w + depth / 2} ${y + h * 0.45}) skewY(-24) scale(.8 1.3)"`,
    ) +
    label(wrap, x, y, w, h, words) +
    box(x, y, w, h, 'none', 0, `stroke="${deep}" stroke-width="5"`) +
    line(rounded`M${x + 6} ${y + 5}h${w - 12}`, '#ffffff', 3, 'stroke-opacity=".55"')
  );
}
