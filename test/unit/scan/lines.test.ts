/** How much of a line is edge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineQuads } from '../../../src/scan/photo/line-quads.ts';
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

/** How much edge the card that lies upright in the middle of a photo is offered with, where its sides have these shares of edge. */
function offeredWith(shares: readonly number[]): number[] {
  const middle = 200;
  const sides = [
    { cos: 1, sin: 0, away: 68 },
    { cos: 0, sin: 1, away: 56 },
    { cos: 1, sin: 0, away: 132 },
    { cos: 0, sin: 1, away: 144 },
  ].map((side, at) => {
    const edge = Float32Array.from({ length: 2 * middle + 2 }, (_, to) => (shares[at] ?? 0) * to);
    return { ...side, middle, edge };
  });
  const offered: number[] = [];
  lineQuads(sides, 200, 200, 80, (edge) => offered.push(edge));
  return offered;
}

test('of edges that come to the same in all those are more that no side lacks, whichever it is', () => {
  const [even = 0, ...more] = offeredWith([0.75, 0.75, 0.75, 0.75]);
  assert.deepEqual([more, Math.abs(even - 0.75) < 1e-3], [[], true], `${even}`);
  for (const at of [0, 1, 2, 3]) {
    const shares = [0.85, 0.85, 0.85, 0.85].map((share, side) => (side === at ? 0.45 : share));
    const [uneven = 1] = offeredWith(shares);
    assert.ok(uneven < even - 0.03, `${uneven} with less at side ${at}`);
    assert.deepEqual(offeredWith(shares.map((share, side) => (side === at ? 0.25 : share))), [], 'less is no side');
  }
});
