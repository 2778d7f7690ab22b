/** An ordinary card: its picture in a window, its rules on paper below. */
import type { DemoCard } from '../../wickwild/card.ts';
import { artworkOf } from '../artwork.ts';
import { blend, darker } from '../colour.ts';
import { box, clipped, type Ink } from '../ink.ts';
import { glowColour } from '../palette.ts';
import { sheen } from './foil.ts';
import { ground, layoutOf, metalOf, ribbonOf, WINDOW } from './frame.ts';
import { duelRow, footer, titleBar } from './lines.ts';
import { type Panel, rulesOf } from './rules.ts';

/** How strongly the foil of a rarity shimmers. */
const SHIMMER: Partial<Record<DemoCard['rarity'], number>> = { Rare: 0.16, 'Luminous Rare': 0.32, Promo: 0.32 };

export function windowCard(ink: Ink, card: DemoCard): string {
  const { x, y, w } = WINDOW;
  const { h, top, tall } = layoutOf(card);
  const colour = glowColour(card.type);
  const text = darker(colour, 0.82);
  const metal = metalOf(card);
  const { behind, subject } = artworkOf(ink, card.artwork, w, h, false);
  const frame = box(x, y, w, h, '#000000', 14);
  const breakout = card.rarity === 'Luminous Rare';
  const shimmer = SHIMMER[card.rarity];
  const foil = shimmer === undefined ? '' : sheen(ink, x, y, w, h, shimmer);
  const picture = clipped(
    ink,
    frame,
    `<g transform="translate(${x} ${y})">${behind}${breakout ? '' : subject}</g>${foil}`,
  );
  const outside = breakout
    ? clipped(ink, box(18, 78, 564, h + 6, '#000000', 14), `<g transform="translate(${x} ${y})">${subject}</g>`)
    : '';
  const panel: Panel = {
    x: 46,
    y: top + 10,
    w: 508,
    h: tall - 20,
    ink: blend('#2a2233', text, 0.4),
    accent: darker(colour, 0.35),
  };
  return (
    ground(ink, card, colour) +
    titleBar(ink, card, text) +
    picture +
    box(x, y, w, h, 'none', 14, `stroke="${metal[1]}" stroke-width="6"`) +
    box(x - 3, y - 3, w + 6, h + 6, 'none', 17, `stroke="${metal[2]}" stroke-width="1.5"`) +
    outside +
    ribbonOf(ink, card) +
    rulesOf(ink, card, panel) +
    duelRow(ink, card, 766, text) +
    footer(card, text, metal[0])
  );
}
