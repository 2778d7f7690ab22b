/** Sources that need more memory than they may have: one sentence that says what to set, on record, and the process goes on. */
import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { startSchedule } from '../../src/ingest/runs/schedule.ts';
import { recentRuns, taskByName } from '../../src/store/runs.ts';
import type { Store, StoreLocation } from '../../src/store/store.ts';
import { newWorkplace, run } from '../support/processes/command.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const MEGABYTE = 1024 * 1024;
const NEEDS_MORE = /^[^\n]*CARDSTOCK_INGEST_MEMORY_MB higher$/;

/**
 * A card that is short as text and long in memory, about `megabytes` of text: each `{},` takes 56 bytes, all alive at once. Cards
 * that just fill the heap are not enough: V8 then collected for minutes before it gave up.
 */
function wideCatalog(megabytes: number): UpstreamCatalog {
  const attacks = Array.from({ length: (megabytes * MEGABYTE) / 3 }, () => ({}));
  const { series, sets } = tinyCatalog();
  return { series, sets, cards: [{ id: 'ember1-1', localId: '1', name: 'N', set: { id: 'ember1' }, attacks }] };
}

/** What the schedule puts on record for a catalog that may take `memoryMb`, and what else it hears. */
async function scheduled(
  { store, location }: { store: Store; location: StoreLocation },
  files: string,
  memoryMb: number,
) {
  const sources = { catalog: { adapter: 'tcgdex' as const, files } };
  const config = {
    games: [{ scope: DEFAULT_SCOPE, sources }],
    memoryMb,
    userAgent: 'test/1',
    publicUrl: 'http://127.0.0.1:1',
  };
  const faults: unknown[] = [];
  const schedule = startSchedule({
    store,
    sources: async () => configuredSources(config),
    job: { location, config, runLock: 'sources' },
    onProgress: () => undefined,
    onReport: () => undefined,
    onFault: (error) => void faults.push(error),
  });
  await schedule.firstRound;
  await schedule.stop();
  const [newest] = await recentRuns(store.reads, { limit: 1 });
  return { newest, faults, task: await taskByName(store.reads, 'catalog') };
}

for (const [engine, missing] of ENGINES) {
  suite(`a catalog on ${engine}`, { skip: missing }, () => {
    test('of a document too large for the memory ends its run with one sentence that says what to set', async () => {
      await using folder = await catalogFolder(tinyCatalog());
      await truncate(fileURLToPath(`${folder.files}/cards.json`), 65 * MEGABYTE);
      await using place = await newStore(engine);
      const { newest, faults } = await scheduled(place, folder.files, 32);
      assert.deepEqual(faults, []);
      assert.equal(newest?.outcome, 'failed');
      assert.match(newest?.reason ?? '', /cards\.json is larger than the 64 MB that/);
      assert.match(newest?.reason ?? '', NEEDS_MORE);
    });

    test('that takes more than the heap ends its run with that sentence, and the process lives on', async () => {
      await using folder = await catalogFolder(wideCatalog(3.9));
      await using place = await newStore(engine);
      const { newest, faults, task } = await scheduled(place, folder.files, 32);
      assert.equal((faults[0] as NodeJS.ErrnoException)?.code, 'ERR_WORKER_OUT_OF_MEMORY');
      assert.equal(newest?.outcome, 'failed');
      assert.match(newest?.reason ?? '', NEEDS_MORE);
      assert.equal(task?.last_error, newest?.reason);
      await using api = await apiOn(place.store, { tasks: [{ name: 'catalog', windowMs: 3_600_000 }] });
      const health = async () => JSON.parse((await api.get('/health', {})).text);
      const { status, tasks } = await health();
      assert.deepEqual([status, tasks[0].status, tasks[0].last_error], ['degraded', 'late', newest?.reason]);
      await folder.write(tinyCatalog());
      await place.store.write((writes) => writes.updateTable('tasks').set({ last_run_at: null }).execute());
      assert.equal((await scheduled(place, folder.files, 1024)).newest?.outcome, 'succeeded');
      assert.equal((await health()).status, 'ok');
    });
  });
}

test('ingest run tells and records it too', async () => {
  await using place = await newWorkplace();
  await using folder = await catalogFolder(wideCatalog(3.9));
  const config = { ingest_memory_mb: 32, sources: { catalog: { adapter: 'tcgdex', files: folder.files } } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
  const { code, stderr } = await run(place, ['ingest', 'run', 'all']);
  assert.equal(code, 1);
  assert.match(stderr.trim().split('\n').at(-1) ?? '', NEEDS_MORE);
  const [newest] = JSON.parse((await run(place, ['ingest', 'runs', '--json'])).stdout);
  assert.deepEqual([newest.outcome, NEEDS_MORE.test(newest.reason)], ['failed', true]);
});
