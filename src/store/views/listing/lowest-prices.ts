/** What each card and product costs at least: what lists are sorted by, and filtered. */
import { inBatches } from '../../batches.ts';
import { unlessDamaged } from '../../faults.ts';
import { parseCurrent } from '../../prices/current-prices.ts';
import { cardOwner, ownerOf, productOwner, seriesOfKey, slotOf, toEur, toUsd } from '../../prices/price-series.ts';
import { deleteWhere, portionsOf, putRows, rowsWhere } from '../../rows.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Writes } from '../../store.ts';
import type { TouchedPrices } from '../../touched.ts';
import type { View } from '../view.ts';

const OWNERS_AT_ONCE = 500;

type Lowest = Pick<Tables['lowest_prices'], 'usd' | 'eur'>;

/**
 * The cheapest printing: in USD by the market price of its best condition that has one, since a worn copy does not say what a
 * card costs; in EUR by the trend of the price side that speaks for it.
 */
export function lowestOf(owner: number, current: TouchedPrices['current']): Lowest {
  const usd = new Map<number, { slot: number; cents: number }>();
  let eur: number | null = null;
  for (const { key, amounts, price_kind } of current.values()) {
    const { variantId, condition } = seriesOfKey(key);
    if (condition === undefined) {
      const { trend, trend_holo } = toEur(amounts);
      const isPlain = price_kind === 'plain' || 'product_id' in ownerOf(owner);
      const cents = isPlain ? trend : price_kind === 'holo' ? trend_holo : null;
      if (cents !== null && (eur === null || cents < eur)) eur = cents;
      continue;
    }
    const { market } = toUsd(amounts);
    const slot = slotOf(key);
    const known = usd.get(variantId);
    if (market !== null && (known === undefined || slot < known.slot)) usd.set(variantId, { slot, cents: market });
  }
  return { usd: usd.size === 0 ? null : Math.min(...[...usd.values()].map(({ cents }) => cents)), eur };
}

export const lowestPrices: View = {
  follows: ['current_prices', 'variants'],
  update: async (writes, { prices = [], deleted = {} }) => {
    await putLowest(writes, prices);
    const { cards = [], products = [] } = deleted;
    const owners = [...cards.map(({ key }) => cardOwner(key)), ...products.map(productOwner)];
    await deleteWhere(writes, 'lowest_prices', { owner: owners });
  },
  rebuild: async (writes) => {
    const owners = writes.selectFrom('current_prices').select('owner');
    await writes.deleteFrom('lowest_prices').where('owner', 'not in', owners).execute();
    // Releases before there were lowest prices left those of printings that were deleted among the current ones.
    const living = new Set((await writes.selectFrom('variants').select('id').execute()).map(({ id }) => id));
    const isShown = (owner: number, key: number) =>
      'product_id' in ownerOf(owner) || living.has(seriesOfKey(key).variantId);
    for await (const rows of portionsOf(writes, 'current_prices', OWNERS_AT_ONCE, {}, 'owner')) {
      const prices = rows.flatMap(({ owner, body }) => {
        const current = unlessDamaged(() => [...parseCurrent(body)].filter(([key]) => isShown(owner, key)));
        return current === undefined ? [] : [{ owner, current: new Map(current) }];
      });
      await putLowest(writes, prices);
    }
  },
};

/** What is there as it comes is not written again. */
async function putLowest(writes: Writes, rows: readonly TouchedPrices[]): Promise<void> {
  for (const batch of inBatches(rows)) {
    const found = await rowsWhere(writes, 'lowest_prices', { owner: batch.map(({ owner }) => owner) });
    const known = new Map(found.map((row) => [row.owner, row]));
    const changed = batch.flatMap(({ owner, current }) => {
      const { usd = null, eur = null } = known.get(owner) ?? {};
      const now = lowestOf(owner, current);
      return now.usd === usd && now.eur === eur ? [] : [{ owner, ...now }];
    });
    await putRows(writes, 'lowest_prices', ['owner'], changed);
  }
}
