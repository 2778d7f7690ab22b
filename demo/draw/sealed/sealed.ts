/** Sealed products: packs, boxes, chests, tins and the rest, wrapped in their expansion's pictures. */

import type { UsdProduct } from '../../market/products.ts';
import { randomOf } from '../../random.ts';
import { CARDS, type DemoCard } from '../../wickwild/cards.ts';
import { artworkOf } from '../artwork.ts';
import { svg } from '../card/face.ts';
import { blend, darker, lighter } from '../colour.ts';
import {
  box,
  circle,
  clipped,
  ellipse,
  group,
  type Ink,
  line,
  linear,
  many,
  newInk,
  num,
  polygon,
  radial,
  ramp,
  shape,
} from '../ink.ts';
import { moodOf } from '../scenes/moods.ts';
import { twinkle } from '../scenes/scenery.ts';
import { symbol } from '../symbols.ts';
import { writeFitted } from '../text.ts';

export const PRODUCT_SIZE = 1000;

/** The product in hand: its words, its colours, and the card whose picture it wears. */
interface Wrap {
  ink: Ink;
  product: UsdProduct;
  kind: string;
  hero: DemoCard;
  colour: string;
  light: string;
  deep: string;
}

function wrapOf(product: UsdProduct): Wrap {
  const ink = newInk(`sealed ${product.id}`);
  const creatures = CARDS.filter((card) => card.expansion === product.expansion && card.category === 'Creature');
  const named = creatures.filter((card) => product.name.includes(card.name));
  const cards = named.length > 0 ? named : creatures;
  const mood = moodOf(product.expansion.place, 0);
  return {
    ink,
    product,
    kind: product.name.split(' ').at(-1) ?? '',
    hero: randomOf(`hero ${product.id}`).pick(cards),
    colour: blend(mood.accent, mood.sky[1], 0.25),
    light: mood.light,
    deep: darker(mood.land[2], 0.25),
  };
}

/** The hero's picture with the expansion's name across it, in a box. */
function label(
  { ink, product, hero, light, deep }: Wrap,
  x: number,
  y: number,
  w: number,
  h: number,
  words: string,
): string {
  const { behind, subject } = artworkOf(ink, { ...hero.artwork, seed: `${hero.artwork.seed} wrap` }, w, h, true);
  const foot = linear(ink, [
    [0, deep, 0],
    [0.45, deep, 0.75],
    [1, deep, 0.96],
  ]);
  const size = w * 0.12;
  const banner = h * 0.8;
  return (
    clipped(
      ink,
      box(x, y, w, h, '#000000'),
      group(behind + subject, `transform="translate(${num(x)} ${num(y)})"`) + box(x, y + h * 0.58, w, h * 0.42, foot),
    ) +
    symbol(product.expansion.id, x + w / 2, y + h * 0.19, size * 0.7, light) +
    writeFitted(product.expansion.name, x + w / 2 + 2, y + banner + 2, size, 'bold', deep, w * 0.88, 'middle') +
    writeFitted(product.expansion.name, x + w / 2, y + banner, size, 'bold', '#fffaf0', w * 0.88, 'middle') +
    writeFitted('WICKWILD', x + w / 2, y + h * 0.1 + 4, size * 0.9, 'bold', light, w * 0.7, 'middle') +
    writeFitted(words, x + w / 2, y + banner + size * 0.85, size * 0.52, 'italic', light, w * 0.88, 'middle')
  );
}

/** A foil pack: crimped at both ends, with a gleam down its side. */
function pack(wrap: Wrap, x: number, y: number, w: number, h: number, turn: number): string {
  const { ink, colour, light } = wrap;
  const foil = linear(
    ink,
    [
      [0, lighter(colour, 0.5)],
      [0.3, colour],
      [0.6, lighter(colour, 0.35)],
      [1, darker(colour, 0.4)],
    ],
    [0, 0],
    [1, 0],
  );
  const teeth = (edge: number, way: 1 | -1) =>
    many(
      Math.round(w / 14),
      (i) => `L${num(x + (i + 0.5) * 14)} ${num(edge + way * 7)}L${num(x + (i + 1) * 14)} ${num(edge)}`,
    );
  const wide = Math.round(w / 14) * 14;
  const crimp = (from: number) =>
    many(5, (i) => line(`M${num(x)} ${num(from + i * 8)}h${num(wide)}`, light, 1.4, 'stroke-opacity=".5"'));
  const gleam = linear(
    ink,
    [
      [0, '#ffffff', 0],
      [0.1, '#ffffff', 0.42],
      [0.18, '#ffffff', 0],
      [0.75, '#ffffff', 0],
      [0.85, '#ffffff', 0.2],
      [1, '#000000', 0.3],
    ],
    [0, 0],
    [1, 0.08],
  );
  const body = `M${num(x)} ${num(y)}${teeth(y, -1)}V${num(y + h)}${`L${num(x + wide)} ${num(y + h)}`}H${num(x)}Z`;
  return group(
    shape(body, foil) +
      crimp(y + 6) +
      crimp(y + h - 40) +
      label(wrap, x, y + 48, wide, h - 96, 'Booster Pack · 10 cards') +
      box(x, y, wide, h, gleam),
    `transform="rotate(${turn} ${num(x + w / 2)} ${num(y + h / 2)})"`,
  );
}

