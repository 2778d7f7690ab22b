/** Attempts that end together are written together; where the store does not take them all, each stands for itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndedAttempt, openSettling } from '../../../src/events/settle-attempts.ts';
import type { Store } from '../../../src/store/store.ts';
import { nextTurn } from '../../../src/time.ts';

test('of attempts that the store does not take together each is tried alone, and the one that it does not take is told', async () => {
  let writes = 0;
  const write = async () => {
    writes += 1;
    // All three together, and the second alone.
    if (writes === 1 || writes === 3) throw new Error('not taken');
  };
  const settle = openSettling({ write } as unknown as Store, { random: () => 0, gathered: nextTurn });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => settle({} as EndedAttempt)));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  await settle({} as EndedAttempt);
  assert.equal(writes, 5, 'what ends later is written still');
});
