/** A game's records as another service has them: every field of the answer as a column, so that each can be asked and sorted by. */
import { numberNormalized } from '../../catalog/collector-number.ts';
import { field, numberOf, type ValueTest, valueTest } from '../../catalog/listing/fields.ts';
import { FilterReader, mapTerms, type Term } from '../../catalog/listing/filter-terms.ts';
import type { Expansion } from '../../catalog/records.ts';
import type { DropIn, DropInSet } from '../../games/game.ts';
import { inBatches } from '../../store/batches.ts';
import { allExpansions } from '../../store/catalog/expansions.ts';
import type { Reads } from '../../store/store.ts';
import { everyRow, fieldRows } from '../../store/views/listing/field-filter.ts';
import { FieldSets } from '../../store/views/listing/field-sets.ts';
import { type DictionaryColumn, type ListColumns, NONE, valueAt } from '../../store/views/listing/list-columns.ts';
import { listColumns } from '../../store/views/listing/read-columns.ts';
import { exportPages } from '../../store/views/priced/export-pages.ts';
import { pricedCards } from '../../store/views/priced/priced-records.ts';

/** What is served, and of which game. */
export interface Served {
  dropIn: DropIn;
  game: { name: string; idPrefix: string };
  /** Whether what the service never listed is listed too. */
  isWhole: boolean;
}

/** Results of queries that are held: a sweep asks the same one page after the other. */
const QUERIES_MAX = 100;

type Row = Record<string, unknown>;

/** Every value by its path in small letters; days in the form in which they are compared. */
function valuesOf(value: unknown, path: string, put: (path: string, value: string) => void): void {
  if (Array.isArray(value)) for (const each of value) valuesOf(each, path, put);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) valuesOf(each, path === '' ? name : `${path}.${name}`, put);
  } else if (value !== null && value !== undefined) {
    const text = String(value);
    put(path.toLowerCase(), /^\d{4}\/\d\d\/\d\d/.test(text) ? text.slice(0, 10).replaceAll('/', '-') : text);
  }
}

/** What ids, codes and numbers are is compared whole: `base` is not `base1`. */
const WHOLE = /(?:^|\.)(?:id|ptcgocode|number)$/;

/** Rows by number, with a column for each path. */
class Table {
  readonly ids = new Map<string, number>();
  readonly #sets = new FieldSets();
  readonly #columns = new Map<string, DictionaryColumn | undefined>();
  readonly #found = new Map<string, number[]>();
  #rows = 0;

  add(row: Row, further: Readonly<Record<string, readonly string[]>>, count: number): void {
    const values: Record<string, Set<string>> = {};
    const put = (path: string, value: string) => {
      values[path] = (values[path] ?? new Set()).add(value);
    };
    valuesOf(row, '', put);
    for (const [path, of] of Object.entries(further)) for (const value of of) put(path, value);
    this.#sets.add(
      this.#rows,
      Object.entries(values).map(([path, of]) => [path, [...of]]),
      count,
    );
    for (const id of values.id ?? []) this.ids.set(id.toLowerCase(), this.#rows);
    this.#rows += 1;
  }

