/** A whole card face as SVG: picture, frame by rarity, title, rules and the small print. */
import type { DemoCard } from '../../wickwild/card.ts';
import { newInk, svg } from '../ink.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './frame.ts';
import { fullCard } from './full-card.ts';
import { windowCard } from './window-card.ts';

const isFull = (card: DemoCard) => card.rarity === 'Gilded Rare' || card.rarity === 'Starlit Secret';

/** The face of a card. The picture depends on the artwork's seed alone, so that twins show the same one. */
export function cardFace(card: DemoCard): string {
  const ink = newInk(`art ${card.artwork.seed}`);
  // The frame's own chance must not come before the picture's, or a twin in another frame would get another picture.
  const drawn = isFull(card) ? fullCard(ink, card) : windowCard(ink, card);
  return svg(ink, CARD_WIDTH, CARD_HEIGHT, drawn);
}
