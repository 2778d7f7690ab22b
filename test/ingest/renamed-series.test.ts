/** A series that upstream calls otherwise is still the one it was; one in doubt is another. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { expansionById, seriesById } from '../../src/store/catalog/catalog-records.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

/** Publishes the small catalog, then again after each change. */
async function published(store: Store, ...changes: ((catalog: UpstreamCatalog) => void)[]): Promise<RunReport[]> {
  const catalog = tinyCatalog();
  await using folder = await catalogFolder(catalog);
  const reports = [await runCatalog(store, folder.files)];
  for (const change of changes) {
    change(catalog);
    await folder.write(catalog);
    reports.push(await runCatalog(store, folder.files));
  }
  for (const { outcome, reason } of reports) assert.equal(outcome, 'succeeded', reason ?? '');
  return reports;
}

const renameSeries = ({ series, sets }: UpstreamCatalog) => {
  for (const each of series) if (each.id === 'ember') each.id = 'em';
  for (const { serie } of sets) if (serie.id === 'ember') serie.id = 'em';
};

const expansionsOf = async (store: Store, id: string) =>
  (await seriesById(store.reads, id))?.expansions.map((expansion) => expansion.id);

for (const [engine, skip] of ENGINES) {
  suite(`a series that upstream renamed on ${engine}`, { skip }, () => {
    test('keeps its id and its expansions, and answers to the new id as well', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const [, renamed, again] = await published(store, renameSeries, ({ sets: [first] }) => {
        if (first) first.name = 'Ember Dusk';
      });
      for (const count of ['series_new', 'series_changed', 'expansions_new', 'expansions_changed']) {
        assert.equal(renamed?.counts[count], 0, count);
      }
      assert.equal(again?.counts.series_new, 0);
      assert.deepEqual(await seriesById(store.reads, 'em'), await seriesById(store.reads, 'ember'));
      assert.equal((await seriesById(store.reads, 'em'))?.id, 'ember');
      assert.deepEqual(await expansionsOf(store, 'ember'), ['ember1', 'ember2']);
      assert.equal((await expansionById(store.reads, 'ember1'))?.series_id, 'ember');
      assert.equal((await expansionById(store.reads, 'ember1'))?.name, 'Ember Dusk');
    });

    test('moves the catalog version: what was read by the new id before is not what is read by it now', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await published(store);
      const before = await catalogVersion(store.reads);
      const [, renamed] = await published(store, renameSeries);
      assert.deepEqual([renamed?.counts.series_changed, renamed?.counts.expansions_changed], [0, 0]);
      assert.equal(await catalogVersion(store.reads), before + 1);
    });

    test('is known also when its expansions are renamed with it', async () => {
      await using place = await newStore(engine);
      const [, renamed] = await published(place.store, (catalog) => {
        renameSeries(catalog);
        for (const set of catalog.sets) if (set.id === 'ember2') set.id = 'em02';
        for (const card of catalog.cards) {
          if (card.set.id !== 'ember2') continue;
          card.set = { id: 'em02' };
          card.id = card.id.replace('ember2', 'em02');
        }
      });
      assert.equal(renamed?.counts.cards_renamed, 12);
      assert.deepEqual(await expansionsOf(place.store, 'em'), ['ember1', 'ember2']);
    });

    test('is two series where the first expansion, or the name, is not the same', async () => {
      for (const change of [
        (catalog: UpstreamCatalog) => Object.assign(catalog.sets[0] ?? {}, { releaseDate: '2021-03-02' }),
        (catalog: UpstreamCatalog) => Object.assign(catalog.series[0] ?? {}, { name: 'Cinder' }),
      ]) {
        await using place = await newStore(engine);
        await published(place.store, (catalog) => {
          renameSeries(catalog);
          change(catalog);
        });
        assert.deepEqual(await expansionsOf(place.store, 'em'), ['ember1', 'ember2']);
        assert.deepEqual(await expansionsOf(place.store, 'ember'), []);
      }
    });
  });
}
