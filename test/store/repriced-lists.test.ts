/** What lists are sorted and filtered by after a day of prices: the same as if all of it were made anew. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cardKeys, putCards } from '../../src/store/catalog/cards.ts';
import { listColumns } from '../../src/store/listing/read-columns.ts';
import { refreshColumns } from '../../src/store/listing/refresh-columns.ts';
import { bumpCatalogVersion } from '../../src/store/meta.ts';
import { writeCardPrices, writeProductPrices } from '../../src/store/prices/price-days.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const CARDS = ['a', 'b', 'c'];

async function fill(store: Store): Promise<void> {
  await store.write(async (writes) => {
    const rest = { number: null, expansion_id: 'x', sort_date: '', number_sort: '', summary: '{}', digest: '' };
    const card = (id: string) => ({ ...rest, id, name: id, body: JSON.stringify({ id, name: id, variants: [] }) });
    await putCards(writes, CARDS.map(card));
    const product = (id: number) => ({ id, name: 'Box', body: JSON.stringify({ game: 'game', id, name: 'Box' }) });
    await writes
      .insertInto('products')
      .values([product(7), product(9)])
      .execute();
    await bumpCatalogVersion(writes, { games: ['game'], names: true });
  });
}

/** A day on which these cost so much; what is left out is not there. */
const writeDay = (store: Store, observed_on: string, cards: Record<string, number>, products: Record<string, number>) =>
  store.write(async (writes) => {
    const day = { source: 'test', game: 'game', observed_on };
    const keys = await cardKeys(writes, CARDS);
    const amounts = (market: number) => ({ market, low: null, high: null });
    const card = (id: string, cents: number) => [
      { variant_id: keys.get(id) ?? 0, market: 'usd' as const, condition: 'NM' as const, amounts: amounts(cents) },
    ];
    const box = { variant: 'normal', market: 'usd' as const, condition: 'Unopened' as const };
    await writeCardPrices(writes, day, new Map(Object.entries(cards).map(([id, cents]) => [id, card(id, cents)])));
    const boxes = Object.entries(products).map(
      ([id, cents]) => [Number(id), [{ ...box, amounts: amounts(cents) }]] as const,
    );
    await writeProductPrices(writes, day, new Map(boxes));
  });

const stored = (store: Store) => store.reads.selectFrom('list_columns').selectAll().orderBy('list').execute();

const numbersOf = async (store: Store, list: 'cards' | 'products') =>
  (await listColumns(store.reads, list, 'game')).flatMap(({ numbers }) => [...numbers.usd]);

/** With a bit in its middle flipped. */
function flipped(body: Buffer): Buffer {
  const at = body.length >> 1;
  body[at] = (body[at] ?? 0) ^ 1;
  return body;
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  describe(`lists after a day of prices on ${engine}`, { skip: engine === 'postgres' && postgresMissing }, () => {
    test('have its prices and are otherwise what they were, as if they were made anew', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await fill(store);
      for (const [day, cards, products] of [
        ['2026-01-01', { a: 100, c: 300 }, { 9: 5000 }],
        ['2026-01-02', { a: 150, b: 20 }, { 7: 4000, 9: 5100 }],
      ] as const) {
        await writeDay(store, day, cards, products);
        const repriced = await stored(store);
        await store.write((writes) => refreshColumns(writes, undefined));
        assert.deepEqual(repriced, await stored(store));
      }
      assert.deepEqual(await numbersOf(store, 'cards'), [150, 20, 300]);
      assert.deepEqual(await numbersOf(store, 'products'), [4000, 5100]);
    });

    test('are made anew where their bytes are damaged, by a disk or by another release', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await fill(store);
      await writeDay(store, '2026-01-01', { a: 100, c: 300 }, { 9: 5000 });
      const whole = await stored(store);
      const cut = (body: Buffer) => body.subarray(0, body.length - 20);
      for (const damage of [(body: Buffer) => Buffer.from(`{${body}`), flipped, cut]) {
        for (const { list, body } of whole) {
          const damaged = { digest: 'damaged', body: damage(Buffer.from(body)) };
          await store.write((writes) =>
            writes.updateTable('list_columns').set(damaged).where('list', '=', list).execute(),
          );
        }
        await assert.rejects(listColumns(store.reads, 'cards', 'game'));
        await store.write((writes) => bumpCatalogVersion(writes, { games: ['game'], names: false, lists: 'prices' }));
        assert.deepEqual(await stored(store), whole);
      }
    });

    test('have what else a transaction changes beside prices, whichever comes first', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await fill(store);
      const more = (id: number) => ({ id, name: 'Tin', body: JSON.stringify({ game: 'game', id, name: 'Tin' }) });
      for (const [id, order] of [
        [11, ['records', 'prices']],
        [13, ['prices', 'records']],
      ] as const) {
        await store.write(async (writes) => {
          await writes.insertInto('products').values(more(id)).execute();
          for (const what of order) {
            const lists = what === 'prices' ? { lists: 'prices' as const } : {};
            await bumpCatalogVersion(writes, { games: ['game'], names: false, ...lists });
          }
        });
      }
      const [columns] = await listColumns(store.reads, 'products', 'game');
      assert.deepEqual([...(columns?.keys ?? [])], [7, 9, 11, 13]);
    });
  });
}
