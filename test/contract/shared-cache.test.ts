/** Shared caches in front: which answers they may keep, for how long, by which tags, and what nginx makes of it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { routes } from '../../src/api/routes.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { nginxMissing, startNginx } from '../support/servers/nginx.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';

const SHARED = 'public, max-age=0, s-maxage=60, must-revalidate';
const PRIVATE = 'private, no-cache';

let api: TestApi;
let limited: string;

before(async () => {
  api = await tinyApi(undefined, { settings: { sharedCacheS: 60 } });
  const asked = { name: 'one game', scopes: ['read'], rate: 600, expires_at: null, games: ['game'] } as const;
  limited = (await issueKey(api.store, asked)).key;
});
after(() => api[Symbol.asyncDispose]());

const headers = async (path: string, sent?: Record<string, string>) => (await api.get(path, sent)).headers;

suite('answers that shared caches may keep', () => {
  test('are those of the catalog that every key is given, and no other', async () => {
    const ids: Record<string, string> = { cards: 'ember1-1', expansions: 'ember1', series: 'ember', values: 'rarity' };
    for (const { path, method, ...route } of routes) {
      if (method !== 'GET' || !path.startsWith('/v1')) continue;
      const asked = path.replace(':field', 'rarity').replace(':id', ids[path.split('/')[2] ?? ''] ?? '1');
      const { status, headers: got } = await api.get(asked);
      if (status !== 200) continue;
      const mayKeep = 'isKept' in route && route.isKept === true;
      assert.equal(got['cache-control'], mayKeep ? SHARED : PRIVATE, asked);
      assert.equal(got['cdn-cache-control'], mayKeep ? 'max-age=60' : undefined, asked);
      const alone = await headers(asked, { authorization: `Bearer ${limited}` });
      assert.doesNotMatch(String(alone['cache-control']), /public/, `${asked} of a key that sees one game`);
      assert.equal(alone['cache-tag'], undefined, asked);
    }
    const gone = await api.get('/v1/cards/none');
    assert.deepEqual([gone.status, gone.headers['cache-control']], [404, 'no-store']);
  });

  test('bear the game and the record as tags, also when nothing changed', async () => {
    const tags = async (path: string) => {
      const { 'cache-tag': comma, 'surrogate-key': space, etag } = await headers(path);
      assert.equal(space, String(comma).replaceAll(',', ' '));
      const held = await api.get(path, { authorization: `Bearer ${api.key}`, 'if-none-match': String(etag) });
      assert.deepEqual([held.status, held.headers['cache-tag']], [304, comma]);
      return comma;
    };
    assert.equal(await tags('/v1/cards/ember1-1'), `game-game,card-ember1-1`);
    assert.equal(await tags('/v1/cards/ember1-1/prices'), `game-game,card-ember1-1`);
    assert.equal(await tags('/v1/expansions/ember1'), `game-game,expansion-ember1`);
    assert.equal(await tags('/v1/cards?expansion_id=ember1'), 'catalog,expansion-ember1');
    assert.equal(await tags('/v1/cards'), 'catalog');
  });

  test('may be read by pages, whoever asked first', async () => {
    assert.equal((await headers('/v1/cards/ember1-1'))['access-control-allow-origin'], '*');
  });

  test('come from nginx to every key, each with its own budget, and to nobody without one', {
    skip: nginxMissing,
  }, async () => {
    await using nginx = await startNginx([api.port], { example: 'shared-cache.conf' });
    const { key: other } = await issueKey(api.store, { name: 'other', scopes: ['read'], rate: 77, expires_at: null });
    const ask = async (path: string, key: string | undefined, init: RequestInit = {}) => {
      const sent = { ...(key && { authorization: `Bearer ${key}` }), ...init.headers };
      const answer = await fetch(nginx.url + path, { ...init, headers: sent });
      return { answer, cache: answer.headers.get('x-cache'), body: (await answer.json()) as { error: unknown } };
    };
    const path = '/v1/cards/ember1-2';
    const first = await ask(path, api.key);
    assert.deepEqual([first.answer.status, first.cache], [200, 'MISS']);
    const second = await ask(path, other);
    assert.equal(second.cache, 'HIT');
    assert.deepEqual(second.body, first.body);
    assert.match(second.answer.headers.get('ratelimit-policy') ?? '', /77/);
    assert.match(second.answer.headers.get('ratelimit') ?? '', /r=7[56]\b/);
    const without = await ask(path, undefined);
    assert.deepEqual([without.answer.status, without.body.error !== null], [401, true]);
    assert.equal((await ask(path, 'cs_wrong')).answer.status, 401);
    assert.equal((await ask(path, limited)).cache, 'BYPASS');
    const posted = {
      method: 'POST',
      body: '{"rows":[{"name":"Spark"}]}',
      headers: { 'content-type': 'application/json' },
    };
    assert.equal((await ask('/v1/lookup', other, posted)).answer.status, 200);
    assert.equal((await ask('/v1/cards/none', other)).answer.status, 404);
  });
});
