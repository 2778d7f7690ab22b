/** Reads a list's columns, those in memory where they are still what the store says. */

import type { Reads } from '../store.ts';
import { unpackColumns } from './column-bytes.ts';
import type { ListColumns } from './list-columns.ts';
import type { ListColumnTable } from './listing-tables.ts';

/** Columns of a game in memory. They are named by their digest: equal ones are equal, of whatever store and moment. */
interface Held {
  digest: string;
  /** Many reads that come after a change unpack it once. */
  columns: Promise<ListColumns>;
}

const held = new Map<string, Held>();

/** The columns of a list by game; of one game where it is asked for. */
export async function listColumns(
  reads: Reads,
  list: ListColumnTable['list'],
  game: string | undefined,
): Promise<ListColumns[]> {
  let query = reads.selectFrom('list_columns').select(['game', 'digest']).where('list', '=', list).orderBy('game');
  if (game !== undefined) query = query.where('game', '=', game);
  const found: ListColumns[] = [];
  for (const { game, digest } of await query.execute()) {
    const known = held.get(`${list} ${game}`);
    const own = () => load(reads, list, game, digest);
    // Another read's connection may break: this one has its own.
    found.push(await (known?.digest === digest ? known.columns.catch(own) : own()));
  }
  return found;
}

function load(reads: Reads, list: ListColumnTable['list'], game: string, digest: string): Promise<ListColumns> {
  const name = `${list} ${game}`;
  const columns = unpacked(reads, list, game);
  const loading = { digest, columns };
  held.set(name, loading);
  columns.catch(() => held.get(name) === loading && held.delete(name));
  return columns;
}

async function unpacked(reads: Reads, list: ListColumnTable['list'], game: string): Promise<ListColumns> {
  const { body } = await reads
    .selectFrom('list_columns')
    .select('body')
    .where('game', '=', game)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return unpackColumns(body);
}
