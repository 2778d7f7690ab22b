/** A game's records as another service has them: every field of the answer as a column, so that each can be asked and sorted by. */
import { numberNormalized } from '../../catalog/collector-number.ts';
import { OWN_LANGUAGE } from '../../catalog/listing/card-values.ts';
import { field, numberOf, type ValueTest, valueTest } from '../../catalog/listing/fields.ts';
import { FilterReader, mapTerms, type Term } from '../../catalog/listing/filter-terms.ts';
import type { Expansion } from '../../catalog/records.ts';
import type { DropIn, DropInSet } from '../../games/game.ts';
import { PackedRows } from '../../packed/packed-rows.ts';
import { inBatches } from '../../store/batches.ts';
import { allExpansions } from '../../store/catalog/expansions.ts';
import { Pause } from '../../store/pause.ts';
import type { Reads } from '../../store/store.ts';
import { FieldSets } from '../../store/views/listing/column-builder.ts';
import { everyRow, fieldRows } from '../../store/views/listing/field-filter.ts';
import { type DictionaryColumn, type ListColumns, valueAt } from '../../store/views/listing/list-columns.ts';
import { fieldColumns, listColumns } from '../../store/views/listing/read-columns.ts';
import { exportPages } from '../../store/views/priced/export-pages.ts';
import { pricedCards } from '../../store/views/priced/priced-records.ts';

export interface Served {
  dropIn: DropIn;
  game: { name: string; idPrefix: string };
  /** Whether what the service never listed is listed too. */
  isWhole: boolean;
}

/** Results of queries that are held, each some 0.2 MB at most: a sweep asks the same one page after the other. */
const QUERIES_MAX = 30;
/** Real code names three. */
const SORTS_MAX = 4;

type Row = Record<string, unknown>;

/** Addresses that nobody asks for, and that no two cards share. */
const ADDRESS = /^(?:images\.|(?:tcgplayer|cardmarket)\.url)/;

type Values = Record<string, Set<string>>;

function put(found: Values, path: string, value: string): void {
  found[path] ??= new Set();
  found[path].add(value);
}

/** Every value by its path in small letters; days in the form in which they are compared. */
function valuesOf(value: unknown, path = '', found: Values = {}): Values {
  if (Array.isArray(value)) for (const each of value) valuesOf(each, path, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) valuesOf(each, path === '' ? name : `${path}.${name}`, found);
  } else if (value !== null && value !== undefined && !ADDRESS.test(path)) {
    const text = String(value);
    put(found, path.toLowerCase(), /^\d{4}\/\d\d\/\d\d/.test(text) ? text.slice(0, 10).replaceAll('/', '-') : text);
  }
  return found;
}

/** What ids, codes and numbers are is compared whole: `base` is not `base1`. */
const WHOLE = /(?:^|\.)(?:id|ptcgocode|number)$/;

/** Rows by number, with a column for each path. */
class Table {
  readonly ids = new Map<string, number>();
  readonly #sets = new FieldSets();
  readonly #columns = new Map<string, DictionaryColumn>();
  readonly #found = new Map<string, number[]>();
  #rows = 0;

  /** @param further values that are asked for beside those of the row */
  add(row: Row, further: readonly Readonly<Record<string, Iterable<string>>>[], count: number): void {
    const values = valuesOf(row);
    for (const [path, of] of further.flatMap((each) => Object.entries(each))) {
      for (const value of of) put(values, path, value);
    }
    this.#sets.add(
      this.#rows,
      Object.entries(values).map(([path, of]) => [path, [...of]]),
      count,
    );
    for (const id of values.id ?? []) this.ids.set(id.toLowerCase(), this.#rows);
    this.#rows += 1;
  }

  column(path: string): DictionaryColumn | undefined {
    const known = this.#columns.get(path) ?? this.#sets.column(path);
    // What is not there is not remembered: callers may name anything.
    if (known !== undefined) this.#columns.set(path, known);
    return known;
  }

