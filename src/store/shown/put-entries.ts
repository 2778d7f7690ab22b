/** Keeps the price entries of each card's list row as the JSON that lists answer with: a priced page joins texts. */
import { sql } from 'kysely';
import { priceEntriesText } from '../../catalog/served-prices.ts';
import { storedVariantNames } from '../../catalog/variant-names.ts';
import { filledUp, inBatches, inInserts } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import { DamagedRow } from '../faults.ts';
import { cardOwner } from '../prices/price-series.ts';
import { storedPrices } from '../prices/stored-prices.ts';
import type { Reads, Writes } from '../store.ts';

/** What a card without prices has, which is not stored. */
export const NO_ENTRIES = '[]';
const CARDS_AT_ONCE = 500;

/**
 * Brings the entries up to the current prices and the printings of these cards; to be called whenever amounts or printings
 * of theirs were written. What is there as it comes is not written again.
 */
export async function putEntries(
  writes: Writes,
  column: 'key' | 'id',
  values: readonly (string | number)[],
): Promise<void> {
  for (const batch of inBatches(values)) {
    const cards = await ROWS_BY[column](writes, { values: filledUp(batch) });
    const changed = cards.flatMap(({ key, prices, printings, known }) => {
      const body = wholeEntries(prices, printings);
      return body === undefined || body === (known ?? NO_ENTRIES) ? [] : [{ key, body }];
    });
    for (const run of inInserts(changed)) {
      await writes
        .insertInto('price_entries')
        .values(run)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })))
        .execute();
    }
  }
}

/** Makes them of all cards: 31 µs of processor time a card of eight prices. */
export async function fillEntries(writes: Writes): Promise<void> {
  for (let last: number | undefined = -1; last !== undefined; ) {
    const cards: { key: number }[] = await writes
      .selectFrom('cards')
      .select('key')
      .where('key', '>', last)
      .orderBy('key')
      .limit(CARDS_AT_ONCE)
      .execute();
    await putEntries(
      writes,
      'key',
      cards.map(({ key }) => key),
    );
    last = cards.at(-1)?.key;
  }
}

const cardsWithPrices = (reads: Reads) =>
  reads
    .selectFrom('cards')
    .innerJoin('current_prices', (join) =>
      join.on((eb) => eb('current_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))),
    )
    .leftJoin('price_entries', 'price_entries.key', 'cards.key')
    .select((eb) => [
      'cards.key as key',
      'current_prices.body as prices',
      'price_entries.body as known',
      eb
        .selectFrom('variants')
        .select(sql<string>`string_agg(variants.id || ' ' || ordinal || ' ' || identity, '\n')`.as('lines'))
        .whereRef('card_id', '=', 'cards.id')
        .as('printings'),
    ]);

const rowsBy = (column: 'cards.key' | 'cards.id') =>
  statement((reads, { values }: { values: readonly (string | number)[] }) =>
    cardsWithPrices(reads).where(column, 'in', values),
  );
const ROWS_BY = { key: rowsBy('cards.key'), id: rowsBy('cards.id') };

/** Undefined where the prices are damaged: that costs their card, whose reads say so, and neither a start nor a run of all. */
function wholeEntries(prices: string, printings: string | null): string | undefined {
  try {
    return entriesText(prices, printings);
  } catch (error) {
    if (error instanceof DamagedRow) return undefined;
    throw error;
  }
}

/** `printings` has a line of id, ordinal and identity for each; among exact duplicates the ordinals are the order of the record. */
function entriesText(prices: string, printings: string | null): string {
  if (printings === null) return NO_ENTRIES;
  const variants = printings.split('\n').map((line) => {
    const [idEnd, identityAt] = [line.indexOf(' '), line.indexOf('[')];
    const [id, ordinal] = [Number(line.slice(0, idEnd)), Number(line.slice(idEnd, identityAt))];
    return { id, ordinal, identity: line.slice(identityAt) };
  });
  const names = storedVariantNames(variants.sort((a, b) => a.ordinal - b.ordinal));
  return priceEntriesText(storedPrices(prices), names);
}
