/** Signing in to the console: the cookie counts as a key from the same origin alone, and ends when its key does. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newConsoleLink } from '../../src/keys/console-sessions.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { allKeys } from '../../src/store/keys.ts';
import { setMetaValue } from '../../src/store/meta.ts';
import { type Answer, type TestApi, tinyApi } from '../support/api.ts';

const json = { 'content-type': 'application/json' };
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
    assert.deepEqual([data.name, data.scopes], ['console: reader', ['read']]);
    const lastsMs = Date.parse(String(data.expires_at)) - Date.now();
    assert.ok(lastsMs > 11.9 * 3_600_000 && lastsMs <= 12 * 3_600_000);
    assert.equal((await api.get('/v1/series', session)).status, 200);
    assert.equal((await api.get('/admin/overview', session)).status, 401);
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
  await using api = await tinyApi();
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
