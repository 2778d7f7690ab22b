/** Sealed products of Orbwright: a sleeve, a drawer or a case of instruments, with the sky of one of their cards. */
import { darker, lighter } from '../../draw/colour.ts';
import { ACROSS, box, ellipse, group, line, linear, newInk, polygon, ramp, shape, svg } from '../../draw/ink.ts';
import { PRODUCT_SIZE } from '../../draw/sealed/sealed.ts';
import { writeFitted } from '../../draw/text.ts';
import { CARDS } from '../cards.ts';
import type { OrbwrightProduct } from '../market.ts';
import { limb, skyOf } from './plate.ts';
import { tonesOf } from './tones.ts';

/** Where the front stands, and how deep the thing is. */
const FORMS = {
  Pack: { x: 270, y: 120, w: 460, h: 760, depth: 0 },
  Box: { x: 120, y: 250, w: 620, h: 600, depth: 150 },
  Kit: { x: 90, y: 330, w: 760, h: 500, depth: 70 },
} as const;

export function orbwrightSealed({ id, name, expansion }: OrbwrightProduct): string {
  const ink = newInk(`orbwright sealed ${id}`);
  const form = name.split(' ').at(-1) as keyof typeof FORMS;
  const { x, y, w, h, depth } = FORMS[form];
  const hero = ink.random.pick(CARDS.filter((card) => card.expansion === expansion && card.kind === 'World'));
  const tones = tonesOf({ metal: hero.metal, isOtherSky: false });
  const { metal, ground, deep, text } = tones;
  const size = Math.min(w / 640, h / 900);
  const front = linear(ink, ACROSS, [0, lighter(ground, 0.25)], [0.5, ground], [1, darker(ground, 0.45)]);
  const rise = depth * 0.5;
  const drawn =
    box(0, 0, PRODUCT_SIZE, PRODUCT_SIZE, ramp(ink, '#f7f5f1', '#d9d6d0')) +
    ellipse(510, y + h + 8, w * 0.6, 30, '#16141c', 'fill-opacity=".25"') +
    shape(polygon([x + w, y], [x + w + depth, y - rise], [x + w + depth, y + h - rise], [x + w, y + h]), deep) +
    shape(polygon([x, y], [x + depth, y - rise], [x + w + depth, y - rise], [x + w, y]), lighter(ground, 0.2)) +
    box(x, y, w, h, front, 0, `stroke="${metal}" stroke-width="4"`) +
    group(
      skyOf(ink, hero, tones) + limb(tones, 250),
      `transform="translate(${x + w / 2} ${y + h * 0.43}) scale(${Math.round(size * 1000) / 1000})"`,
    ) +
    writeFitted('ORBWRIGHT', x + w / 2, y + h * 0.1, h * 0.07, 'bold', metal, w * 0.8, 'middle') +
    line(`M${x + w * 0.1} ${y + h * 0.79}H${x + w * 0.9}`, metal, 3) +
    writeFitted(expansion.name, x + w / 2, y + h * 0.88, h * 0.08, 'bold', text, w * 0.84, 'middle') +
    writeFitted(
      name.replace(`${expansion.name} `, ''),
      x + w / 2,
      y + h * 0.95,
      h * 0.05,
      'italic',
      metal,
      w * 0.8,
      'middle',
    );
  return svg(ink, PRODUCT_SIZE, PRODUCT_SIZE, drawn);
}
