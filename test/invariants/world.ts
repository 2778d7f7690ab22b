/** Made-up worlds: a few cards, marketplace products and sealed products each, and how one step of their history changes them. */
import { fc } from '../support/made/properties.ts';

/** A printing by its look, and the marketplace products it is said to be, by their numbers within the world. */
interface WorldPrinting {
  look: number;
  tcgplayer: number | null;
  cardmarket: number | null;
}

interface WorldCard {
  isThere: boolean;
  name: number;
  printings: WorldPrinting[];
  /** The ids stand on the card as a whole, not on its printings. */
  idsOnCard: boolean;
}

/** What the upstreams know of one world. Names are numbers of a small vocabulary, so that they come to be the same. */
export interface World {
  cards: WorldCard[];
  expansions: number[];
  products: { isThere: boolean; name: number }[];
  /** By marketplace product: which sub types it is sold under today, as bits. */
  subTypes: number[];
  /** By marketplace product: whether the EUR guide has it today. */
  inGuide: boolean[];
  /** Moves the amounts, so that a day that comes again is a corrected one. */
  revision: number;
}

/** Looks of printings, by which a respelling takes one for another. */
export const LOOKS = [
  { type: 'normal' },
  { type: 'reverse' },
  { type: 'holo' },
  { type: 'normal', stamp: ['staff'] },
  { type: 'reverse', foil: 'mirror' },
] as const;
export const MARKET_PRODUCTS = 8;
export const PRODUCTS = 2;
const NAMES = 6;

/** A world before its first change: every card is the marketplace product of its number, in two printings. */
export const firstWorld = (cards: number): World => ({
  cards: Array.from({ length: cards }, (_, at) => ({
    isThere: true,
    name: at,
    printings: [0, 1].map((look) => ({ look, tcgplayer: at + 1, cardmarket: at + 1 })),
    idsOnCard: false,
  })),
  expansions: [0, 1],
  products: Array.from({ length: PRODUCTS }, (_, at) => ({ isThere: true, name: at })),
  subTypes: new Array(MARKET_PRODUCTS + 1).fill(3),
  inGuide: new Array(MARKET_PRODUCTS + 1).fill(true),
  revision: 0,
});

/** In which of the world's two expansions a card or product of this number is. */
export const placeOf = (at: number) => at % 2;

type Numbers = readonly [a: number, b: number, c: number];
const picked = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;
const productOf = (number: number) => (number % (MARKET_PRODUCTS + 1) === 0 ? null : number % (MARKET_PRODUCTS + 1));

