/** Holds the forms of an answer: the same bytes in every coding, and a tag for each. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Answer, type EncodedBody } from '../../../src/api/answer/answer.ts';
import { fc } from '../../support/made/properties.ts';

const bytesOf = ({ body }: EncodedBody) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
const headerOf = ({ headers }: EncodedBody, name: string) => headers[headers.indexOf(name) + 1];

test('every form unpacks to the exact bytes of the JSON and says its length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 0, maxLength: 400 }),
        fc.string({ unit: 'grapheme-ascii', maxLength: 400 }),
      ),
      fc.constantFrom(1, 20, 200, 5000),
      async (text, times) => {
        const json = JSON.stringify(text.repeat(times));
        const answer = new Answer(json, 'r');
        assert.equal(bytesOf(answer.plain).toString(), json);
        assert.equal(answer.in('identity'), answer.plain);
        const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
        for (const coding of ['gzip', 'br'] as const) {
          const form = await answer.in(coding);
          assert.equal(headerOf(form, 'Content-Length'), String(bytesOf(form).length));
          const isPacked = form.headers.includes('Content-Encoding');
          assert.equal((isPacked ? unpack[coding](bytesOf(form)) : bytesOf(form)).toString(), json);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('the tag is a hash of the exact bytes, and each coding has its own', async () => {
  const json = JSON.stringify('é'.repeat(2000));
  const answer = new Answer(json, 'r');
  const digest = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  assert.equal(answer.plain.etag, `"${digest}"`);
  assert.equal((await answer.in('gzip')).etag, `"${digest}-gz"`);
  assert.equal((await answer.in('br')).etag, `"${digest}-br"`);
  assert.equal(new Answer(json, 'r').plain.etag, answer.plain.etag, 'r');
});

for (const [size, length] of Object.entries({ 'at once': 5000, 'beside the requests': 500_000 }))
  test(`a form made ${size} is made once, and what it adds is told`, async () => {
    const answer = new Answer(JSON.stringify('a'.repeat(length)), 'r');
    const grown: number[] = [];
    answer.onGrow = (bytes) => grown.push(bytes);
    const [form, same] = await Promise.all([answer.in('br'), answer.in('br')]);
    assert.equal(same, form);
    assert.equal(answer.in('br'), form);
    assert.deepEqual(grown, [form.bytes]);
  });

test('a body of less than 1 kB is not packed', () => {
  const answerOf = (bytes: number) => new Answer(JSON.stringify('a'.repeat(bytes - 2)), 'r');
  const [below, from] = [answerOf(1023), answerOf(1024)];
  assert.equal(below.in('gzip'), below.plain);
  assert.notEqual(from.in('gzip'), from.plain);
});

test('a body over 64 kB is packed off the thread of the requests, a smaller one on it', () => {
  const answerOf = (bytes: number) => new Answer(JSON.stringify('a'.repeat(bytes - 2)), 'r');
  const [most, over] = [answerOf(65_536), answerOf(65_537)];
  for (const coding of ['gzip', 'br'] as const) {
    assert.ok(!(most.in(coding) instanceof Promise));
    assert.ok(over.in(coding) instanceof Promise);
  }
});
