/** What the store promises of the prices of list rows: they are kept as text, and yet are those of the card at each moment. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { printingIdentity } from '../../src/catalog/changes.ts';
import type { CardPriceRow } from '../../src/catalog/price-rows.ts';
import type { Printing } from '../../src/catalog/records.ts';
import { putCards } from '../../src/store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { addVariants, deleteVariants, respellVariants } from '../../src/store/catalog/variants.ts';
import { deleteRecordsOf } from '../../src/store/deleted-records.ts';
import { dropCurrent } from '../../src/store/prices/current-prices.ts';
import type { Writes } from '../../src/store/store.ts';
import { cardPageText } from '../../src/store/views/priced/catalog-pages.ts';
import { cardPriceEntries } from '../../src/store/views/priced/priced-records.ts';
import { VIEWS } from '../../src/store/views/views.ts';
import { writeCardPrices } from '../support/sources/price-days.ts';
import { ENGINES, newStore, type TestStore } from '../support/stages/stores.ts';

const printing: Printing = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };
const reverse: Printing = { ...printing, type: 'reverse' };
const place = { expansion_id: 'x', sort_date: '2026-01-01', name: 'Ember', number: null, digest: '' };

const usd = (variant_id: number, market: number): CardPriceRow => ({
  variant_id,
  market: 'usd',
  condition: 'NM',
  amounts: { market, low: null, high: null },
});

for (const [engine, skip] of ENGINES) {
  describe(`prices of list rows on ${engine}`, { skip }, () => {
    let held: TestStore;
    before(async () => {
      held = await newStore(engine);
    });
    after(() => held[Symbol.asyncDispose]());

    /** The names that the row's prices have, once what was done is done; those are told of the records as they are. */
    async function namesAfter(work: (writes: Writes) => Promise<unknown>): Promise<string[]> {
      await held.store.write(work);
      const { items } = await cardPageText(held.store.reads, { after: undefined, limit: 5, isPriced: true });
      const [{ prices }] = JSON.parse(`[${items}]`) as [{ prices: { variant: string }[] }];
      assert.deepEqual(prices, (await cardPriceEntries(held.store.reads, ['c'])).get('c') ?? []);
      return prices.map(({ variant }) => variant);
    }

    test('they follow every price, and every printing that comes, is spelled anew or goes', async () => {
      const none = await namesAfter((writes) =>
        putCards(writes, [
          {
            id: 'c',
            ...place,
            number_sort: '1',
            summary: '{"id":"c"}',
            body: '{"game":"game","id":"c","variants":[]}',
          },
        ]),
      );
      assert.deepEqual(none, []);
      const write = (observed_on: string, rows: CardPriceRow[]) => (writes: Writes) =>
        writeCardPrices(writes, { source: 'test', observed_on }, new Map([['c', rows]]));
      const add = (look: Printing, ordinal: number) => async (writes: Writes) => {
        [added = added] = await addVariants(writes, [{ card_id: 'c', identity: printingIdentity(look), ordinal }]);
      };
      let added = { id: 0, card_id: 'c' };
      assert.deepEqual(await namesAfter(add(printing, 1)), []);
      const first = added;
      assert.deepEqual(await namesAfter(write('2026-01-01', [usd(first.id, 100)])), ['normal']);
      assert.deepEqual(await namesAfter(write('2026-01-02', [usd(first.id, 200)])), ['normal']);
      assert.deepEqual(await namesAfter(write('2026-01-03', [usd(first.id, 200)])), ['normal']);
      // An exact duplicate that stands before it in the record takes its name.
      assert.deepEqual(await namesAfter(add(printing, 0)), ['normal#2']);
      const second = added;
      const respelled = { ...second, identity: printingIdentity(reverse), ordinal: 0 };
      assert.deepEqual(await namesAfter((writes) => respellVariants(writes, [respelled])), ['normal']);
      assert.deepEqual(await namesAfter(write('2026-01-03', [usd(second.id, 300)])), ['normal', 'reverse']);
      assert.deepEqual(await namesAfter((writes) => deleteVariants(writes, [first])), ['reverse']);
      assert.deepEqual(await namesAfter((writes) => dropCurrent(writes, [first])), ['reverse']);
    });

    test('what a release before them wrote counts with the next move, and a damaged price keeps none from it', async () => {
      const { store } = held;
      await store.write((writes) => bumpCatalogVersion(writes));
      const shown = await store.reads.selectFrom('price_entries').select('body').executeTakeFirstOrThrow();
      // Another text is what stands there when the prices have moved without it.
      await store.write(async (writes) => {
        await writes.updateTable('price_entries').set({ body: '[]' }).execute();
        await sql`update meta set value = cast(cast(value as integer) + 1 as text) where key = 'catalog_version'`.execute(
          writes,
        );
      });
      assert.deepEqual(await namesAfter((writes) => bumpCatalogVersion(writes)), ['reverse']);
      const anew = await store.reads.selectFrom('price_entries').select('body').executeTakeFirstOrThrow();
      assert.deepEqual(anew, shown);
      await store.write(async (writes) => {
        await writes.updateTable('current_prices').set({ body: '[[damaged' }).execute();
        await VIEWS.price_entries.rebuild(writes);
      });
    });

    test('of a card that is deleted nothing is left', async () => {
      await held.store.write((writes) => deleteRecordsOf(writes, 'cards', ['c']));
      assert.deepEqual(await held.store.reads.selectFrom('price_entries').selectAll().execute(), []);
    });
  });
}
