/** A full-art card: its picture to the edges, its rules upon it. */
import type { DemoCard } from '../../wickwild/card.ts';
import { artworkOf } from '../artwork.ts';
import { darker } from '../colour.ts';
import { box, circle, DOWN, ellipse, type Ink, line, linear, MIDDLE, radial } from '../ink.ts';
import { CREAM, GOLD, glowColour, metalFill } from '../palette.ts';
import { sheen } from './foil.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './frame.ts';
import { duelRow, footer, titleBar } from './lines.ts';
import { type Panel, rulesOf } from './rules.ts';

export function fullCard(ink: Ink, card: DemoCard): string {
  const secret = card.rarity === 'Starlit Secret';
  const { behind, subject } = artworkOf(ink, card.artwork, CARD_WIDTH, CARD_HEIGHT, true);
  const colour = glowColour(card.type);
  const dark = darker(colour, 0.86);
  const head = linear(ink, DOWN, [0, dark, 0.82], [0.7, dark, 0.35], [1, dark, 0]);
  const foot = linear(ink, DOWN, [0, dark, 0], [0.28, dark, 0.62], [1, dark, 0.9]);
  const gold = metalFill(ink, GOLD);
  const panel: Panel = { x: 48, y: 526, w: 504, h: 212, ink: CREAM, accent: darker(colour, 0.15) };
  const corner = (x: number, y: number, sx: number, sy: number) =>
    `<g transform="translate(${x} ${y}) scale(${sx} ${sy})">${line('M0 62Q4 4 62 0M0 40Q14 14 40 0M10 26q2 -14 16 -16', GOLD[1], 3)}${circle(21, 21, 5, GOLD[0])}</g>`;
  const rays = secret ? radial(ink, MIDDLE, [0, '#fff6d0', 0.5], [0.4, '#ffdf80', 0.16], [1, '#ffdf80', 0]) : '';
  return (
    behind +
    (secret ? ellipse(300, 330, 420, 420, rays) : '') +
    sheen(ink, 0, 0, CARD_WIDTH, CARD_HEIGHT, secret ? 0.34 : 0.26) +
    subject +
    box(0, 0, CARD_WIDTH, 130, head) +
    box(0, 455, CARD_WIDTH, 370, foot) +
    `<path d="M0 0H600V825H0ZM16 30V795Q16 809 30 809H570Q584 809 584 795V30Q584 16 570 16H30Q16 16 16 30Z" fill="${gold}" fill-rule="evenodd"/>` +
    box(21, 21, 558, 783, 'none', 12, `stroke="${GOLD[0]}" stroke-width="1.5" stroke-opacity=".8"`) +
    corner(24, 24, 0.6, 0.6) +
    corner(576, 24, -0.6, 0.6) +
    corner(24, 801, 0.6, -0.6) +
    corner(576, 801, -0.6, -0.6) +
    `<g transform="translate(0 12)">${titleBar(ink, card, CREAM, dark)}</g>` +
    rulesOf(ink, card, panel) +
    line('M46 744h508', GOLD[1], 1.5, 'stroke-opacity=".7"') +
    duelRow(ink, card, 766, '#fff3d6') +
    `<g transform="translate(0 -11)">${footer(card, '#fff3d6', GOLD[1])}</g>`
  );
}
