/** Holds the cache: bounded in bytes, true to its epoch, and not to be flushed by invented queries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answer } from '../../../src/api/answer/answer.ts';
import { type AnswerSource, CacheVersion } from '../../../src/api/answer/cache-validity.ts';
import { ResponseCache } from '../../../src/api/answer/response-cache.ts';
import { fc } from '../../support/made/properties.ts';

const answer = (length = 10) => new Answer(JSON.stringify('x'.repeat(length)), 'r');

/** An epoch of the catalog at this version, whose games have theirs. */
function cacheVersion(version: number, games: Record<string, number> = {}): CacheVersion {
  const own = Object.entries(games).map(([name, at]) => [name, { version: at, names: at }] as const);
  return new CacheVersion({ version, names: version, games: new Map(own) }, undefined, 0);
}
const NOW = cacheVersion(1);

/** What is put: an answer, and what it hangs on in a cache version. */
function kept(made: Answer, of = NOW, source: Partial<AnswerSource> = {}) {
  const validity = of.validityOf({ version: of.state.version, game: undefined, ...source });
  assert.ok(validity);
  return { answer: made, validity };
}

test('an answer is found by its URL, by its request, and by a new spelling once that was parsed', () => {
  const cache = new ResponseCache(1e6);
  const made = answer();
  cache.byUrl(NOW, '/v1/cards/a');
  cache.put(NOW, '/v1/cards/a', 'card:a', kept(made), false);
  assert.equal(cache.byUrl(NOW, '/v1/cards/a'), made);
  assert.equal(cache.byUrl(NOW, '/v1/cards/a?x=1'), undefined);
  assert.equal(cache.byRequest(NOW, '/v1/cards/a?x=1', 'card:a'), made);
  assert.equal(cache.byUrl(NOW, '/v1/cards/a?x=1'), made);
});

test('a new epoch drops what hangs on the whole catalog, and an answer of an old one is not kept', () => {
  const cache = new ResponseCache(1e6);
  cache.byUrl(NOW, '/a');
  cache.put(NOW, '/a', 'a', kept(answer()), false);
  assert.equal(cache.byUrl(cacheVersion(2), '/a'), undefined);
  assert.deepEqual(cache.figures, { bytes: 0, entries: 0, hits: 0, misses: 0 });
  cache.put(NOW, '/a', 'a', kept(answer()), false);
  assert.equal(cache.byRequest(cacheVersion(2), '/a', 'a'), undefined);
});

test('a request of a cache version gone by finds nothing, and drops nothing of the present one', () => {
  const cache = new ResponseCache(1e6);
  const next = cacheVersion(2);
  const made = answer();
  cache.byUrl(next, '/a');
  cache.put(next, '/a', 'a', kept(made, next), false);
  assert.equal(cache.byUrl(NOW, '/a'), undefined);
  assert.equal(cache.byRequest(NOW, '/a', 'a'), undefined);
  assert.equal(cache.byUrl(next, '/a'), made);
});

test('a new epoch drops the answers of the games that moved and those of all games, and keeps the others', () => {
  const cache = new ResponseCache(1e6);
  const before = cacheVersion(7, { ember: 5, frost: 7 });
  cache.byUrl(before, '/');
  for (const game of ['ember', 'frost', 'unknown', undefined]) {
    cache.put(before, `/${game}`, `${game}`, kept(answer(), before, { game }), false);
  }
  const found = (at: CacheVersion) =>
    ['ember', 'frost', 'unknown', 'undefined'].filter((game) => cache.byUrl(at, `/${game}`) !== undefined);
  assert.deepEqual(found(before), ['ember', 'frost', 'unknown', 'undefined']);
  assert.deepEqual(found(cacheVersion(8, { ember: 5, frost: 8 })), ['ember']);
  assert.deepEqual(found(cacheVersion(9, { ember: 5 })), ['ember']);
  assert.deepEqual(found(cacheVersion(10, { frost: 8 })), [], 'a game that is gone holds nothing');
  assert.equal(cache.figures.bytes, 0);
});

test('the cache never holds more than its bytes, packed forms included', () => {
  const operations = fc.array(fc.record({ id: fc.nat(60), length: fc.nat(3000), pack: fc.boolean() }), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(operations, (steps) => {
      const bytesMax = 40_000;
      const cache = new ResponseCache(bytesMax);
      cache.byUrl(NOW, '/');
      for (const { id, length, pack } of steps) {
        const made = answer(length);
        cache.put(NOW, `/${id}`, String(id), kept(made), false);
        if (pack) made.in('gzip');
        cache.byRequest(NOW, `/${id}?${length}`, String(id));
        assert.ok(cache.figures.bytes <= bytesMax && cache.figures.bytes >= 0);
      }
    }),
  );
});

test('a packed form takes room beside the plain one', async () => {
  const cache = new ResponseCache(1e6);
  cache.byUrl(NOW, '/');
  const made = answer(5000);
  cache.put(NOW, '/a', 'a', kept(made), false);
  const before = cache.figures.bytes;
  const { bytes } = await made.in('gzip');
  assert.equal(cache.figures.bytes, before + bytes);
});

test('what is asked for stays, what is not makes room', () => {
  const cache = new ResponseCache(40_000);
  cache.byUrl(NOW, '/');
  cache.put(NOW, '/often', 'often', kept(answer()), false);
  for (let i = 0; i < 200; i += 1) {
    assert.ok(cache.byUrl(NOW, '/often'));
    cache.put(NOW, `/${i}`, String(i), kept(answer()), false);
  }
});

test('spellings of one request cannot push another out', () => {
  const cache = new ResponseCache(40_000);
  cache.byUrl(NOW, '/');
  cache.put(NOW, '/a', 'a', kept(answer()), false);
  cache.put(NOW, '/b', 'b', kept(answer()), false);
  for (let i = 0; i < 10_000; i += 1) cache.byRequest(NOW, `/b?junk=${i}`, 'b');
  assert.ok(cache.byUrl(NOW, '/a'));
  assert.equal(cache.figures.entries, 2);
  assert.equal(cache.byUrl(NOW, '/b?junk=9999'), undefined);
});

test('a search is kept when it comes a second time', () => {
  const cache = new ResponseCache(1e6);
  cache.byUrl(NOW, '/');
  cache.put(NOW, '/?q=a', 'q:a', kept(answer()), true);
  assert.equal(cache.byUrl(NOW, '/?q=a'), undefined);
  cache.put(NOW, '/?q=a', 'q:a', kept(answer()), true);
  assert.ok(cache.byUrl(NOW, '/?q=a'));
});

test('a cache of 0 bytes keeps nothing', () => {
  const cache = new ResponseCache(0);
  cache.byUrl(NOW, '/');
  cache.put(NOW, '/a', 'a', kept(answer()), false);
  assert.equal(cache.byUrl(NOW, '/a'), undefined);
});
