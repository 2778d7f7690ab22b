/** Rotations, revocations and notes of use that meet: the sooner end of a key holds, and none waits for another for ever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../../src/keys/console-sessions.ts';
import { issueKey, keyState, rotateKey } from '../../../src/keys/issue.ts';
import { keyById, noteKeysUsed, revokeKey } from '../../../src/store/keys.ts';
import { ENGINES, newStore } from '../../support/stages/stores.ts';

const DAY_MS = 86_400_000;
/** Of two that are begun at once, the one or the other is first by chance. */
const TRIES = 12;
const REQUEST = { name: 'k', scopes: ['read'] as const, rate: 0, expires_at: null };

for (const [engine, skip] of ENGINES) {
  test(`${engine}: a key that is rotated without grace has ended, whatever grace a rotation at the same time gives`, {
    skip,
  }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { id } = await issueKey(store, REQUEST);
      const [, ended] = await Promise.all([rotateKey(store, id, DAY_MS), rotateKey(store, id, 0)]);
      assert.ok(ended, 'the rotation without grace was taken');
      const key = await keyById(store.reads, id);
      assert.equal(key && keyState(key, new Date(Date.now() + 1000)), 'expired', `try ${tries + 1}`);
    }
  });

  test(`${engine}: a rotation lets no session live longer than it was to`, { skip }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    const { id, key } = await issueKey(store, REQUEST);
    const session = (await openSession(store, { key }))?.id ?? '';
    const ends = async () => (await keyById(store.reads, session))?.expires_at;
    const before = await ends();
    await rotateKey(store, id, DAY_MS);
    assert.ok(before && before === (await ends()));
  });

  test(`${engine}: rotations, revocations and notes of use at the same time all end`, { skip }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    const now = () => new Date().toISOString();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const issued = [await issueKey(store, REQUEST), await issueKey(store, REQUEST)];
      const ids = issued.map(({ id }) => id);
      await Promise.all(issued.flatMap(({ key }) => [openSession(store, { key }), openSession(store, { key })]));
      const used = (order: string[]) =>
        store.write((writes) =>
          noteKeysUsed(writes, { at: new Map(order.map((id) => [id, now()])), counts: [], from: '2026-01-01' }),
        );
      await Promise.all([
        used(ids),
        used(ids.toReversed()),
        ...ids.flatMap((id) => [
          rotateKey(store, id, 0),
          store.write((writes) => revokeKey(writes, id, now())),
          rotateKey(store, id, DAY_MS),
        ]),
      ]);
    }
  });
}
