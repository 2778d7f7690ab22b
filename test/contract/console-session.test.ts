/** Signing in to the console: the cookie counts as a key from the same origin alone, and ends when its key does. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newConsoleLink } from '../../src/keys/console-sessions.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { KeyRing, keyLookup } from '../../src/keys/key-ring.ts';
import { allKeys, type StoredKey } from '../../src/store/keys.ts';
import { setMetaValue } from '../../src/store/meta.ts';
import { type Answer, type TestApi, tinyApi } from '../support/stages/api.ts';

const json = { 'content-type': 'application/json' };
const LATER = new Date(Date.now() + 3_600_000).toISOString();
/** A stream that goes on when it should end is a failure to be told. */
const MOMENTS = { timeout: 20_000 };
const same = { 'sec-fetch-site': 'same-origin' };

const signIn = (api: TestApi, body: unknown, headers: Record<string, string> = {}) =>
  api.send('POST', '/console/session', { ...json, ...headers }, JSON.stringify(body));

/** The cookie as a browser sends it back. */
function cookieOf(answer: Answer): { cookie: string } {
  assert.equal(answer.status, 204, answer.text);
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
}

suite('a session', () => {
  test('is opened with a key, may do what the key may, and says who it is', async () => {
    await using api = await tinyApi();
    const { key } = await issueKey(api.store, { name: 'reader', scopes: ['read'], rate: 0, expires_at: null });
    const answer = await signIn(api, { key });
    assert.match(
      String(answer.headers['set-cookie']),
      /^cardstock_session=cs_live_\w+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    const session = { ...cookieOf(answer), ...same };
    assert.ok(!session.cookie.includes(key), 'the key itself goes into no cookie');
    const { data } = (await api.get('/console/session', session)).body as { data: Record<string, unknown> };
    assert.deepEqual([data.name, data.scopes, data.languages], ['console: reader', ['read'], ['en']]);
    const lastsMs = Date.parse(String(data.expires_at)) - Date.now();
    assert.ok(lastsMs > 11.9 * 3_600_000 && lastsMs <= 12 * 3_600_000);
    assert.equal((await api.get('/v1/series', session)).status, 200);
    assert.equal((await api.get('/admin/overview', session)).status, 401);
  });

  test('bears the name of the device that signed in, as operators list it', async () => {
    await using api = await tinyApi();
    const { key } = await issueKey(api.store, { name: 'reader', scopes: ['read'], rate: 0, expires_at: null });
    const device = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
    const session = { ...cookieOf(await signIn(api, { key }, device)), ...same };
    const { data } = (await api.get('/console/session', session)).body as { data: { name: string } };
    assert.equal(data.name, 'console: reader (Firefox on Linux)');
    const sessions = (await allKeys(api.store.reads, { areSessions: true })).map(({ name }) => name);
    assert.deepEqual(sessions, ['console: reader (Firefox on Linux)']);
  });

  test('is opened once by a link, within 30 minutes', async () => {
    await using api = await tinyApi();
    const { token } = await newConsoleLink(api.store);
    assert.ok(!JSON.stringify(await api.store.reads.selectFrom('console_links').selectAll().execute()).includes(token));
    const session = { ...cookieOf(await signIn(api, { token })), ...same };
    assert.equal((await api.get('/admin/overview', session)).status, 200);
    assert.equal((await signIn(api, { token })).status, 401);
    const { token: late } = await newConsoleLink(api.store, new Date(Date.now() - 31 * 60_000));
    assert.equal((await signIn(api, { token: late })).status, 401);
  });

  test('is refused for what is no valid key or token, or another shape', async () => {
    await using api = await tinyApi();
    for (const body of [{ key: 'cs_live_x' }, { token: 'x' }, { key: '' }, { token: '' }]) {
      const answer = await signIn(api, body);
      assert.deepEqual([answer.status, answer.headers['set-cookie']], [401, undefined]);
    }
    for (const body of [{}, { key: 'x', token: 'x' }, { key: 1 }, { name: 'x' }, []]) {
      assert.equal((await signIn(api, body)).status, 400);
    }
    const form = { 'content-type': 'text/plain' };
    assert.equal((await api.send('POST', '/console/session', form, JSON.stringify({ key: api.key }))).status, 400);
  });

  test('ends with its key, and when it is signed out of', async () => {
    await using api = await tinyApi();
    const { key, id } = await issueKey(api.store, { name: 'op', scopes: ['admin'], rate: 0, expires_at: null });
    const first = { ...cookieOf(await signIn(api, { key })), ...same };
    const second = { ...cookieOf(await signIn(api, { key })), ...same };
    assert.equal((await api.get('/console/session', second)).status, 200);
    const out = await api.send('DELETE', '/console/session', first);
    assert.equal(out.status, 204);
    assert.match(String(out.headers['set-cookie']), /^cardstock_session=; .*Max-Age=0/);
    assert.equal((await api.get('/console/session', first)).status, 401);
    assert.equal((await api.get('/console/session', second)).status, 200);
    await api.post(`/admin/keys/${id}/revoke`);
    assert.equal((await api.get('/console/session', second)).status, 401);
    const keyed = { authorization: `Bearer ${api.key}` };
    assert.equal((await api.send('DELETE', '/console/session', keyed)).status, 204);
    assert.equal((await api.get('/v1/series', keyed)).status, 200, 'a key is no session: it goes on');
  });

  test('that was signed out of is refused at once by this process, and within 5 s by every other', async () => {
    await using api = await tinyApi();
    const session = { ...cookieOf(await signIn(api, { key: api.key })), ...same };
    const authorization = `Bearer ${keyIn(session)}`;
    assert.equal((await api.get('/v1/series', session)).status, 200);
    const elsewhere = new KeyRing(keyLookup(api.store, () => new Date()));
    assert.ok(await elsewhere.read(authorization, 0));
    assert.equal((await api.send('DELETE', '/console/session', session)).status, 204);
    assert.equal((await api.get('/v1/series', session)).status, 401);
    assert.equal((await api.get('/v1/series', { authorization })).status, 401);
    assert.equal(elsewhere.known(authorization, 4999), undefined);
    assert.equal(await elsewhere.read(authorization, 4999), undefined);
  });

  test('that has ended is tidied away at the next sign-in', async () => {
    await using api = await tinyApi();
    const ended = new Date(Date.now() - 1000).toISOString();
    await issueKey(api.store, { name: 'x', scopes: ['read'], rate: 0, expires_at: ended, session_of: 'link' });
    await issueKey(api.store, { name: 'old', scopes: ['read'], rate: 0, expires_at: ended });
    cookieOf(await signIn(api, { key: api.key }));
    assert.deepEqual((await allKeys(api.store.reads)).map(({ name }) => name).sort(), ['console: test', 'old', 'test']);
  });

  test('has a cookie for https alone where the public address is https', async () => {
    await using api = await tinyApi();
    await api.store.write((writes) => setMetaValue(writes, 'public_url', 'https://cards.example'));
    assert.match(String((await signIn(api, { key: api.key })).headers['set-cookie']), /; Secure$/);
  });
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const keyIn = ({ cookie }: { cookie: string }): string => cookie.split('=')[1] ?? '';

suite('what came from a key ends with it', () => {
  test('a session opens no other, and is not rotated into one', async () => {
    await using api = await tinyApi();
    const { key } = await issueKey(api.store, { name: 'op', scopes: ['admin'], rate: 0, expires_at: null });
    const session = cookieOf(await signIn(api, { key }));
    const answer = await signIn(api, { key: keyIn(session) });
    assert.deepEqual([answer.status, answer.headers['set-cookie']], [401, undefined]);
    const [{ id }] = (await allKeys(api.store.reads)).filter(({ session_of }) => session_of !== null) as [StoredKey];
    assert.equal((await api.post(`/admin/keys/${id}/rotate`, {})).status, 404);
    assert.equal((await api.get('/console/session', { ...session, ...same })).status, 200);
  });

  for (const [how, end] of [
    ['revocation', (api: TestApi, id: string) => api.post(`/admin/keys/${id}/revoke`)],
    ['rotation without grace', (api: TestApi, id: string) => api.post(`/admin/keys/${id}/rotate`, { grace_s: 0 })],
  ] as const) {
    test(`by ${how}: its sessions, those that sessions opened in 0.1.0, and what they follow`, MOMENTS, async () => {
      await using api = await tinyApi();
      const root = await issueKey(api.store, { name: 'op', scopes: ['admin', 'read'], rate: 0, expires_at: null });
      const sessionOf = (session_of: string) =>
        issueKey(api.store, { name: 's', scopes: ['admin', 'read'], rate: 0, expires_at: LATER, session_of });
      const first = await sessionOf(root.id);
      const second = await sessionOf(first.id);
      const third = await sessionOf(second.id);
      const events = api.get('/admin/runs/progress', bearer(first.key));
      assert.equal((await api.get('/v1/series', bearer(first.key))).status, 200);
      assert.ok((await end(api, root.id)).status < 300);
      for (const { key } of [root, first, second, third]) {
        assert.equal((await api.get('/v1/series', bearer(key))).status, 401);
      }
      assert.equal((await events).status, 200, 'the stream has ended');
    });
  }

  test('by signing out: what the session follows, and what it had opened in 0.1.0', MOMENTS, async () => {
    await using api = await tinyApi();
    const { key } = await issueKey(api.store, { name: 'op', scopes: ['admin', 'read'], rate: 0, expires_at: null });
    const session = { ...cookieOf(await signIn(api, { key })), ...same };
    const events = api.get('/admin/runs/progress', session);
    const { id } = (await allKeys(api.store.reads)).find(({ session_of }) => session_of !== null) as StoredKey;
    const request = { name: 's', scopes: ['read'] as const, rate: 0, expires_at: LATER, session_of: id };
    const opened = await issueKey(api.store, request);
    // The front knows the session by now: what it holds must go with it.
    assert.equal((await api.get('/v1/series', session)).status, 200);
    assert.equal((await api.send('DELETE', '/console/session', session)).status, 204);
    assert.equal((await api.get('/v1/series', session)).status, 401);
    assert.equal((await api.get('/v1/series', bearer(opened.key))).status, 401);
    assert.equal((await events).status, 200, 'the stream has ended');
    assert.equal((await api.get('/v1/series', bearer(key))).status, 200);
  });

  test('also a session that was opened while its key was being revoked', async () => {
    await using api = await tinyApi();
    const { id } = await issueKey(api.store, { name: 'op', scopes: ['read'], rate: 0, expires_at: null });
    await api.post(`/admin/keys/${id}/revoke`);
    const request = { name: 's', scopes: ['read'] as const, rate: 0, expires_at: LATER, session_of: id };
    const late = await issueKey(api.store, request);
    assert.equal((await api.get('/v1/series', bearer(late.key))).status, 401);
    const { items } = await api.data<{ items: { id: string; state: string }[] }>('/admin/keys');
    assert.equal(items.find((key) => key.id === late.id)?.state, 'revoked', 'and is shown so');
  });
});

test('the cookie counts only on requests that no other site can have sent', async () => {
  await using api = await tinyApi();
  const { cookie } = cookieOf(await signIn(api, { key: api.key }));
  const host = `127.0.0.1:${api.port}`;
  const post = (headers: Record<string, string>) =>
    api.send('POST', '/admin/keys', { cookie, ...json, ...headers }, '{"name":"x"}');
  const get = (headers: Record<string, string>) => api.get('/admin/keys', { cookie, ...headers });
  for (const headers of [same, { ...same, origin: `http://${host}` }, { origin: `http://${host}` }]) {
    assert.equal((await post(headers)).status, 201, JSON.stringify(headers));
    assert.equal((await get(headers)).status, 200, JSON.stringify(headers));
  }
  assert.equal((await get({})).status, 200);
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://elsewhere.example' },
    { origin: `http://${host}.elsewhere.example` },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    assert.equal((await post(headers)).status, 401, JSON.stringify(headers));
    assert.equal((await get(headers)).status, 401, JSON.stringify(headers));
  }
  assert.equal((await post({})).status, 401, 'a change without a word on where it comes from');
  assert.equal((await get({ authorization: 'Bearer x', ...same })).status, 401, 'a header that is given counts');
});

test('tries to sign in count against their address, however the path is spelled', async () => {
  // By a clock that stands, no budget fills up again while a busy machine is at it.
  const standing = new Date();
  await using api = await tinyApi(undefined, { now: () => standing });
  let refused: Answer | undefined;
  for (let tries = 0; tries < 60 && refused === undefined; tries += 1) {
    const path = tries % 2 === 0 ? '/console/session' : '/consol%65/session';
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => api.send('POST', path, json, '{"key":"guess"}')),
    );
    refused = answers.find(({ status }) => status !== 401);
  }
  assert.equal(refused?.status, 429, refused?.text);
  assert.equal((await api.get('/v1/series')).status, 200);
});
