/** The envelope and the failures of every endpoint: walks the route table, so that none escapes. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { STATUS_OF } from '../../src/api/errors.ts';
import { routes } from '../../src/api/routes.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { revokeKey } from '../../src/store/keys.ts';
import { type Answer, type TestApi, tinyApi } from '../support/stages/api.ts';

const keyed = routes.filter((route) => route.path.startsWith('/v1'));
/** All but the Atom feed, which feed readers take as it is. */
const enveloped = keyed.filter((route) => 'handle' in route);
/** Those that are read; the scan, which takes a body, answers with a failure where none is sent. */
const reads = enveloped.filter(({ method }) => method === 'GET');

/** A path of the route that finds something, or nothing. */
function pathOf(route: (typeof routes)[number], kind: 'there' | 'absent'): string {
  const there: Record<string, string> = { series: 'ember', expansions: 'ember1', cards: 'ember1-1', products: '1' };
  if (route.path === '/v1/resolve')
    return `/v1/resolve?source=tcgdex&id=${kind === 'there' ? 'ember1-1' : 'no-such-id'}`;
  if (route.path === '/v1/values/:field') return `/v1/values/${kind === 'there' ? 'rarity' : 'no-such-field'}`;
  const noun = route.path.split('/')[2] ?? '';
  return route.path.replace(':id', kind === 'there' ? (there[noun] ?? '') : 'no-such-id');
}

function assertFailure(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'error']);
  assert.equal(answer.body.data, null);
  assert.equal(answer.body.error?.code, code);
  assert.deepEqual(Object.keys(answer.body.error ?? {}).sort(), ['code', 'message']);
  assert.ok((answer.body.error?.message.length ?? 0) > 0, 'message is never empty');
  assert.match(String(answer.headers['content-type']), /^application\/json/);
}

suite('every endpoint under /v1', () => {
  test('data and error are the only two top-level keys, and exactly one of them is non-null', async () => {
    await using api = await tinyApi();
    for (const route of enveloped) {
      for (const kind of ['there', 'absent'] as const) {
        const { body, text } = await api.send(route.method, pathOf(route, kind), {
          authorization: `Bearer ${api.key}`,
        });
        assert.deepEqual(Object.keys(body).sort(), ['data', 'error'], route.path);
        assert.equal((body.data === null) !== (body.error === null), true, text);
      }
    }
  });

  test('the payload is what the published schema says', async () => {
    await using api = await tinyApi();
    for (const route of reads) {
      const answer = await api.get(pathOf(route, 'there'));
      // The small catalog has no sealed products; their detail is checked where products are.
      if (answer.status === 404 && route.path.startsWith('/v1/products/')) continue;
      assert.equal(answer.status, 200, answer.text);
      assert.ok('data' in route && Check(route.data, answer.body.data), `${route.path}: ${answer.text}`);
    }
  });

  test('a detail endpoint puts the object directly in data; a list puts items and next_cursor inside data', async () => {
    await using api = await tinyApi();
    const list = await api.data<Record<string, unknown>>('/v1/cards');
    assert.deepEqual(Object.keys(list).sort(), ['items', 'next_cursor']);
    assert.equal((await api.data<{ id: string }>('/v1/cards/ember1-1')).id, 'ember1-1');
  });

  test('an unknown id answers 404 not_found', async () => {
    await using api = await tinyApi();
    for (const route of keyed.filter(({ path }) => path.includes(':id'))) {
      assertFailure(await api.get(pathOf(route, 'absent')), 404, 'not_found');
    }
  });

  test('a key that is missing, malformed, unknown, revoked, expired or out of scope answers 401 unauthorized', async () => {
    await using api = await tinyApi();
    for (const [name, headers] of await refusedHeaders(api)) {
      for (const route of keyed) {
        if (name === 'out of scope' && route.scope === 'scan') continue;
        const answer = await api.send(route.method, pathOf(route, 'absent'), headers);
        assertFailure(answer, 401, 'unauthorized');
        assert.match(String(answer.headers['www-authenticate']), /^Bearer/, name);
      }
    }
  });

  test('authentication comes before any parameter is looked at', async () => {
    await using api = await tinyApi();
    for (const path of ['/v1/cards?q=', '/v1/cards/%zz', '/v1/cards/a%00', '/v1/nothing', '/v1', '/v1/']) {
      assertFailure(await api.get(path, {}), 401, 'unauthorized');
    }
    const issued = await issueKey(api.store, { name: 's', scopes: ['scan'], rate: 0, expires_at: null });
    for (const path of ['/v1/cards?q=', '/v1/cards?q=%zz', '/v1/cards/a%00?from=%', '/v1/events?after=%zz']) {
      assertFailure(await api.get(path, { authorization: `Bearer ${issued.key}` }), 401, 'unauthorized');
    }
  });

  test('the scheme of the header is read without regard to case', async () => {
    await using api = await tinyApi();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal((await api.get('/v1/series', { authorization: `${scheme} ${api.key}` })).status, 200);
    }
  });

  test('other methods answer 404 in the envelope', async () => {
    await using api = await tinyApi();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const headers = { authorization: `Bearer ${api.key}` };
      assertFailure(await api.send(method, '/v1/cards', headers), 404, 'not_found');
    }
  });

  test('HEAD answers like GET, without a body', async () => {
    await using api = await tinyApi();
    const headers = { authorization: `Bearer ${api.key}` };
    const get = await api.send('GET', '/v1/cards', headers);
    const head = await api.send('HEAD', '/v1/cards', headers);
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers['content-length'], get.headers['content-length']);
  });

  test('broken percent-encoding and NUL bytes are 400 bad_request', async () => {
    await using api = await tinyApi();
    const paths = ['/v1/cards/%zz', '/v1/cards/%', '/v1/cards/a%00b', '/v1/series/%ff', '/v1/products/1%00'];
    const queries = ['q=%zz', 'q=a%00', 'expansion_id=%00', 'expansion_id=%zz', 'q=%ed%a0%80'];
    for (const path of [...paths, ...queries.map((query) => `/v1/cards?${query}`)]) {
      assertFailure(await api.get(path), 400, 'bad_request');
    }
    assertFailure(await api.get('/v1/cards/ember1-1/prices?from=2026-01-01%'), 400, 'bad_request');
  });

  test('broken percent-encoding changes nothing where the specification takes any value', async () => {
    await using api = await tinyApi();
    const { text } = await api.get('/v1/cards');
    for (const query of ['limit=%', 'limit=5%zz', 'cursor=%zz', 'cursor=%ff%fe', 'include=%', 'unknown=%zz', '%zz=1']) {
      const answer = await api.get(`/v1/cards?${query}`);
      assert.equal(answer.status, 200, query);
      assert.equal(answer.text, text, query);
    }
    assert.equal((await api.get('/health?probe=%zz', {})).status, 200);
  });

  test('an id that is long, odd or hostile is 404, never a fault of ours', async () => {
    await using api = await tinyApi();
    const ids = [
      'x'.repeat(150),
      'x'.repeat(5000),
      "'; drop table cards; --",
      '..%2f..%2fetc',
      '%F0%9F%83%8F',
      '-1',
      '0',
      '1.0',
    ];
    for (const noun of ['cards', 'series', 'expansions', 'products']) {
      for (const id of [...ids, '99999999999', '2147483648', '1e3']) {
        assertFailure(await api.get(`/v1/${noun}/${encodeURI(id)}`), 404, 'not_found');
      }
    }
  });

  test('a server fault answers 500 internal and says nothing of what went wrong', async () => {
    await using api = await tinyApi();
    await api.store.write((writes) => writes.updateTable('expansions').set({ body: '{broken' }).execute());
    const answer = await api.get('/v1/expansions');
    assertFailure(answer, 500, 'internal');
    assert.doesNotMatch(answer.text, /JSON|position|broken|src|at /);
  });
});

