/** Reads a list's columns, those in memory where they are still what the store says. */
import { rowsWhere, rowWhere } from '../../rows.ts';
import type { FieldList } from '../../schema/catalog-tables.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Reads } from '../../store.ts';
import { FIELD } from './column-builder.ts';
import { unpackColumns } from './column-bytes.ts';
import type { DictionaryColumn, ListColumns } from './list-columns.ts';

/** Columns of a game in memory. They are named by their digest: equal ones are equal, of whatever store and moment. */
interface Held {
  digest: string;
  /** Many reads that come after a change unpack it once. */
  columns: Promise<ListColumns>;
  /** What a field's column takes, once it is there. */
  bytes: number;
}

/** Of fields' columns those that were asked for last are held: of 100,000 cards all of them take 44 MB. */
const FIELDS_BYTES_MAX = 32e6;

const held = new Map<string, Held>();

export type GameColumns = ListColumns & { game: string };

/** The columns of a list by game; of one game where it is asked for. */
export async function listColumns(reads: Reads, list: 'cards' | 'products', game: string | undefined) {
  const found: GameColumns[] = [];
  const lists = await rowsWhere(reads, 'list_columns', { list, game }, ['game', 'digest'], 'game');
  for (const { game, digest } of lists) {
    found.push({ ...(await heldOrLoaded(reads, list, game, digest)), game });
  }
  return found;
}

function heldOrLoaded(reads: Reads, list: Tables['list_columns']['list'], game: string, digest: string) {
  const name = `${list} ${game}`;
  const known = held.get(name);
  const load = () => {
    const columns = unpacked(reads, list, game);
    const loading = { digest, columns, bytes: 0 };
    held.set(name, loading);
    columns.catch(() => held.get(name) === loading && held.delete(name));
    return columns;
  };
  // Another read's connection may break: this one has its own.
  return known?.digest === digest ? known.columns.catch(load) : load();
}

/** A game's columns of these paths in its cards' records; a path that no card has is absent. */
export async function fieldColumns(reads: Reads, game: string, paths: Iterable<string>, bytesMax = FIELDS_BYTES_MAX) {
  const lists = [...paths].map((path): FieldList => `field ${path}`);
  const rows = await rowsWhere(reads, 'list_columns', { game, list: lists }, ['list', 'digest']);
  const found = new Map<string, DictionaryColumn>();
  for (const { list, digest } of rows) {
    const column = (await heldOrLoaded(reads, list, game, digest)).coded[FIELD];
    if (column !== undefined) found.set(list.slice('field '.length), column);
    holdAsLast(`${list} ${game}`, column);
  }
  letGo(bytesMax);
  return found;
}

function holdAsLast(name: string, column: DictionaryColumn | undefined): void {
  const known = held.get(name);
  if (known === undefined || column === undefined) return;
  held.delete(name);
  // An array and its texts, beside what they are made of.
  const letters = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 64);
  known.bytes ||= column.codes.byteLength + column.values.reduce((sum, texts) => sum + letters(texts), 0);
  held.set(name, known);
}

function letGo(bytesMax: number): void {
  let sum = 0;
  for (const [name, { bytes }] of [...held].reverse()) {
    sum += bytes;
    if (sum > bytesMax && bytes > 0) held.delete(name);
  }
}

async function unpacked(reads: Reads, list: Tables['list_columns']['list'], game: string): Promise<ListColumns> {
  const stored = await rowWhere(reads, 'list_columns', { game, list }, ['body']);
  // A commit came between: who reads asks again.
  if (stored === undefined) throw new Error(`the columns of ${game} went meanwhile`);
  return unpackColumns(stored.body);
}
