/** A whole card face as SVG: picture, frame by rarity, title, rules and the small print. */
import { type DemoCard, officialCount } from '../../wickwild/cards.ts';
import { artworkOf } from '../artwork.ts';
import { blend, darker, lighter } from '../colour.ts';
import { badge, glowColour } from '../glows.ts';
import {
  box,
  boxPath,
  circle,
  clipped,
  ellipse,
  type Ink,
  line,
  linear,
  many,
  newInk,
  num,
  radial,
  ramp,
  shape,
} from '../ink.ts';
import { twinkle } from '../scenes/scenery.ts';
import { rarityMark, symbol } from '../symbols.ts';
import { textWidth, write, writeFitted } from '../text.ts';
import { type Panel, rulesOf } from './rules.ts';

export const CARD_WIDTH = 600;
export const CARD_HEIGHT = 825;

const WINDOW = { x: 33, y: 84, w: 534, h: 352 } as const;
const GOLD = ['#fff3c4', '#e0a83a', '#8a5a14'] as const;
const SILVER = ['#ffffff', '#b9c2cf', '#66707f'] as const;
const SLATE = ['#6a6577', '#3a3646', '#211e2b'] as const;

const isFull = (card: DemoCard) => card.rarity === 'Gilded Rare' || card.rarity === 'Starlit Secret';
const isShiny = (card: DemoCard) => isFull(card) || card.rarity === 'Luminous Rare' || card.rarity === 'Promo';

const metalOf = (card: DemoCard) => (card.rarity === 'Common' ? SLATE : card.rarity === 'Uncommon' ? SILVER : GOLD);

const metalFill = (ink: Ink, [light, mid, dark]: readonly [string, string, string]) =>
  linear(
    ink,
    [
      [0, light],
      [0.3, mid],
      [0.5, light],
      [0.75, mid],
      [1, dark],
    ],
    [0, 0],
    [1, 1],
  );

/** The shimmer of foil: bands of pale spectrum across, and sparks. */
function sheen(ink: Ink, x: number, y: number, w: number, h: number, strength: number): string {
  const { random } = ink;
  const spectrum = ['#ff8fa8', '#ffd98f', '#9dffc4', '#8fd8ff', '#c9a4ff', '#ff8fa8'];
  const offset = random.next() * 0.12;
  const fill = linear(
    ink,
    spectrum.flatMap((colour, i): [number, string, number][] => [
      [offset + i * 0.17, colour, 0],
      [offset + i * 0.17 + 0.05, colour, strength],
      [offset + i * 0.17 + 0.1, colour, 0],
    ]),
    [0, 0.1],
    [1, 0.9],
  );
  return (
    box(x, y, w, h, fill) +
    many(16, () =>
      twinkle(
        x + random.between(0.03, 0.97) * w,
        y + random.between(0.03, 0.97) * h,
        random.between(3, 11),
        '#ffffff',
        random.between(0.5, 0.95),
      ),
    )
  );
}

function subtitle(card: DemoCard): string {
  if (card.category === 'Lore') return card.loreKind ?? '';
  if (card.category === 'Glow') return `${card.loreKind ?? ''} Glow`;
  return card.kindledFrom === undefined ? (card.stage ?? '') : `${card.stage ?? ''} · kindled from ${card.kindledFrom}`;
}