  /** The numbers of the rows that fit, in order. @throws Failure bad_request */
  find(q: string, orderBy: string): readonly number[] {
    const key = JSON.stringify([q, orderBy]);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const rows = this.#all(q);
    this.#sort(rows, orderBy.split(',', SORTS_MAX));
    if (this.#found.size >= QUERIES_MAX) this.#found.delete([...this.#found.keys()][0] ?? '');
    this.#found.set(key, rows);
    return rows;
  }

  #all(q: string): number[] {
    const all = Array.from({ length: this.#rows }, (_, row) => row);
    if (q.trim() === '') return all;
    const tree = mapTerms(new FilterReader(q, true).read(), (term) => this.#test(term));
    const columns = { keys: { length: this.#rows }, coded: {} } as ListColumns;
    const left = fieldRows({ columns, fields: this.#columns }, tree, everyRow(columns));
    return all.filter((row) => left[row] === 1);
  }

  /** What is not known matches nothing: theirs is no error either. */
  #test(term: Term): ValueTest | null {
    const path = (term.field ?? 'name').toLowerCase();
    if (this.column(path) === undefined) return null;
    const isRange = typeof term.value !== 'string' || /[<>]/.test(term.op);
    const isWhole = WHOLE.test(path) && term.op === ':' && !String(term.value).includes('*');
    const type = /date$|updatedat$/.test(path) ? 'date' : isRange ? 'number' : 'word';
    const asked = isWhole ? { ...term, op: '=' as const } : term;
    return valueTest(field(type, path, [path], '', ''), asked, true);
  }

  /** A stable sort by one path after the other; rows without a value stand last in both directions. */
  #sort(rows: number[], asked: readonly string[]): void {
    const orders = asked.flatMap((each) => {
      const [, sign, path = ''] = /^\s*([-+]?)(.*?)\s*$/.exec(each.toLowerCase()) ?? [];
      const column = this.column(path);
      const keys = column?.values.map(([value]) => (value === undefined ? undefined : sortKey(path, value))) ?? [];
      return column === undefined ? [] : { keys, codes: column.codes, sign: sign === '-' ? -1 : 1 };
    });
    if (orders.length === 0) return;
    rows.sort((one, other) => {
      for (const { keys, codes, sign } of orders) {
        const [a, b] = [keys[codes[one] ?? 0], keys[codes[other] ?? 0]];
        if (a === b) continue;
        if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
        return (a < b ? -1 : 1) * (typeof a === typeof b ? sign : typeof a === 'number' ? 1 : -1);
      }
      return 0;
    });
  }
}

/** Numbers by size, collector numbers as they are printed, words without regard to case. */
function sortKey(path: string, value: string): string | number {
  if (path === 'number') return numberNormalized(value) ?? '';
  return numberOf(value) ?? value.toLowerCase();
}

export class CompatCatalog {
  readonly cards = new Table();
  readonly sets = new Table();
  readonly #served: Served;
  readonly #cardRows = new PackedRows();
  readonly #setOfRow: DropInSet[] = [];
  readonly #setRows: DropInSet[] = [];
  readonly #setOf = new Map<string, DropInSet>();

  private constructor(served: Served) {
    this.#served = served;
  }

  static async read(reads: Reads, served: Served): Promise<CompatCatalog> {
    const made = new CompatCatalog(served);
    const { dropIn, game, isWhole } = served;
    const all = await allExpansions(reads, game.name);
    const isListed = (each: Expansion) =>
      each.lang === undefined && each.region === undefined && (isWhole || dropIn.isListed(each, game.idPrefix));
    const expansions = new Map(all.filter(isListed).map((each) => [each.id, each]));
    const [columns] = await listColumns(reads, 'cards', game.name);
    if (columns === undefined) return made;
    const languages = (await fieldColumns(reads, game.name, ['card.lang'])).get('card.lang');
    const isRow = (row: number) =>
      valueAt(languages, row) === OWN_LANGUAGE && expansions.has(valueAt(columns.coded.expansion, row));
    const rows = Array.from(columns.keys.keys()).filter(isRow);
    await made.#readSets(reads, [...expansions.values()], columns, rows);
    const ofSets = new Map(made.#setRows.map((set) => [set, valuesOf({ set })]));
    const ids = rows.map((row) => columns.ids[row] ?? '');
    const pause = new Pause();
    for (const batch of inBatches(ids)) {
      await pause.soon();
      for (const card of await pricedCards(reads, batch)) {
        await pause.soon();
        const [expansion, set] = [expansions.get(card.expansion_id), made.#setOf.get(card.expansion_id)];
        if (expansion === undefined || set === undefined) continue;
        const row = { ...dropIn.cardOf(card, set, game.idPrefix), set: null };
        made.#cardRows.push(row);
        made.#setOfRow.push(set);
        made.cards.add(row, [ofSets.get(set) ?? {}, dropIn.further(card, expansion, game.idPrefix)], ids.length);
      }
    }
    return made;
  }

  /** Those of which a card is listed. */
  async #readSets(
    reads: Reads,
    expansions: readonly Expansion[],
    columns: ListColumns,
    rows: readonly number[],
  ): Promise<void> {
    const { dropIn, game } = this.#served;
    const named = await exportPages.series(reads, { game: game.name }, 10_000);
    const seriesOf = new Map(named.map(({ id, name }) => [id, name]));
    const states = statesOf(columns, rows);
    const groups = Map.groupBy(expansions, ({ id }) => dropIn.setIdOf(id.slice(game.idPrefix.length)));
    const sets = [...groups].flatMap(([id, group]) => {
      const ordered = group.toSorted((a, b) => Number(b.id.endsWith(id)) - Number(a.id.endsWith(id)));
      const ofGroup = group.flatMap((each) => states.get(each.id) ?? []);
      const total = ofGroup.reduce((sum, { cards }) => sum + cards, 0);
      if (total === 0) return [];
      const changed = new Date(Math.max(0, ...ofGroup.map((state) => state.changed)) * 1000);
      const legal = new Set(ofGroup.flatMap((state) => [...state.legal]));
      const series = seriesOf.get(ordered[0]?.series_id ?? '') ?? '';
      const set = dropIn.setOf(id, ordered, { series, total, legal, changed });
      for (const each of group) this.#setOf.set(each.id, set);
      return { set, group };
    });
    const rank = ({ set }: { set: DropInSet }) => `${Number(!dropIn.isOwn(set))} ${set.releaseDate || '~'} ${set.id}`;
    for (const { set, group } of sets.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
      this.#setRows.push(set);
      const codes = group.flatMap(({ attributes = {} }) => [attributes.abbreviation, attributes.official_code]);
      const further = { id: group.map(({ id }) => id), ptcgocode: codes.filter((code) => typeof code === 'string') };
      this.sets.add(set, [further], groups.size);
    }
  }

  /** Of the state that all of it is of, whatever was written since. */
  rowsAt(list: 'cards' | 'sets', rows: readonly number[]): Row[] {
    if (list === 'sets') return rows.map((row) => this.#setRows[row] ?? {});
    return this.#cardRows.at(rows).map((card, at) => ({ ...card, set: this.#setOfRow[rows[at] ?? 0] }));
  }

  valuesOf(path: string): string[] {
    return [...new Set(this.cards.column(path.toLowerCase())?.values.flat())].sort();
  }
}

interface State {
  cards: number;
  changed: number;
  legal: Set<string>;
}

/** Of each expansion how many cards are listed, when one of them changed last, in seconds, and the formats that one may be played in. */
function statesOf({ coded, numbers }: ListColumns, rows: readonly number[]): Map<string, State> {
  const states = new Map<string, State>();
  for (const row of rows) {
    const id = valueAt(coded.expansion, row);
    const { cards, changed, legal } = states.get(id) ?? { cards: 0, changed: 0, legal: new Set() };
    for (const format of coded.legality?.values[coded.legality.codes[row] ?? 0] ?? []) legal.add(format);
    states.set(id, { cards: cards + 1, changed: Math.max(changed, numbers.changed[row] ?? 0), legal });
  }
  return states;
}
