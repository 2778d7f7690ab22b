/** How much of a line is edge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeBetween } from '../../../src/scan/photo/lines.ts';

test('between two places that round corners leave nothing of there is no edge; of a pixel there is what it has', () => {
  const middle = 4;
  // The sum up to each pixel: every one has edge.
  const line = { cos: 1, sin: 0, away: 0, middle, edge: Float32Array.from({ length: 2 * middle + 2 }, (_, at) => at) };
  assert.equal(edgeBetween(line, 2, 2), 0);
  assert.equal(edgeBetween(line, 2, 3), 1);
  assert.equal(edgeBetween(line, 3, 2), 1);
  assert.equal(edgeBetween(line, 90, 95), 1, 'beyond its end, as far as it goes');
});
