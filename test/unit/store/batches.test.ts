/** How rows are cut into statements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inInserts } from '../../../src/store/batches.ts';

test('rows are inserted in their order, each once, by statements of ten lengths', () => {
  const lengths = new Set<number>();
  for (let count = 0; count <= 1100; count += 1) {
    const rows = Array.from({ length: count }, (_, row) => row);
    const runs = [...inInserts(rows)];
    assert.deepEqual(runs.flat(), rows);
    for (const { length } of runs) lengths.add(length);
  }
  assert.equal(lengths.size, 10);
});
