/** A run that a fault of ours ends: what people read, what the log gets, and that the first cause is the one told. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { auditInBackground } from '../../src/ingest/audit/audit-background.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { runSources } from '../../src/ingest/runs/runner.ts';
import type { Source } from '../../src/ingest/source.ts';
import { openLog } from '../../src/log.ts';
import { logRun } from '../../src/service/admin-service.ts';
import type { Store, StoreLocation } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { newLocation, newStore, postgresMissing } from '../support/stages/stores.ts';

/** Runs the small catalog, its source changed. */
async function runChanged(store: Store, change: (source: Source) => Source) {
  await using folder = await catalogFolder(tinyCatalog());
  const sources = { catalog: { adapter: 'tcgdex' as const, files: folder.files } };
  const config = {
    games: [{ scope: DEFAULT_SCOPE, sources }],
    userAgent: 'cardstock-test/1',
    publicUrl: 'http://127.0.0.1:1',
  };
  const runner = {
    store,
    runLock: 'sources' as const,
    sources: configuredSources(config).map(change),
    demo: () => undefined,
    onProgress: () => undefined,
    onReport: () => undefined,
  };
  const [report] = (await runSources(runner, { acceptPrune: false, days: null, scheduled: false })) ?? [];
  assert.ok(report);
  return report;
}

const throwing =
  (fault: unknown) =>
  (source: Source): Source => ({ ...source, fetch: () => Promise.reject(fault) });

test('is a sentence in /health, and a stack in the log', async () => {
  await using place = await newStore('sqlite');
  const report = await runChanged(place.store, throwing(new TypeError('secretTable.secretColumn')));
  const lines: string[] = [];
  logRun(openLog('info', { write: (line) => void lines.push(line) }))(report);
  const { fault, run } = JSON.parse(lines[0] ?? '') as { fault: string; run: { reason: string } };
  assert.match(fault, /secretColumn\n {4}at .*first-cause\.test\.ts/);
  await using api = await apiOn(place.store, { tasks: [{ name: 'catalog', windowMs: 1 }] });
  const health = await api.get('/health', {});
  assert.ok(health.text.includes(run.reason), health.text);
  for (const path of ['/health', '/admin/runs']) {
    assert.doesNotMatch((await api.get(path)).text, /secretTable|node_modules|file:|\.ts\b| at /, path);
  }
});

suite('the first cause is told', () => {
  test('of the audit, whose thread it ended', async () => {
    await using place = await newLocation('sqlite');
    const dataDir = join(place.location.dataDir, 'file');
    writeFileSync(dataDir, 'a file, where the folder should be');
    const opening = (location: StoreLocation) => auditInBackground({ location, config: { games: [] } });
    await assert.rejects(
      opening({ ...place.location, dataDir }),
      /^OperatorFailure: the data directory .* cannot be used: there is a file/,
    );
  });

  test('where SQLite has rolled back by itself: a full disk, also at the commit', async () => {
    await using place = await newStore('sqlite');
    const { store } = place;
    const limit = (pages: number) =>
      store.write((writes) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(writes));
    await limit(1);
    const report = await runChanged(store, (source) => source).catch((error: unknown) => error);
    // The outcome itself may have found no room: then the run throws what kept it out.
    if (report instanceof Error) assert.equal((report as NodeJS.ErrnoException).code, 'SQLITE_FULL');
    else assert.equal((report as { reason: string }).reason, 'the disk is full');
    await assert.rejects(
      store.write((writes) =>
        writes
          .insertInto('meta')
          .values({ key: 'large', value: 'x'.repeat(10_000_000) })
          .execute(),
      ),
      { code: 'SQLITE_FULL' },
    );
    await limit(1_000_000);
    assert.equal((await runChanged(store, (source) => source)).outcome, 'succeeded');
  });

  test('where PostgreSQL is lost in the middle of it', { skip: postgresMissing }, async () => {
    await using place = await newStore('postgres');
    const first = new Error('the first cause');
    const losing = place.store.write(async (writes) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(writes).catch(() => undefined);
      throw first;
    });
    await assert.rejects(losing, first);
    assert.equal((await runChanged(place.store, (source) => source)).outcome, 'succeeded');
  });
});
