/** Holds how long a key read from the store is trusted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyHash, newKey } from '../../../src/keys/key-format.ts';
import { carriesKey, type Key, KeyRing } from '../../../src/keys/key-ring.ts';
import { keyOf } from '../../support/made/made-key.ts';

const H = 'Bearer h';

function ringOf(stored: Map<string, Key>) {
  const clock = { nowMs: 1_000_000 };
  const asked: string[] = [];
  const lookup = async (hash: string) => {
    asked.push(hash);
    return stored.get(hash);
  };
  const held = new KeyRing(lookup, () => clock.nowMs);
  const ring = {
    known: (authorization: string) => held.known(authorization, clock.nowMs),
    read: (authorization: string) => held.read(authorization, clock.nowMs),
    forget: () => held.forget(),
  };
  return { clock, asked, ring };
}

test('a key revoked elsewhere is refused in less than 5 s', async () => {
  const stored = new Map([[keyHash('h'), keyOf()]]);
  const { clock, ring } = ringOf(stored);
  assert.ok(await ring.read(H));
  stored.clear();
  clock.nowMs += 2999;
  assert.ok(ring.known(H));
  clock.nowMs += 1;
  assert.equal(ring.known(H), undefined);
  assert.equal(await ring.read(H), undefined);
});

test('a key revoked by this process is refused from the next request on, also when it is being read', async () => {
  const answers: PromiseWithResolvers<Key | undefined>[] = [];
  const ring = new KeyRing(() => {
    const answer = Promise.withResolvers<Key | undefined>();
    answers.push(answer);
    return answer.promise;
  });
  const reading = ring.read(H, 0);
  ring.forget();
  // What is read from before is not joined, nor held where it comes last.
  const next = ring.read(H, 0);
  answers[1]?.resolve(undefined);
  assert.equal(await next, undefined);
  answers[0]?.resolve(keyOf());
  await reading;
  assert.equal(ring.known(H, 0), undefined);
});

test('a read of a key that hangs is joined for no longer than a key is trusted', async () => {
  const answers: PromiseWithResolvers<Key | undefined>[] = [];
  const ring = new KeyRing(() => {
    const answer = Promise.withResolvers<Key | undefined>();
    answers.push(answer);
    return answer.promise;
  });
  const first = ring.read(H, 0);
  const joined = ring.read(H, 2999);
  // Meanwhile the key was revoked: the first read has seen it before, and tells of it late.
  const second = ring.read(H, 3000);
  answers[0]?.resolve(keyOf());
  answers[1]?.resolve(undefined);
  assert.deepEqual([(await first)?.id, (await joined)?.id, await second], ['k1', 'k1', undefined]);
  assert.equal(ring.known(H, 3000), undefined);
  assert.equal(answers.length, 2);
});

test('expiry is compared on every request, not only when the key is read', async () => {
  const { clock, ring } = ringOf(new Map([[keyHash('h'), keyOf({ expiresAtMs: 1_000_500 })]]));
  assert.ok(await ring.read(H));
  clock.nowMs = 1_000_499;
  assert.ok(ring.known(H));
  clock.nowMs = 1_000_500;
  assert.equal(ring.known(H), undefined);
  assert.equal(await ring.read(H), undefined);
});

test('many requests at once read a key once, and unknown hashes are not held', async () => {
  const { asked, ring } = ringOf(new Map());
  assert.deepEqual(
    await Promise.all([ring.read('bearer x'), ring.read('bearer x'), ring.read('bearer x')]),
    Array(3).fill(undefined),
  );
  assert.deepEqual(asked, [keyHash('x')]);
  await ring.read('bearer x');
  assert.deepEqual(asked, [keyHash('x'), keyHash('x')]);
});

test('ten thousand keys are held at once: of one more the first is asked for again', async () => {
  const ring = new KeyRing(async () => keyOf());
  for (let at = 0; at <= 10_000; at += 1) await ring.read(`Bearer k${at}`, 0);
  const isHeld = [0, 1, 10_000].map((at) => ring.known(`Bearer k${at}`, 1) !== undefined);
  assert.deepEqual(isHeld, [false, true, true]);
});

test('a key is held once, however its header is spelled', async () => {
  const { asked, ring } = ringOf(new Map([[keyHash('h'), keyOf()]]));
  const spellings = ['Bearer h', 'bearer h', 'BEARER h', 'bEaReR   h', `Bearer h${' '.repeat(4000)}`];
  for (const spelling of spellings) {
    if (ring.known(spelling) === undefined) await ring.read(spelling);
  }
  assert.equal(asked.length, 1);
  ring.forget();
  for (const spelling of spellings) assert.equal(ring.known(spelling), undefined);
  // Read at once they are one read too.
  await Promise.all(spellings.map((spelling) => ring.read(spelling)));
  assert.equal(asked.length, 2);
});

test('what is trusted no more is let go with the next key that is read', async () => {
  const ring = new KeyRing(async () => keyOf());
  await ring.read('Bearer a', 0);
  await ring.read('Bearer b', 2999);
  assert.ok(ring.known('Bearer a', 2999));
  await ring.read('Bearer c', 3000);
  // By a clock set back it would be trusted still, if it was there.
  assert.deepEqual([ring.known('Bearer a', 1), ring.known('Bearer b', 3000) !== undefined], [undefined, true]);
});

test('a key that is read anew is let go after those that were not', async () => {
  const ring = new KeyRing(async () => keyOf());
  await ring.read('Bearer a', 0);
  await ring.read('Bearer b', 1000);
  await ring.read('Bearer a', 2000);
  await ring.read('Bearer c', 4000);
  // By a clock set back it would be trusted still, if it was there.
  assert.deepEqual([ring.known('Bearer a', 4000) !== undefined, ring.known('Bearer b', 1001)], [true, undefined]);
});

test('a store that fails fails the request, and the next one asks again', async () => {
  let calls = 0;
  const ring = new KeyRing(async () => {
    calls += 1;
    if (calls === 1) throw new Error('gone');
    return keyOf();
  });
  await assert.rejects(ring.read(H, 0), /gone/);
  assert.ok(await ring.read(H, 0));
});

test('a header carries a key when it is a bearer token with a right checksum, in any case of the scheme', () => {
  const key = newKey();
  for (const header of [`Bearer ${key}`, `bearer  ${key} `, `BEARER ${key}`]) assert.ok(carriesKey(header), header);
  for (const header of [undefined, '', key, `Basic ${key}`, `Bearer${key}`, `Bearer ${key} x`, `Bearer ${key}x`])
    assert.equal(carriesKey(header), false, header);
});
