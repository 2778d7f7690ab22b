/** The rules text of a card, set as large as its panel allows. */
import type { DemoCard } from '../../wickwild/card.ts';
import { badge } from '../glows.ts';
import type { Face } from '../glyphs.ts';
import { box, type Ink, line, rounded } from '../ink.ts';
import { CREAM } from '../palette.ts';
import { textWidth, wrapped, write } from '../text.ts';

/** A panel to set text in, and its two colours. */
export interface Panel {
  x: number;
  y: number;
  w: number;
  h: number;
  ink: string;
  accent: string;
}

/** Sizes tried, largest first. A card that fits none of them is an error of its text. */
const SIZES = [24, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13] as const;
const LEADING = 1.26;
const HEADING_SCALE = 1.22;

/** One paragraph: a heading line with glows before it and damage after it, and text below. */
interface Block {
  cost: readonly string[];
  heading: string;
  label: string;
  damage: string;
  text: string;
  face: Face;
}

const block = (part: Partial<Block>): Block => ({
  cost: [],
  heading: '',
  label: '',
  damage: '',
  text: '',
  face: 'body',
  ...part,
});

function blocksOf(card: DemoCard): Block[] {
  const blocks: Block[] = [];
  if (card.effect !== undefined) blocks.push(block({ text: card.effect }));
  if (card.effect === undefined && card.category === 'Glow')
    blocks.push(
      block({ text: `Provides one ${card.type} glow, for as long as somebody is looking after it.`, face: 'italic' }),
    );
  if (card.gift !== undefined) blocks.push(block({ label: 'GIFT', heading: card.gift[0], text: card.gift[1] }));
  for (const { cost, name, damage, text } of card.attacks)
    blocks.push(block({ cost, heading: name, damage: damage === undefined ? '' : String(damage), text: text ?? '' }));
  return blocks;
}

const heightOf = ({ heading, text, face }: Block, size: number, w: number): number =>
  (heading === '' ? 0 : size * HEADING_SCALE * 1.3) +
  (text === '' ? 0 : wrapped(text, face, size, w).length * size * LEADING);

function setBlock(
  ink: Ink,
  { cost, heading, label, damage, text, face }: Block,
  panel: Panel,
  top: number,
  size: number,
): string {
  const big = size * HEADING_SCALE;
  let y = top;
  let drawn = '';
  if (heading !== '') {
    const baseline = y + big * 0.92;
    const r = big * 0.52;
    let x = panel.x;
    for (const type of cost) {
      drawn += badge(ink, type, x + r, baseline - big * 0.32, r);
      x += r * 2.2;
    }
    if (label !== '') {
      const w = textWidth(label, 'bold', size * 0.72) + 14;
      drawn +=
        box(x, baseline - big * 0.72, w, big * 0.86, panel.accent, 5) +
        write(label, x + 7, baseline - big * 0.1, size * 0.72, 'bold', CREAM);
      x += w;
    }
    drawn +=
      write(heading, x + (x > panel.x ? 9 : 0), baseline, big, 'bold', panel.ink) +
      write(damage, panel.x + panel.w, baseline, big * 1.12, 'bold', panel.ink, 'end');
    y += big * 1.3;
  }
  if (text !== '')
    for (const words of wrapped(text, face, size, panel.w)) {
      drawn += write(words, panel.x, y + size * 0.88, size, face, panel.ink);
      y += size * LEADING;
    }
  return drawn;
}

/** The card's rules, spread evenly down the panel, with its note in italics at the foot. */
export function rulesOf(ink: Ink, card: DemoCard, panel: Panel): string {
  const blocks = blocksOf(card);
  const noteSize = 14.5;
  const note = card.note === undefined ? [] : wrapped(card.note, 'italic', noteSize, panel.w);
  const noteHeight = note.length === 0 ? 0 : note.length * noteSize * 1.22 + 12;
  const room = panel.h - noteHeight;
  const total = (size: number) =>
    blocks.reduce((sum, part) => sum + heightOf(part, size, panel.w), 0) + (blocks.length - 1) * size * 0.45;
  const size = SIZES.find((tried) => total(tried) <= room);
  if (size === undefined) throw new RangeError(`the rules of ${card.id} do not fit their panel`);
  const slack = Math.max(0, room - total(size));
  const gap = size * 0.45 + Math.min(26, slack / (blocks.length + 1));
  let y = panel.y + Math.max(0, (room - total(size) - (gap - size * 0.45) * (blocks.length - 1)) / 2);
  let drawn = '';
  for (const part of blocks) {
    drawn += setBlock(ink, part, panel, y, size);
    y += heightOf(part, size, panel.w) + gap;
  }
  const noteTop = panel.y + panel.h - noteHeight + 12;
  if (note.length > 0)
    drawn += line(rounded`M${panel.x} ${noteTop - 5}h${panel.w}`, panel.ink, 1, 'stroke-opacity=".25"');
  note.forEach((words, i) => {
    drawn += write(
      words,
      panel.x + panel.w / 2,
      noteTop + noteSize + i * noteSize * 1.22,
      noteSize,
      'italic',
      panel.ink,
      'middle',
    );
  });
  return drawn;
}
