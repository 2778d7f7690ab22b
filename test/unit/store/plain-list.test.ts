/** Lists by columns find what a plain pass over the rows finds, whatever is filtered, sorted and asked by page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldValue } from '../../../src/catalog/listing/card-fields.ts';
import { textsBetween } from '../../../src/packed/packed-texts.ts';
import { LAST } from '../../../src/store/schema/tables.ts';
import { type BuiltRow, ColumnBuilder } from '../../../src/store/views/listing/column-builder.ts';
import { filteredRows, type ListFilter } from '../../../src/store/views/listing/list-filter.ts';
import { SORTS, type Sort, type SortedPlace, sortedRows } from '../../../src/store/views/listing/list-order.ts';
import { fc } from '../../support/made/properties.ts';
import { inOrderOf, isLeft } from '../../support/plain/plain-list.ts';

const DAYS = ['2020-01-01', '2021-06-30', '2021-07-01', LAST];
const RARITIES = ['Rare', 'rare', 'Très rare', 'Common'];
const amount = fc.option(fc.integer({ min: 0, max: 5 }));
/** Few values of each, so that rows share numbers, names, days and prices. */
const drawnRow = fc.record({
  released: fc.constantFrom(...DAYS),
  expansion: fc.constantFrom('a1', 'a2', 'b1'),
  number: fc.constantFrom('000001', '000002', 'tg0001'),
  name: fc.constantFrom('ember', 'emberling', 'frost', LAST),
  rarity: fc.array(fc.constantFrom(...RARITIES), { maxLength: 2 }),
  usd: amount,
  eur: amount,
  changed: fc.integer({ min: 0, max: 5 }),
});

const rows = fc.array(drawnRow, { maxLength: 40 }).map((drawn) => {
  const made = drawn.map(
    ({ usd, eur, changed, rarity, ...fields }, at): BuiltRow => ({
      key: at + 1,
      id: `c${(at * 7) % 41}`,
      coded: { rarity, ...Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [value]])) },
      numbers: { usd, eur, changed },
    }),
  );
  // Columns hold their rows in the catalog's order.
  return inOrderOf(made, 'catalog');
});

const range = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ from: fc.option(value, { nil: undefined }), to: fc.option(value, { nil: undefined }) });
const limit = fc.integer({ min: 0, max: 6 });
const sets = <Value>(...values: Value[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const filter: fc.Arbitrary<ListFilter> = fc.record({
  values: fc
    .record({
      rarity: maybe(sets(...RARITIES)),
      expansion: maybe(sets('a1', 'b1')),
      stage: fc.option(sets('Basic'), { freq: 20, nil: undefined }),
    })
    .map((fields) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, values]) =>
          values === undefined ? [] : [[field, new Set(values.map(foldValue))]],
        ),
      ),
    ),
  expansionsOfNumber: maybe(
    fc
      .array(
        fc.tuple(
          fc.constantFrom('000001', 'tg0001'),
          sets('a1', 'a2').map((each) => new Set(each)),
        ),
      )
      .map((each) => new Map(each)),
  ),
  released: maybe(range(fc.constantFrom(...DAYS.slice(0, 3), '2021-07-02'))),
  numbers: fc
    .record({ usd: maybe(range(limit)), eur: maybe(range(limit)), changed: maybe(range(limit)) })
    .map((ranges) => Object.fromEntries(Object.entries(ranges).filter(([, each]) => each !== undefined))),
  priced: maybe(sets('usd' as const, 'eur' as const)),
});

/** The keys of all that is left, page by page. */
function walked(all: readonly BuiltRow[], kept: ListFilter, { sort, limit }: { sort: Sort; limit: number }): number[] {
  const builder = new ColumnBuilder(3);
  for (const row of all) builder.add(row);
  const built = builder.columns();
  const columns = { ...built, ids: textsBetween(built.ids, 0, built.ids.starts.length - 1) };
  const left = filteredRows(columns, kept);
  const keys: number[] = [];
  for (let after: SortedPlace | undefined; ; ) {
    const page = sortedRows(columns, left, { sort, after, limit });
    keys.push(...page.map(({ key }) => key));
    after = page.at(-1)?.place;
    if (page.length < limit) return keys;
  }
}

test('the columns’ pages are the plain list, for any rows, filter, sort and size of page', () => {
  fc.assert(
    fc.property(rows, filter, fc.constantFrom(...SORTS), fc.integer({ min: 1, max: 4 }), (all, kept, sort, limit) => {
      const plain = inOrderOf(
        all.filter((row) => isLeft(row, kept)),
        sort,
      );
      assert.deepEqual(
        walked(all, kept, { sort, limit }),
        plain.map(({ key }) => key),
      );
    }),
    { numRuns: 600 },
  );
});
