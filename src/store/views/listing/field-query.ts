/** Field terms given their meaning: which column of which game each asks for, or why it cannot be answered. */
import { type Languages, languageOfRegion } from '../../../catalog/languages/regional-prints.ts';
import { OF_REGION, OWN_LANGUAGE } from '../../../catalog/listing/card-values.ts';
import { COMMON_FIELDS, type Field, type ValueTest, valueTest } from '../../../catalog/listing/fields.ts';
import { FilterReader, type FilterTree, mapTerms, refused, type Term } from '../../../catalog/listing/filter-terms.ts';
import { nearest } from '../../../catalog/words/edit-distance.ts';
import { Failure } from '../../../failure.ts';
import { LAST } from '../../schema/tables.ts';
import type { Reads } from '../../store.ts';
import { Budget, everyRow, type FieldColumns, fieldRows, type RowTree, sortNumbers } from './field-filter.ts';
import { valueCounts } from './list-columns.ts';
import { SORTS, type Sort } from './list-order.ts';
import { fieldColumns, type GameColumns, listColumns } from './read-columns.ts';

/** A game whose cards are asked for by their fields. */
export interface AskedGame extends Languages {
  name: string;
  fields?: readonly Field[];
}

/** Fields by every name that they have; flags by `is:` and theirs. */
export type FieldTable = ReadonlyMap<string, Field>;

/** Of a text that most have an example shows the beginning. */
const WORDS_MAX = 4;

const nameOf = ({ type, name }: Pick<Field, 'type' | 'name'>) => (type === 'flag' ? `is:${name}` : name);

/** The fields of a game; of one that is read no more those of every game. */
export const fieldTable = (game: Pick<AskedGame, 'fields'> | undefined): FieldTable =>
  new Map(
    [...COMMON_FIELDS, ...(game?.fields ?? [])].flatMap((field) =>
      [field.name, ...field.aliases].map((name) => [nameOf({ ...field, name }), field] as const),
    ),
  );

/** Equal where two games mean the same. */
export const meaningOf = ({ type, title, columns, value }: Field): string =>
  JSON.stringify([type, title, columns, value]);

/** What a list is asked for by fields. */
export class FieldQuery {
  readonly #tables: ReadonlyMap<string, FieldTable>;
  readonly #games: ReadonlyMap<string, AskedGame>;
  readonly #tree: FilterTree | undefined;
  readonly #sort: string | undefined;
  readonly #budget = new Budget();

  /**
   * @param games that are asked
   * @throws Failure bad_request, with the place and what was meant
   */
  constructor(games: readonly AskedGame[], { filter, sort }: { filter: string | undefined; sort: Sort | undefined }) {
    this.#games = new Map(games.map((game) => [game.name, game]));
    this.#tables = new Map(games.map((game) => [game.name, fieldTable(game)]));
    this.#tree = filter === undefined ? undefined : new FilterReader(filter).read();
    this.#sort = SORTS.some((known) => known === sort) ? undefined : sort;
    // A game that is not known has nothing, whatever it is asked for.
    if (games.length === 0) return;
    if (this.#tree !== undefined) mapTerms(this.#tree, (term) => this.#check(term));
    if (this.#sort !== undefined) this.#checkSort(this.#sort);
  }

  #check(term: Term): void {
    const fault = (what: string) => refused(`at ${term.at}: ${what}`);
    const name = askedName(term);
    if (name === 'is:*') throw fault(`is: takes one of ${this.#names('is:').join(', ')}`);
    const known = this.#known(name);
    if (known.length === 0) throw fault(`${name} is no field here${this.#meant(name)}; GET /v1/fields lists them`);
    if (new Set(known.map(meaningOf)).size > 1) throw fault(`${name} means other things in other games: add game=`);
    for (const field of known) valueTest(field, term);
  }

  #checkSort(sort: string): void {
    const known = this.#known(sort.replace('-', ''));
    const fault = (what: string) => new Failure('bad_request', `sort ${what}`);
    if (known.length === 0 || known.some(({ type }) => type !== 'number')) {
      throw fault(`must be one of ${SORTS.join(', ')}, or a field of numbers, as GET /v1/fields lists them.`);
    }
    if (new Set(known.map(meaningOf)).size > 1) throw fault('means other things in other games: add game=.');
  }

  #known(name: string): Field[] {
    return [...this.#tables.values()].flatMap((table) => table.get(name) ?? []);
  }

