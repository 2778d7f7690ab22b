/** The sealed products, on both sides; the older are dearer. */
import { walkOf } from '../../price-walk.ts';
import { EXPANSIONS } from '../expansions.ts';
import { GAME_NAME } from '../game.ts';
import { EUR_PER_USD, type EurProduct, type UsdProduct } from './product.ts';

/** What each kind of sealed product costs new, its words on the EUR side, and its category there. */
const SEALED: readonly { ends: string; cents: number; eur?: string; category: number; eurKind: string }[] = [
  { ends: 'Booster Pack', cents: 449, eur: 'Booster', category: 52, eurKind: 'Booster' },
  { ends: 'Booster Box', cents: 12_900, eur: 'Booster Box', category: 53, eurKind: 'Display' },
  { ends: "Lampkeeper's Chest", cents: 5_400, eur: "Lampkeeper's Chest", category: 1016, eurKind: 'Chest' },
  { ends: 'Booster Bundle', cents: 2_690, eur: 'Booster Bundle', category: 1034, eurKind: 'Bundle' },
  { ends: 'Tin', cents: 2_490, eur: 'Tin', category: 55, eurKind: 'Tin' },
  { ends: 'Blister', cents: 1_340, eur: 'Blister', category: 54, eurKind: 'Blister' },
  { ends: 'Starter Set', cents: 1_990, category: 56, eurKind: 'Set' },
  { ends: 'Box', cents: 3_900, eur: 'Box', category: 56, eurKind: 'Set' },
];

const FIRST_SEALED_USD = 690_001;
const FIRST_SEALED_EUR = 890_001;

/** Each sealed product on both sides; the starter set is not sold on the EUR side. Older ones have grown dearer. */
export const SEALED_PRODUCTS: readonly { usd: UsdProduct; eur: EurProduct | undefined }[] = EXPANSIONS.flatMap(
  (expansion) => ['Booster Pack', ...expansion.sealed].map((words) => ({ expansion, words })),
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
    categoryName: `${GAME_NAME} ${kind.eurKind}`,
    name: name.slice(0, -kind.ends.length) + kind.eur,
    plain: walkOf(`eur ${key}`, key, expansion, cents * EUR_PER_USD),
  };
  return { usd, eur };
});
