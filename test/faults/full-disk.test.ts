/** A disk that runs out of room, or can only be read: told before it is gone, and at each step that needs it. */
import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import type { Health } from '../../src/api/health.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { endCutOff, recordFault } from '../../src/ingest/runs/run-locks.ts';
import { openLog } from '../../src/log.ts';
import { openAdminService } from '../../src/service/admin-service.ts';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import { recentRuns, registerTasks, startRun } from '../../src/store/runs.ts';
import { type Store, type StoreLocation, StoreUnwritable } from '../../src/store/store.ts';
import { upkeepOf } from '../../src/store/views/views.ts';
import { REAL_TIME } from '../../src/time.ts';
import { Outage } from '../../src/upstream/document.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const MEGABYTE = 1024 * 1024;
const NOW = '2026-01-01T00:00:00.000Z';

/** `store` on a disk that is read-only as long as `disk` says so. */
function onDisk(store: Store, disk: { isReadOnly: boolean }): Store {
  const write: Store['write'] = async (work) => {
    if (!disk.isReadOnly) return store.write(work);
    const refused = new Database.SqliteError('attempt to write a readonly database', 'SQLITE_READONLY');
    store.faults.note(refused);
    throw refused;
  };
  return { ...store, write };
}

/** The operator's desk of a service whose only source is the small catalog. */
function adminOn({ store, location }: { store: Store; location: StoreLocation }, files: string) {
  const sources = { catalog: { adapter: 'tcgdex' as const, files } };
  const config = {
    games: [{ scope: DEFAULT_SCOPE, sources }],
    userAgent: 'cardstock-test/1',
    publicUrl: 'http://127.0.0.1:1',
  };
  return openAdminService({
    subscriptions: {
      store,
      games: [DEFAULT_SCOPE.game],
      seal: sealUnder('test'),
      network: { resolve: async () => [] },
    },
    keyControl: { forgetKeys: () => undefined, flushUsage: async () => undefined },
    job: () => ({ location, config }),
    log: openLog('silent'),
  });
}

test('a run that cannot be recorded is refused, and /health says why; when there is room again it runs', async () => {
  await using folder = await catalogFolder(tinyCatalog());
  await using place = await newStore('sqlite');
  const disk = { isReadOnly: false };
  const store = onDisk(place.store, disk);
  const service = adminOn({ store, location: place.location }, folder.files);
  await using api = await apiOn(store, { operator: service.shown });
  disk.isReadOnly = true;
  const refused = await api.post('/admin/runs', { source: 'all' });
  assert.equal(refused.status, 500, refused.text);
  assert.match(
    refused.body.error?.message ?? '',
    /^The run cannot be recorded, and so was not started: .*can only be read/,
  );
  const told = JSON.parse((await api.get('/health', {})).text) as Health;
  assert.match(told.tasks.find(({ name }) => name === 'store')?.last_error ?? '', /can only be read/);
  assert.deepEqual(service.shown.progress(), []);
  disk.isReadOnly = false;
  assert.equal((await api.post('/admin/runs', { source: 'all' })).status, 202);
  await service.stop();
});

test('a key that cannot be recorded is refused with what keeps the store from it, and made once that is over', async () => {
  await using place = await newStore('sqlite');
  const disk = { isReadOnly: false };
  await using api = await apiOn(onDisk(place.store, disk));
  disk.isReadOnly = true;
  const make = () => api.post('/admin/keys', { name: 'k', scopes: ['read'] });
  const refused = await make();
  assert.equal(refused.status, 500, refused.text);
  assert.match(refused.body.error?.message ?? '', /^Nothing was recorded: the data directory can only be read: /);
  disk.isReadOnly = false;
  assert.equal((await make()).status, 201);
});

test('what ended a run that could not be recorded then is its reason once it can', async () => {
  await using place = await newStore('sqlite');
  const disk = { isReadOnly: false };
  const store = onDisk(place.store, disk);
  await store.write((writes) => registerTasks(writes, ['catalog'], NOW));
  await store.write((writes) => startRun(writes, { id: '1', task: 'catalog', started_at: NOW }));
  disk.isReadOnly = true;
  const error = new Outage('what really ended it');
  await assert.rejects(recordFault(store, 'sources', { names: ['catalog'], since: NOW, error }));
  disk.isReadOnly = false;
  await endCutOff(store, 'sources', REAL_TIME);
  const [run] = await recentRuns(store.reads, { limit: 1 });
  assert.deepEqual([run?.outcome, run?.reason], ['failed', 'what really ended it']);
});

for (const [engine, missing] of ENGINES) {
  test(`free space on ${engine} is in /health and the metrics before it is gone`, { skip: missing }, async () => {
    await using place = await newStore(engine);
    const isEmbedded = engine === 'sqlite';
    assert.equal((await place.store.freeBytes()) !== null, isEmbedded);
    let free = 400 * MEGABYTE;
    const freeBytes = isEmbedded ? async () => free : place.store.freeBytes;
    await using api = await apiOn({ ...place.store, freeBytes });
    const disk = async () => {
      const { status, tasks } = JSON.parse((await api.get('/health', {})).text) as Health;
      const metric = /^cardstock_disk_free_bytes (\d+)$/m.exec((await api.get('/metrics')).text)?.[1];
      return { status, row: tasks.find(({ name }) => name === 'disk'), metric };
    };
    const low = await disk();
    if (!isEmbedded) return assert.deepEqual(low, { status: 'ok', row: undefined, metric: undefined });
    assert.equal(low.status, 'degraded');
    assert.match(low.row?.last_error ?? '', /^400 MB are free .*make room/);
    assert.equal(low.metric, String(free));
    free = 600 * MEGABYTE;
    const enough = await disk();
    assert.deepEqual([enough.status, enough.row?.status, enough.row?.last_error], ['ok', 'ok', null]);
  });
}

test('a disk that is too small for a new store is refused: there is nothing yet that a copy could serve', async () => {
  await using place = await mkdtempDisposable(join(tmpdir(), 'cardstock-small-'));
  const open = (path: string, options: Database.Options) => {
    const database = new Database(path, options);
    database.pragma('max_page_count = 2');
    return database;
  };
  const isRefused = (error: Error) =>
    /cannot be written: its disk is full.*database or disk is full/.test(error.message) &&
    !(error instanceof StoreUnwritable);
  await assert.rejects(openSqlite(place.path, upkeepOf(), { open }), isRefused);
});
