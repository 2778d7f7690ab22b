/** Tags, 304, codings and the cache: the same bytes whichever way an answer comes. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { routes } from '../../src/api/routes.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type Answer, apiOn, type TestApi, tinyApi } from '../support/stages/api.ts';

const nouns: Record<string, string> = { series: 'ember', expansions: 'ember1', cards: 'ember1-1' };
const paths = routes
  .filter((route) => route.path.startsWith('/v1') && route.method === 'GET')
  .map(({ path }) => (path === '/v1/resolve' ? `${path}?source=tcgdex&id=ember1-1` : path))
  .map((path) => path.replace(':field', 'rarity').replace(':id', nouns[path.split('/')[2] ?? ''] ?? '1'));
const queries = ['', '?limit=7', '?limit=500&limit=3', '?junk=1&limit=2', '?include=prices,x', '?cursor=foreign'];

const bearer = ({ key }: TestApi) => ({ authorization: `Bearer ${key}` });

/** What may differ between two equal answers is left out. */
function comparable({ status, headers, bytes }: Answer) {
  const { date, 'x-request-id': id, ratelimit, ...kept } = headers;
  return { status, headers: kept, bytes: bytes.toString('base64') };
}

suite('conditional requests', () => {
  test('/v1/* responses carry an ETag; sending it back yields 304 with no body', async () => {
    await using api = await tinyApi();
    for (const path of paths) {
      const answer = await api.get(path);
      if (answer.status === 404 && path.startsWith('/v1/products/')) continue;
      assert.match(String(answer.headers.etag), /^"[\w-]{22}"$/, path);
      assert.equal(answer.headers['cache-control'], 'private, no-cache');
      assert.match(String(answer.headers.vary), /^Accept-Encoding(, Accept)?$/);
      for (const tag of [answer.headers.etag, `W/${answer.headers.etag}`, '*', `"x", ${answer.headers.etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          const held = await api.send(method, path, { ...bearer(api), 'if-none-match': String(tag) });
          assert.equal(held.status, 304, `${method} ${path} ${tag}`);
          assert.equal(held.text, '');
          assert.equal(held.headers.etag, answer.headers.etag);
          assert.equal(held.headers['content-length'], undefined);
        }
      }
      assert.equal((await api.get(path, { ...bearer(api), 'if-none-match': '"other"' })).status, 200);
    }
  });

  test('a failure carries no tag and is never 304', async () => {
    await using api = await tinyApi();
    for (const path of ['/v1/cards/none', '/v1/cards?q=', '/v1/nothing']) {
      const answer = await api.get(path, { ...bearer(api), 'if-none-match': '*' });
      assert.ok(answer.status >= 400, path);
      assert.equal(answer.headers.etag, undefined);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  test('each coding has its own tag, the same bytes inside, and any of the tags is held', async () => {
    const catalog = tinyCatalog(200);
    for (const card of catalog.cards) card.name = `${card.name} `.repeat(20);
    await using api = await tinyApi(catalog);
    const [packedAtOnce, packedBeside] = ['/v1/cards?limit=20', '/v1/cards?limit=200'];
    assert.ok((await api.get(packedBeside)).bytes.length > 64 * 1024);
    for (const path of [packedAtOnce, packedBeside]) {
      const plain = await api.get(path);
      const gzip = await api.get(path, { ...bearer(api), 'accept-encoding': 'gzip' });
      const br = await api.get(path, { ...bearer(api), 'accept-encoding': 'gzip, deflate, br' });
      assert.equal(gzip.headers['content-encoding'], 'gzip');
      assert.equal(br.headers['content-encoding'], 'br');
      assert.equal(gunzipSync(gzip.bytes).toString(), plain.text);
      assert.equal(brotliDecompressSync(br.bytes).toString(), plain.text);
      const tags = [plain, gzip, br].map(({ headers }) => String(headers.etag));
      assert.equal(new Set(tags).size, 3);
      for (const tag of tags) {
        const held = await api.get(path, { ...bearer(api), 'accept-encoding': 'gzip', 'if-none-match': tag });
        assert.equal(held.status, 304);
        assert.equal(held.headers.etag, gzip.headers.etag, 'the tag of what would be sent');
      }
    }
  });

  test('an ingest that changes nothing in an answer leaves its tag valid, one that does is seen at once', async () => {
    await using api = await tinyApi();
    const before = await api.get('/v1/cards/ember1-1');
    const kept = { ...bearer(api), 'if-none-match': String(before.headers.etag) };
    await api.store.write(bumpCatalogVersion);
    assert.equal((await api.get('/v1/cards/ember1-1', kept)).status, 304);
    await api.store.write(async (writes) => {
      const body = JSON.stringify({ ...(before.body.data as object), name: 'Renamed' });
      await writes.updateTable('cards').set({ body }).where('id', '=', 'ember1-1').execute();
      await bumpCatalogVersion(writes);
    });
    const after = await api.get('/v1/cards/ember1-1', kept);
    assert.equal(after.status, 200);
    assert.match(after.text, /Renamed/);
  });

  test('the default price window moves at midnight UTC, cached or not', async () => {
    let now = new Date('2026-11-21T23:59:59.000Z');
    await using api = await tinyApi(undefined, { now: () => now });
    const to = async () => (await api.data<{ to: string }>('/v1/cards/ember1-1/prices')).to;
    assert.deepEqual([await to(), await to()], ['2026-11-21', '2026-11-21']);
    now = new Date('2026-11-22T00:00:00.000Z');
    assert.deepEqual([await to(), await to()], ['2026-11-22', '2026-11-22']);
  });
});

test('answers are the same bytes and headers with the cache on and off, on every route', async () => {
  await using cached = await tinyApi();
  await using uncached = await apiOn(cached.store, { settings: { cacheMb: 0 } });
  for (const path of paths.flatMap((path) => queries.map((query) => path + query))) {
    for (const coding of ['identity', 'gzip', 'br']) {
      const get = (api: TestApi) => api.get(path, { ...bearer(api), 'accept-encoding': coding });
      const expected = comparable(await get(uncached));
      for (let i = 0; i < 3; i += 1)
        assert.deepEqual(comparable(await get(cached)), expected, `${path} ${coding} ${i}`);
    }
  }
});

test('of spellings with the same meaning the answers are the same, of a search too', async () => {
  await using api = await tinyApi();
  const first = await api.get('/v1/cards?limit=3&expansion_id=ember1');
  for (const query of [
    'expansion_id=ember1&limit=3',
    'limit=9&limit=3&expansion_id=ember1',
    'expansion%5Fid=ember1&limit=3&x=%20',
  ]) {
    assert.equal((await api.get(`/v1/cards?${query}`)).text, first.text, query);
  }
});
