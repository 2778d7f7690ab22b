/** Rows of prices as text: what a form quotes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLines } from '../../../src/files/price-text.ts';

test('what would end a field or a row of CSV stands in quotes', () => {
  const lines = csvLines({ entity: 'product_prices', currency: 'usd' });
  const before = ['a,b', 'c"d', 'e\rf', 'g\nh', 'i j'] as never[];
  const text = lines.of([{ before, days: ['2026-03-01'], after: [] }] as never).toString();
  assert.ok(text.startsWith('"a,b","c""d","e\rf","g\nh",i j,'), JSON.stringify(text));
});
