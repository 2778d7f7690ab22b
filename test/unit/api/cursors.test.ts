/** Cursors: what was sealed is opened, however long it is, and by its own list alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorsSealedWith } from '../../../src/api/cursors.ts';

const { seal, open } = cursorsSealedWith(Buffer.alloc(32));

test('a list that is sorted by name goes on behind the longest name that a card may have', () => {
  const position = ['\u0001'.repeat(500), '2026-01-01', 'x'.repeat(100), '000004', '力'.repeat(100)];
  assert.deepEqual(open(['cards'], seal(['cards'], position)), position);
});

test('what a list is not asked for is something else than an empty text', () => {
  const cursor = seal(['cards', undefined], ['fl1-1']);
  assert.deepEqual(open(['cards', undefined], cursor), ['fl1-1']);
  assert.equal(open(['cards', ''], cursor), undefined);
});

test('a cursor is one in the spelling that it was given in alone', () => {
  const cursor = seal(['cards'], ['fl1-1']);
  for (const other of [`${cursor}=`, `${cursor}!`, ` ${cursor}`])
    assert.equal(open(['cards'], other), undefined, other);
});