/** Name at the left, health and badge at the right. */
function titleBar(ink: Ink, card: DemoCard, colour: string, rim?: string): string {
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
function duelRow(ink: Ink, card: DemoCard, y: number, colour: string): string {
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
function footer(card: DemoCard, colour: string, accent: string): string {
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

/** The picture's window and the panel below it. Lore and glows have little to say and much to show. */
const layoutOf = (card: DemoCard) => {
  const h = card.category === 'Creature' ? 352 : 470;
  const top = WINDOW.y + h + 28;
  return { h, top, tall: (card.category === 'Creature' ? 742 : 772) - top };
};

/** Everything of an ordinary card that is not picture or text: metal edge, coloured ground, paper. */
function ground(ink: Ink, card: DemoCard, colour: string): string {
  const { x, y, w } = WINDOW;
  const { h, top, tall } = layoutOf(card);
  const metal = metalOf(card);
  const edge = metalFill(ink, metal);
  const field = linear(
    ink,
    [
      [0, lighter(colour, 0.58)],
      [0.45, lighter(colour, 0.18)],
      [1, lighter(colour, 0.06)],
    ],
    [0.2, 0],
    [0.8, 1],
  );
  const paper = ramp(ink, blend('#fffaf0', colour, 0.07), blend('#f6e8cc', colour, 0.2));
  const holes = boxPath(x, y, w, h, 14) + boxPath(32, top, 536, tall, 14);
  return (
    box(0, 0, CARD_WIDTH, CARD_HEIGHT, metal[1]) +
    box(8, 8, 584, 809, 'none', 24, `stroke="${edge}" stroke-width="17"`) +
    shape(boxPath(15, 15, 570, 795, 20) + holes, field, `fill-rule="evenodd" stroke="${metal[2]}" stroke-width="2"`) +
    box(32, top, 536, tall, paper, 14, `stroke="${metal[1]}" stroke-width="3"`)
  );
}

function ribbonOf(ink: Ink, card: DemoCard): string {
  const metal = metalOf(card);
  const words = card.dex === undefined ? card.category : `No. ${String(card.dex).padStart(3, '0')} · ${card.type} Wick`;
  const w = textWidth(words, 'bold', 14) + 44;
  const y = layoutOf(card).top - 28;
  return (
    box(300 - w / 2, y, w, 27, metalFill(ink, metal), 13, `stroke="${metal[2]}" stroke-width="1.5"`) +
    write(words, 300, y + 18.5, 14, 'bold', metal === SLATE ? '#fffaf0' : '#2b2118', 'middle')
  );
}

function windowCard(ink: Ink, card: DemoCard): string {
  const { x, y, w } = WINDOW;
  const { h, top, tall } = layoutOf(card);
  const colour = glowColour(card.type);
  const text = darker(colour, 0.82);
  const metal = metalOf(card);
  const { behind, subject } = artworkOf(ink, card.artwork, w, h, false);
  const frame = box(x, y, w, h, '#000000', 14);
  const breakout = card.rarity === 'Luminous Rare';
  const foil =
    isShiny(card) || card.rarity === 'Rare' ? sheen(ink, x, y, w, h, card.rarity === 'Rare' ? 0.16 : 0.32) : '';
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

function fullCard(ink: Ink, card: DemoCard): string {
  const secret = card.rarity === 'Starlit Secret';
  const { behind, subject } = artworkOf(ink, card.artwork, CARD_WIDTH, CARD_HEIGHT, true);
  const colour = glowColour(card.type);
  const dark = darker(colour, 0.86);
  const head = linear(ink, [
    [0, dark, 0.82],
    [0.7, dark, 0.35],
    [1, dark, 0],
  ]);
  const foot = linear(ink, [
    [0, dark, 0],
    [0.28, dark, 0.62],
    [1, dark, 0.9],
  ]);
  const gold = metalFill(ink, GOLD);
  const panel: Panel = { x: 48, y: 526, w: 504, h: 212, ink: '#fffaf0', accent: darker(colour, 0.15) };
  const corner = (x: number, y: number, sx: number, sy: number) =>
    `<g transform="translate(${x} ${y}) scale(${sx} ${sy})">${line('M0 62Q4 4 62 0M0 40Q14 14 40 0M10 26q2 -14 16 -16', GOLD[1], 3)}${circle(21, 21, 5, GOLD[0])}</g>`;
  const rays = secret
    ? radial(ink, [
        [0, '#fff6d0', 0.5],
        [0.4, '#ffdf80', 0.16],
        [1, '#ffdf80', 0],
      ])
    : '';
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
    `<g transform="translate(0 12)">${titleBar(ink, card, '#fffaf0', dark)}</g>` +
    rulesOf(ink, card, panel) +
    line('M46 744h508', GOLD[1], 1.5, 'stroke-opacity=".7"') +
    duelRow(ink, card, 766, '#fff3d6') +
    `<g transform="translate(0 -11)">${footer(card, '#fff3d6', GOLD[1])}</g>`
  );
}

/** The face of a card. The picture depends on the artwork's seed alone, so that twins show the same one. */
export function cardFace(card: DemoCard): string {
  const ink = newInk(`art ${card.artwork.seed}`);
  // The frame's own chance must not come before the picture's, or a twin in another frame would get another picture.
  const drawn = isFull(card) ? fullCard(ink, card) : windowCard(ink, card);
  return svg(ink, CARD_WIDTH, CARD_HEIGHT, drawn);
}

export const svg = (ink: Ink, w: number, h: number, drawn: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${num(w)}" height="${num(h)}" viewBox="0 0 ${num(w)} ${num(h)}"><defs>${ink.definitions.join('')}</defs>${drawn}</svg>`;
