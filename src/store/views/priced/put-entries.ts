/** Keeps the price entries of each card's list row as the JSON that lists answer with: a priced page joins texts. */
import { sql } from 'kysely';
import { priceEntries as priceEntriesOf } from '../../../catalog/served-prices.ts';
import { storedVariantNames } from '../../../catalog/variant-names.ts';
import { filledUp, inBatches, oneOf } from '../../batches.ts';
import { unlessDamaged } from '../../faults.ts';
import { cardPricesIn, pricedCardRows } from '../../prices/current-prices.ts';
import { ownerOf } from '../../prices/price-series.ts';
import { deleteWhere, putRows, rowsWhere } from '../../rows.ts';
import { statement } from '../../statement.ts';
import type { Reads, Writes } from '../../store.ts';
import type { View } from '../view.ts';

/** What a card without prices has, which is not stored. */
export const NO_ENTRIES = '[]';

export const priceEntries: View = {
  follows: ['current_prices', 'variants'],
  update: async (writes, { printings = [], prices = [], deleted }) => {
    await putEntries(writes, 'id', printings);
    const moved = prices.filter(({ isSame }) => !isSame).map(({ owner }) => ownerOf(owner));
    const keys = moved.flatMap((of) => ('card_key' in of ? [of.card_key] : []));
    await putEntries(writes, 'key', keys);
    await deleteWhere(writes, 'price_entries', { key: deleted?.cards?.map(({ key }) => key) ?? [] });
  },
  rebuild: async (writes) => {
    await writes
      .deleteFrom('price_entries')
      .where('key', 'not in', pricedCardRows(writes).select('cards.key'))
      .execute();
    // 31 µs of processor time a card of eight prices.
    const cards = await rowsWhere(writes, 'cards', {}, ['key'], 'key');
    const keys = cards.map(({ key }) => key);
    await putEntries(writes, 'key', keys);
  },
};

/** What is there as it comes is not written again. */
async function putEntries(writes: Writes, column: 'key' | 'id', values: readonly (string | number)[]): Promise<void> {
  for (const batch of inBatches(values)) {
    const cards = await ROWS_BY[column](writes, { values: filledUp(batch) });
    const changed = cards.flatMap(({ key, prices, printings, known }) => {
      const body = unlessDamaged(() => entriesText(prices, printings));
      return body === undefined || body === (known ?? NO_ENTRIES) ? [] : [{ key, body }];
    });
    await putRows(writes, 'price_entries', ['key'], changed);
  }
}

const cardsWithPrices = (reads: Reads) =>
  pricedCardRows(reads)
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
    cardsWithPrices(reads).where(column, 'in', oneOf(values)),
  );
const ROWS_BY = { key: rowsBy('cards.key'), id: rowsBy('cards.id') };

/** `printings` has a line of id, ordinal and identity for each; among exact duplicates the ordinals are the order of the record. */
function entriesText(prices: string, printings: string | null): string {
  if (printings === null) return NO_ENTRIES;
  const variants = printings.split('\n').map((line) => {
    const [idEnd, identityAt] = [line.indexOf(' '), line.indexOf('[')];
    const [id, ordinal] = [Number(line.slice(0, idEnd)), Number(line.slice(idEnd, identityAt))];
    return { id, ordinal, identity: line.slice(identityAt) };
  });
  const names = storedVariantNames(variants.sort((a, b) => a.ordinal - b.ordinal));
  return JSON.stringify(priceEntriesOf(cardPricesIn(prices), names));
}
