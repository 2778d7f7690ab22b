/** Holds the negotiation of content codings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredCoding } from '../../../src/api/answer/content-coding.ts';
import { fc } from '../../support/made/properties.ts';

test('the heaviest coding is chosen, br before gzip at equal weight, plain without a header', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br ; q=0.5 , gzip ; q=0.5', 'br'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0.5, identity;q=1', 'identity'],
    ['gzip;q=0.5, identity;q=0', 'gzip'],
    ['identity;q=0, *;q=0', 'identity'],
    ['deflate', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['gzip;q=2', 'identity'],
    [',,;;q=,', 'identity'],
  ];
  for (const [header, coding] of cases) assert.equal(preferredCoding(header), coding, String(header));
});

test('any header is answered, and a repeated one the same', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      assert.equal(preferredCoding(header), preferredCoding(header));
    }),
  );
});
