/** Sealed products: packs, boxes, chests, tins and the rest, wrapped in their expansion's pictures. */
import type { UsdArticle } from '../../wickwild/market/article.ts';
import { blend } from '../colour.ts';
import { box, ellipse, radial, svg } from '../ink.ts';
import { blister } from './blister.ts';
import { carton } from './carton.ts';
import { chest } from './chest.ts';
import { pack } from './pack.ts';
import { tin } from './tin.ts';
import { type Wrap, wrapOf } from './wrap.ts';

export const PRODUCT_SIZE = 1000;

/** Two packs aslant behind a third. */
const bundle = (wrap: Wrap): string =>
  pack(wrap, 90, 230, 364, 640, -11) +
  pack({ ...wrap, colour: blend(wrap.colour, wrap.light, 0.35) }, 540, 230, 364, 640, 11) +
  pack(wrap, 308, 160, 392, 720, 0);

const boxed = (wrap: Wrap): string =>
  carton(wrap, 120, 270, 600, 600, 180, wrap.product.name.replace(`${wrap.product.expansion.name} `, ''));

/** By the last word of the product's name; what has none of these is a box. */
const WRAPPINGS: Record<string, (wrap: Wrap) => string> = {
  Pack: (wrap) => pack(wrap, 270, 100, 462, 800, 4),
  Bundle: bundle,
  Tin: tin,
  Blister: blister,
  Chest: chest,
};

/** A sealed product on its stage, as SVG. */
export function sealedPicture(product: UsdArticle): string {
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
