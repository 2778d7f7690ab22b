/** Runs whose processes end before them are closed in the list of runs; those that somebody is at are left alone. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { onDemandRuns } from '../../src/ingest/runs/on-demand.ts';
import { isDue } from '../../src/ingest/runs/runner.ts';
import { type Schedule, type ScheduleParts, startSchedule } from '../../src/ingest/runs/schedule.ts';
import { SCAN_TASK } from '../../src/ingest/source.ts';
import { replacePendingPrices } from '../../src/store/prices/market-knowledge.ts';
import { insertRows } from '../../src/store/rows.ts';
import { failRun, recentRuns, registerTasks, startRun, taskByName } from '../../src/store/runs.ts';
import { allHeld, putHeldPart } from '../../src/store/sources/held-parts.ts';
import type { Store, StoreLocation } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { silentUpstream } from '../support/servers/silent-upstream.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const NOW = '2026-01-01T00:00:00.000Z';

const quiet = { onProgress: () => undefined, onReport: () => undefined, onFault: assert.ifError };
const configOf = (sources: Record<string, SourceSettings>) => ({
  games: [{ scope: DEFAULT_SCOPE, sources }],
  userAgent: 'cardstock-test/1',
  publicUrl: 'http://127.0.0.1:1',
});

function scheduleOn(
  place: { store: Store; location: StoreLocation },
  files: string,
  { ingest, runLock = 'sources' }: Pick<ScheduleParts, 'ingest'> & { runLock?: 'sources' | 'scan' } = {},
): Schedule {
  const config = configOf({ catalog: { adapter: 'tcgdex', files } });
  const job = { location: place.location, config, runLock };
  return startSchedule({
    store: place.store,
    sources: async () => (runLock === 'scan' ? [] : configuredSources(config)),
    job,
    ...quiet,
    ...(ingest && { ingest }),
  });
}

/** What the list of runs says, the newest first. */
const told = async ({ reads }: Store) =>
  (await recentRuns(reads, { limit: 9 })).map(({ task, outcome, reason }) => ({ task, outcome, reason }));

/** A run as a process leaves it that was killed. */
async function leaveOpen({ write }: Store, task: string): Promise<void> {
  await write((writes) => registerTasks(writes, [task], NOW));
  await write((writes) => startRun(writes, { id: `0-${task}`, task, started_at: NOW }));
}

