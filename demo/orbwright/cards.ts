/** The cards of Orbwright: its print lists with numbers, painters and the printings they are sold in. */
import { hash } from '../random.ts';
import { ORBWRIGHT } from './game.ts';
import { EXPANSIONS, type OrbwrightExpansion, PEOPLE_WHO_ENGRAVE, type Sketch } from './print-lists.ts';

/** A card as it is printed and sold. */
export interface OrbwrightCard extends Sketch {
  expansion: OrbwrightExpansion;
  /** As it stands on the card: `003/020`, or `G-03` where no count is printed. */
  number: string;
  /** The product's, which no other card of the demo has. */
  product: number;
  engraver: string;
  /** Drawn by day: the card again, under a number that another one has. */
  isOtherSky: boolean;
  /** The sub types that it is sold as. */
  finishes: readonly string[];
}

const FIRST_PRODUCT = 710_001;

function finishesOf({ rank }: Sketch, isOtherSky: boolean): string[] {
  if (isOtherSky || rank === 'Meridian') return ['Starfoil'];
  return rank === 'Gift' ? ['Gilt'] : ['Normal', 'Gilt'];
}

const numberOf = ({ prefix, cards }: OrbwrightExpansion, place: number): string =>
  prefix === undefined
    ? `${String(place).padStart(3, '0')}/${String(cards.length).padStart(3, '0')}`
    : `${prefix}-${String(place).padStart(2, '0')}`;

/** Each card of a list, and after them those that are printed again under another sky. */
const printed = (expansion: OrbwrightExpansion): [OrbwrightExpansion, Sketch, isOtherSky: boolean][] => [
  ...expansion.cards.map((sketch): [OrbwrightExpansion, Sketch, boolean] => [expansion, sketch, false]),
  ...expansion.cards.flatMap((sketch): [OrbwrightExpansion, Sketch, boolean][] =>
    expansion.otherSkies.includes(sketch.name) ? [[expansion, sketch, true]] : [],
  ),
];

export const CARDS: readonly OrbwrightCard[] = EXPANSIONS.flatMap(printed).map(
  ([expansion, sketch, isOtherSky], place) => ({
    ...sketch,
    expansion,
    isOtherSky,
    product: FIRST_PRODUCT + place,
    name: isOtherSky ? `${sketch.name} (Other Sky)` : sketch.name,
    number: numberOf(expansion, expansion.cards.indexOf(sketch) + 1),
    engraver: PEOPLE_WHO_ENGRAVE[hash(`engraver ${sketch.name}`) % PEOPLE_WHO_ENGRAVE.length] ?? '',
    finishes: finishesOf(sketch, isOtherSky),
  }),
);

/** The card's number in its expansion, or its product where two cards have that number: as the catalog tells them apart. */
function placeOf({ expansion, number, product }: OrbwrightCard): string {
  const sharers = CARDS.filter((other) => other.expansion === expansion && other.number === number);
  return sharers.length > 1 ? String(product) : `${expansion.id}-${number.replace(/\/.*/, '')}`;
}

const byId = new Map(CARDS.map((card) => [`${ORBWRIGHT.slug}-${placeOf(card)}`, card]));

/** The card that is served under this id where the service names the game as the demo does. */
export const orbwrightCard = (id: string): OrbwrightCard | undefined => byId.get(id);
