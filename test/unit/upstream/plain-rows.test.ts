/** Kept documents read plainly: what is no record in them is passed over, as the run that took them did. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainRows } from '../../../src/upstream/markets/plain-rows.ts';

const ODD = [42, null, 'row', [], true];

test('rows that are no records are passed over in each format', () => {
  const guide = plainRows({ createdAt: '2026-03-01', priceGuides: [...ODD, { idProduct: 7, trend: 1.25 }] });
  assert.deepEqual(
    guide.map(({ product, day, amounts }) => [product, day, (amounts as { trend: number }).trend]),
    [[7, '2026-03-01', 125]],
  );
  const group = plainRows({ results: [...ODD, { productId: 7, subTypeName: 'Normal', marketPrice: 2 }] });
  assert.deepEqual(
    group.map(({ product, sub_type }) => [product, sub_type]),
    [[7, 'Normal']],
  );
  const variant = { condition: 'Near Mint', printing: 'Normal', price: 3, lastUpdated: 1_772_323_200 };
  const conditions = plainRows({
    data: [
      ...ODD,
      { tcgplayerId: '7' },
      { tcgplayerId: '7', variants: [...ODD, {}, { ...variant, lastUpdated: null }, variant] },
    ],
  });
  assert.deepEqual(
    conditions.map(({ product, condition, day }) => [product, condition, day]),
    [[7, 'NM', '2026-03-01']],
  );
});

test('a document without rows has none', () => {
  for (const document of [{}, { data: null }, { data: 'none' }, { results: 5 }])
    assert.deepEqual(plainRows(document), []);
});
