/** Replaces owners' current prices, and with them what lists are sorted by. */
import { inBatches, inInserts } from '../batches.ts';
import { putLowest } from '../listing/lowest-prices.ts';
import { putEntries } from '../shown/put-entries.ts';
import type { Writes } from '../store.ts';
import { type Current, currentText, parseCurrent, pricedCardRows } from './current-prices.ts';
import { ownerOf, seriesOfKey } from './price-series.ts';

/** An owner's current prices, and what `currentText` makes of them. */
export interface CurrentRow {
  owner: number;
  body: string;
  current: Current;
  /** Whether nothing but days and sources of its amounts are others than they were. */
  isSame?: boolean;
}

export async function putCurrent(writes: Writes, rows: readonly CurrentRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const run of inInserts(rows)) {
    await writes
      .insertInto('current_prices')
      .values(run.map(({ owner, body }) => ({ owner, body })))
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })))
      .execute();
  }
  await putLowest(writes, rows);
  const moved = rows.filter(({ isSame }) => !isSame).map(({ owner }) => ownerOf(owner));
  await putEntries(
    writes,
    'key',
    moved.flatMap((of) => ('card_key' in of ? [of.card_key] : [])),
  );
}

/** Takes printings that are let go out of the current prices of their cards: what is not shown counts in no list. */
export async function dropCurrent(writes: Writes, pruned: readonly { id: number; card_id: string }[]): Promise<void> {
  const gone = new Set(pruned.map(({ id }) => id));
  for (const ids of inBatches([...new Set(pruned.map(({ card_id }) => card_id))])) {
    const rows = await pricedCardRows(writes)
      .select(['current_prices.owner', 'current_prices.body'])
      .where('cards.id', 'in', ids)
      .execute();
    const left = rows.map(({ owner, body }) => {
      const current = new Map([...parseCurrent(body)].filter(([key]) => !gone.has(seriesOfKey(key).part)));
      return { owner, current, body: currentText(current) };
    });
    await putCurrent(writes, left);
  }
}