async function refusedHeaders(api: TestApi): Promise<[string, Record<string, string>][]> {
  const issue = (expires_at: string | null) =>
    issueKey(api.store, { name: 'x', scopes: ['read'], rate: 0, expires_at });
  const revoked = await issue(null);
  await api.store.write((writes) => revokeKey(writes, revoked.id, new Date().toISOString()));
  const expired = await issue('2020-01-01T00:00:00.000Z');
  const outOfScope = await issueKey(api.store, { name: 'x', scopes: ['scan'], rate: 0, expires_at: null });
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  return [
    ['missing', {}],
    ['empty', { authorization: '' }],
    ['another scheme', { authorization: `Basic ${api.key}` }],
    ['no scheme', { authorization: api.key }],
    ['malformed', bearer('abc')],
    ['mistyped', bearer(`${api.key.slice(0, -1)}_`)],
    ['two', bearer(`${api.key} ${api.key}`)],
    ['unknown', bearer('cs_live_00000000000000000000000000000000000000')],
    ['revoked', bearer(revoked.key)],
    ['expired', bearer(expired.key)],
    ['out of scope', bearer(outOfScope.key)],
    ['in the query', { 'x-api-key': api.key }],
  ];
}

test('an address that is not there answers 404 in the envelope', async () => {
  await using api = await tinyApi();
  assertFailure(await api.get('/nothing'), 404, 'not_found');
  assertFailure(await api.get('/v1/nothing'), 404, 'not_found');
});

test('every code of the specification has its status', () => {
  const Table = Type.Record(Type.String(), Type.Integer({ minimum: 400, maximum: 503 }));
  assert.ok(Check(Table, STATUS_OF));
  assert.deepEqual(STATUS_OF, {
    bad_request: 400,
    unauthorized: 401,
    not_found: 404,
    rate_limited: 429,
    internal: 500,
    unsupported_image: 400,
    url_not_allowed: 400,
    url_fetch_failed: 400,
    payload_too_large: 413,
    scan_unavailable: 503,
  });
});
