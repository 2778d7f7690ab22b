/** Sealed products: packs, boxes, chests, tins and the rest, wrapped in their expansion's pictures. */
import type { UsdArticle } from '../../market/article.ts';
import { blend } from '../colour.ts';
import { box, ellipse, radial, svg } from '../ink.ts';
import { blister } from './blister.ts';
import { carton } from './carton.ts';
import { chest } from './chest.ts';
import { pack } from './pack.ts';
import { tin } from './tin.ts';
import { wrapOf } from './wrap.ts';

export const PRODUCT_SIZE = 1000;

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
  const drawn =
    kind === 'Pack'
      ? pack(wrap, 270, 100, 462, 800, 4)
      : kind === 'Bundle'
        ? pack(wrap, 90, 230, 364, 640, -11) +
          pack({ ...wrap, colour: blend(colour, light, 0.35) }, 540, 230, 364, 640, 11) +
          pack(wrap, 308, 160, 392, 720, 0)
        : kind === 'Tin'
          ? tin(wrap)
          : kind === 'Blister'
            ? blister(wrap)
            : kind === 'Chest'
              ? chest(wrap)
              : carton(wrap, 120, 270, 600, 600, 180, product.name.replace(`${product.expansion.name} `, ''));
  return svg(ink, PRODUCT_SIZE, PRODUCT_SIZE, box(0, 0, PRODUCT_SIZE, PRODUCT_SIZE, stage) + shadow + drawn);
}
