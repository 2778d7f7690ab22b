/** Holds the form of API keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWellFormed, keyHash, keyPrefix, newKey } from '../../../src/keys/key-format.ts';
import { fc } from '../../support/made/properties.ts';

const bytes24 = fc.uint8Array({ minLength: 24, maxLength: 24 }).map((bytes) => Buffer.from(bytes));
const keys = bytes24.map((bytes) => newKey(() => bytes));

test('a new key is cs_live_, 33 base62 characters and 6 of checksum', () => {
  fc.assert(
    fc.property(keys, (key) => {
      assert.match(key, /^cs_live_[0-9A-Za-z]{39}$/);
      assert.ok(isWellFormed(key));
    }),
  );
});

test('different random bits give different keys', () => {
  fc.assert(
    fc.property(bytes24, bytes24, (a, b) => {
      assert.equal(newKey(() => a) === newKey(() => b), a.equals(b));
    }),
  );
  assert.notEqual(newKey(), newKey());
});

test('one wrong character makes a key malformed, wherever it stands', () => {
  fc.assert(
    fc.property(keys, fc.nat(46), fc.constantFrom(...'09AZaz_-é'), (key, at, wrong) => {
      fc.pre(key.charAt(at) !== wrong);
      assert.equal(isWellFormed(key.slice(0, at) + wrong + key.slice(at + 1)), false);
    }),
  );
});

test('text that is longer, shorter, padded or of another mark is malformed', () => {
  const key = newKey();
  for (const text of ['', ' ', key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.replace('live', 'test')])
    assert.equal(isWellFormed(text), false, JSON.stringify(text));
});

test('the stored hash is SHA-256 in hex and the prefix the first 12 characters', () => {
  assert.equal(keyHash('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(keyPrefix('cs_live_0123456789'), 'cs_live_0123');
});
