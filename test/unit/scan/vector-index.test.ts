/** The vectors in memory: exact search over all, growth, removal, and what a card costs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitChance } from '../../../fit/chance.ts';
import { VectorIndex } from '../../../src/scan/describe/vector-index.ts';

const DIMENSIONS = 256;

function vectors(count: number): Uint8Array[] {
  const chance = fitChance(11);
  return Array.from(
    { length: count },
    () =>
      new Uint8Array(
        Int8Array.from({ length: DIMENSIONS }, () => Math.max(-127, Math.min(127, chance.normal(40)))).buffer,
      ),
  );
}

const unit = (bytes: Uint8Array): Float32Array => {
  const signed = Float32Array.from(new Int8Array(bytes.buffer));
  const length = Math.hypot(...signed);
  return signed.map((value) => value / length);
};

test('the nearest vectors come first, as a comparison with every one finds them', () => {
  const all = vectors(3000);
  const index = new VectorIndex(DIMENSIONS);
  for (const [i, vector] of all.entries()) index.upsert(7 * i, vector);
  const chance = fitChance(12);
  const query = unit(all[1234] ?? new Uint8Array()).map((value) => value + chance.normal(0.05));
  const cosines = all.map((vector, i) => ({
    row: 7 * i,
    cosine: unit(vector).reduce((sum, value, k) => sum + value * (query[k] ?? 0), 0),
  }));
  const wanted = cosines.sort((a, b) => b.cosine - a.cosine)[0];
  const [best, second] = index.search(query, 5);
  assert.equal(best?.row, wanted?.row);
  assert.equal(best?.row, 7 * 1234);
  assert.ok(Math.abs((best?.similarity ?? 0) - (wanted?.cosine ?? 9)) < 1e-4);
  assert.ok((second?.similarity ?? 1) < (best?.similarity ?? 0));
});

test('a card that was set again has its new vector, one that was removed is not found', () => {
  const [one, two, three] = vectors(3);
  assert.ok(one && two && three);
  const index = new VectorIndex(DIMENSIONS);
  index.upsert(1, one);
  index.upsert(2, two);
  index.upsert(1, three);
  assert.equal(index.size, 2);
  assert.equal(index.search(unit(three), 1)[0]?.row, 1);
  index.remove(1);
  index.remove(99);
  assert.equal(index.size, 1);
  assert.deepEqual(
    index.search(unit(three), 5).map(({ row }) => row),
    [2],
  );
  assert.equal(index.vectorOf(1), undefined);
});

test('the nearest of one game are those that an index of that game alone finds', () => {
  const all = vectors(600);
  const both = new VectorIndex(DIMENSIONS);
  const alone = new VectorIndex(DIMENSIONS);
  for (const [row, vector] of all.entries()) {
    both.upsert(row, vector, row % 3 === 0 ? 'frost' : 'ember');
    if (row % 3 === 0) alone.upsert(row, vector);
  }
  // What stands last takes the place of what goes, with its game.
  for (const row of [0, 1, 300]) both.remove(row);
  for (const row of [0, 300]) alone.remove(row);
  for (const vector of all.slice(0, 60)) {
    assert.deepEqual(both.search(unit(vector), 24, 'frost'), alone.search(unit(vector), 24));
  }
  assert.deepEqual(both.search(unit(all[0] ?? new Uint8Array()), 5, 'none'), []);
});

test('a card of several pictures is found once, by the one most alike, and as many cards as without', () => {
  const all = vectors(1200);
  const [own, further] = [all.slice(0, 300), all.slice(300)];
  const index = new VectorIndex(DIMENSIONS);
  for (const [row, vector] of own.entries()) index.upsert(row + 1, vector);
  for (const [at, vector] of further.entries()) index.upsert(-1 - at, vector, '', 1 + (at % own.length));
  for (const [at, vector] of further.slice(0, 60).entries()) {
    const found = index.search(unit(vector), 200);
    assert.deepEqual([found[0]?.row, found[0]?.reference], [1 + at, -1 - at]);
    assert.equal(new Set(found.map(({ row }) => row)).size, 200);
  }
  for (const [at] of further.entries()) index.remove(-1 - at);
  const alone = new VectorIndex(DIMENSIONS);
  for (const [row, vector] of own.entries()) alone.upsert(row + 1, vector);
  for (const vector of further.slice(0, 60)) {
    assert.deepEqual(index.search(unit(vector), 24), alone.search(unit(vector), 24));
  }
});

test('a card takes at most 512 bytes of memory at any size', () => {
  const some = vectors(50);
  const index = new VectorIndex(DIMENSIONS);
  let most = 0;
  for (let row = 0; row < 12_000; row += 1) {
    index.upsert(row, some[row % 50] ?? new Uint8Array());
    if (row > 2000) most = Math.max(most, index.bytes / index.size);
  }
  assert.ok(most <= 512, `${most.toFixed(0)} bytes`);
  assert.ok(most > 300, 'counts its arrays');
});

test('an empty index finds nothing', () => {
  assert.deepEqual(new VectorIndex(DIMENSIONS).search(new Float32Array(DIMENSIONS), 5), []);
});
