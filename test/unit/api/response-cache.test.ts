/** Holds the cache: bounded in bytes, of one epoch, and not to be flushed by invented queries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Answer } from '../../../src/api/answer/answer.ts';
import { ResponseCache } from '../../../src/api/answer/response-cache.ts';

const answer = (length = 10) => new Answer(Buffer.from(JSON.stringify('x'.repeat(length))), 'r');

test('an answer is found by its URL, by its request, and by a new spelling once that was parsed', () => {
  const cache = new ResponseCache(1e6);
  const kept = answer();
  cache.byUrl('1', '/v1/cards/a');
  cache.put('1', '/v1/cards/a', 'card:a', kept, false);
  assert.equal(cache.byUrl('1', '/v1/cards/a'), kept);
  assert.equal(cache.byUrl('1', '/v1/cards/a?x=1'), undefined);
  assert.equal(cache.byRequest('1', '/v1/cards/a?x=1', 'card:a'), kept);
  assert.equal(cache.byUrl('1', '/v1/cards/a?x=1'), kept);
});

test('a new epoch empties the cache, and an answer of an old one is not kept', () => {
  const cache = new ResponseCache(1e6);
  cache.byUrl('1', '/a');
  cache.put('1', '/a', 'a', answer(), false);
  assert.equal(cache.byUrl('2', '/a'), undefined);
  assert.deepEqual(cache.figures, { bytes: 0, entries: 0, hits: 0, misses: 0 });
  cache.put('1', '/a', 'a', answer(), false);
  assert.equal(cache.byRequest('2', '/a', 'a'), undefined);
});

test('the cache never holds more than its bytes, packed forms included', () => {
  const operations = fc.array(fc.record({ id: fc.nat(60), length: fc.nat(3000), pack: fc.boolean() }), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(operations, (steps) => {
      const bytesMax = 40_000;
      const cache = new ResponseCache(bytesMax);
      cache.byUrl('1', '/');
      for (const { id, length, pack } of steps) {
        const made = answer(length);
        cache.put('1', `/${id}`, String(id), made, false);
        if (pack) made.in('gzip');
        cache.byRequest('1', `/${id}?${length}`, String(id));
        assert.ok(cache.figures.bytes <= bytesMax && cache.figures.bytes >= 0);
      }
    }),
  );
});

test('what is asked for stays, what is not makes room', () => {
  const cache = new ResponseCache(40_000);
  cache.byUrl('1', '/');
  cache.put('1', '/often', 'often', answer(), false);
  for (let i = 0; i < 200; i += 1) {
    assert.ok(cache.byUrl('1', '/often'));
    cache.put('1', `/${i}`, String(i), answer(), false);
  }
});

test('spellings of one request cannot push another out', () => {
  const cache = new ResponseCache(40_000);
  cache.byUrl('1', '/');
  cache.put('1', '/a', 'a', answer(), false);
  cache.put('1', '/b', 'b', answer(), false);
  for (let i = 0; i < 10_000; i += 1) cache.byRequest('1', `/b?junk=${i}`, 'b');
  assert.ok(cache.byUrl('1', '/a'));
  assert.equal(cache.figures.entries, 2);
  assert.equal(cache.byUrl('1', '/b?junk=9999'), undefined);
});

test('a search is kept when it comes a second time', () => {
  const cache = new ResponseCache(1e6);
  cache.byUrl('1', '/');
  cache.put('1', '/?q=a', 'q:a', answer(), true);
  assert.equal(cache.byUrl('1', '/?q=a'), undefined);
  cache.put('1', '/?q=a', 'q:a', answer(), true);
  assert.ok(cache.byUrl('1', '/?q=a'));
});

test('a cache of 0 bytes keeps nothing', () => {
  const cache = new ResponseCache(0);
  cache.byUrl('1', '/');
  cache.put('1', '/a', 'a', answer(), false);
  assert.equal(cache.byUrl('1', '/a'), undefined);
});
