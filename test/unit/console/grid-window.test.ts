/** Which tiles of a long grid exist, and where keys lead in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureGrid, tileAfterKey, windowOf } from '../../../console/src/cards/grid-window.ts';
import { fc } from '../../support/made/properties.ts';

test('a narrow phone shows two cards side by side, a wide screen many', () => {
  assert.equal(measureGrid(328).columns, 2);
  assert.equal(measureGrid(1280).columns, 7);
});

test('of 23,546 cards at most a hundred exist at a time, and those in sight always do', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 1300 }), fc.double({ min: 0, max: 1, noNaN: true }), (width, share) => {
      const total = 23_546;
      const measures = measureGrid(width);
      const rows = Math.ceil(total / measures.columns);
      const top = share * (rows * measures.rowHeight - 900);
      const { first, last, before, after } = windowOf(measures, total, { top, height: 900 });
      assert.ok(last - first <= 100, `${last - first} tiles`);
      assert.ok(before <= top && rows * measures.rowHeight - after >= Math.min(top + 900, rows * measures.rowHeight));
      assert.equal(first % measures.columns, 0);
    }),
  );
});

test('above and below the grid nothing is made, and nothing is out of range', () => {
  const measures = measureGrid(1000);
  for (const top of [-100_000, 100_000]) {
    const { first, last, before, after } = windowOf(measures, 40, { top, height: 800 });
    assert.ok(first >= 0 && last <= 40 && before >= 0 && after >= 0);
  }
  assert.deepEqual(windowOf(measures, 0, { top: 0, height: 800 }), { first: 0, last: 0, before: 0, after: 0 });
});

test('arrow keys walk by tile and by row, and stay inside', () => {
  assert.equal(tileAfterKey('ArrowRight', 0, 5, 12), 1);
  assert.equal(tileAfterKey('ArrowDown', 1, 5, 12), 6);
  assert.equal(tileAfterKey('ArrowUp', 1, 5, 12), 1);
  assert.equal(tileAfterKey('ArrowDown', 8, 5, 12), 8);
  assert.equal(tileAfterKey('ArrowLeft', 0, 5, 12), 0);
  assert.equal(tileAfterKey('End', 3, 5, 12), 11);
  assert.equal(tileAfterKey('Home', 3, 5, 12), 0);
  assert.equal(tileAfterKey('Enter', 3, 5, 12), undefined);
});
