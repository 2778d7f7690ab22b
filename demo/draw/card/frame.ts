/** The frame of a card: its size, its metal edge, the ground, and the paper below the picture. */
import type { DemoCard } from '../../wickwild/card.ts';
import { blend, lighter } from '../colour.ts';
import { box, boxPath, type Ink, linear, ramp, shape } from '../ink.ts';
import { CREAM, GOLD, metalFill, SILVER, SLATE } from '../palette.ts';
import { textWidth, write } from '../text.ts';

export const CARD_WIDTH = 600;
export const CARD_HEIGHT = 825;
/** Where the picture stands; how tall it is depends on the card. */
export const WINDOW = { x: 33, y: 84, w: 534 } as const;

export const metalOf = (card: DemoCard) =>
  card.rarity === 'Common' ? SLATE : card.rarity === 'Uncommon' ? SILVER : GOLD;

/** The picture's window and the panel below it. Lore and glows have little to say and much to show. */
export const layoutOf = (card: DemoCard) => {
  const h = card.category === 'Creature' ? 352 : 470;
  const top = WINDOW.y + h + 28;
  return { h, top, tall: (card.category === 'Creature' ? 742 : 772) - top };
};

/** Everything of an ordinary card that is not picture or text: metal edge, coloured ground, paper. */
export function ground(ink: Ink, card: DemoCard, colour: string): string {
  const { x, y, w } = WINDOW;
  const { h, top, tall } = layoutOf(card);
  const metal = metalOf(card);
  const edge = metalFill(ink, metal);
  const field = linear(
    ink,
    [0.2, 0, 0.8, 1],
    [0, lighter(colour, 0.58)],
    [0.45, lighter(colour, 0.18)],
    [1, lighter(colour, 0.06)],
  );
  const paper = ramp(ink, blend(CREAM, colour, 0.07), blend('#f6e8cc', colour, 0.2));
  const holes = boxPath(x, y, w, h, 14) + boxPath(32, top, 536, tall, 14);
  return (
    box(0, 0, CARD_WIDTH, CARD_HEIGHT, metal[1]) +
    box(8, 8, 584, 809, 'none', 24, `stroke="${edge}" stroke-width="17"`) +
    shape(boxPath(15, 15, 570, 795, 20) + holes, field, `fill-rule="evenodd" stroke="${metal[2]}" stroke-width="2"`) +
    box(32, top, 536, tall, paper, 14, `stroke="${metal[1]}" stroke-width="3"`)
  );
}

/** The ribbon between picture and rules: the creature's number and kind, or the category. */
export function ribbonOf(ink: Ink, card: DemoCard): string {
  const metal = metalOf(card);
  const words = card.dex === undefined ? card.category : `No. ${String(card.dex).padStart(3, '0')} · ${card.type} Wick`;
  const w = textWidth(words, 'bold', 14) + 44;
  const y = layoutOf(card).top - 28;
  return (
    box(300 - w / 2, y, w, 27, metalFill(ink, metal), 13, `stroke="${metal[2]}" stroke-width="1.5"`) +
    write(words, 300, y + 18.5, 14, 'bold', metal === SLATE ? CREAM : '#2b2118', 'middle')
  );
}
