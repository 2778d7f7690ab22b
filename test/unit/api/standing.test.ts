/** What is made at length: one is made however many ask, the one before stands meanwhile, and a failure is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Standing } from '../../../src/api/compat/standing.ts';

test('one is made however many ask, and the one before stands until it is there', async () => {
  const standing = new Standing<string>();
  const made = Promise.withResolvers<{ version: number; made: string }>();
  let calls = 0;
  const make = (of: Promise<{ version: number; made: string }>) => () => {
    calls += 1;
    return of;
  };
  const first = [standing.of(1, make(made.promise)), standing.of(1, make(made.promise))];
  made.resolve({ version: 1, made: 'one' });
  assert.deepEqual([await Promise.all(first), calls], [['one', 'one'], 1]);
  const next = Promise.withResolvers<{ version: number; made: string }>();
  assert.equal(await standing.of(2, make(next.promise)), 'one');
  assert.equal(await standing.of(3, make(next.promise)), 'one');
  assert.equal(calls, 2);
  // It is of the version that it found, not of the one that was asked for.
  next.resolve({ version: 3, made: 'three' });
  await next.promise;
  assert.equal(await standing.of(3, make(next.promise)), 'three');
  assert.equal(calls, 2);
  const failing = Promise.reject(new Error('gone'));
  assert.equal(await standing.of(4, make(failing)), 'three');
  await turn();
  await assert.rejects(async () => standing.of(4, make(failing)), /gone/);
  assert.equal(await standing.of(4, make(Promise.resolve({ version: 4, made: 'four' }))), 'four');
});
