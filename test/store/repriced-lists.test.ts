/** What lists are sorted and filtered by after a day of prices: the same as if all of it were made anew. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '../../src/catalog/records.ts';
import { cardKeys, putCards } from '../../src/store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { putProducts } from '../../src/store/catalog/products.ts';
import type { Engine, Store, Writes } from '../../src/store/store.ts';
import { listColumns } from '../../src/store/views/listing/read-columns.ts';
import { VIEWS } from '../../src/store/views/views.ts';
import { writeCardPrices, writeProductPrices } from '../support/sources/price-days.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const CARDS = ['a', 'b', 'c'];
const NO_IDS = { tcgplayer: null, cardmarket: null };
const product = (id: number): Product => ({
  ...{
    game: 'game',
    id,
    name: 'Box',
    clean_name: 'Box',
    number: null,
    image: null,
    usd_market_url: null,
    external_ids: NO_IDS,
    expansions: [],
    usd_market: [],
    eur_market: null,
  },
});

async function fill(store: Store): Promise<void> {
  await store.write(async (writes) => {
    const rest = { number: null, expansion_id: 'x', sort_date: '', number_sort: '', summary: '{}', digest: '' };
    const card = (id: string) => ({ ...rest, id, name: id, body: JSON.stringify({ id, name: id, variants: [] }) });
    await putCards(writes, CARDS.map(card));
    await putProducts(writes, [product(7), product(9)]);
    await bumpCatalogVersion(writes, { games: ['game'], names: true });
  });
}

type Amounts = Readonly<Record<string, number>>;

/** A day on which these cost so much; what is left out is not there. */
async function putDay(writes: Writes, observed_on: string, cards: Amounts, products: Amounts): Promise<void> {
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
}

const writeDay = (store: Store, observed_on: string, cards: Amounts, products: Amounts): Promise<void> =>
  store.write((writes) => putDay(writes, observed_on, cards, products));

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
        await store.write(VIEWS.list_columns.rebuild);
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
      const cut = (body: Buffer) => body.subarray(0, body.length - 20);
      for (const [at, damage] of [(body: Buffer) => Buffer.from(`{${body}`), flipped, cut].entries()) {
        for (const { list, body } of await stored(store)) {
          const damaged = { digest: 'damaged', body: damage(Buffer.from(body)) };
          await store.write((writes) =>
            writes.updateTable('list_columns').set(damaged).where('list', '=', list).execute(),
          );
        }
        await assert.rejects(listColumns(store.reads, 'cards', 'game'));
        await writeDay(store, '2026-01-02', { a: 200 + at }, {});
        const healed = await stored(store);
        await store.write(VIEWS.list_columns.rebuild);
        assert.deepEqual(healed, await stored(store));
        assert.deepEqual(await numbersOf(store, 'cards'), [200 + at, -1, 300]);
      }
    });

    test('have what else a transaction changes beside prices, whichever comes first', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await fill(store);
      const records = (id: number) => async (writes: Writes) => {
        await putProducts(writes, [product(id)]);
        await bumpCatalogVersion(writes, { games: ['game'], names: false });
      };
      const prices = (observed_on: string) => (writes: Writes) =>
        putDay(writes, observed_on, { a: Number(observed_on.slice(-2)) }, {});
      for (const order of [
        [records(11), prices('2026-01-01')],
        [prices('2026-01-02'), records(13)],
      ]) {
        await store.write(async (writes) => {
          for (const work of order) await work(writes);
        });
      }
      const [columns] = await listColumns(store.reads, 'products', 'game');
      assert.deepEqual([...(columns?.keys ?? [])], [7, 9, 11, 13]);
      await store.write(records(15));
      const kept = await stored(store);
      await store.write(VIEWS.list_columns.rebuild);
      assert.deepEqual(kept, await stored(store), 'after products alone the cards’ columns stand');
    });
  });
}
