/** Backups on a schedule: whole or not there, counted, and on record as runs are. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempDisposableSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { health } from '../../src/api/health.ts';
import { backups } from '../../src/ingest/backup-source.ts';
import { isDue, runSources } from '../../src/ingest/runs/runner.ts';
import type { Source } from '../../src/ingest/source.ts';
import { restore } from '../../src/store/maintenance/backup.ts';
import { openStore } from '../../src/store/open-store.ts';
import { taskByName } from '../../src/store/runs.ts';
import { REAL_TIME } from '../../src/time.ts';
import { openReader } from '../../src/upstream/reader.ts';
import { newStore, type TestStore } from '../support/stages/stores.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-05-01T06:00:00.000Z');

/** A store, a folder for its copies, and a run of the task `days` after the first. */
async function stage(keep: number) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-backups-'));
  const place = await newStore('sqlite');
  const { dataDir } = place.location;
  const config = { games: [], userAgent: 'test', publicUrl: '' };
  const sources = backups({ ...config, backups: { folder: folder.path, everyMs: DAY_MS, keep, dataDir } });
  const run = async (days: number, at: TestStore = place, scheduled = false, of: readonly Source[] = sources) => {
    const surroundings = { ...REAL_TIME, now: () => new Date(FIRST + days * DAY_MS), openReader };
    const quiet = { demo: () => '', onProgress: () => undefined, onReport: () => undefined };
    const runner = { store: at.store, runLock: 'sources' as const, sources: of, ...quiet, surroundings };
    return (await runSources(runner, { acceptPrune: false, days: null, scheduled })) ?? [];
  };
  return {
    place,
    folder: folder.path,
    sources,
    run,
    /** The days of the copies that are there, as in `0501`. */
    days: () => readdirSync(folder.path).flatMap((name) => /-\d{4}(\d{4})T\d{9}Z\.db$/.exec(name)?.[1] ?? []),
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      folder.remove();
    },
  };
}

test('a copy is taken when it is due, restores, and as many stay as are kept', async () => {
  await using it = await stage(2);
  writeFileSync(join(it.folder, 'notes.db'), 'of somebody else');
  for (const days of [0, 1]) assert.equal((await it.run(days, it.place, true))[0]?.outcome, 'succeeded');
  assert.deepEqual(await it.run(1.9, it.place, true), [], 'not due before a day has passed');
  assert.deepEqual(it.days(), ['0501', '0502']);
  const [third] = await it.run(2, it.place, true);
  assert.deepEqual(third?.counts, { removed: 1 });
  assert.deepEqual(it.days(), ['0502', '0503']);
  assert.ok(readdirSync(it.folder).includes('notes.db'), 'what is no copy stays');
  const [copy = ''] = readdirSync(it.folder).filter((name) => name.includes('0503'));
  using data = mkdtempDisposableSync(join(tmpdir(), 'cardstock-restored-'));
  await restore(join(it.folder, copy), data.path, { force: true });
  const restored = await openStore({ dataDir: data.path });
  assert.equal((await taskByName(restored.reads, 'backup'))?.last_success_at, '2026-05-02T06:00:00.000Z');
  await restored.close();
});

test('what a killed process left half written is removed, and is never a copy', async () => {
  await using it = await stage(1);
  await it.run(0);
  const [whole = ''] = readdirSync(it.folder);
  for (const left of ['.partial', '.partial-wal', '.partial-shm']) {
    writeFileSync(join(it.folder, whole.replace('0501', '0502') + left), 'half');
  }
  await it.run(1);
  assert.deepEqual(readdirSync(it.folder), [whole.replace('0501', '0502')]);
});

test('two services have one folder, and neither removes copies of the other', async () => {
  await using it = await stage(1);
  await using other = await newStore('sqlite');
  await it.run(0);
  const [source] = it.sources;
  assert.ok(source);
  const config = { games: [], userAgent: 'test', publicUrl: '' };
  const place = { folder: it.folder, everyMs: DAY_MS, keep: 1, dataDir: other.location.dataDir };
  await it.run(1, other, false, backups({ ...config, backups: place }));
  assert.deepEqual(it.days().sort(), ['0501', '0502']);
});

test('copies of a clock that was ahead go first, and never the one that was just made', async () => {
  await using it = await stage(2);
  for (const days of [0, 300, 1]) await it.run(days);
  assert.deepEqual(it.days(), ['0501', '0502']);
  // A clock that fell back takes nothing but the oldest.
  await it.run(-200);
  assert.deepEqual(it.days(), ['1013', '0502']);
});

test('where none can be made, the task says why in words, is tried again, and is late after its window', async () => {
  await using it = await stage(1);
  await it.run(0);
  const [kept = ''] = readdirSync(it.folder);
  const files = { place: join(it.folder, 'file') };
  writeFileSync(files.place, '');
  const config = { games: [], userAgent: 'test', publicUrl: '' };
  const { dataDir } = it.place.location;
  const place = { folder: files.place, everyMs: DAY_MS, keep: 1, dataDir };
  const sources = backups({ ...config, backups: place });
  const [report] = await it.run(1, it.place, true, sources);
  assert.equal(report?.outcome, 'failed');
  assert.match(report?.reason ?? '', /^no backup was made in .*file: there is a file or folder of that name already$/);
  assert.equal(report?.fault, undefined, 'no stack');
  assert.ok(readdirSync(it.folder).includes(kept));
  const [task] = sources;
  assert.ok(task);
  const known = await taskByName(it.place.store.reads, 'backup');
  assert.equal(isDue(task, known, FIRST + DAY_MS + 11 * 60_000), true, 'after ten minutes again');
  const at = async (ms: number) => {
    const now = () => new Date(FIRST + ms);
    const parts = { store: it.place.store, tasks: sources, games: [], budgetStore: undefined, now };
    return (await health(parts)).tasks.find(({ name }) => name === 'backup');
  };
  assert.deepEqual([(await at(26 * 3_600_000))?.status, (await at(26 * 3_600_000 + 1))?.status], ['ok', 'late']);
  assert.match((await at(DAY_MS))?.last_error ?? '', /no backup was made/);
});

test('a disk without room for the copy is told before anything is written', async () => {
  await using it = await stage(1);
  const { dataDir } = it.place.location;
  // As large as no disk is, and takes no room itself.
  mkdirSync(join(dataDir, 'elsewhere'));
  const large = join(dataDir, 'elsewhere', 'cardstock.db');
  writeFileSync(large, '');
  truncateSync(large, 2 ** 43);
  const config = { games: [], userAgent: 'test', publicUrl: '' };
  const place = { folder: it.folder, everyMs: DAY_MS, keep: 1, dataDir: join(dataDir, 'elsewhere') };
  const [report] = await it.run(0, it.place, false, backups({ ...config, backups: place }));
  assert.match(report?.reason ?? '', /takes \d+ MB, and its disk has \d+ MB free/);
  assert.deepEqual(readdirSync(it.folder), []);
});
