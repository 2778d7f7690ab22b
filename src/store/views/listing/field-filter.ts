/** Which rows a tree of field terms leaves: each test looks once at every distinct value of its columns, not at every row. */
import { type Field, numberOf, type ValueTest } from '../../../catalog/listing/fields.ts';
import { refused } from '../../../catalog/listing/filter-terms.ts';
import { LAST } from '../../schema/tables.ts';
import { type DictionaryColumn, type ListColumns, NONE } from './list-columns.ts';

/** What a filter asks of one game's rows: null asks for what none of them has. */
export type RowTree = ValueTest | null | { all: readonly RowTree[] } | { any: readonly RowTree[] } | { not: RowTree };

/** A game's columns with those of the fields that are asked for. */
export interface FieldColumns {
  columns: ListColumns;
  /** By path; a path that no card of the game has is absent. */
  fields: ReadonlyMap<string, DictionaryColumn>;
}

/** About 50 ms: values looked at, each as often as its test weighs, and an eighth of each row. */
const COST_MAX = 1_000_000;

/** Counts what a filter costs on its way. */
class Budget {
  #left = COST_MAX;

  /** @throws Failure bad_request where a filter would hold the process up */
  take(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw refused('looks at too much text: ask for fewer texts and patterns, or of one game');
  }
}

/** 1 for every row that is left. @throws Failure bad_request where this is too dear */
export function fieldRows(of: FieldColumns, tree: RowTree, budget = new Budget()): Uint8Array {
  const rows = new Uint8Array(of.columns.keys.length);
  budget.take(rows.length / 8);
  if (tree === null) return rows;
  if ('not' in tree) return fieldRows(of, tree.not, budget).map((isLeft) => 1 - isLeft);
  if ('columns' in tree) return testedRows(of, tree, rows, budget);
  const isAll = 'all' in tree;
  const parts = (isAll ? tree.all : tree.any).map((part) => fieldRows(of, part, budget));
  if (isAll) rows.fill(1);
  for (const part of parts)
    for (let row = 0; row < rows.length; row += 1) {
      const [now, other] = [rows[row] ?? 0, part[row] ?? 0];
      rows[row] = isAll ? now & other : now | other;
    }
  return rows;
}

/** What the values of a row say: bit 1 that there is one, bit 2 that one fits. */
const [IS_THERE, FITS] = [1, 2];

function testedRows(of: FieldColumns, test: ValueTest, rows: Uint8Array, budget: Budget): Uint8Array {
  for (const path of test.columns) {
    const column = of.columns.coded[path] ?? of.fields.get(path);
    if (path === 'usd' || path === 'eur' || path === 'changed') tellAmounts(of.columns.numbers[path], test, rows);
    if (column === undefined) continue;
    budget.take(column.values.length * test.weight);
    const says = Uint8Array.from(column.values, (values, code) => saysOf(values, column.folded[code] ?? [], test));
    const { codes } = column;
    for (let row = 0; row < rows.length; row += 1) rows[row] = (rows[row] ?? 0) | (says[codes[row] ?? 0] ?? 0);
  }
  const wanted = test.isNone ? IS_THERE : IS_THERE | FITS;
  for (let row = 0; row < rows.length; row += 1) rows[row] = rows[row] === wanted ? 1 : 0;
  return rows;
}

function tellAmounts(amounts: Int32Array, test: ValueTest, rows: Uint8Array): void {
  for (let row = 0; row < rows.length; row += 1) {
    const amount = amounts[row] ?? NONE;
    if (amount !== NONE) rows[row] = IS_THERE | (fits(test, String(amount), '', amount) ? FITS : 0);
  }
}

function saysOf(values: readonly string[], folded: readonly string[], test: ValueTest): number {
  let says = 0;
  for (const [at, value] of values.entries()) {
    if (value === LAST) continue;
    says |= IS_THERE;
    if (fits(test, value, folded[at] ?? value, undefined)) return IS_THERE | FITS;
  }
  return says;
}

function fits({ number, text }: ValueTest, raw: string, folded: string, known: number | undefined): boolean {
  if (number === undefined) return text?.(raw, folded) ?? false;
  const value = known ?? numberOf(raw);
  return value !== undefined && number(value);
}

/** How many rows have a value of the field; of a flag that which raises it. */
export function countBearers(of: FieldColumns, { type, columns, value }: Field): number {
  const text = type === 'flag' ? (raw: string) => raw === value : () => true;
  return fieldRows(of, { columns, text, isNone: false, weight: 0 }).reduce((sum, row) => sum + row, 0);
}

/** What each row is sorted by, NaN where it has no number: of several the least, descending the greatest. */
export function sortNumbers(of: FieldColumns, paths: readonly string[], isDescending: boolean): Float64Array {
  const best = isDescending ? Math.max : Math.min;
  const numbers = new Float64Array(of.columns.keys.length).fill(Number.NaN);
  const take = (row: number, number: number) => {
    const known = numbers[row] ?? Number.NaN;
    if (!Number.isNaN(number)) numbers[row] = Number.isNaN(known) ? number : best(known, number);
  };
  for (const path of paths) {
    const column = of.columns.coded[path] ?? of.fields.get(path);
    if (column === undefined) continue;
    const ofCodes = column.values.map((values) =>
      values.reduce((known, value) => {
        const number = numberOf(value) ?? Number.NaN;
        return Number.isNaN(known) ? number : Number.isNaN(number) ? known : best(known, number);
      }, Number.NaN),
    );
    for (let row = 0; row < numbers.length; row += 1) take(row, ofCodes[column.codes[row] ?? 0] ?? Number.NaN);
  }
  return numbers;
}
