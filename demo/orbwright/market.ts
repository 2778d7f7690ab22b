/** Orbwright as the USD marketplace lists it, which is all the catalog it has: a product a card, a sub type a finish. */
import type { Market, MarketProduct, Printed } from '../market.ts';
import { walkOf } from '../price-walk.ts';
import { randomOf } from '../random.ts';
import { CARDS, type OrbwrightCard } from './cards.ts';
import { ORBWRIGHT } from './game.ts';
import { EXPANSIONS, type OrbwrightExpansion } from './print-lists.ts';

const LEVEL_CENTS: Record<OrbwrightCard['rank'], number> = {
  Common: 18,
  Uncommon: 45,
  Rare: 240,
  Meridian: 1900,
  Gift: 650,
};
const WORTH: Record<string, number> = { Normal: 1, Gilt: 1.9, Starfoil: 2.6 };
const FIRST_SEALED = 790_001;

export interface OrbwrightProduct extends MarketProduct {
  expansion: OrbwrightExpansion;
  /** Undefined for a sealed product. */
  card?: OrbwrightCard;
}

function productOf(card: OrbwrightCard): OrbwrightProduct {
  const { product: id, name, expansion, rank, isOtherSky } = card;
  const random = randomOf(`worth orbwright ${id}`);
  const level = LEVEL_CENTS[rank] * Math.exp((random.next() - 0.5) * 1.2) * (isOtherSky ? 3 : 1);
  const rows = card.finishes.map((subType) => ({
    subType,
    walk: walkOf(`usd ${id} ${subType}`, `orbwright ${id}`, expansion, level * (WORTH[subType] ?? 1)),
  }));
  return { id, name, expansion, card, rows };
}

const sealed = EXPANSIONS.flatMap((expansion) =>
  Object.entries(expansion.sealed).map(([words, cents]) => ({ expansion, words, cents })),
);

const PRODUCTS: readonly OrbwrightProduct[] = [
  ...CARDS.map(productOf),
  ...sealed.map(({ expansion, words, cents }, place) => {
    const [id, name] = [FIRST_SEALED + place, `${expansion.name} ${words}`];
    return { id, name, expansion, rows: [{ subType: 'Normal', walk: walkOf(`usd ${id}`, name, expansion, cents) }] };
  }),
];

export const orbwrightProduct = (id: number): OrbwrightProduct | undefined =>
  PRODUCTS.find((product) => product.id === id);

/** Attributes as the marketplace names them; a card has those of its kind. */
function printedOn(card: OrbwrightCard): Printed[] {
  const { number, rank, kind, metal, cost, orbit, pull, mass, torque, rule, saying, engraver } = card;
  const all: [name: string, displayName: string, value: string | number | undefined][] = [
    ['Number', 'Number', number],
    ['Rarity', 'Rarity', rank],
    ['CardType', 'Card Type', kind],
    ['Color', 'Metal', metal],
    ['Cost', 'Cost', cost],
    ['Orbit', 'Orbit', orbit],
    ['Pull', 'Pull', pull],
    ['Mass', 'Mass', mass],
    ['Torque', 'Torque', torque],
    ['Description', 'Description', rule.replaceAll('. ', '.<br>\r\n')],
    ['FlavorText', 'Flavor Text', `<em>${saying}</em>`],
    ['Artist', 'Artist', engraver],
  ];
  return all.flatMap(([name, displayName, value]) => (value === undefined ? [] : [[name, displayName, String(value)]]));
}

export const orbwrightMarket: Market = {
  ...ORBWRIGHT,
  groups: EXPANSIONS.map(({ id, group, name, released, prefix }) => ({
    ...{ id: group, name, released },
    abbreviation: id,
    isSupplemental: prefix !== undefined,
  })),
  productsOf(group) {
    const found = PRODUCTS.filter(({ expansion }) => expansion.group === group);
    return found.length > 0 ? found : undefined;
  },
  printedOn({ id }) {
    const card = orbwrightProduct(id)?.card;
    return card === undefined ? [] : printedOn(card);
  },
  // So its finishes are the same on every day.
  listsUnpriced: true,
};
