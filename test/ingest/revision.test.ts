/** A release that reads a source otherwise reads it anew, though nothing has changed there: once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { tcgdex } from '../../src/games/pokemon/tcgdex/tcgdex.ts';
import { PRICE_ADAPTERS } from '../../src/ingest/marketplaces/marketplaces.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runAll, runCatalog } from '../support/stages/ingest.ts';
import { stage } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const DAY = '2026-03-01';

for (const [engine, skip] of ENGINES) {
  suite(`a source of which a release reads more on ${engine}`, { skip }, () => {
    test('is read anew once: a catalog', async (t) => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      const read = async () => (await runCatalog(place.store, folder.files)).counts.cards;
      assert.deepEqual([await read(), await read()], [36, undefined]);
      const { revision } = tcgdex;
      t.after(() => Object.assign(tcgdex, { revision }));
      Object.assign(tcgdex, { revision: revision + 1 });
      assert.deepEqual([await read(), await read()], [36, undefined]);
    });

    test('is read anew by the release that reads printed codes: a store of the one before gets them from the same files', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const upstream = tinyCatalog();
      for (const set of upstream.sets) set.abbreviation = { official: set.id.toUpperCase() };
      await using folder = await catalogFolder(upstream);
      const { revision } = tcgdex;
      try {
        Object.assign(tcgdex, { revision: 1 });
        await runCatalog(store, folder.files);
      } finally {
        Object.assign(tcgdex, { revision });
      }
      await store.write((writes) => writes.updateTable('expansions').set({ codes: '[]' }).execute());
      await runCatalog(store, folder.files);
      const rows = await store.reads.selectFrom('expansions').select(['id', 'codes']).orderBy('id').execute();
      assert.deepEqual(
        rows.map(({ codes }) => codes),
        ['["EMBER1"]', '["EMBER2"]', '["FROST1"]'],
      );
    });

    test('is read anew once: prices', async (t) => {
      await using s = await stage(engine);
      const read = async () => (await runAll(s.store, s.market.sources)).map(({ counts }) => counts.rows);
      assert.deepEqual(
        (await s.run(DAY)).map(({ counts }) => counts.rows),
        [72, 36],
      );
      assert.deepEqual(await read(), [undefined, undefined]);
      for (const adapter of Object.values(PRICE_ADAPTERS)) {
        const { revision } = adapter;
        t.after(() => Object.assign(adapter, { revision }));
        adapter.revision = 100;
      }
      assert.deepEqual(await read(), [72, 36]);
      assert.deepEqual(await read(), [undefined, undefined]);
    });
  });
}
