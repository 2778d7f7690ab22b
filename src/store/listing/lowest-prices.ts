/** What each card and product costs at least: what lists are sorted by, and filtered. */
import { inBatches, inInserts } from '../batches.ts';
import { type Current, parseCurrent } from '../prices/current-prices.ts';
import { ownerOf, seriesOfKey, slotOf, toEur, toUsd } from '../prices/price-series.ts';
import type { Writes } from '../store.ts';
import type { LowestPriceTable } from './listing-tables.ts';

const OWNERS_AT_ONCE = 500;

type Lowest = Pick<LowestPriceTable, 'usd' | 'eur'>;

/**
 * The cheapest printing: in USD by the market price of its best condition that has one, since a worn copy does not say what
 * a card costs; in EUR by the trend of the half that speaks for it.
 */
export function lowestOf(owner: number, current: Current): Lowest {
  const usd = new Map<number, { slot: number; cents: number }>();
  let eur: number | null = null;
  for (const { key, amounts, price_kind } of current.values()) {
    const { part, condition } = seriesOfKey(key);
    if (condition === undefined) {
      const { trend, trend_holo } = toEur(amounts);
      const isPlain = price_kind === 'plain' || 'product_id' in ownerOf(owner);
      const cents = isPlain ? trend : price_kind === 'holo' ? trend_holo : null;
      if (cents !== null && (eur === null || cents < eur)) eur = cents;
      continue;
    }
    const { market } = toUsd(amounts);
    const slot = slotOf(key);
    const known = usd.get(part);
    if (market !== null && (known === undefined || slot < known.slot)) usd.set(part, { slot, cents: market });
  }
  return { usd: usd.size === 0 ? null : Math.min(...[...usd.values()].map(({ cents }) => cents)), eur };
}

/** Brings the lowest prices up to these owners' current ones; what is there as it comes is not written again. */
export async function putLowest(writes: Writes, rows: readonly { owner: number; current: Current }[]): Promise<void> {
  for (const batch of inBatches(rows)) {
    const owners = batch.map(({ owner }) => owner);
    const found = await writes.selectFrom('lowest_prices').selectAll().where('owner', 'in', owners).execute();
    const known = new Map(found.map((row) => [row.owner, row]));
    const changed = batch.flatMap(({ owner, current }) => {
      const { usd = null, eur = null } = known.get(owner) ?? {};
      const now = lowestOf(owner, current);
      return now.usd === usd && now.eur === eur ? [] : [{ owner, ...now }];
    });
    for (const run of inInserts(changed)) {
      await writes
        .insertInto('lowest_prices')
        .values(run)
        .onConflict((conflict) =>
          conflict.column('owner').doUpdateSet(({ ref }) => ({ usd: ref('excluded.usd'), eur: ref('excluded.eur') })),
        )
        .execute();
    }
  }
}

/** Takes the lowest prices from all current ones; releases before this one left those of printings that were let go among them. */
export async function fillLowest(writes: Writes): Promise<void> {
  const living = new Set((await writes.selectFrom('variants').select('id').execute()).map(({ id }) => id));
  const shown = (owner: number, current: Current): Current =>
    'product_id' in ownerOf(owner)
      ? current
      : new Map([...current].filter(([key]) => living.has(seriesOfKey(key).part)));
  for (let last: number | undefined = -1; last !== undefined; ) {
    const rows: { owner: number; body: string }[] = await writes
      .selectFrom('current_prices')
      .selectAll()
      .where('owner', '>', last)
      .orderBy('owner')
      .limit(OWNERS_AT_ONCE)
      .execute();
    await putLowest(
      writes,
      rows.map(({ owner, body }) => ({ owner, current: shown(owner, parseCurrent(body)) })),
    );
    last = rows.at(-1)?.owner;
  }
}
