/** Which files a manifest lists for who has those of an earlier version. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FileEntry, filesSince, type Listings, listedAt } from '../../../src/files/manifest.ts';

test('with since come the files that were not listed at that version, be it that they were before and came back', () => {
  const file = { name: 'cards.game.0.ndjson.gz' } as FileEntry;
  let listings: Listings = {};
  for (const [version, files] of [
    [3, [file]],
    [4, [file]],
    [5, []],
    [8, [file]],
  ] as const)
    listings = listedAt(listings, files, version);
  const told = [0, 2, 3, 4, 5, 7, 8, 9].filter((since) => filesSince([file], listings, since).length > 0);
  assert.deepEqual(told, [0, 2, 5, 7]);
});