/** A carton seen from the right and above, its front the label. */
function carton(wrap: Wrap, x: number, y: number, w: number, h: number, depth: number, words: string): string {
  const { ink, colour, deep, light, product } = wrap;
  const rise = depth * 0.45;
  const side = ramp(ink, darker(colour, 0.2), darker(colour, 0.6), 'across');
  const lid = ramp(ink, lighter(colour, 0.5), colour);
  return (
    shape(
      polygon([
        [x + w, y],
        [x + w + depth, y - rise],
        [x + w + depth, y + h - rise],
        [x + w, y + h],
      ]),
      side,
    ) +
    shape(
      polygon([
        [x, y],
        [x + depth, y - rise],
        [x + w + depth, y - rise],
        [x + w, y],
      ]),
      lid,
    ) +
    group(
      symbol(product.expansion.id, 0, 0, depth * 0.55, light),
      `transform="translate(${num(x + w + depth / 2)} ${num(y + h * 0.45)}) skewY(-24) scale(.8 1.3)"`,
    ) +
    label(wrap, x, y, w, h, words) +
    box(x, y, w, h, 'none', 0, `stroke="${deep}" stroke-width="5"`) +
    line(`M${num(x + 6)} ${num(y + 5)}h${num(w - 12)}`, '#ffffff', 3, 'stroke-opacity=".55"')
  );
}

function tin(wrap: Wrap): string {
  const { ink, colour, light } = wrap;
  const metal = linear(
    ink,
    [
      [0, darker(colour, 0.35)],
      [0.2, lighter(colour, 0.55)],
      [0.5, colour],
      [0.85, lighter(colour, 0.3)],
      [1, darker(colour, 0.5)],
    ],
    [0, 0],
    [1, 0],
  );
  return (
    box(215, 190, 570, 690, metal, 60, `stroke="${darker(colour, 0.6)}" stroke-width="6"`) +
    clipped(ink, box(255, 250, 490, 590, '#000000', 36), label(wrap, 255, 250, 490, 590, 'Collector’s Tin')) +
    box(255, 250, 490, 590, 'none', 36, `stroke="${light}" stroke-width="7"`) +
    box(195, 165, 610, 62, metal, 30, `stroke="${darker(colour, 0.6)}" stroke-width="6"`) +
    line('M240 182H700', '#ffffff', 6, 'stroke-opacity=".55"')
  );
}

function chest(wrap: Wrap): string {
  const { ink, colour, light, deep } = wrap;
  const gold = linear(ink, [
    [0, '#fff1c2'],
    [0.5, '#d99f36'],
    [1, '#7a4c12'],
  ]);
  const lid = linear(ink, [
    [0, lighter(colour, 0.4)],
    [0.6, colour],
    [1, darker(colour, 0.45)],
  ]);
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

function blister(wrap: Wrap): string {
  const { ink, colour, deep, light } = wrap;
  const back = ramp(ink, lighter(colour, 0.3), darker(colour, 0.45));
  const shine = linear(
    ink,
    [
      [0, '#ffffff', 0.45],
      [0.4, '#ffffff', 0.06],
      [1, '#ffffff', 0.2],
    ],
    [0, 0],
    [1, 1],
  );
  return (
    box(190, 90, 620, 830, back, 26, `stroke="${deep}" stroke-width="5"`) +
    ellipse(500, 140, 46, 17, deep) +
    pack(wrap, 250, 250, 308, 560, -5) +
    pack({ ...wrap, colour: blend(colour, light, 0.4) }, 440, 270, 308, 560, 7) +
    box(220, 215, 560, 650, shine, 34, 'stroke="#ffffff" stroke-opacity=".6" stroke-width="4"') +
    writeFitted(wrap.product.name, 500, 198, 34, 'bold', '#fffaf0', 540, 'middle')
  );
}

/** A sealed product on its stage, as SVG. */
export function sealedPicture(product: UsdProduct): string {
  const wrap = wrapOf(product);
  const { ink, kind, colour, light } = wrap;
  const stage = radial(
    ink,
    [
      [0, '#ffffff'],
      [0.55, blend('#f3f0ea', light, 0.3)],
      [1, blend('#d8d2c6', colour, 0.3)],
    ],
    [0.5, 0.45],
    0.72,
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
