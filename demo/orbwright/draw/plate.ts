/** A whole card of Orbwright as SVG: an engraved plate with a round sky, its figures at the rim, its words below. */
import { CARD_HEIGHT, CARD_WIDTH } from '../../draw/card/frame.ts';
import {
  box,
  circle,
  clipped,
  group,
  type Ink,
  line,
  many,
  newInk,
  num,
  polygon,
  ring,
  shape,
  svg,
} from '../../draw/ink.ts';
import { wrapped, write, writeFitted } from '../../draw/text.ts';
import type { OrbwrightCard } from '../cards.ts';
import { engine } from './engines.ts';
import { passage } from './passages.ts';
import { type Tones, tonesOf } from './tones.ts';
import { firmament, world } from './worlds.ts';

const SKY = { x: 300, y: 307, r: 250 } as const;
const TEXT = { x: 300, y: 668, w: 452, size: 19 } as const;

/** The round picture alone, centred at the origin. */
export function skyOf(ink: Ink, card: OrbwrightCard, tones: Tones): string {
  const behind = firmament(ink, tones);
  const subject =
    card.motif !== undefined
      ? passage(ink, card.motif, tones)
      : card.kind === 'Engine'
        ? engine(ink, tones)
        : world(ink, tones);
  return clipped(ink, circle(0, 0, SKY.r, '#000000'), behind + subject);
}

/** The graduated ring around the sky: a notch each five degrees, a longer one each thirty. */
export const limb = ({ metal }: Tones, r: number): string =>
  circle(0, 0, r, 'none', `stroke="${metal}" stroke-width="5"`) +
  circle(0, 0, r + 18, 'none', `stroke="${metal}" stroke-width="1.5"`) +
  many(72, (i) => {
    const [from, to] = [r + (i % 6 === 0 ? 4 : 11), r + 18];
    return `<path d="M${from} 0H${to}" stroke="${metal}" stroke-width="2" transform="rotate(${i * 5})"/>`;
  });

/** A figure in a six-sided frame, with what it counts below it. */
function figure({ metal, deep, text }: Tones, x: number, y: number, value: string, label: string): string {
  return (
    shape(polygon(...ring(6, () => 41, x, y, Math.PI / 6)), deep, `stroke="${metal}" stroke-width="4"`) +
    write(value, x, y + 9, 36, 'bold', text, 'middle') +
    write(label, x, y + 27, 13, 'italic', metal, 'middle')
  );
}

/** The three orbits, the card's own drawn full. */
function orbits({ metal, deep }: Tones, own: string): string {
  const all = ['Inner', 'Middle', 'Outer'].map((name, i) => {
    const way = name === own ? 'stroke-width="6"' : 'stroke-width="1.5" stroke-opacity=".7"';
    return circle(548, 52, 11 + i * 10, 'none', `stroke="${metal}" ${way}`);
  });
  return circle(548, 52, 38, deep) + all.join('') + circle(548, 52, 4, metal);
}

/** A card has the figures of its kind. */
function figures({ cost, orbit, pull, mass, torque }: OrbwrightCard, tones: Tones): string {
  const atFoot = (x: number, value: string | number | undefined, label: string) =>
    value === undefined ? '' : figure(tones, x, 568, String(value), label);
  return (
    figure(tones, 56, 58, String(cost), 'springs') +
    (orbit === undefined ? '' : orbits(tones, orbit)) +
    atFoot(70, pull, 'pull') +
    atFoot(530, mass ?? torque, torque === undefined ? 'mass' : 'torque')
  );
}

function words(card: OrbwrightCard, { metal, text }: Tones): string {
  const { x, y, w, size } = TEXT;
  const { rule, saying } = card;
  const lines = wrapped(rule, 'body', size, w).map((words) => ({ words, face: 'body' as const, fill: text }));
  const said = wrapped(saying, 'italic', size - 3, w).map((words) => ({ words, face: 'italic' as const, fill: metal }));
  const kind = card.orbit === undefined ? card.kind : `${card.orbit} ${card.kind}`;
  return (
    writeFitted(`${card.metal} ${kind}`, x, 600, 17, 'italic', metal, 260, 'middle') +
    writeFitted(card.name, x, 639, 35, 'bold', text, 500, 'middle') +
    line('M90 652H510', metal, 1.5) +
    [...lines, ...said]
      .map(({ words, face, fill }, i) => {
        const isSaid = i >= lines.length;
        return write(words, x, y + 8 + i * 23 + (isSaid ? 9 : 0), isSaid ? size - 3 : size, face, fill, 'middle');
      })
      .join('')
  );
}

const foot = ({ number, engraver, rank, expansion }: OrbwrightCard, { metal }: Tones): string =>
  write(number, 34, 795, 15, 'bold', metal) +
  writeFitted(`${expansion.name} · ${engraver}`, 300, 795, 13.5, 'italic', metal, 300, 'middle') +
  write(rank, 566, 795, 15, 'bold', metal, 'end');

/** The face of a card; the picture in it is settled by the card's name, and by whether it is the other sky. */
export function plate(card: OrbwrightCard): string {
  const ink = newInk(`orbwright ${card.expansion.id} ${card.name}`);
  const tones = tonesOf(card);
  const { metal, ground, deep } = tones;
  const picture = group(skyOf(ink, card, tones) + limb(tones, SKY.r), `transform="translate(${SKY.x} ${SKY.y})"`);
  const rules = many(26, (i) => line(`M${num(i * 24)} 0V825`, deep, 1));
  const drawn =
    box(0, 0, CARD_WIDTH, CARD_HEIGHT, ground) +
    rules +
    box(12, 12, 576, 801, 'none', 0, `stroke="${metal}" stroke-width="5"`) +
    box(20, 20, 560, 785, 'none', 0, `stroke="${metal}" stroke-width="1.5"`) +
    picture +
    box(21, 612, 558, 192, ground, 0, 'fill-opacity=".88"') +
    figures(card, tones) +
    words(card, tones) +
    foot(card, tones);
  return svg(ink, CARD_WIDTH, CARD_HEIGHT, drawn);
}
