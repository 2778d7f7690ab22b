/** A file of another Cardstock is taken only as its manifest lists it, byte by byte. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fetchFile } from '../../../src/ingest/origin/read-origin.ts';
import type { Read } from '../../../src/upstream/document.ts';
import { Scratch } from '../../../src/upstream/scratch/scratch-file.ts';

test('a file that has another byte, one more or one less than its manifest lists is none of the origin’s', async () => {
  const whole = Buffer.from('{"id":"a-1","name":"Alpha"}\n');
  const another = Buffer.from(whole);
  another[9] = 0x32;
  const sha256 = createHash('sha256').update(whole).digest('hex');
  const listed = { name: 'cards.ndjson', entity: 'cards', game: 'game', bytes: whole.length, sha256 } as const;
  const scratch = new Scratch();
  const take = (came: Buffer, file: object = listed) => {
    const read = async (url: string) => ({ url, body: Readable.from([came.subarray(0, 5), came.subarray(5)]) });
    return fetchFile(read as unknown as Read, 'https://cards.example/cards', { file: { ...listed, ...file }, scratch });
  };
  assert.equal(String(Buffer.concat(await (await take(whole)).bytes().toArray())), String(whole));
  for (const came of [another, Buffer.concat([whole, Buffer.from(' ')]), whole.subarray(0, -1)]) {
    await assert.rejects(take(came), /is not the file that the manifest lists/);
    // By hand there is no digest, and the length may be told all the same.
    const byHand = take(came, { sha256: undefined });
    await (came.length === whole.length ? byHand : assert.rejects(byHand, /is not the file/));
  }
  scratch.close();
});
