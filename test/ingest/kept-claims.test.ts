/** Marketplace ids of a source that shows them only beside prices: kept while nothing contradicts them, and no longer. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Store } from '../../src/store/store.ts';
import { cardOf } from '../support/stages/catalog-stage.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const SET = { id: 'e1', name: 'Ember', serie: { id: 's1' }, cardCount: { total: 1, official: 1 } };

/** A block of prices, as REST answers have them, of the marketplace product. */
const pricing = (productId: number, cents: number) => ({
  pricing: {
    tcgplayer: { unit: 'USD', updated: '2026-03-01T00:00:00Z', normal: { productId, marketPrice: cents / 100 } },
  },
});
const ids = (tcgplayer?: number) => ({ thirdParty: { tcgplayer } });

/** Serves the one card's fields by REST, and runs the catalog. Returns each printing's id and price at TCGplayer. */
async function served(store: Store, normal: object, holo: object, card: object = {}): Promise<unknown[]> {
  const printings = [
    { type: 'normal', ...normal },
    { type: 'normal', stamp: ['staff'], ...holo },
  ];
  const documents: Record<string, unknown> = {
    series: [{ id: 's1', name: 'Series' }],
    sets: [{ id: 'e1' }],
    'sets/e1': { ...SET, cards: [{ id: 'e1-1' }] },
    'cards/e1-1': {
      id: 'e1-1',
      localId: '1',
      name: 'Glimmer',
      set: { id: 'e1' },
      variants_detailed: printings,
      ...card,
    },
  };
  const demo = (path: string) => JSON.stringify(documents[path.replace('rest/en/', '')]);
  const [report] = await runAll(store, { catalog: { adapter: 'tcgdex', url: 'demo:rest' } }, { demo });
  assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
  const { variants } = await cardOf(store, 'e1-1');
  const rows = await store.reads.selectFrom('price_links').select(['variant_id', 'product_id']).execute();
  return variants.map(({ id, external_ids }) => [
    external_ids.tcgplayer,
    rows.find(({ variant_id }) => variant_id === id)?.product_id ?? null,
  ]);
}

for (const [engine, skip] of ENGINES) {
  suite(`an id that is seen only beside prices on ${engine}`, { skip }, () => {
    test('is kept while the printing has no price', async () => {
      await using place = await newStore(engine);
      await served(place.store, pricing(5, 100), pricing(6, 200));
      const kept = await served(place.store, {}, pricing(6, 200));
      assert.deepEqual(
        kept.map((of) => (of as unknown[])[0]),
        [5, 6],
      );
    });

    test('is given up when a sibling names it, and its price with it', async () => {
      await using place = await newStore(engine);
      await served(place.store, pricing(5, 100), {});
      assert.deepEqual(await served(place.store, {}, pricing(5, 100)), [
        [null, null],
        [5, 5],
      ]);
    });

    test('is given up when the record carries its ids on the printings', async () => {
      await using place = await newStore(engine);
      await served(place.store, pricing(5, 100), pricing(6, 200));
      assert.deepEqual(await served(place.store, {}, ids(6)), [
        [null, null],
        [6, 6],
      ]);
    });

    test('is given up when it was the whole card’s and the printings come to name their own', async () => {
      await using place = await newStore(engine);
      const ofCard = pricing(5, 100);
      const ofBoth = await served(place.store, {}, {}, ofCard);
      assert.deepEqual(
        ofBoth.map((of) => (of as unknown[])[0]),
        [5, 5],
      );
      const own = await served(place.store, pricing(6, 200), {}, ofCard);
      assert.deepEqual(
        own.map((of) => (of as unknown[])[0]),
        [6, null],
      );
    });
  });
}
