/** Holds what releases promise: nothing that a caller or an operator can rely on goes away or changes its type. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROMISED, promisedBefore, promisedToday } from '../scripts/promised.ts';

const missing = (from: readonly string[], of: readonly string[]) => {
  const there = new Set(from);
  return of.filter((line) => !there.has(line));
};

test('every route, parameter, field, code, event, setting, source, command, flag and column of before is still there', () => {
  const before = promisedBefore();
  assert.ok(before.length > 1500, `${PROMISED} holds what was promised`);
  assert.deepEqual(
    missing(promisedToday(), before),
    [],
    'a caller may use it: keep it, or deprecate it as docs/promises.md says',
  );
});

test('what is new is noted, and is promised from its release on', () => {
  assert.deepEqual(
    missing(promisedBefore(), promisedToday()),
    [],
    'note it: node scripts/node24.mjs scripts/promised.ts',
  );
});