  #names(prefix: string): string[] {
    return [...new Set([...this.#tables.values()].flatMap((table) => [...table.keys()]))].filter((name) =>
      name.startsWith(prefix),
    );
  }

  #meant(name: string): string {
    const near = nearest(name, this.#names(''));
    return near === undefined ? '' : ` (${near} is)`;
  }

  /** The rows of a game that the filter leaves of these. @throws Failure bad_request where it is too dear */
  async leaves(reads: Reads, columns: GameColumns, rows: Uint8Array): Promise<Uint8Array> {
    return this.#tree === undefined ? rows : this.#left(this.#tree, reads, columns, rows);
  }

  /** The terms of the filter that no card of these games fits, as they are understood, as far as looking for them is not too dear. */
  async unmatched(reads: Reads, games: readonly GameColumns[]): Promise<string[]> {
    const terms: Term[] = [];
    if (this.#tree !== undefined) mapTerms(this.#tree, (term) => terms.push(term));
    const unfit: string[] = [];
    // One budget for all: an empty list of a hundred terms must not cost a hundred times what a query may.
    const budget = new Budget();
    try {
      for (const term of terms) {
        const left = games.map((columns) => this.#left(term, reads, columns, everyRow(columns), budget));
        if (!(await Promise.all(left)).some((rows) => rows.includes(1))) unfit.push(written(term));
      }
    } catch (error) {
      // The list itself was answered: what is too dear is not looked for.
      if (!(error instanceof Failure)) throw error;
    }
    return unfit;
  }

  async #left(asked: FilterTree, reads: Reads, columns: GameColumns, rows: Uint8Array, budget = this.#budget) {
    const paths: string[] = [];
    const tree = mapTerms(asked, (term): RowTree => {
      const test = this.#testOf(term, columns.game);
      paths.push(...(test?.columns ?? []));
      // What bears no flag is not it: records need not say false.
      return term.op === '!=' && test !== null && askedName(term).startsWith('is:') ? { not: test } : test;
    });
    return fieldRows(await withFields(reads, columns, paths), tree, rows, budget);
  }

  /** What a game's rows are sorted by; undefined where that is one of the sorts of every list. */
  async sortNumbers(reads: Reads, columns: GameColumns): Promise<Float64Array | undefined> {
    if (this.#sort === undefined) return undefined;
    const paths = this.#tables.get(columns.game)?.get(this.#sort.replace('-', ''))?.columns ?? [];
    return sortNumbers(await withFields(reads, columns, paths), paths, this.#sort.startsWith('-'));
  }

  #testOf(term: Term, game: string): ValueTest | null {
    const field = (this.#tables.get(game) ?? fieldTable(undefined)).get(askedName(term));
    if (field === undefined) return null;
    return inLanguage(
      valueTest(field, field.type === 'flag' ? { ...term, op: '=', value: field.value } : term),
      this.#games.get(game),
    );
  }
}

/**
 * The keys of a game's cards that a filter leaves, as of the last commit.
 * @throws Failure bad_request
 */
export async function cardsLeft(reads: Reads, game: AskedGame, filter: string): Promise<Set<number>> {
  const query = new FieldQuery([game], { filter, sort: undefined });
  const left = new Set<number>();
  for (const columns of await listColumns(reads, 'cards', game.name)) {
    const rows = await query.leaves(reads, columns, everyRow(columns));
    for (let row = rows.indexOf(1); row >= 0; row = rows.indexOf(1, row + 1)) left.add(columns.keys[row] ?? 0);
  }
  return left;
}

/** A filter that asks for a field and finds cards of a game that has it: as it is declared, else by what most of them have. */
export async function exampleIn(reads: Reads, game: AskedGame, columns: GameColumns, field: Field): Promise<string> {
  const { fields } = await withFields(reads, columns, field.columns);
  const coded = { ...columns.coded, ...Object.fromEntries(fields) };
  const values = field.columns.flatMap((path) => valueCounts([{ ...columns, coded }], path));
  const usual =
    values
      .find(({ value }) => value !== LAST)
      ?.value.split(' ', WORDS_MAX)
      .join(' ') ?? '*';
  const written = /^(?:\w+|\*)$/.test(usual) ? usual : JSON.stringify(usual);
  for (const example of [field.example, `${field.name}:${written}`]) {
    const query = new FieldQuery([game], { filter: example, sort: undefined });
    if ((await query.leaves(reads, columns, everyRow(columns))).includes(1)) return example;
  }
  return `${field.name}:*`;
}

const written = ({ field = '', op, value }: Term): string => {
  const text = typeof value === 'string' ? value : `[${value.from ?? '*'} TO ${value.to ?? '*'}]`;
  return `${field}${field === '' ? '' : op}${text}`;
};

const askedName = ({ field = 'name', value }: Term): string => {
  const name = field.toLowerCase();
  return name === 'is' ? `is:${typeof value === 'string' ? value.toLowerCase() : '*'}` : name;
};

/** Records say no language where it is that of their catalog or region. */
function inLanguage(test: ValueTest, game: AskedGame | undefined): ValueTest {
  const { words: _, ...given } = test;
  const { columns, text } = given;
  if (!columns.includes('card.lang') || text === undefined || game === undefined) return test;
  const spoken = (raw: string) => {
    if (raw === OWN_LANGUAGE) return languageOfRegion(game, undefined);
    return raw.startsWith(OF_REGION) ? languageOfRegion(game, raw.slice(OF_REGION.length)) : raw;
  };
  return { ...given, text: (raw) => text(spoken(raw).toLowerCase(), spoken(raw).toLowerCase().replaceAll('-', ' ')) };
}

async function withFields(reads: Reads, columns: GameColumns, paths: readonly string[]): Promise<FieldColumns> {
  const further = new Set(paths.filter((path) => !(path in columns.coded)));
  return { columns, fields: await fieldColumns(reads, columns.game, further) };
}