for (const [engine, missing] of ENGINES) {
  suite(`runs on ${engine}`, { skip: missing }, () => {
    test('of a source that left the configuration nothing stays listed as left out', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      await place.store.write(async (writes) => {
        for (const source of ['catalog', 'usd_market']) {
          const part = {
            source,
            part: 'printings',
            guard: 'rows',
            reason: 'gone',
            since: '2026-01-01',
            isAccepted: false,
          };
          await putHeldPart(writes, `${source}:rows:printings`, {
            ...part,
            id: `${source}:rows:printings`,
            days: new Map(),
          });
          const amount = { key: '3/Normal/NM/market', previous: 300, held: 30_000, observed_on: '2026-01-01' };
          await replacePendingPrices(writes, source, [amount]);
        }
      });
      const listedAfter = async (runLock: 'sources' | 'scan') => {
        const ingest: ScheduleParts['ingest'] = () => ({ done: Promise.resolve() }) as never;
        const schedule = scheduleOn(place, folder.files, { ingest, runLock });
        await schedule.firstRound;
        await schedule.stop();
        return (await allHeld(place.store.reads)).map(({ id }) => id);
      };
      assert.equal((await listedAfter('scan')).length, 4, 'the schedule of the scan knows no other sources');
      const own = ['catalog:amount:3/Normal/NM/market', 'catalog:rows:printings'];
      assert.deepEqual(await listedAfter('sources'), own);
    });

    test('one that the schedule is at is ended by a clean stop, at once, and is due again', async () => {
      await using upstream = await silentUpstream();
      await using place = await newStore(engine);
      const asked = upstream.asked();
      const schedule = scheduleOn(place, upstream.base);
      await asked;
      assert.equal((await told(place.store))[0]?.outcome, 'running');
      await schedule.stop();
      const reason = 'its process was stopped';
      assert.deepEqual(await told(place.store), [{ task: 'catalog', outcome: 'failed', reason }]);
      const task = await taskByName(place.store.reads, 'catalog');
      assert.equal(task?.last_error, reason);
      const [source] = configuredSources(configOf({ catalog: { adapter: 'tcgdex', files: upstream.base } }));
      assert.ok(source && isDue(source, task, Date.now()));
    });

    test('the newest 500 are kept', async () => {
      await using place = await newStore(engine);
      const idOf = (at: number) => `run-${String(at).padStart(3, '0')}`;
      const ended = { task: 'catalog', outcome: 'succeeded' as const, counts: '{}', started_at: NOW };
      const before = Array.from({ length: 500 }, (_, at) => ({ id: idOf(at), ...ended }));
      await place.store.write(async (writes) => {
        await insertRows(writes, 'runs', before);
        const run = { id: idOf(500), task: 'catalog' };
        await startRun(writes, { ...run, started_at: NOW });
        await failRun(writes, { ...run, finished_at: NOW, counts: {}, reason: 'x' });
      });
      const kept = await recentRuns(place.store.reads, { limit: 999 });
      assert.deepEqual([kept.length, kept.at(-1)?.id], [500, idOf(1)]);
    });

    test('one that was asked for is ended by a clean stop, at once', async () => {
      await using upstream = await silentUpstream();
      await using place = await newStore(engine);
      const config = configOf({ catalog: { adapter: 'tcgdex', files: upstream.base } });
      const runs = onDemandRuns({ store: place.store, job: () => ({ location: place.location, config }), ...quiet });
      const asked = upstream.asked();
      runs.start('sources', ['catalog'], { acceptPrune: false });
      await asked;
      await runs.stop();
      assert.deepEqual(await told(place.store), [
        { task: 'catalog', outcome: 'failed', reason: 'its process was stopped' },
      ]);
    });

    test('one that was killed is ended at the next start, also of a source that is configured no more', async () => {
      await using folder = await catalogFolder(tinyCatalog());
      await using place = await newStore(engine);
      for (const task of ['gone', SCAN_TASK.name]) await leaveOpen(place.store, task);
      const schedule = scheduleOn(place, folder.files);
      await schedule.firstRound;
      await schedule.stop();
      const [first, ...left] = await told(place.store);
      assert.equal(first?.outcome, 'succeeded');
      assert.deepEqual(left, [
        // The pictures are another run lock, which another process may be at.
        { task: SCAN_TASK.name, outcome: 'running', reason: null },
        { task: 'gone', outcome: 'failed', reason: 'the process ended during the run' },
      ]);
    });

    test('one that was killed is ended by whoever runs a source by hand', async () => {
      await using folder = await catalogFolder(tinyCatalog());
      await using place = await newStore(engine);
      await leaveOpen(place.store, 'gone');
      await runAll(place.store, { catalog: { adapter: 'tcgdex', files: folder.files } });
      assert.deepEqual(
        (await told(place.store)).map(({ outcome }) => outcome),
        ['succeeded', 'failed'],
      );
    });

    test('one that another process is at is left alone by a start and by a stop', async () => {
      await using upstream = await silentUpstream();
      await using place = await newStore(engine);
      await leaveOpen(place.store, 'theirs');
      const lock = await place.store.lock('ingest');
      const ingest = () => assert.fail('no process is started to find that out');
      const schedule = scheduleOn(place, upstream.base, { ingest });
      await schedule.firstRound;
      await schedule.stop();
      assert.deepEqual(await told(place.store), [{ task: 'theirs', outcome: 'running', reason: null }]);
      await lock?.release();
    });
  });
}
