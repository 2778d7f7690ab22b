/** What the two marketplaces sell: a product for each way a card is listed, and the sealed products. */
import { hash, randomOf } from '../random.ts';
import { CARDS, type DemoCard, officialCount } from '../wickwild/cards.ts';
import { type DemoExpansion, EXPANSIONS } from '../wickwild/expansions.ts';
import { GAME_NAME } from '../wickwild/game.ts';
import type { DemoPrinting } from '../wickwild/printings.ts';
import { dayNumber, type Walk } from './walk.ts';

/** A product of the USD side. Its prices are rows by sub-type. */
export interface UsdProduct {
  id: number;
  expansion: DemoExpansion;
  name: string;
  /** Undefined for a sealed product. */
  card?: DemoCard;
  rows: { subType: string; walk: Walk }[];
}

/** A product of the EUR side: one row, with columns for the plain printing and for its reverse or holo sister. */
export interface EurProduct {
  id: number;
  expansion: DemoExpansion;
  category: number;
  categoryName: string;
  name: string;
  card?: DemoCard;
  plain: Walk;
  holo?: Walk;
}

const LEVEL_CENTS: Record<DemoCard['rarity'], number> = {
  Common: 14,
  Uncommon: 26,
  Rare: 120,
  'Luminous Rare': 420,
  'Gilded Rare': 1450,
  'Starlit Secret': 5200,
  Promo: 380,
};
const EUR_PER_USD = 0.87;
const SINGLE = 51;

/** What each kind of sealed product costs new, its words on the EUR side, and its category there. */
const SEALED: readonly { ends: string; cents: number; eur?: string; category: number; categoryName: string }[] = [
  { ends: 'Booster Pack', cents: 449, eur: 'Booster', category: 52, categoryName: `${GAME_NAME} Booster` },
  { ends: 'Booster Box', cents: 12_900, eur: 'Booster Box', category: 53, categoryName: `${GAME_NAME} Display` },
  {
    ends: "Lampkeeper's Chest",
    cents: 5_400,
    eur: "Lampkeeper's Chest",
    category: 1016,
    categoryName: `${GAME_NAME} Chest`,
  },
  { ends: 'Booster Bundle', cents: 2_690, eur: 'Booster Bundle', category: 1034, categoryName: `${GAME_NAME} Bundle` },
  { ends: 'Tin', cents: 2_490, eur: 'Tin', category: 55, categoryName: `${GAME_NAME} Tin` },
  { ends: 'Blister', cents: 1_340, eur: 'Blister', category: 54, categoryName: `${GAME_NAME} Blister` },
  { ends: 'Starter Set', cents: 1_990, category: 56, categoryName: `${GAME_NAME} Set` },
  { ends: 'Box', cents: 3_900, eur: 'Box', category: 56, categoryName: `${GAME_NAME} Set` },
];
const FIRST_SEALED_USD = 690_001;
const FIRST_SEALED_EUR = 890_001;

export const groupIdOf = (expansion: DemoExpansion): number => 24_001 + EXPANSIONS.indexOf(expansion);
export const idExpansionOf = (expansion: DemoExpansion): number => 5_601 + EXPANSIONS.indexOf(expansion);
export const metacardOf = (name: string): number => 340_000 + (hash(`metacard ${name}`) % 60_000);

/** `4/38`, or the bare number where none is printed after it. */
export const printedNumber = (card: DemoCard): string =>
  card.expansion.numbering === 'prefixed'
    ? card.number
    : `${card.number}/${String(officialCount(card.expansion)).padStart(card.expansion.numbering === 'padded' ? 3 : 1, '0')}`;

function walkOf(key: string, kin: string, expansion: DemoExpansion, anchor: number): Walk {
  return {
    seed: hash(`walk ${key}`),
    kin: hash(`kin ${kin}`),
    season: hash(`season ${expansion.id}`),
    anchor,
    from: expansion.pricedFrom === undefined ? Number.NEGATIVE_INFINITY : dayNumber(expansion.pricedFrom),
  };
}

/** A card's level: its rarity's, spread by chance, and more for the famous. */
function levelOf(card: DemoCard): number {
  const random = randomOf(`worth ${card.id}`);
  const spread = Math.exp((random.next() + random.next() - 1) * 1.1);
  const fame = /Vultwick|Mirrorfin|Haloon|Owlumbra/.test(card.name) ? 2.6 : 1;
  const glow = card.category === 'Glow' ? 0.5 : 1;
  return LEVEL_CENTS[card.rarity] * spread * fame * glow;
}

