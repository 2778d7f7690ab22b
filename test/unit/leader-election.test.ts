/** Work that one process at a time does: taken with the lock, left with its loss, taken up by another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standForElection } from '../../src/service/leader-election.ts';
import type { Lock } from '../../src/store/store.ts';

/** A store with one lock, which the test can take away as a server's restart does. */
function oneLock() {
  let lose: (() => void) | undefined;
  const lock = async (): Promise<Lock | undefined> => {
    if (lose) return undefined;
    const lost = Promise.withResolvers<void>();
    lose = lost.resolve;
    return {
      lost: lost.promise,
      release: async () => {
        if (lose === lost.resolve) lose = undefined;
      },
    };
  };
  return {
    store: { lock },
    lose: () => {
      const told = lose;
      lose = undefined;
      told?.();
    },
  };
}

test('of two processes one works, and the other takes over when the first stops or loses its lock', async (t) => {
  const { store, lose } = oneLock();
  const log: string[] = [];
  const stand = (name: string) =>
    standForElection({
      store,
      start: () => {
        log.push(`${name} starts`);
        return { firstRound: Promise.resolve(), stop: async () => void log.push(`${name} stops`) };
      },
      onChange: () => undefined,
      onFault: (error) => log.push(String(error)),
    });
  const first = stand('first');
  await first.settled;
  const second = stand('second');
  t.after(() => Promise.all([first.stop(), second.stop()]));
  await second.settled;
  assert.deepEqual(log, ['first starts']);
  await first.stop();
  await t.waitFor(() => assert.equal(log.at(-1), 'second starts'), { interval: 20, timeout: 5000 });
  lose();
  await t.waitFor(() => assert.deepEqual(log.slice(-2), ['second stops', 'second starts']), {
    interval: 20,
    timeout: 5000,
  });
  await second.stop();
  assert.deepEqual(log, [
    'first starts',
    'first stops',
    'second starts',
    'second stops',
    'second starts',
    'second stops',
  ]);
});

test('a store that cannot be asked for the lock is asked again', async (t) => {
  const { store } = oneLock();
  let asked = 0;
  const lock = async () => {
    asked += 1;
    if (asked === 1) throw new Error('the server is restarting');
    return store.lock();
  };
  const faults: unknown[] = [];
  const states: string[] = [];
  const election = standForElection({
    store: { lock },
    start: () => ({ firstRound: Promise.resolve(), stop: async () => undefined }),
    onChange: (state) => states.push(state),
    onFault: (error) => faults.push(error),
  });
  t.after(election.stop);
  await t.waitFor(() => assert.deepEqual(states, ['working']), { interval: 20, timeout: 5000 });
  assert.equal(faults.length, 1);
});

test('a process that ends while it is given the lock gives it back, and takes up no work', async () => {
  const { store } = oneLock();
  const asked = Promise.withResolvers<void>();
  const election = standForElection({
    store: { lock: () => asked.promise.then(store.lock) },
    start: () => assert.fail('it is ending'),
    onChange: (state) => assert.fail(state),
    onFault: assert.ifError,
  });
  const stopped = election.stop();
  asked.resolve();
  await stopped;
  assert.ok(await store.lock(), 'the lock is free');
});