  column(path: string): DictionaryColumn | undefined {
    if (!this.#columns.has(path)) this.#columns.set(path, this.#sets.column(path));
    return this.#columns.get(path);
  }

  /** The numbers of the rows that fit, in order. @throws Failure bad_request */
  find(q: string, orderBy: string): readonly number[] {
    const key = JSON.stringify([q, orderBy]);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const rows = this.#all(q);
    for (const path of orderBy.split(',').reverse()) this.#sort(rows, path.trim().replace(/^\+/, ''));
    if (this.#found.size >= QUERIES_MAX) this.#found.delete([...this.#found.keys()][0] ?? '');
    this.#found.set(key, rows);
    return rows;
  }

  #all(q: string): number[] {
    const all = Array.from({ length: this.#rows }, (_, row) => row);
    if (q.trim() === '') return all;
    const tree = mapTerms(new FilterReader(q, true).read(), (term) => this.#test(term));
    const columns = { keys: { length: this.#rows }, coded: {} } as ListColumns;
    const fields = new Map(
      [...this.#columns].flatMap(([path, column]) => (column === undefined ? [] : [[path, column] as const])),
    );
    const left = fieldRows({ columns, fields }, tree, everyRow(columns));
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

  /** A stable sort; rows without a value stand last in both directions. */
  #sort(rows: number[], asked: string): void {
    const path = asked.replace('-', '').toLowerCase();
    const column = this.column(path);
    if (column === undefined) return;
    const sign = asked.startsWith('-') ? -1 : 1;
    const keys = column.values.map(([value]) => (value === undefined ? undefined : sortKey(path, value)));
    rows.sort((one, other) => {
      const [a, b] = [keys[column.codes[one] ?? 0], keys[column.codes[other] ?? 0]];
      if (a === b) return 0;
      if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
      return (a < b ? -1 : 1) * (typeof a === typeof b ? sign : typeof a === 'number' ? 1 : -1);
    });
  }
}

/** Numbers by size, collector numbers as they are printed, words without regard to case. */
function sortKey(path: string, value: string): string | number {
  if (path === 'number') return numberNormalized(value) ?? '';
  return numberOf(value) ?? value.toLowerCase();
}

/** All of it at one state of the catalog. */
export class CompatCatalog {
  readonly cards = new Table();
  readonly sets = new Table();
  readonly #served: Served;
  readonly #ids: string[] = [];
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
      each.region === undefined && (isWhole || dropIn.isListed(each, game.idPrefix));
    const expansions = new Map(all.filter(isListed).map((each) => [each.id, each]));
    const [columns] = await listColumns(reads, 'cards', game.name);
    await made.#readSets(reads, [...expansions.values()], columns);
    const ids = columns?.ids.filter((_, row) => expansions.has(valueAt(columns.coded.expansion, row))) ?? [];
    for (const batch of inBatches(ids)) {
      for (const card of await pricedCards(reads, batch)) {
        const [expansion, set] = [expansions.get(card.expansion_id), made.#setOf.get(card.expansion_id)];
        if (expansion === undefined || set === undefined) continue;
        made.#ids.push(card.id);
        const row = dropIn.cardOf(card, set, game.idPrefix);
        made.cards.add(row, dropIn.further(card, expansion), ids.length);
      }
    }
    return made;
  }

  async #readSets(reads: Reads, expansions: readonly Expansion[], columns: ListColumns | undefined): Promise<void> {
    const { dropIn, game } = this.#served;
    const named = await exportPages.series(reads, { game: game.name }, 10_000);
    const seriesOf = new Map(named.map(({ id, name }) => [id, name]));
    const changed = changedAt(columns);
    const groups = Map.groupBy(expansions, ({ id }) => dropIn.setIdOf(id.slice(game.idPrefix.length)));
    const sets = [...groups].map(([id, group]) => {
      const ordered = group.toSorted((a, b) => Number(b.id.endsWith(id)) - Number(a.id.endsWith(id)));
      const seconds = Math.max(0, ...group.map((each) => changed.get(each.id) ?? 0));
      const series = seriesOf.get(ordered[0]?.series_id ?? '') ?? '';
      const set = dropIn.setOf(id, ordered, series, new Date(seconds * 1000));
      for (const each of group) this.#setOf.set(each.id, set);
      return { set, group };
    });
    const rank = ({ set }: { set: DropInSet }) => `${Number(!dropIn.isOwn(set))} ${set.releaseDate || '~'} ${set.id}`;
    for (const { set, group } of sets.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
      this.#setRows.push(set);
      const codes = group.flatMap(({ attributes = {} }) => [attributes.abbreviation, attributes.official_code]);
      const further = { id: group.map(({ id }) => id), ptcgocode: codes.filter((code) => typeof code === 'string') };
      this.sets.add(set, further, groups.size);
    }
  }

  setAt(row: number): Row {
    return this.#setRows[row] ?? {};
  }

  /** The cards of these rows, as they stand in the store. */
  async cardsAt(reads: Reads, rows: readonly number[]): Promise<Row[]> {
    const { dropIn, game } = this.#served;
    const cards = await pricedCards(
      reads,
      rows.map((row) => this.#ids[row] ?? ''),
    );
    return cards.flatMap((card) => {
      const set = this.#setOf.get(card.expansion_id);
      return set === undefined ? [] : [dropIn.cardOf(card, set, game.idPrefix)];
    });
  }

  /** The distinct values of a field of the cards. */
  valuesOf(path: string): string[] {
    return [...new Set(this.cards.column(path.toLowerCase())?.values.flat())].sort();
  }
}

/** When a card of each expansion changed last, in seconds. */
function changedAt(columns: ListColumns | undefined): Map<string, number> {
  const last = new Map<string, number>();
  for (const [row, seconds] of columns?.numbers.changed.entries() ?? []) {
    const id = valueAt(columns?.coded.expansion, row);
    if (seconds !== NONE && seconds > (last.get(id) ?? 0)) last.set(id, seconds);
  }
  return last;
}