/** Everything that can happen to a world, by name. */
const CHANGES = {
  'a card vanishes or comes back': ({ cards }, [a]) => {
    const at = a % cards.length;
    const card = picked(cards, a);
    const neighbours = cards.filter((_, other) => placeOf(other) === placeOf(at));
    const gone = neighbours.filter(({ isThere }) => !isThere).length;
    // A world's cards do not all go: its sources would have nothing to bring.
    if (!card.isThere || (gone + 1) * 2 <= neighbours.length) card.isThere = !card.isThere;
  },
  'a card is called otherwise': ({ cards }, [a, b]) => {
    picked(cards, a).name = b % NAMES;
  },
  'a printing appears': ({ cards }, [a, b, c]) => {
    const look = b % LOOKS.length;
    picked(cards, a).printings.push({ look, tcgplayer: productOf(c), cardmarket: productOf(c + 1) });
  },
  'a printing vanishes': ({ cards }, [a, b]) => {
    const { printings } = picked(cards, a);
    if (printings.length > 1) printings.splice(b % printings.length, 1);
  },
  'a printing is respelled': ({ cards }, [a, b, c]) => {
    picked(picked(cards, a).printings, b).look = c % LOOKS.length;
  },
  'the printings of a card come in another order': ({ cards }, [a, b]) => {
    const { printings } = picked(cards, a);
    printings.push(...printings.splice(0, b % printings.length));
  },
  'all printings of a card are respelled': ({ cards }, [a, b]) => {
    for (const printing of picked(cards, a).printings) printing.look = (printing.look + b + 1) % LOOKS.length;
  },
  'two printings swap their ids': ({ cards }, [a, b, c]) => {
    const one = picked(picked(cards, a).printings, b);
    const other = picked(picked(cards, c).printings, a);
    [one.tcgplayer, other.tcgplayer] = [other.tcgplayer, one.tcgplayer];
    [one.cardmarket, other.cardmarket] = [other.cardmarket, one.cardmarket];
  },
  'a printing is another TCGplayer article': ({ cards }, [a, b, c]) => {
    picked(picked(cards, a).printings, b).tcgplayer = productOf(c);
  },
  'a printing is another Cardmarket article': ({ cards }, [a, b, c]) => {
    picked(picked(cards, a).printings, b).cardmarket = productOf(c);
  },
  'the ids move to the card, or back to its printings': ({ cards }, [a]) => {
    const card = picked(cards, a);
    card.idsOnCard = !card.idsOnCard;
  },
  'an expansion is called otherwise': ({ expansions }, [a, b]) => {
    expansions[a % expansions.length] = b % NAMES;
  },
  'a sealed product vanishes or comes back': ({ products }, [a]) => {
    const product = picked(products, a);
    product.isThere = !product.isThere;
  },
  'a sealed product is called otherwise': ({ products }, [a, b]) => {
    picked(products, a).name = b % NAMES;
  },
  'an article is sold under other sub types': ({ subTypes }, [a, b]) => {
    subTypes[1 + (a % MARKET_PRODUCTS)] = b % 8;
  },
  'an article leaves the guide or comes back': ({ inGuide }, [a]) => {
    inGuide[1 + (a % MARKET_PRODUCTS)] = !inGuide[1 + (a % MARKET_PRODUCTS)];
  },
  'the amounts are corrected': (world, [a]) => {
    world.revision = a;
  },
} satisfies Record<string, (world: World, numbers: Numbers) => void>;

/** One change: its name, and numbers that pick what is changed to what. */
export type Change = [name: keyof typeof CHANGES, ...numbers: Numbers];

/** How a world begins, and its changes by step. */
export interface History {
  cards: number;
  steps: Change[][];
}

/** The world after the changes; the one given stays as it is. */
export function changed(world: World, changes: readonly Change[]): World {
  const next = structuredClone(world);
  for (const [name, ...numbers] of changes) CHANGES[name](next, numbers);
  return next;
}

const change = fc.tuple(
  fc.constantFrom(...(Object.keys(CHANGES) as Change[0][])),
  fc.nat(7),
  fc.nat(7),
  fc.nat(MARKET_PRODUCTS),
) as fc.Arbitrary<Change>;

/** Histories of as many steps as the schedule has. */
export const histories = (steps: number): fc.Arbitrary<History> =>
  fc.record({
    cards: fc.integer({ min: 2, max: 4 }),
    steps: fc.array(fc.array(change, { maxLength: 4 }), { minLength: steps, maxLength: steps }),
  });

export type SourceName = 'catalog' | 'usd' | 'eur';

/** What all worlds that stand beside each other in one store have in common: when which source runs, and of which day. */
export interface Schedule {
  steps: { day: number; runs: readonly SourceName[] }[];
}

const ORDERS: readonly (readonly SourceName[])[] = [
  ['catalog', 'usd', 'eur'],
  ['catalog'],
  ['usd', 'eur'],
  ['eur', 'catalog', 'usd'],
  ['catalog', 'eur'],
  ['usd', 'catalog'],
];

/** One to six steps after the first, in which everything runs; days go on, repeat or arrive late. */
export const schedules: fc.Arbitrary<Schedule> = fc
  .array(fc.record({ move: fc.constantFrom(1, 1, 1, 0, -1, -3, 30), runs: fc.constantFrom(...ORDERS) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((moves) => {
    let newest = 10;
    const steps = moves.map(({ move, runs }) => {
      const day = newest + move;
      newest = Math.max(newest, day);
      return { day, runs };
    });
    return { steps: [{ day: 10, runs: ORDERS[0] ?? [] }, ...steps] };
  });
