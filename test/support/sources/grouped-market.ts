/** The tiny market's products as tcgcsv publishes them by expansion: three groups of twelve, to be thinned by tests. */
import { CARDS, type Stage } from '../stages/market-stage.ts';
import { tinyMarket, type UsdPriceRow } from './tiny-market.ts';

const PER_GROUP = CARDS / 3;

/** The groups by the id that tcgcsv has for them. */
export const GROUPS = new Map([
  [7, 'Ember Dawn'],
  [8, 'Ember Tide'],
  [9, 'Frost Gate'],
]);

/** Rows of each group on a full day: two sub types a marketplace product. */
export const GROUP_ROWS = PER_GROUP * 2;

/** Publishes a day of USD prices in three groups; `change` says what a group's rows are on it. */
export async function publishGroups(
  { market: { put } }: Stage,
  day: string,
  change: (rows: UsdPriceRow[], group: number) => UsdPriceRow[] = (rows) => rows,
): Promise<void> {
  const results = [...GROUPS].map(([groupId, name]) => ({ groupId, name }));
  await put('now/3/groups', { success: true, results });
  await put('last-updated.txt', `${day}T20:05:33+0000`);
  for (const [at, { groupId }] of results.entries()) {
    const ids = Array.from({ length: PER_GROUP }, (_, index) => at * PER_GROUP + index + 1);
    const products = ids.map((productId) => ({
      productId,
      name: `Article ${productId}`,
      extendedData: [{ name: 'Number', value: String(productId) }],
    }));
    const rows = tinyMarket(day, CARDS).usd.filter(({ productId }) => ids.includes(productId));
    await put(`now/3/${groupId}/products`, { success: true, results: products });
    await put(`now/3/${groupId}/prices`, { success: true, results: change(rows, groupId) });
  }
}
