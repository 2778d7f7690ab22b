/** Runs that operators ask for: each has its turn, and none of the others has a process meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BackgroundIngest, RunFollowers } from '../../../src/ingest/runs/background.ts';
import { type OnDemandParts, onDemandRuns } from '../../../src/ingest/runs/on-demand.ts';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import type { Store } from '../../../src/store/store.ts';
import { newStore } from '../../support/stages/stores.ts';

/** Runs that end when they are told to. */
function stage(store?: Store) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const reports: ((source: string) => void)[] = [];
  const ingest = (
    { runLock, names }: { runLock?: string; names?: readonly string[] | undefined },
    { onReport }: RunFollowers,
  ): BackgroundIngest => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    begun.push(`${runLock} ${names}`);
    reports.push((source) => onReport({ source } as RunReport));
    ends.push(() => resolve(undefined));
    return { done: promise, stop: async () => resolve(undefined) };
  };
  const none = () => undefined;
  const parts = { store, job: () => ({}), onProgress: none, onReport: none, onFault: assert.fail, ingest };
  return { begun, ends, reports, runs: onDemandRuns(parts as unknown as OnDemandParts) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs of one run lock follow one another, those of another have their own turn', async () => {
  const { begun, ends, runs } = stage();
  runs.start('sources', ['a'], { acceptPrune: false });
  runs.start('sources', ['b'], { acceptPrune: false });
  runs.start('scan', ['pictures'], { acceptPrune: false });
  assert.deepEqual([...runs.asked], ['a', 'b', 'pictures']);
  await settled();
  assert.deepEqual(begun, ['sources a', 'scan pictures']);
  ends[0]?.();
  await settled();
  assert.deepEqual(begun, ['sources a', 'scan pictures', 'sources b']);
  assert.deepEqual([...runs.asked], ['b', 'pictures']);
});

test('a source may be asked for again as soon as its run has ended, whatever its process still does', async () => {
  const { begun, ends, reports, runs } = stage();
  runs.start('sources', ['a', 'b'], { acceptPrune: false });
  await settled();
  reports[0]?.('a');
  assert.deepEqual([...runs.asked], ['b']);
  runs.start('sources', ['a'], { acceptPrune: false });
  ends[0]?.();
  await settled();
  assert.deepEqual(begun, ['sources a,b', 'sources a'], 'in its turn');
  assert.deepEqual([...runs.asked], ['a'], 'the second was not ended by the first');
});

test('what waits for its turn when the service stops never begins', async () => {
  await using place = await newStore('sqlite');
  const { begun, runs } = stage(place.store);
  runs.start('sources', ['a'], { acceptPrune: false });
  runs.start('sources', ['b'], { acceptPrune: false });
  await settled();
  await runs.stop();
  await settled();
  assert.deepEqual(begun, ['sources a']);
});
