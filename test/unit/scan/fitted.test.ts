/** Where a picture is fitted onto a photo: from near, on the card; where the fit runs away, where it began. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptCard, knownAt } from '../../../src/scan/compare/verify.ts';
import { describePicture, uprightQuad } from '../../../src/scan/describe/describe.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';
import { VectorIndex } from '../../../src/scan/describe/vector-index.ts';
import type { Quad } from '../../../src/scan/photo/homography.ts';
import { planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';

const model = defaultModel();

/** Where a card is fitted onto a photo that shows it from edge to edge, begun at `start`. */
function fittedFrom(start: Quad): Quad {
  const photo = drawnCard(3);
  const { vector, thumbnail } = describePicture(photo, model);
  const index = new VectorIndex(model.dimensions);
  index.upsert(1, vector);
  const kept = keptCard(index.vectorOf(1) ?? assert.fail(), thumbnail);
  return knownAt({ row: 1, reference: 1, similarity: 1, quad: start }, kept, pyramidOf(planesOf(photo)), model).look()
    .quad;
}

const apart = (a: Quad, b: Quad) =>
  Math.max(...a.map(([x, y], at) => Math.hypot(x - (b[at]?.[0] ?? 0), y - (b[at]?.[1] ?? 0))));
const moved = (quad: Quad, by: number) => quad.map(([x, y]) => [x + by, y + by]) as unknown as Quad;

test('a picture is fitted onto its card from some pixels beside it', () => {
  const there = uprightQuad(drawnCard(3));
  for (const by of [6, -3]) {
    const start = moved(there, by);
    assert.ok(apart(fittedFrom(start), there) < apart(start, there) / 2, String(by));
  }
});

test('a fit that runs away is none: the picture stays where it began', () => {
  for (const by of [120, -20]) {
    const start = moved(uprightQuad(drawnCard(3)), by);
    assert.deepEqual(fittedFrom(start), start, String(by));
  }
});
