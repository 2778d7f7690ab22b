/** `POST /v1/scan` with HEIC, where libheif-js is installed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { ScanAnswer } from '../../src/api/catalog/scan.ts';
import { codedIn, grid, heic, turned } from '../support/made/made-heic.ts';
import { shapes } from '../support/stages/pictured-catalog.ts';
import { scanApi } from '../support/stages/scan-api.ts';

test('a HEIC in tiles, turned as its boxes say, is its card, and so is the next, and a JPEG after them', async () => {
  await using api = await scanApi();
  const sideways = heic(grid(codedIn('tiles'), 1020, 1428, turned(1)));
  const jpeg = await shapes(0).resize(280, 392, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();
  for (const photo of [sideways, sideways, jpeg]) {
    const answer = await api.scan(photo);
    assert.ok(Check(ScanAnswer, answer.body.data), answer.text);
    assert.deepEqual(
      answer.body.data.matches.map(({ card }) => card.id),
      ['ember1-1'],
    );
  }
  const broken = await api.scan(sideways.subarray(0, 5000));
  assert.deepEqual([broken.status, broken.body.error?.code], [400, 'unsupported_image']);
});
