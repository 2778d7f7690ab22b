/** The lines of a card that are set and not drawn: title, duel values, small print. */
import type { DemoCard } from '../../wickwild/card.ts';
import { officialCount } from '../../wickwild/print-list.ts';
import { badge } from '../glows.ts';
import { type Ink, many } from '../ink.ts';
import { rarityMark, symbol } from '../symbols.ts';
import { textWidth, write, writeFitted } from '../text.ts';

function subtitle(card: DemoCard): string {
  if (card.category === 'Lore') return card.loreKind ?? '';
  if (card.category === 'Glow') return `${card.loreKind ?? ''} Glow`;
  return card.kindledFrom === undefined ? (card.stage ?? '') : `${card.stage ?? ''} · kindled from ${card.kindledFrom}`;
}

/** Name at the left, health and badge at the right. */
export function titleBar(ink: Ink, card: DemoCard, colour: string, rim?: string): string {
  const right = 562;
  const hp = card.hp === undefined ? '' : String(card.hp);
  const hpWidth = hp === '' ? 0 : textWidth(hp, 'bold', 33) + 30;
  const badgeAt = right - 17;
  const hpEnd = badgeAt - 24;
  const nameRoom = (hp === '' ? badgeAt - 28 : hpEnd - hpWidth - 8) - 40;
  const shadow = rim === undefined ? '' : writeFitted(card.name, 41.5, 71.5, 35, 'bold', rim, nameRoom);
  return (
    writeFitted(subtitle(card), 41, 38, 15.5, 'italic', colour, 380) +
    shadow +
    writeFitted(card.name, 40, 70, 35, 'bold', colour, nameRoom) +
    (hp === ''
      ? ''
      : write(hp, hpEnd, 69, 33, 'bold', colour, 'end') +
        write('HP', hpEnd - textWidth(hp, 'bold', 33) - 4, 69, 14, 'bold', colour, 'end')) +
    badge(ink, card.type, badgeAt, 57, 19)
  );
}

/** Weakness, resistance and retreat in a row. */
export function duelRow(ink: Ink, card: DemoCard, y: number, colour: string): string {
  if (card.category !== 'Creature') return '';
  const retreat = card.retreat ?? 0;
  const label = (text: string, x: number) => write(text, x, y, 14.5, 'italic', colour);
  const after = (text: string, x: number) => x + textWidth(text, 'italic', 14.5) + 15;
  return (
    label('weakness', 46) +
    (card.weakness === undefined
      ? ''
      : badge(ink, card.weakness, after('weakness', 46), y - 5, 10) +
        write('×2', after('weakness', 46) + 15, y, 16, 'bold', colour)) +
    label('resistance', 232) +
    (card.resistance === undefined
      ? write('—', after('resistance', 232) - 6, y, 15, 'body', colour)
      : badge(ink, card.resistance, after('resistance', 232), y - 5, 10) +
        write('−20', after('resistance', 232) + 15, y, 16, 'bold', colour)) +
    label('retreat', 424) +
    (retreat === 0
      ? write('free', after('retreat', 424) - 6, y, 15, 'bold', colour)
      : many(retreat, (i) => badge(ink, 'Plain', after('retreat', 424) + i * 21, y - 5, 9.5)))
  );
}

/** Painter, symbol, number and rarity, along the foot. */
export function footer(card: DemoCard, colour: string, accent: string): string {
  const official =
    card.expansion.numbering === 'prefixed'
      ? card.number
      : `${card.number}/${card.expansion.numbering === 'padded' ? String(officialCount(card.expansion)).padStart(3, '0') : officialCount(card.expansion)}`;
  return (
    writeFitted(`Painted by ${card.illustrator}`, 42, 800, 14.5, 'italic', colour, 182) +
    writeFitted(card.expansion.name, 311, 800, 12.5, 'body', colour, 148, 'middle') +
    symbol(card.expansion.id, 408, 795, 21, accent, `stroke="${colour}" stroke-width="2"`) +
    write(official, 504, 800, 16, 'bold', colour, 'end') +
    rarityMark(card.rarity, 557, 794.5, accent, colour)
  );
}
