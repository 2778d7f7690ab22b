/** A release before there were facts of cards may run beside this one: what it writes is searched and filtered all the same. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { catalogVersion, setMetaValue } from '../../src/store/meta.ts';
import { searchableCards } from '../../src/store/views/search-rows/search-rows.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const [ADDED, CHANGED] = ['ember1-1', 'ember1-2'];

for (const [engine, missing] of ENGINES) {
  suite(`cards that an older release wrote, on ${engine}`, { skip: missing }, () => {
    test('one that it added is searched by its rarity at once; with the next move all are filtered by theirs', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      const { store } = place;
      await runCatalog(store, folder.files);
      await store.write(async (writes) => {
        for (const id of [ADDED, CHANGED]) {
          const found = writes.selectFrom('cards').select(['key', 'body']).where('id', '=', id);
          const { key, body } = await found.executeTakeFirstOrThrow();
          const other = JSON.stringify({ ...(JSON.parse(body) as Card), rarity: 'Told By The Older' });
          await writes.updateTable('cards').set({ body: other }).where('id', '=', id).execute();
          if (id === ADDED) await writes.deleteFrom('card_facts').where('key', '=', key).execute();
        }
        await setMetaValue(writes, 'catalog_version', String((await catalogVersion(writes)) + 1));
      });
      const { ids, rarities } = await searchableCards(store.reads, 'game');
      assert.equal(rarities.values[rarities.codes[ids.indexOf(ADDED)] ?? -1], 'Told By The Older');

      await store.write((writes) => bumpCatalogVersion(writes, { games: ['game'], names: false }));
      await using api = await apiOn(store);
      const { items } = await api.data<{ items: Card[] }>('/v1/cards?rarity=told%20by%20the%20older');
      assert.deepEqual(items.map(({ id }) => id).sort(), [ADDED, CHANGED]);
    });
  });
}
