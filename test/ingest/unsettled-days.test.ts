/** Days that a run left due and that could not be settled: the run's record says so, and /health, until they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { health } from '../../src/api/health.ts';
import { setMetaValue } from '../../src/store/meta.ts';
import { recentRuns } from '../../src/store/runs.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const SAYS = /^days that are others now wait for the next run: /;

async function catalogTask(store: Store) {
  const tasks = [{ name: 'catalog', windowMs: 3_600_000 }];
  return (await health({ store, tasks, games: [], budgetStore: undefined, now: () => new Date() })).tasks[0];
}

test('days that could not be settled stand in the record of the run and in /health until they are', async () => {
  await using place = await newStore('sqlite');
  await using folder = await catalogFolder(tinyCatalog());
  const { store } = place;
  await store.write(async (writes) => {
    await setMetaValue(writes, 'days_due.game', '2026-05-01T00:00:00.000Z');
    await sql`create trigger stuck before delete on meta begin select raise(abort, 'stuck'); end`.execute(writes);
  });
  for (const { files } of [folder, { files: 'file:/nowhere' }]) {
    const report = await runCatalog(store, files);
    const [recorded] = await recentRuns(store.reads, { limit: 1 });
    assert.equal(recorded?.outcome, report.outcome);
    assert.equal(recorded?.reason, report.reason);
    const told = (await catalogTask(store))?.last_error ?? '';
    if (report.outcome === 'succeeded') assert.match(told, SAYS);
    else assert.match(told, /nowhere.*; days that are others now/);
  }
  await store.write((writes) => sql`drop trigger stuck`.execute(writes));
  await runCatalog(store, folder.files);
  assert.equal((await catalogTask(store))?.last_error, null);
});
