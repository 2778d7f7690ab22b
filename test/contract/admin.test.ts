/** The admin API as operators meet it: every route keyed, enveloped and as documented, and what each of them does. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Operator } from '../../src/api/context.ts';
import type { Overview } from '../../src/api/operator/overview.ts';
import type { DeliveryDetail, ShownKey, SubscriptionDetail } from '../../src/api/operator/records.ts';
import { routes } from '../../src/api/routes.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { readCsv } from '../../src/sheets/csv.ts';
import { claimDeliveries, settleDeliveries } from '../../src/store/events/deliveries.ts';
import { eventsAt, numberEvents } from '../../src/store/events/events.ts';
import { allSubscriptions } from '../../src/store/events/subscriptions.ts';
import { allKeys } from '../../src/store/keys.ts';
import { startRun, succeedRun } from '../../src/store/runs.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { type Answer, apiOn, type TestApi, testOperator, tinyApi } from '../support/stages/api.ts';
import { newStore } from '../support/stages/stores.ts';

const operatorRoutes = routes.filter(({ path }) => path.startsWith('/admin'));
const json = { 'content-type': 'application/json' };

function assertFailure(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.data, null);
  assert.equal(answer.body.error?.code, code);
  assert.equal(answer.headers['cache-control'], 'no-store');
}

async function keyWith(api: TestApi, scopes: ('read' | 'scan' | 'admin')[]): Promise<Record<string, string>> {
  const { key } = await issueKey(api.store, { name: 'x', scopes, rate: 0, expires_at: null });
  return { authorization: `Bearer ${key}` };
}

suite('every endpoint under /admin', () => {
  test('needs a key of the scope admin, before its body is read', async () => {
    await using api = await tinyApi();
    const headers = await keyWith(api, ['read', 'scan']);
    for (const { method, path } of operatorRoutes) {
      assertFailure(await api.send(method, path, {}), 401, 'unauthorized');
      assertFailure(await api.send(method, path, { ...headers, ...json }, '{broken'), 401, 'unauthorized');
    }
  });

  test('answers reads as the published schema says, never to be kept', async () => {
    await using api = await tinyApi();
    const { id } = (await api.post('/admin/subscriptions', hook('http://127.0.0.1:1/'))).body.data as { id: string };
    const [key] = (await api.data<{ items: { id: string }[] }>('/admin/keys')).items;
    for (const route of operatorRoutes.filter(({ method }) => method === 'GET')) {
      if (!('data' in route) || route.path.startsWith('/admin/deliveries')) continue;
      const answer = await api.get(route.path.replace(':id', route.path.includes('/keys/') ? (key?.id ?? '') : id));
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['data', 'error']);
      assert.ok(Check(route.data, answer.body.data), `${route.path}: ${answer.text}`);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers.etag, undefined);
    }
  });

  test('lists answer CSV to whoever asks for it: the rows of the JSON, never to be kept, the next page in Link', async () => {
    await using api = await tinyApi();
    await api.post('/admin/keys', { name: '=shop, of ours', games: ['game'] });
    const accept = { authorization: `Bearer ${api.key}`, accept: 'text/csv' };
    const list = await api.data<{ items: { id: string; name: string }[] }>('/admin/keys');
    const csv = await api.get('/admin/keys', accept);
    assert.deepEqual(
      readCsv(csv.text).rows.map(({ cells }) => [cells[0], cells[2], cells[4]]),
      [['id', 'name', 'games'], ...list.items.map(({ id, name }, at) => [id, name, at === 0 ? '' : 'game'])],
    );
    assert.match(String(csv.headers['content-type']), /^text\/csv;/);
    assert.equal(csv.headers['cache-control'], 'no-store');
    const next = /^<(.+)>; rel="next"$/.exec(String((await api.get('/admin/keys?limit=1', accept)).headers.link))?.[1];
    assert.match((await api.get(next ?? '', accept)).text, /shop, of ours/);
    assertFailure(await api.get('/admin/keys/none/usage', accept), 404, 'not_found');
  });

  test('an id that is not there answers 404, whatever it looks like', async () => {
    await using api = await tinyApi();
    const link = '{"file":"events.atom"';
    const bodies: [string, string][] = [
      ['/recover', '{"since":"2026-05-01T00:00:00Z"}'],
      ['/links', `${link},"expires_at":"2099-01-01T00:00:00Z"}`],
      ['/end', `${link}}`],
    ];
    for (const { method, path } of operatorRoutes.filter((route) => route.path.includes(':id'))) {
      for (const id of ['none', 'none.7', '1.99999999999999999', '%00', '%ED%A0%80', "';--"]) {
        const body = bodies.find(([end]) => path.endsWith(end))?.[1] ?? '{}';
        const answer = await api.send(method, path.replace(':id', id), { ...bearer(api), ...json }, body);
        const isText = !id.startsWith('%');
        assertFailure(answer, isText ? 404 : 400, isText ? 'not_found' : 'bad_request');
      }
    }
  });

  test('a body that is no JSON, of another type, too large or not as documented answers 400', async () => {
    await using api = await tinyApi();
    const bad: [Record<string, string>, string][] = [
      [json, '{broken'],
      [json, 'null'],
      [json, '[]'],
      [json, '{}'],
      [json, '{"name":""}'],
      [json, '{"name":" \\t "}'],
      [json, '{"name":"x\\u001b[2J"}'],
      [json, '{"name":"x\\nforged"}'],
      [json, '{"name":"\\u202eyek"}'],
      [json, '{"name":"x","rate":-1}'],
      [json, '{"name":"x","scopes":["write"]}'],
      [json, '{"name":"x","expires_at":"soon"}'],
      [json, '{"name":"x","expires_at":"2020-01-01T00:00:00Z"}'],
      [json, '{"name":"x","unknown":1}'],
      [json, '{"name":"a\\u0000b"}'],
      [json, '{"name":"\\ud800"}'],
      [json, `{"name":"${'x'.repeat(70_000)}"}`],
      [{ ...json, 'transfer-encoding': 'chunked' }, `{"name":"${'x'.repeat(70_000)}"}`],
      [{ 'content-type': 'text/plain' }, '{"name":"x"}'],
      [{ 'content-type': 'application/jsonp' }, '{"name":"x"}'],
      [{}, '{"name":"x"}'],
    ];
    for (const [headers, body] of bad) {
      const answer = await api.send('POST', '/admin/keys', { ...bearer(api), ...headers }, body);
      assertFailure(answer, 400, 'bad_request');
    }
    const keys = await api.data<{ items: unknown[] }>('/admin/keys');
    assert.equal(keys.items.length, 1);
  });

  test('is not opened to pages of other origins', async () => {
    await using api = await tinyApi();
    const kept = [...new Set(routes.map(({ path }) => path))].filter((path) => !/^\/v1(\/|$)/.test(path));
    assert.ok(kept.includes('/metrics') && kept.some((path) => path.startsWith('/export')));
    for (const path of kept.filter((each) => !each.endsWith('/progress'))) {
      const answer = await api.get(path, { ...bearer(api), origin: 'https://elsewhere.example' });
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
      const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
      assert.notEqual((await api.send('OPTIONS', path, asked)).status, 204);
    }
  });
});

const bearer = ({ key }: TestApi) => ({ authorization: `Bearer ${key}` });
const hook = (url: string) => ({ url, events: ['game.*'], allow_private: true });

test('the overview counts what is stored', async () => {
  await using api = await tinyApi();
  const { counts, coverage, games, expansions, event_names } = await api.data<Overview>('/admin/overview');
  assert.deepEqual(counts, {
    ...{ series: 2, expansions: 3, cards: 36, printings: 72, products: 0 },
    ...{ keys: 1, subscriptions: 0 },
  });
  assert.deepEqual(coverage, { cards: 36, with_image: 0, with_usd: 0, with_eur: 0 });
  const of = { series: 2, expansions: 3, products: 0, ...coverage, observed_on: null, sources: [] };
  assert.deepEqual(games, [{ name: 'game', ...of }]);
  assert.deepEqual(
    expansions.map(({ id, cards }) => [id, cards]),
    [
      ['ember2', 12],
      ['ember1', 12],
      ['frost1', 12],
    ],
  );
  assert.equal(event_names.length, 14);
});

suite('keys', () => {
  test('a key made here works, is shown once, and is refused from the moment it is revoked', async () => {
    await using api = await tinyApi();
    const made = await api.post('/admin/keys', { name: 'shop', scopes: ['read'], rate: 0 });
    assert.equal(made.status, 201, made.text);
    const { id, key } = made.body.data as { id: string; key: string };
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await api.get('/v1/series', headers)).status, 200);
    const list = await api.get('/admin/keys');
    assert.ok(!list.text.includes(key) && !list.text.includes('hash'));
    const revoked = await api.post(`/admin/keys/${id}/revoke`);
    assert.equal((revoked.body.data as Static<typeof ShownKey>).state, 'revoked');
    assertFailure(await api.get('/v1/series', headers), 401, 'unauthorized');
    assertFailure(await api.post(`/admin/keys/${id}/revoke`), 404, 'not_found');
    assertFailure(await api.post(`/admin/keys/${id}/rotate`), 404, 'not_found');
  });

  test('a link to a file is made for a key in use, works without one, and ends with all others to that file', async () => {
    await using api = await tinyApi();
    const { id } = (await api.post('/admin/keys', { name: 'shop' })).body.data as { id: string };
    const link = (body: object) => api.post(`/admin/keys/${id}/links`, body);
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const made = await link({ file: 'events.atom', expires_at });
    assert.equal(made.status, 201, made.text);
    const { path, ...rest } = made.body.data as { path: string; expires_at: string };
    assert.deepEqual(rest, { expires_at });
    assert.equal((await api.get(path, {})).status, 200);
    for (const file of ['cards.game.csv', 'cards.game.0123456789ab.ndjson.gz'])
      assert.equal((await link({ file, expires_at })).status, 201, file);
    for (const wrong of [
      { file: '../x', expires_at },
      { file: 'events.atom', expires_at: '2020-01-01T00:00:00Z' },
    ])
      assertFailure(await link(wrong), 400, 'bad_request');
    assert.equal((await api.post(`/admin/keys/${id}/links/end`, { file: 'events.atom' })).status, 204);
    assert.equal((await api.get(path, {})).status, 404);
    await api.post(`/admin/keys/${id}/revoke`);
    assertFailure(await link({ file: 'events.atom', expires_at }), 404, 'not_found');
  });

  test('a rotated key goes on for its grace, the new one like it at once', async () => {
    await using api = await tinyApi();
    const { id, key } = (await api.post('/admin/keys', { name: 'shop' })).body.data as { id: string; key: string };
    const rotated = (await api.post(`/admin/keys/${id}/rotate`, { grace_s: 0 })).body.data as { key: string };
    assertFailure(await api.get('/v1/series', { authorization: `Bearer ${key}` }), 401, 'unauthorized');
    assert.equal((await api.get('/v1/series', { authorization: `Bearer ${rotated.key}` })).status, 200);
  });
});

test('keys and subscriptions come in pages, each row once and oldest first; sessions can be asked for alone', async () => {
  await using api = await tinyApi();
  const now = new Date('2026-01-01T00:00:00Z');
  const request = { name: 'k', scopes: ['read'] as const, rate: null, expires_at: null };
  const [{ id: opener }] = (await api.data<{ items: { id: string }[] }>('/admin/keys')).items as [{ id: string }];
  // Made at one moment: only their ids tell them apart. A session whose opener is gone counts as not there.
  for (let made = 0; made < 60; made += 1) await issueKey(api.store, request, now);
  for (const session_of of [opener, 'gone', 'link']) await issueKey(api.store, { ...request, session_of }, now);
  for (let made = 0; made < 5; made += 1) await api.post('/admin/subscriptions', hook('http://127.0.0.1:1/'));
  const walk = async (path: string) => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await api.data<{ items: { id: string }[]; next_cursor: string | null }>(`${path}&cursor=${cursor}`);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    return ids;
  };
  const keys = await allKeys(api.store.reads);
  const idsOf = (some: typeof keys) => some.map(({ id }) => id);
  assert.equal(keys.length, 63);
  assert.deepEqual(await walk('/admin/keys?limit=7'), idsOf(keys));
  assert.deepEqual(
    await walk('/admin/keys?limit=7&sessions=false'),
    idsOf(keys.filter(({ session_of }) => session_of === null)),
  );
  assert.deepEqual((await walk('/admin/keys?limit=1&sessions=true')).length, 2);
  assert.equal((await api.data<{ items: unknown[] }>('/admin/keys')).items.length, 50);
  assert.deepEqual(
    await walk('/admin/subscriptions?limit=2'),
    (await allSubscriptions(api.store.reads)).map(({ id }) => id),
  );
});

suite('runs', () => {
  test('are listed newest first, page by page', async () => {
    await using api = await tinyApi();
    for (const id of ['r1', 'r2', 'r3']) {
      const run = { id, task: 'catalog', started_at: '2026-01-01T00:00:00.000Z' };
      await api.store.write(async (writes) => {
        await startRun(writes, run);
        const end = { ...run, finished_at: run.started_at, counts: {}, reason: null };
        await succeedRun(writes, end, { rows: 1, configured: '' });
      });
    }
    const first = await api.data<{ items: { id: string }[]; next_cursor: string }>('/admin/runs?limit=2');
    const second = await api.data<{ items: { id: string }[] }>(`/admin/runs?limit=1&cursor=${first.next_cursor}`);
    assert.deepEqual([...first.items, ...second.items].map(({ id }) => id).slice(0, 3), ['r3', 'r2', 'r1']);
  });

  test('a source that is not configured is refused by name', async () => {
    await using api = await tinyApi();
    assertFailure(await api.post('/admin/runs', { source: 'nowhere' }), 400, 'bad_request');
    assertFailure(await api.post('/admin/runs', { source: 'catalog', days: 1 }), 400, 'bad_request');
  });

  test('progress streams what is under way here and elsewhere, and each end', async () => {
    const progress: Operator['progress'] = () => [
      { task: 'catalog', step: 'cards', done: 3, total: 9 },
      { task: 'prices', step: null, done: null, total: null },
    ];
    await using place = await newStore('sqlite');
    const operator = { ...testOperator(place.store, () => undefined), progress };
    await using watched = await apiOn(place.store, { operator });
    const run = { id: 'r1', task: 'catalog', started_at: '2026-01-01T00:00:00.000Z' };
    await watched.store.write((writes) => startRun(writes, run));
    const leaving = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${watched.port}/admin/runs/progress`, {
      headers: { ...bearer(watched), 'accept-encoding': 'gzip' },
      signal: leaving.signal,
    });
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
    assert.equal(answer.headers.get('content-encoding'), null);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? '';
    assert.match(first, /^event: progress\ndata: \{"runs":\[.*\]\}\n\n$/);
    const { runs } = JSON.parse(first.split('data: ')[1] ?? '');
    assert.deepEqual(runs, [
      { ...run, step: 'cards', done: 3, total: 9 },
      { id: null, task: 'prices', started_at: null, step: null, done: null, total: null },
    ]);
    const end = { ...run, finished_at: run.started_at, counts: {}, reason: null };
    await watched.store.write((writes) => succeedRun(writes, end, { rows: 1, configured: '' }));
    const second = (await reader?.read())?.value ?? '';
    assert.match(second, /event: finished\ndata: \{.*"id":"r1".*"outcome":"succeeded"/);
    leaving.abort();
  });
});

suite('subscriptions', () => {
  test('are made, tried out, paused, resumed, rotated and removed', async () => {
    await using api = await tinyApi();
    await using receiver = await startReceiver();
    const made = await api.post('/admin/subscriptions', hook(receiver.url));
    assert.equal(made.status, 201, made.text);
    const { id, secret } = made.body.data as { id: string; secret: string };
    assert.match(secret, /^whsec_/);
    const sample = await api.post(`/admin/subscriptions/${id}/test`, { event: 'game.series.updated' });
    assert.equal((sample.body.data as { status: number }).status, 204, sample.text);
    const detail = await api.data<Static<typeof SubscriptionDetail>>(`/admin/subscriptions/${id}`);
    const [attempt] = detail.attempts;
    assert.equal(attempt?.request_headers?.['webhook-id'], receiver.received[0]?.headers['webhook-id']);
    assert.equal(attempt?.request_headers?.['webhook-sample'], '1');
    for (const [action, state] of [
      ['pause', 'paused'],
      ['resume', 'active'],
    ]) {
      const changed = await api.post(`/admin/subscriptions/${id}/${action}`);
      assert.equal((changed.body.data as { state: string }).state, state);
    }
    const rotated = await api.post(`/admin/subscriptions/${id}/rotate-secret`);
    assert.notEqual((rotated.body.data as { secret: string }).secret, secret);
    assert.ok(!(await api.get('/admin/subscriptions')).text.includes('whsec_'));
    const removed = await api.send('DELETE', `/admin/subscriptions/${id}`, bearer(api));
    assert.deepEqual([removed.status, removed.text], [204, '']);
    assertFailure(await api.get(`/admin/subscriptions/${id}`), 404, 'not_found');
  });

  test('events that do not exist are refused with the list of names, private addresses unless allowed', async () => {
    await using api = await tinyApi();
    const unknown = await api.post('/admin/subscriptions', {
      ...hook('https://x.example'),
      events: ['game.card.updated'],
    });
    assertFailure(unknown, 400, 'bad_request');
    assert.match(unknown.body.error?.message ?? '', /game\.cards\.updated/);
    const inside = { ...hook('https://127.0.0.1/'), allow_private: false };
    const refused = await api.post('/admin/subscriptions', inside);
    assertFailure(refused, 400, 'url_not_allowed');
    assert.ok(!refused.text.includes(inside.url), 'addresses of chats are secrets: none is told back');
    const wrong: [rule: object, words: RegExp][] = [
      [{ cards: ['a'], above: 1, evil: 1 }, /^watch\.0\.evil is no field here\.$/],
      [{ cards: ['a'], above: 1, condition: 'zz' }, /^watch\.0\.condition /],
      [{ cards: ['a'], above: 1, currency: 'gbp' }, /^watch\.0\.currency /],
      [{ cards: ['\0'], above: 1 }, /^The body holds characters/],
      [{ cards: [5], above: 1 }, /^watch\.0\.cards\.0 must be string\.$/],
      [{ cards: ['a'], new_low: 366 }, /^watch\.0\.new_low /],
      [{ filter: '('.repeat(3000), above: 1 }, /^filter may hold at most/],
      [JSON.parse('{"__proto__":{"cards":["a"]},"above":1}'), /^watch\.0/],
    ];
    for (const [rule, words] of wrong) {
      const answer = await api.post('/admin/subscriptions', { ...hook('http://127.0.0.1:9/'), watch: [rule] });
      assertFailure(answer, 400, 'bad_request');
      assert.match(answer.body.error?.message ?? '', words);
    }
  });

  test('deliveries are listed with their attempts, the failed ones alone on demand, and sent again', async () => {
    await using api = await tinyApi();
    const { id } = (await api.post('/admin/subscriptions', hook('http://127.0.0.1:1/'))).body.data as { id: string };
    const { store } = api;
    for (const card of ['a', 'b', 'c']) {
      await store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [card])]));
    }
    const at = '2026-01-01T00:00:00.000Z';
    await numberEvents(store, at, isWanted);
    const [claimed] = (await claimDeliveries(store, [{ id, limit: 9 }], { now: '2027', leaseUntil: '2027' })).slice(-1);
    assert.ok(claimed);
    await store.write((writes) => settleDeliveries(writes, [claimed], { state: 'failed', due_at: at }));
    type Page = { items: Static<typeof DeliveryDetail>[]; next_cursor: string | null };
    const list = `/admin/subscriptions/${id}/deliveries`;
    const first = await api.data<Page>(`${list}?limit=2`);
    const second = await api.data<Page>(`${list}?limit=1&cursor=${first.next_cursor}`);
    const positions = [...first.items, ...second.items].map(({ position }) => position);
    assert.deepEqual(positions, [claimed.position, claimed.position - 1, claimed.position - 2]);
    const failed = await api.data<Page>(`${list}?failed=true`);
    assert.deepEqual(
      failed.items.map(({ event_id, state, tries }) => [event_id, state, tries]),
      [[(await eventsAt(store.reads, [claimed.position]))[0]?.id, 'failed', 1]],
    );
    const one = `/admin/deliveries/${failed.items[0]?.id}`;
    const detail = await api.data<Static<typeof DeliveryDetail>>(one);
    assert.deepEqual(JSON.parse(detail.body).data, { card_ids: ['c'] });
    assert.equal(detail.body_bytes, detail.body.length);
    const resent = await api.post(`${one}/resend`);
    assert.deepEqual([resent.status, (resent.body.data as { state: string }).state], [200, 'pending']);
    const recovered = await api.post(`/admin/subscriptions/${id}/recover`, { since: '2020-01-01T00:00:00Z' });
    assert.ok((recovered.body.data as { replayed: number }).replayed >= 3);
    assertFailure(await api.post(`/admin/subscriptions/${id}/recover`, { since: 'x' }), 400, 'bad_request');
  });
});
