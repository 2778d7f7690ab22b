/** Which rows a tree of field terms leaves: each test looks at most once at a distinct value of its columns. */
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

/** About 50 ms: values looked at, each as often as its test weighs, and an eighth of each row that is passed. */
const COST_MAX = 600_000;

/** Counts what a filter costs on its way, over all games that it is asked of. */
export class Budget {
  #left = COST_MAX;

  /** @throws Failure bad_request where a filter would hold the process up */
  take(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw refused('looks at too much text: ask for fewer texts and patterns, or of one game');
  }
}

/**
 * 1 for every row of those asked that is left. What is cheap is asked first: the rest looks only at what that leaves open.
 * @throws Failure bad_request where this is too dear
 */
export function fieldRows(of: FieldColumns, tree: RowTree, asked: Uint8Array, budget = new Budget()): Uint8Array {
  budget.take(asked.length / 8);
  if (tree === null) return new Uint8Array(asked.length);
  if ('columns' in tree) return testedRows(of, tree, asked, budget);
  if ('not' in tree) return without(asked, fieldRows(of, tree.not, asked, budget));
  const parts = ('all' in tree ? tree.all : tree.any).toSorted((a, b) => costOf(of, a) - costOf(of, b));
  if ('all' in tree) return parts.reduce((left, part) => fieldRows(of, part, left, budget), asked);
  const missed = parts.reduce((open, part) => without(open, fieldRows(of, part, open, budget)), asked);
  return without(asked, missed);
}

export const everyRow = ({ keys }: Pick<ListColumns, 'keys'>): Uint8Array => new Uint8Array(keys.length).fill(1);

const without = (rows: Uint8Array, others: Uint8Array): Uint8Array => {
  const left = new Uint8Array(rows.length);
  for (let row = 0; row < rows.length; row += 1) left[row] = (rows[row] ?? 0) & ~(others[row] ?? 0);
  return left;
};

const columnOf = ({ columns, fields }: FieldColumns, path: string) => columns.coded[path] ?? fields.get(path);

/** At most. */
function costOf(of: FieldColumns, tree: RowTree): number {
  if (tree === null) return 0;
  if ('not' in tree) return costOf(of, tree.not);
  const costs =
    'columns' in tree
      ? tree.columns.map((path) => (columnOf(of, path)?.values.length ?? 0) * tree.weight)
      : ('all' in tree ? tree.all : tree.any).map((part) => costOf(of, part));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** What the values of a row say: that there is one, that one fits; and that they are asked. */
const [IS_THERE, FITS, ASKED] = [1, 2, 4];

function testedRows(of: FieldColumns, test: ValueTest, asked: Uint8Array, budget: Budget): Uint8Array {
  const rows = new Uint8Array(asked.length);
  for (const path of test.columns) {
    const column = columnOf(of, path);
    if (path === 'usd' || path === 'eur' || path === 'changed') tellAmounts(of.columns.numbers[path], test, rows);
    if (column === undefined) continue;
    const { codes, values, folded } = column;
    const says = new Uint8Array(values.length);
    for (let row = 0; row < rows.length; row += 1) if (asked[row] === 1) says[codes[row] ?? 0] = ASKED;
    // In the order of the values, as they lie in memory: in that of the rows it took five times as long.
    for (let code = 0; code < says.length; code += 1) {
      if (says[code] === 0) continue;
      budget.take(test.weight);
      says[code] = saysOf(values[code] ?? [], folded[code] ?? [], test);
    }
    for (let row = 0; row < rows.length; row += 1) rows[row] = (rows[row] ?? 0) | (says[codes[row] ?? 0] ?? 0);
  }
  const wanted = test.isNone ? IS_THERE : IS_THERE | FITS;
  for (let row = 0; row < rows.length; row += 1) rows[row] = asked[row] === 1 && rows[row] === wanted ? 1 : 0;
  return rows;
}

function tellAmounts(amounts: Int32Array, { number, text }: ValueTest, rows: Uint8Array): void {
  for (let row = 0; row < rows.length; row += 1) {
    const amount = amounts[row] ?? NONE;
    if (amount === NONE) continue;
    const isFit = number === undefined ? text?.(String(amount), '') : number(amount);
    rows[row] = IS_THERE | (isFit ? FITS : 0);
  }
}

function saysOf(values: readonly string[], folded: readonly string[], { number, text }: ValueTest): number {
  let says = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? '';
    if (value === LAST) continue;
    says = IS_THERE;
    const size = number && numberOf(value);
    if (number === undefined ? text?.(value, folded[at] ?? value) : size !== undefined && number(size)) {
      return IS_THERE | FITS;
    }
  }
  return says;
}

/** How many rows have a value of the field; of a flag that which raises it. */
export function countBearers(of: FieldColumns, { type, columns, value }: Field): number {
  const text = type === 'flag' ? (raw: string) => raw === value : () => true;
  return fieldRows(of, { columns, text, isNone: false, weight: 0 }, everyRow(of.columns)).reduce(
    (sum, row) => sum + row,
    0,
  );
}

/** What each row is sorted by, NaN where it has no number: of several the least, descending the greatest. */
export function sortNumbers(of: FieldColumns, paths: readonly string[], isDescending: boolean): Float64Array {
  const none = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const best = isDescending ? Math.max : Math.min;
  const numbers = new Float64Array(of.columns.keys.length).fill(none);
  for (const path of paths) {
    const column = columnOf(of, path);
    if (column === undefined) continue;
    const ofCodes = column.values.map((values) => best(none, ...values.map((value) => numberOf(value) ?? none)));
    for (let row = 0; row < numbers.length; row += 1) {
      numbers[row] = best(numbers[row] ?? none, ofCodes[column.codes[row] ?? 0] ?? none);
    }
  }
  return numbers.map((number) => (number === none ? Number.NaN : number));
}
