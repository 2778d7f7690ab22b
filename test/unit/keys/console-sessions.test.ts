/** How long a session of the console and the link that opens it last: to the millisecond, and never past their key. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newConsoleLink, openSession, type SignIn } from '../../../src/keys/console-sessions.ts';
import { issueKey } from '../../../src/keys/issue.ts';
import { addConsoleLink, keyById, revokeKey, takeConsoleLink } from '../../../src/store/keys.ts';
import { newStore } from '../../support/stages/stores.ts';

const START = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(START + ms);

async function stage() {
  const place = await newStore('sqlite');
  const { store } = place;
  return {
    store,
    /** When a session that is opened now would end; undefined where none is. */
    endOf: async (signIn: SignIn, ms: number) => {
      const opened = await openSession(store, signIn, at(ms));
      return opened && (await keyById(store.reads, opened.id))?.expires_at;
    },
    keyUntil: (expires_at: string | null) =>
      issueKey(store, { name: 'k', scopes: ['read'], rate: 0, expires_at }, at(0)),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

test('a link is taken once, before its end, be it tidied away by then or not', async () => {
  await using s = await stage();
  const taken = (hash: string, ms: number) =>
    s.store.write((writes) => takeConsoleLink(writes, hash, at(ms).toISOString()));
  for (const hash of ['one', 'other'])
    await s.store.write((writes) => addConsoleLink(writes, { hash, expires_at: at(10).toISOString() }));
  assert.deepEqual([await taken('one', 9), await taken('one', 9), await taken('other', 10)], [true, false, false]);
});

suite('a session of the console', () => {
  test('opened by a key lasts 12 hours, or as long as its key where that ends sooner', async () => {
    await using s = await stage();
    const end = at(12 * HOUR_MS).toISOString();
    const forever = await s.keyUntil(null);
    assert.equal(await s.endOf(forever, 0), end);
    assert.equal(await s.endOf(await s.keyUntil(at(13 * HOUR_MS).toISOString()), 0), end);
    const sooner = at(11 * HOUR_MS).toISOString();
    assert.equal(await s.endOf(await s.keyUntil(sooner), 0), sooner);
    await s.store.write((writes) => revokeKey(writes, forever.id, at(1).toISOString()));
    assert.equal(await s.endOf(forever, 2), undefined);
  });

  test('is not opened by a key from the moment on at which it ends', async () => {
    await using s = await stage();
    const key = await s.keyUntil(at(1000).toISOString());
    assert.ok(await s.endOf(key, 999));
    assert.equal(await s.endOf(key, 1000), undefined);
  });

  test('is opened once by a link, for 30 minutes from when it was made', async () => {
    await using s = await stage();
    const links = [await newConsoleLink(s.store, at(0)), await newConsoleLink(s.store, at(0))] as const;
    assert.equal(links[0].expires_at, at(HOUR_MS / 2).toISOString());
    assert.equal(await s.endOf(links[0], HOUR_MS / 2 - 1), at(12.5 * HOUR_MS - 1).toISOString());
    assert.equal(await s.endOf(links[0], HOUR_MS / 2 - 1), undefined, 'it was taken');
    assert.equal(await s.endOf(links[1], HOUR_MS / 2), undefined, 'it is over');
  });
});
