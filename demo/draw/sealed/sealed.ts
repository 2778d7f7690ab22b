/** Sealed products: packs, boxes, chests, tins and the rest, wrapped in their expansion's pictures. */
import type { UsdProduct } from '../../wickwild/market/product.ts';
import { blend, darker, lighter } from '../colour.ts';
import {
  ACROSS,
  ASLANT,
  box,
  circle,
  clipped,
  DOWN,
  ellipse,
  line,
  linear,
  radial,
  ramp,
  shape,
  svg,
  twinkle,
} from '../ink.ts';
import { CREAM } from '../palette.ts';
import { writeFitted } from '../text.ts';
import { carton } from './carton.ts';
import { pack } from './pack.ts';
import { label, type Wrap, wrapOf } from './wrap.ts';

export const PRODUCT_SIZE = 1000;

/** Two packs aslant behind a third. */
const bundle = (wrap: Wrap): string =>
  pack(wrap, 90, 230, 364, 640, -11) +
  pack({ ...wrap, colour: blend(wrap.colour, wrap.light, 0.35) }, 540, 230, 364, 640, 11) +
  pack(wrap, 308, 160, 392, 720, 0);

const boxed = (wrap: Wrap): string =>
  carton(wrap, 120, 270, 600, 600, 180, wrap.product.name.replace(`${wrap.product.expansion.name} `, ''));

function tin(wrap: Wrap): string {
  const { ink, colour, light } = wrap;
  const metal = linear(
    ink,
    ACROSS,
    [0, darker(colour, 0.35)],
    [0.2, lighter(colour, 0.55)],
    [0.5, colour],
    [0.85, lighter(colour, 0.3)],
    [1, darker(colour, 0.5)],
  );
  return (
    box(215, 190, 570, 690, metal, 60, `stroke="${darker(colour, 0.6)}" stroke-width="6"`) +
    clipped(ink, box(255, 250, 490, 590, '#000000', 36), label(wrap, 255, 250, 490, 590, 'Collector’s Tin')) +
    box(255, 250, 490, 590, 'none', 36, `stroke="${light}" stroke-width="7"`) +
    box(195, 165, 610, 62, metal, 30, `stroke="${darker(colour, 0.6)}" stroke-width="6"`) +
    line('M240 182H700', '#ffffff', 6, 'stroke-opacity=".55"')
  );
}

/** A carton with a lid and bands of gold. */
function chest(wrap: Wrap): string {
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

/** Two packs on a board, under a bubble. */
function blister(wrap: Wrap): string {
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

/** By the last word of the product's name; what has none of these is a box. */
const WRAPPINGS: Record<string, (wrap: Wrap) => string> = {
  Pack: (wrap) => pack(wrap, 270, 100, 462, 800, 4),
  Bundle: bundle,
  Tin: tin,
  Blister: blister,
  Chest: chest,
};

/** A sealed product on its stage, as SVG. */
export function sealedPicture(product: UsdProduct): string {
  const wrap = wrapOf(product);
  const { ink, kind, colour, light } = wrap;
  const stage = radial(
    ink,
    [0.5, 0.45, 0.72],
    [0, '#ffffff'],
    [0.55, blend('#f3f0ea', light, 0.3)],
    [1, blend('#d8d2c6', colour, 0.3)],
  );
  const shadow = ellipse(510, 905, 360, 38, '#1a1420', 'fill-opacity=".28"');
  const drawn = (WRAPPINGS[kind] ?? boxed)(wrap);
  return svg(ink, PRODUCT_SIZE, PRODUCT_SIZE, box(0, 0, PRODUCT_SIZE, PRODUCT_SIZE, stage) + shadow + drawn);
}
