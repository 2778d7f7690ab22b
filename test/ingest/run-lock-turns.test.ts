/** Runs of one run lock take turns: who waits says so, and what a process that died had not begun says that. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { MORE_MEMORY } from '../../src/failure.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { recordFault } from '../../src/ingest/runs/run-locks.ts';
import { runSources } from '../../src/ingest/runs/runner.ts';
import type { Progress } from '../../src/ingest/source.ts';
import { failRun, registerTasks, startRun, tasks } from '../../src/store/runs.ts';
import { openReader } from '../../src/upstream/reader.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const SINCE = '2026-01-02T00:00:00.000Z';

for (const [engine, missing] of ENGINES) {
  suite(`turns of a run lock on ${engine}`, { skip: missing }, () => {
    test('what ended a process is the reason of the run that was under way; others say that they had not begun', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const names = ['ended', 'next', 'under_way', 'unknown'];
      await store.write(async (writes) => {
        await registerTasks(writes, names, BEFORE);
        const run = { finished_at: BEFORE, counts: {}, reason: 'of the day before' };
        await startRun(writes, { id: '1', task: 'next', started_at: BEFORE });
        await failRun(writes, { ...run, id: '1', task: 'next' });
        await startRun(writes, { id: '2', task: 'ended', started_at: SINCE });
        await failRun(writes, { ...run, id: '2', task: 'ended', reason: 'its own' });
        await startRun(writes, { id: '3', task: 'under_way', started_at: SINCE });
      });
      const error = Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
      await recordFault(store, 'sources', { names, since: SINCE, error });
      const told = new Map((await tasks(store.reads)).map((task) => [task.name, task]));
      const reason = `the run needs more memory than it may have: ${MORE_MEMORY}`;
      assert.equal(told.get('ended')?.last_error, 'its own');
      assert.equal(told.get('under_way')?.last_error, reason);
      for (const name of ['next', 'unknown']) {
        // What ends with the remedy is what /health takes for the source that needs it.
        assert.equal(told.get(name)?.last_error, `the process ended before its run had begun (${reason})`);
      }
      for (const name of ['next', 'unknown', 'under_way']) {
        const at = told.get(name)?.last_run_at ?? '';
        assert.ok(at > SINCE, `${name} is due after a while, not at once: ${at}`);
      }
    });

    test('a run that waits for another process says so once', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      const config = {
        games: [{ scope: DEFAULT_SCOPE, sources: { catalog: { adapter: 'tcgdex', files: folder.files } } }],
      };
      const sources = configuredSources({ ...config, userAgent: 'cardstock-test/1', publicUrl: 'http://127.0.0.1:1' });
      let polls = 0;
      const lock = await place.store.lock('ingest');
      const said: Progress[] = [];
      // The other process ends at the third look.
      const sleep = async () => {
        polls += 1;
        if (polls === 3) await lock?.release();
      };
      const runner = {
        store: place.store,
        runLock: 'sources' as const,
        sources,
        demo: () => '',
        onProgress: (progress: Progress) => said.push(progress),
        onReport: () => undefined,
        surroundings: { now: () => new Date(), sleep, openReader },
      };
      const options = { acceptPrune: false, days: null, scheduled: false };
      const reports = await runSources(runner, options);
      assert.equal(reports?.[0]?.outcome, 'succeeded');
      const waits = said.filter(({ step }) => step.startsWith('waits'));
      assert.deepEqual(waits, [
        { task: 'catalog', step: 'waits for the runs of another process', done: 0, total: undefined },
      ]);
      assert.equal(said.indexOf(waits[0] as Progress), 0);
    });
  });
}
