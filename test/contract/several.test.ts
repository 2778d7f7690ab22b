/** Values with their counts, and records and external ids by the dozen, on both engines. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CardSummary } from '../../src/catalog/records.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { readEverything } from '../support/oracles/walk.ts';
import { apiOn } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';
import { fillVaried } from '../support/stages/varied-catalog.ts';

interface Several {
  items: CardSummary[];
  next_cursor: null;
  missing?: string[];
}

for (const [engine, skip] of ENGINES) {
  suite(`values and ids on ${engine}`, { skip }, () => {
    test('a field has its values with how many cards have each, the most frequent first', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const cards = [...(await readEverything(api)).cards.values()];
      const values = (field: string) =>
        api.data<{ items: { value: string; count: number }[] }>(`/v1/values/${field}`).then(({ items }) => items);
      const counted = (lists: (readonly (string | null)[])[]) => {
        const counts = Object.entries(
          Object.groupBy(
            lists.flatMap((list) => [...new Set(list)]),
            String,
          ),
        );
        return counts
          .map(([value, { length = 0 } = []]) => ({ value, count: length }))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      };
      assert.deepEqual(await values('rarity'), counted(cards.map(({ rarity }) => [rarity])));
      assert.deepEqual(await values('type'), counted(cards.map(({ metadata }) => metadata.types)));
      assert.deepEqual(await values('variant'), counted(cards.map(({ variants }) => variants.map(({ type }) => type))));
      assert.deepEqual(await values('product_type'), []);
      assert.deepEqual((await api.data<Several>('/v1/values/rarity?game=no_such')).items, []);
      assert.equal((await api.get('/v1/values/hp')).status, 404);
    });

    test('ids are answered in the order asked, each once; those that nothing has are named', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await place.store.write((writes) => addAliases(writes, 'card', new Map([['old-7', 'ember1-7']])));
      await using api = await apiOn(place.store);
      const asked = 'frost1-3,no-such,ember1-1,old-7,frost1-3';
      const { items, next_cursor, missing } = await api.data<Several>(`/v1/cards?ids=${asked}&include=prices`);
      assert.deepEqual(
        items.map(({ id }) => id),
        ['frost1-3', 'ember1-1', 'ember1-7'],
      );
      assert.ok(items.every(({ prices }) => prices !== undefined));
      assert.equal(next_cursor, null);
      assert.deepEqual(missing, ['no-such']);
      assert.deepEqual((await api.data<Several>('/v1/cards?ids=ember1-1&game=other')).missing, ['ember1-1']);
      assert.deepEqual((await api.data<Several>('/v1/cards?ids=')).items, []);
      assert.equal('missing' in (await api.data<Several>('/v1/cards')), false);
    });

    test('more than 200 ids, and ids beside what lists are filtered by, answer 400', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const many = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`).join(',');
      assert.equal((await api.data<Several>(`/v1/cards?ids=${many(200)}`)).missing?.length, 200);
      for (const query of [`ids=${many(201)}`, 'ids=ember1-1&q=vultwick', 'ids=ember1-1&sort=usd']) {
        const { status, body } = await api.get(`/v1/cards?${query}`);
        assert.equal(status, 400, query);
        assert.match(body.error?.message ?? '', /^ids /);
      }
    });
  });
}

suite('products and external ids', () => {
  test('products come by their ids, with prices; what is no id is missing', async () => {
    await using api = await pricedApi();
    const { items } = await api.data<{ items: { id: number }[] }>('/v1/products');
    const ids = items.map(({ id }) => id).reverse();
    const several = await api.data<Several>(`/v1/products?ids=${ids.join()},99999999999,abc`);
    assert.deepEqual(several.items, items.toReversed());
    assert.deepEqual(several.missing, ['99999999999', 'abc']);
  });

  test('external ids of one market are resolved together, each record with the id that it was found by', async () => {
    await using api = await pricedApi();
    const alone = await api.data<{ items: object[] }>('/v1/resolve?source=tcgplayer&id=2');
    const several = await api.data<{ items: object[]; missing: string[] }>(
      '/v1/resolve?source=tcgplayer&ids=2,777777,1',
    );
    assert.equal('missing' in alone, false);
    assert.deepEqual(several.items[0], { ...alone.items[0], foreign_id: '2' });
    assert.equal(several.items.length, 2);
    assert.deepEqual(several.missing, ['777777']);
    assert.equal((await api.get('/v1/resolve?source=tcgplayer&ids=2,x')).status, 400);
    assert.equal((await api.get('/v1/resolve?source=tcgplayer')).status, 400);
  });
});
