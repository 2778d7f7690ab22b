/** What the two marketplaces sell: a marketplace product for each way a card is listed, and the sealed products. */
import { walkOf } from '../../price-walk.ts';
import { randomOf } from '../../random.ts';
import type { DemoCard } from '../card.ts';
import { CARDS } from '../cards.ts';
import { EXPANSIONS } from '../expansions.ts';
import { GAME_NAME } from '../game.ts';
import type { DemoPrinting } from '../printings.ts';
import { EUR_PER_USD, type EurProduct, groupIdOf, type UsdProduct } from './product.ts';
import { SEALED_PRODUCTS } from './sealed-products.ts';

const LEVEL_CENTS: Record<DemoCard['rarity'], number> = {
  Common: 14,
  Uncommon: 26,
  Rare: 120,
  'Luminous Rare': 420,
  'Gilded Rare': 1450,
  'Starlit Secret': 5200,
  Promo: 380,
};

const SINGLE = { category: 51, categoryName: `${GAME_NAME} Single` } as const;

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
      const { usdProduct: id, usdSubType: subType, worth } = printing;
      const { expansion } = card;
      const name = listedAs(card, printing, id !== card.printings[0]?.usdProduct);
      const product = products.get(id) ?? { id, expansion, name, card, rows: [] };
      product.rows.push({ subType, walk: walkOf(`usd ${id} ${subType}`, card.id, expansion, levelOf(card) * worth) });
      products.set(id, product);
    }
  return [...products.values(), ...SEALED_PRODUCTS.map(({ usd }) => usd)];
}

function eurProducts(): EurProduct[] {
  const products = new Map<number, EurProduct>();
  for (const card of CARDS)
    for (const { eurProduct: id, type, worth } of card.printings) {
      if (id === undefined) continue;
      const { expansion } = card;
      const walk = walkOf(`eur ${id} ${type}`, card.id, expansion, levelOf(card) * worth * EUR_PER_USD);
      const known = products.get(id);
      if (known !== undefined) known.holo = walk;
      else {
        const moves = card.attacks.map((attack) => attack.name).join(' | ');
        const version = id % 10 === 0 ? '' : ` (V.${(id % 10) + 1})`;
        const name = `${card.name}${moves === '' ? '' : ` [${moves}]`}${version}`;
        products.set(id, { id, expansion, ...SINGLE, name, card, plain: walk });
      }
    }
  return [...products.values(), ...SEALED_PRODUCTS.flatMap(({ eur }) => (eur === undefined ? [] : [eur]))];
}

export const USD_PRODUCTS: readonly UsdProduct[] = usdProducts();
export const EUR_PRODUCTS: readonly EurProduct[] = eurProducts();

export const usdProductsOf = (group: number): UsdProduct[] | undefined => {
  const expansion = EXPANSIONS.find((candidate) => groupIdOf(candidate) === group);
  return expansion === undefined ? undefined : USD_PRODUCTS.filter((product) => product.expansion === expansion);
};

const byId = new Map(USD_PRODUCTS.map((product) => [product.id, product]));
export const usdProduct = (id: number): UsdProduct | undefined => byId.get(id);
