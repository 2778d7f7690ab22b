/** Which rows a tree of field terms leaves: each test looks at most once at a distinct value of its columns. */
import { type Field, numberOf, type ValueTest } from '../../../catalog/listing/fields.ts';
import { refused } from '../../../catalog/listing/filter-terms.ts';
import { LAST } from '../../schema/tables.ts';
import { type DictionaryColumn, type ListColumns, NONE } from './list-columns.ts';

/** What a filter asks of one game's rows: null asks for what none of them has. */
export type RowTree = ValueTest | null | { all: readonly RowTree[] } | { any: readonly RowTree[] } | { not: RowTree };

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
  if (tree === null) return new Uint8Array(asked.length);
  if ('columns' in tree) return testedRows(of, [tree], asked, budget);
  if ('not' in tree) return without(asked, fieldRows(of, tree.not, asked, budget));
  const ordered = (parts: readonly RowTree[]) => parts.toSorted((a, b) => costOf(of, a) - costOf(of, b));
  if ('all' in tree) {
    return ordered(withoutAny(tree.all)).reduce((left, part) => fieldRows(of, part, left, budget), asked);
  }
  const { lists, others } = listsIn(tree.any);
  let missed = asked;
  for (const tests of lists) missed = without(missed, testedRows(of, tests, missed, budget));
  for (const part of ordered(others)) missed = without(missed, fieldRows(of, part, missed, budget));
  return without(asked, missed);
}

/** Parts of which none may be, as one that may not: `-id:a -id:b` is a list too. */
function withoutAny(parts: readonly RowTree[]): readonly RowTree[] {
  const none = parts.flatMap((part) => (part !== null && 'not' in part ? [part.not] : []));
  const others = parts.filter((part) => part === null || !('not' in part));
  return none.length < 2 ? parts : [...others, { not: { any: none } }];
}

/** Tests for words of the same columns are looked up together: a deck by its ids is one pass over the rows. */
function listsIn(parts: readonly RowTree[]): { lists: ValueTest[][]; others: RowTree[] } {
  const isListed = (part: RowTree): part is ValueTest => part !== null && 'columns' in part && isLookedUp(part);
  const lists = Map.groupBy(parts.filter(isListed), ({ columns }) => columns.join(' '));
  return { lists: [...lists.values()], others: parts.filter((part) => !isListed(part)) };
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
      ? tree.columns.map((path) => (columnOf(of, path)?.values.length ?? 0) * (isLookedUp(tree) ? 0 : tree.weight))
      : ('all' in tree ? tree.all : tree.any).map((part) => costOf(of, part));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** What the values of a row say: that there is one, that one fits; and that they are asked. */
const [IS_THERE, FITS, ASKED] = [1, 2, 4];

function testedRows(of: FieldColumns, tests: readonly ValueTest[], asked: Uint8Array, budget: Budget): Uint8Array {
  const rows = new Uint8Array(asked.length);
  const [{ columns: paths, isNone } = { columns: [], isNone: false }] = tests;
  budget.take(asked.length / 8);
  for (const path of paths) {
    const column = columnOf(of, path);
    if (path === 'usd' || path === 'eur' || path === 'changed') {
      for (const test of tests) tellAmounts(of.columns.numbers[path], test, rows);
    }
    if (column === undefined) continue;
    const { codes } = column;
    const says = new Uint8Array(column.values.length);
    for (let row = 0; row < rows.length; row += 1) if (asked[row] === 1) says[codes[row] ?? 0] = ASKED;
    for (const test of tests) tellValues(column, test, says, budget);
    for (let row = 0; row < rows.length; row += 1) rows[row] = (rows[row] ?? 0) | (says[codes[row] ?? 0] ?? 0);
  }
  const wanted = isNone ? IS_THERE : IS_THERE | FITS;
  for (let row = 0; row < rows.length; row += 1)
    rows[row] = asked[row] === 1 && ((rows[row] ?? 0) & ~ASKED) === wanted ? 1 : 0;
  return rows;
}

/** What a test says of the values that are asked; of words it looks only at those that have them. */
function tellValues(column: DictionaryColumn, test: ValueTest, says: Uint8Array, budget: Budget): void {
  const { values, folded } = column;
  const found = isLookedUp(test) ? codesOfWords(column, test.words ?? []) : undefined;
  const count = found?.length ?? values.length;
  // In the order of the values, as they lie in memory: in that of the rows it took five times as long.
  for (let at = 0; at < count; at += 1) {
    const code = found === undefined ? at : (found[at] ?? 0);
    if (says[code] === 0 || ((says[code] ?? 0) & FITS) !== 0) continue;
    budget.take(test.weight);
    says[code] = (says[code] ?? 0) | saysOf(values[code] ?? [], folded[code] ?? [], test);
  }
}

/** What a row has beside what is asked decides where it may have none of it: then every value is looked at. */
const isLookedUp = ({ words, isNone }: ValueTest): boolean => words !== undefined && !isNone;

/** Which values of a column have a word: what is asked for by words is looked up, not looked for. */
interface Words {
  codes: Map<string, number | number[]>;
  /** Values that are texts: of those no words are kept. */
  texts: readonly number[];
}

/** Fewer values are looked at as fast. */
const LOOKED_UP_MIN = 200;
/** Names, ids and their like are shorter: words of all texts of a game would take more than the texts. */
const LETTERS_MAX = 100;

const wordsKnown = new WeakMap<DictionaryColumn, Words>();

/** The codes of a column among which every value is that has all these words; undefined where none is left out. */
function codesOfWords(column: DictionaryColumn, words: readonly string[]): readonly number[] | undefined {
  if (column.values.length < LOOKED_UP_MIN) return undefined;
  const { codes, texts } = wordsKnown.get(column) ?? wordsOf(column);
  let fewest: readonly number[] | undefined;
  for (const word of words) {
    const found = codes.get(word) ?? [];
    const list = typeof found === 'number' ? [found] : found;
    if (fewest === undefined || list.length < fewest.length) fewest = list;
  }
  return texts.length === 0 ? fewest : [...(fewest ?? []), ...texts];
}

function wordsOf(column: DictionaryColumn): Words {
  const codes: Words['codes'] = new Map();
  const texts: number[] = [];
  for (const [code, values] of column.folded.entries()) {
    const text = values.join(' ');
    if (text.length > LETTERS_MAX) texts.push(code);
    else for (const word of new Set(text.split(' '))) put(codes, word, code);
  }
  const words = { codes, texts };
  wordsKnown.set(column, words);
  return words;
}

function put(codes: Words['codes'], word: string, code: number): void {
  const before = codes.get(word);
  if (typeof before === 'object') before.push(code);
  else codes.set(word, before === undefined ? code : [before, code]);
}

function tellAmounts(amounts: Int32Array, { number, text }: ValueTest, rows: Uint8Array): void {
  for (let row = 0; row < rows.length; row += 1) {
    const amount = amounts[row] ?? NONE;
    if (amount === NONE) continue;
    const isFit = number === undefined ? text?.(String(amount), '') : number(amount);
    rows[row] = (rows[row] ?? 0) | IS_THERE | (isFit ? FITS : 0);
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
  const rows = fieldRows(of, { columns, text, isNone: false, weight: 0 }, everyRow(of.columns));
  return rows.reduce((sum, row) => sum + row, 0);
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
