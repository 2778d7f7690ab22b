/** Runs that operators ask for: each has its turn, and none of the others has a process meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BackgroundIngest } from '../../../src/ingest/runs/background.ts';
import { type OnDemandParts, onDemandRuns } from '../../../src/ingest/runs/on-demand.ts';
import type { Store } from '../../../src/store/store.ts';
import { newStore } from '../../support/stages/stores.ts';

/** Runs that end when they are told to. */
function stage(store?: Store) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ingest = ({ lane, names }: { lane?: string; names?: readonly string[] | undefined }): BackgroundIngest => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    begun.push(`${lane} ${names}`);
    ends.push(() => resolve(undefined));
    return { done: promise, stop: async () => resolve(undefined) };
  };
  const none = () => undefined;
  const parts = { store, job: () => ({}), onProgress: none, onReport: none, onFault: assert.fail, ingest };
  return { begun, ends, runs: onDemandRuns(parts as unknown as OnDemandParts) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs of one lane follow one another, those of another have their own turn', async () => {
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
