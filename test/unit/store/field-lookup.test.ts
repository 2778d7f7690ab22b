/** Fields asked for by whole values and words: a hundred at once are answered, of however many values, with the rows that a pass over all finds. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { field, valueTest } from '../../../src/catalog/listing/fields.ts';
import { FilterReader, mapTerms, TERMS_MAX } from '../../../src/catalog/listing/filter-terms.ts';
import { FieldSets } from '../../../src/store/views/listing/column-builder.ts';
import { everyRow, fieldRows, type RowTree } from '../../../src/store/views/listing/field-filter.ts';
import type { ListColumns } from '../../../src/store/views/listing/list-columns.ts';

const ROWS = 40_000;
const nameOf = (row: number) =>
  `Glimmer ${row % 7 === 0 ? '★ ' : ''}No-${row} ${['Tide', 'Wall', "Farfetch'd"][row % 3]}`;

const sets = new FieldSets();
for (let row = 0; row < ROWS; row += 1) {
  const values = row % 11 === 0 ? [nameOf(row), `alias-${row}`, 'x'.repeat(row % 3 === 0 ? 120 : 1)] : [nameOf(row)];
  sets.add(row, row % 13 === 0 ? [] : [['name', values]], ROWS);
}
const column = sets.column('name') ?? assert.fail();
const columns = { keys: { length: ROWS }, coded: {} } as ListColumns;
const all = everyRow(columns);
const name = field('word', 'name', ['name'], '', '');

/** The rows of a filter: as it is asked, or each value looked at. */
function rowsOf(filter: string, isLookedAt = false): number[] {
  const tree = mapTerms(new FilterReader(filter).read(), (term): RowTree => {
    const { words, ...asked } = valueTest(name, term);
    return isLookedAt || words === undefined ? { ...asked, weight: 0 } : { ...asked, words };
  });
  const left = fieldRows({ columns, fields: new Map([['name', column]]) }, tree, all);
  return Array.from(left.keys()).filter((row) => left[row] === 1);
}

const hundred = (term: (of: number) => string, join: string) =>
  Array.from({ length: TERMS_MAX }, (_, at) => term(at * 397 + 1)).join(join);

suite('field terms by whole values and words', () => {
  test('a hundred values of one field are answered, joined by OR, shut out or within brackets', () => {
    const wanted = Array.from({ length: TERMS_MAX }, (_, at) => at * 397 + 1).filter((row) => row % 13 !== 0);
    assert.deepEqual(
      rowsOf(`name=(${hundred((row) => `alias-${row}`, ' OR ')})`),
      wanted.filter((row) => row % 11 === 0),
    );
    assert.deepEqual(rowsOf(`name:(${hundred((row) => `no-${row}`, ' OR ')})`), wanted);
    assert.deepEqual(rowsOf(`name:(${hundred((row) => String(row), ' OR ')})`), wanted);
    assert.equal(rowsOf(hundred((row) => `-no-${row}`, ' ')).length, ROWS - wanted.length);
  });

  test('what is looked up is what a look at each value finds', () => {
    for (const filter of [
      'name="Glimmer No-5 Farfetch’d"',
      'name="Glimmer ★ No-7 Wall"',
      'name="Glimmer No-7 Wall"',
      'farfetchd OR tide',
      '"no 5 farfetch\'d" OR "5 no" OR nothing',
      'name!="Glimmer No-5 Farfetch’d"',
      '-wall -tide',
      '-wall -name:* OR x',
      'name="★" OR star',
    ]) {
      assert.deepEqual(rowsOf(filter), rowsOf(filter, true), filter);
    }
  });
});
