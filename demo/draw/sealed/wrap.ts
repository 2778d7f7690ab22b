/** What a sealed product is wrapped in: its expansion's colours and a card's picture. */
import { randomOf } from '../../random.ts';
import type { DemoCard } from '../../wickwild/card.ts';
import { CARDS } from '../../wickwild/cards.ts';
import type { UsdProduct } from '../../wickwild/market/product.ts';
import { artworkOf } from '../artwork.ts';
import { blend, darker } from '../colour.ts';
import { box, clipped, DOWN, group, type Ink, linear, newInk, rounded } from '../ink.ts';
import { CREAM } from '../palette.ts';
import { moodOf } from '../scenes/scene.ts';
import { symbol } from '../symbols.ts';
import { writeFitted } from '../text.ts';

/** The product in hand: its words, its colours, and the card whose picture it wears. */
export interface Wrap {
  ink: Ink;
  product: UsdProduct;
  kind: string;
  hero: DemoCard;
  colour: string;
  light: string;
  deep: string;
}

export function wrapOf(product: UsdProduct): Wrap {
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
export function label(
  { ink, product, hero, light, deep }: Wrap,
  x: number,
  y: number,
  w: number,
  h: number,
  words: string,
): string {
  const { behind, subject } = artworkOf(ink, { ...hero.artwork, seed: `${hero.artwork.seed} wrap` }, w, h, true);
  const foot = linear(ink, DOWN, [0, deep, 0], [0.45, deep, 0.75], [1, deep, 0.96]);
  const size = w * 0.12;
  const banner = h * 0.8;
  return (
    clipped(
      ink,
      box(x, y, w, h, '#000000'),
      group(behind + subject, rounded`transform="translate(${x} ${y})"`) + box(x, y + h * 0.58, w, h * 0.42, foot),
    ) +
    symbol(product.expansion.id, x + w / 2, y + h * 0.19, size * 0.7, light) +
    writeFitted(product.expansion.name, x + w / 2 + 2, y + banner + 2, size, 'bold', deep, w * 0.88, 'middle') +
    writeFitted(product.expansion.name, x + w / 2, y + banner, size, 'bold', CREAM, w * 0.88, 'middle') +
    writeFitted('WICKWILD', x + w / 2, y + h * 0.1 + 4, size * 0.9, 'bold', light, w * 0.7, 'middle') +
    writeFitted(words, x + w / 2, y + banner + size * 0.85, size * 0.52, 'italic', light, w * 0.88, 'middle')
  );
}
