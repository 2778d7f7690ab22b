/** A blister: two packs on a board, under a bubble. */
import { blend, darker, lighter } from '../colour.ts';
import { ASLANT, box, ellipse, linear, ramp } from '../ink.ts';
import { CREAM } from '../palette.ts';
import { writeFitted } from '../text.ts';
import { pack } from './pack.ts';
import type { Wrap } from './wrap.ts';

export function blister(wrap: Wrap): string {
  const { ink, colour, deep, light } = wrap;
  const back = ramp(ink, lighter(colour, 0.3), darker(colour, 0.45));
  const shine = linear(ink, ASLANT, [0, '#ffffff', 0.45], [0.4, '#ffffff', 0.06], [1, '#ffffff', 0.2]);
  return (
    box(190, 90, 620, 830, back, 26, `stroke="${deep}" stroke-width="5"`) +
    ellipse(500, 140, 46, 17, deep) +
    pack(wrap, 250, 250, 308, 560, -5) +
    pack({ ...wrap, colour: blend(colour, light, 0.4) }, 440, 270, 308, 560, 7) +
    box(220, 215, 560, 650, shine, 34, 'stroke="#ffffff" stroke-opacity=".6" stroke-width="4"') +
    writeFitted(wrap.product.name, 500, 198, 34, 'bold', CREAM, 540, 'middle')
  );
}
