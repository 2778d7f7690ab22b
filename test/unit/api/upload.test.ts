/** What bodies may take: each its limit, all together theirs, and the refused are read to their end and dropped. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { DRAIN_BYTES_MAX, RateLimited } from '../../../src/api/answer/send.ts';
import { Uploads } from '../../../src/api/body/upload.ts';
import { Failure } from '../../../src/failure.ts';

const MB = 1024 * 1024;
const megabyte = Buffer.alloc(MB, 1);

/** A body on its way, and its answer. */
function sending(uploads: Uploads, headers: Record<string, string> = {}) {
  const body = Object.assign(new PassThrough({ highWaterMark: 256 * MB }), { headers });
  const response = new EventEmitter();
  const upload = uploads.of(body as unknown as IncomingMessage, response as unknown as ServerResponse);
  return {
    body,
    answered: () => response.emit('close'),
    read: (bytesMax: number) => upload.read(bytesMax, 'Too much.'),
  };
}

const codeOf = (reading: Promise<Buffer>) =>
  reading.then(
    (bytes) => bytes.length,
    (failure: unknown) => (failure instanceof Failure ? failure.code : Promise.reject(failure)),
  );

test('a body is taken up to its limit; one byte more is refused once all of it came', async () => {
  const uploads = new Uploads();
  for (const [bytes, outcome] of [
    [10, 10],
    [11, 'payload_too_large'],
    [0, 0],
  ] as const) {
    const one = sending(uploads);
    const reading = codeOf(one.read(10));
    one.body.write(Buffer.alloc(Math.min(bytes, 6)));
    one.body.end(Buffer.alloc(Math.max(0, bytes - 6)));
    assert.equal(await reading, outcome);
  }
});

test('a body that says or shows that it is larger than what is read to its end is refused at once', async () => {
  const uploads = new Uploads();
  assert.equal(
    await codeOf(sending(uploads, { 'content-length': String(DRAIN_BYTES_MAX + 1) }).read(10)),
    'payload_too_large',
  );
  const endless = sending(uploads);
  const reading = codeOf(endless.read(10));
  for (let at = 0; at <= DRAIN_BYTES_MAX / MB; at += 1) endless.body.write(megabyte);
  assert.equal(await reading, 'payload_too_large');
  assert.ok(endless.body.isPaused());
});

test('bodies in memory hold 64 MB together, until their answers are out', async () => {
  const uploads = new Uploads();
  const full = [sending(uploads), sending(uploads)];
  const held = full.map(({ read }) => read(32 * MB));
  for (const { body } of full) {
    for (let at = 0; at < 32; at += 1) body.write(megabyte);
    body.end();
  }
  assert.deepEqual(
    (await Promise.all(held)).map(({ length }) => length),
    [32 * MB, 32 * MB],
  );
  const refused = sending(uploads);
  const reading = refused.read(10);
  refused.body.end('x');
  await assert.rejects(reading, (failure) => failure instanceof RateLimited && failure.retryAfterS === 1);
  full[0]?.answered();
  const taken = sending(uploads);
  taken.body.end('x');
  assert.equal((await taken.read(10)).length, 1);
});

test('a caller who leaves before the end is refused, whatever came', async () => {
  const one = sending(new Uploads());
  const reading = codeOf(one.read(10));
  one.body.write('x');
  one.body.destroy();
  assert.equal(await reading, 'bad_request');
});
