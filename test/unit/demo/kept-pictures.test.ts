/** The shelf of drawn pictures: bounded in bytes, the longest unused go first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptPictures } from '../../../demo/kept-pictures.ts';

const picture = (size: number) => ({ type: 'image/jpeg', bytes: Buffer.alloc(size) });

test('what is longest unused goes first, and only when room is needed', () => {
  const shelf = keptPictures(100);
  shelf.keep('a', picture(40));
  shelf.keep('b', picture(40));
  assert.ok(shelf.get('a'));
  shelf.keep('c', picture(40));
  assert.equal(shelf.get('b'), undefined);
  assert.ok(shelf.get('a') && shelf.get('c'));
});

test('keeping a picture again does not count it twice', () => {
  const shelf = keptPictures(100);
  for (let i = 0; i < 5; i++) shelf.keep('a', picture(40));
  shelf.keep('b', picture(60));
  assert.ok(shelf.get('a') && shelf.get('b'));
});

test('a picture larger than the shelf is kept alone until the next', () => {
  const shelf = keptPictures(100);
  shelf.keep('a', picture(10));
  shelf.keep('huge', picture(500));
  assert.equal(shelf.get('a'), undefined);
  assert.ok(shelf.get('huge'));
  shelf.keep('b', picture(10));
  assert.equal(shelf.get('huge'), undefined);
});