/** What a listing adds to the card's name: `(Prerelease, Staff)`, `(Jumbo)`. */
function listedAs(card: DemoCard, printing: DemoPrinting, own: boolean): string {
  if (!own) return card.name;
  const capital = (word: string) =>
    word
      .split('-')
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join(' ');
  const tags = [
    ...printing.stamps,
    ...(printing.size === 'jumbo' ? ['jumbo'] : []),
    ...(printing.foil === undefined ? [] : [`${printing.foil}-foil`]),
    ...(printing.subtype === undefined ? [] : [printing.subtype]),
  ];
  return tags.length === 0 ? card.name : `${card.name} (${tags.map(capital).join(', ')})`;
}

function usdProducts(): UsdProduct[] {
  const products = new Map<number, UsdProduct>();
  for (const card of CARDS)
    for (const printing of card.printings) {
      if (printing.usdProduct === undefined) continue;
      const own = printing.usdProduct !== card.printings[0]?.usdProduct;
      const known = products.get(printing.usdProduct);
      const product = known ?? {
        id: printing.usdProduct,
        expansion: card.expansion,
        name: listedAs(card, printing, own),
        card,
        rows: [],
      };
      const walk = walkOf(
        `usd ${product.id} ${printing.usdSubType}`,
        card.id,
        card.expansion,
        levelOf(card) * printing.worth,
      );
      product.rows.push({ subType: printing.usdSubType, walk });
      if (known === undefined) products.set(product.id, product);
    }
  return [...products.values(), ...SEALED_PRODUCTS.map(({ usd }) => usd)];
}

function eurProducts(): EurProduct[] {
  const products = new Map<number, EurProduct>();
  for (const card of CARDS)
    for (const printing of card.printings) {
      const id = printing.eurProduct;
      if (id === undefined) continue;
      const walk = walkOf(
        `eur ${id} ${printing.type}`,
        card.id,
        card.expansion,
        levelOf(card) * printing.worth * EUR_PER_USD,
      );
      const known = products.get(id);
      if (known !== undefined) known.holo = walk;
      else {
        const moves = card.attacks.map(({ name }) => name).join(' | ');
        const version = id % 10 === 0 ? '' : ` (V.${(id % 10) + 1})`;
        products.set(id, {
          id,
          expansion: card.expansion,
          category: SINGLE,
          categoryName: `${GAME_NAME} Single`,
          name: `${card.name}${moves === '' ? '' : ` [${moves}]`}${version}`,
          card,
          plain: walk,
        });
      }
    }
  return [...products.values(), ...SEALED_PRODUCTS.flatMap(({ eur }) => (eur === undefined ? [] : [eur]))];
}

/** Each sealed product on both sides; the starter set is not sold on the EUR side. Older ones have grown dearer. */
const SEALED_PRODUCTS: readonly { usd: UsdProduct; eur: EurProduct | undefined }[] = EXPANSIONS.flatMap((expansion) =>
  ['Booster Pack', ...expansion.sealed].map((words) => ({ expansion, words })),
).map(({ expansion, words }, index) => {
  const kind = SEALED.find(({ ends }) => words.endsWith(ends));
  if (kind === undefined) throw new RangeError(`no price for ${words}`);
  const age = Math.max(0, 2027 - Number(expansion.released.slice(0, 4)));
  const cents = kind.cents * (1 + age * 0.28);
  const key = `sealed ${expansion.id} ${words}`;
  const name = expansion.series === 'ks' && words.startsWith('Lamplighters') ? words : `${expansion.name} ${words}`;
  const usd: UsdProduct = {
    id: FIRST_SEALED_USD + index,
    expansion,
    name,
    rows: [{ subType: 'Normal', walk: walkOf(`usd ${key}`, key, expansion, cents) }],
  };
  if (kind.eur === undefined) return { usd, eur: undefined };
  const eur: EurProduct = {
    id: FIRST_SEALED_EUR + index,
    expansion,
    category: kind.category,
    categoryName: kind.categoryName,
    name: name.slice(0, -kind.ends.length) + kind.eur,
    plain: walkOf(`eur ${key}`, key, expansion, cents * EUR_PER_USD),
  };
  return { usd, eur };
});

export const USD_PRODUCTS: readonly UsdProduct[] = usdProducts();
export const EUR_PRODUCTS: readonly EurProduct[] = eurProducts();

export const usdProductsOf = (group: number): UsdProduct[] | undefined => {
  const expansion = EXPANSIONS.find((candidate) => groupIdOf(candidate) === group);
  return expansion === undefined ? undefined : USD_PRODUCTS.filter((product) => product.expansion === expansion);
};

const byId = new Map(USD_PRODUCTS.map((product) => [product.id, product]));
export const usdProduct = (id: number): UsdProduct | undefined => byId.get(id);
