/** Photos of a manifest lie where they shall with their truth; one that was replaced, or is gone, is left out and told. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fetchPhotos, photoSetsIn } from '../../../bench/scan/sets/photo-sets.ts';
import { truthIn } from '../../../bench/scan/truth.ts';

const folder = mkdtempSync(join(tmpdir(), 'photo-sets-'));
after(() => rmSync(folder, { recursive: true }));

const bytesOf = (word: string) => new Uint8Array(Buffer.from(word));
const sha256 = (word: string) => createHash('sha256').update(word).digest('hex');
const from = 'https://photos.example/at/1a2b/';
const photos = [
  { photo: 'table/one.jpg', sha256: sha256('one'), cards: [{ card: 'fl1-1' }], ground: 'wood' },
  { photo: 'table/two.jpg', sha256: sha256('two'), cards: [] },
  { photo: 'three.jpg', sha256: sha256('three'), cards: [] },
];
const manifest = (list: unknown, address = from) =>
  JSON.stringify({ sets: [{ from: address, licence: 'none stated', photos: list }] });

test('what a manifest lists is fetched once, checked, and written down with what it shows', async () => {
  const sets = photoSetsIn(manifest(photos));
  const asked: string[] = [];
  const read = async (address: string) => {
    asked.push(address);
    if (address.endsWith('three.jpg')) throw new RangeError('404');
    return bytesOf(address.endsWith('one.jpg') ? 'one' : 'replaced');
  };
  const faults = (await fetchPhotos(sets, folder, read)).map(({ fault }) => fault);
  assert.deepEqual(faults, [undefined, 'another photo than was listed', '404']);
  assert.deepEqual(asked, [`${from}table/one.jpg`, `${from}table/two.jpg`, `${from}three.jpg`]);
  assert.deepEqual(truthIn(folder), [{ photo: 'one.jpg', cards: [{ card: 'fl1-1' }], ground: 'wood' }]);
  assert.equal(readFileSync(join(folder, 'one.jpg'), 'utf8'), 'one');
  await fetchPhotos(sets, folder, async (address) => bytesOf(address.endsWith('two.jpg') ? 'two' : 'three'));
  assert.equal(truthIn(folder).length, 3);
});

test('a manifest without digests, of two photos of one name, or of no https folder is refused', () => {
  assert.throws(() => photoSetsIn(manifest([{ ...photos[0], sha256: 'x' }])), TypeError);
  assert.throws(() => photoSetsIn(manifest([photos[0], { ...photos[1], photo: 'other/one.jpg' }])), /two photos/);
  assert.throws(() => photoSetsIn(manifest(photos, 'http://photos.example/')), TypeError);
});
