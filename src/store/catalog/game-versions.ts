/** The versions of the games beside the catalog's: what shows one game alone changes only when that game's moves. */
import { sql } from 'kysely';
import { oneOf } from '../batches.ts';
import { announce } from '../engines/announcements.ts';
import { keepTimeline } from '../engines/timeline.ts';
import type { Reads, Snapshot, Store, Writes } from '../store.ts';

export interface Moved {
  /** Games whose records, prices or histories it changes. */
  games: readonly string[];
  /** Whether anything that is searched is among it: ids, names, numbers, what holds what. */
  names: boolean;
}

/** Prices and histories of a game; undefined, which is everything there is, where the game is not known. */
export const pricesOf = (game: string | undefined): Moved | undefined =>
  game === undefined ? undefined : { games: [game], names: false };

/** The catalog versions of a game's last changes: equal ones mean equal records, prices and histories, or equal names. */
export interface GameVersion {
  version: number;
  names: number;
}

export interface CatalogState {
  version: number;
  /** That of the last change of anything that is searched. */
  names: number;
  games: ReadonlyMap<string, GameVersion>;
}

type GameRow = GameVersion & { name: string };

export const gameRows = (reads: Reads): Promise<GameRow[]> =>
  reads.selectFrom('games').select(['name', 'version', 'names_version as names']).execute();

/**
 * Whether no game says that it was it that moved the catalog's version. A release before this one moves that alone, and a
 * game that was removed says nothing any more: then each game counts as moved.
 */
const isUnreported = (version: number, rows: readonly GameRow[]): boolean => rows.every((row) => row.version < version);

/** Moves the catalog version and those of the games that `moved` names, else of all; to be called in the transaction that makes the change. */
export async function bumpCatalogVersion(writes: Writes, moved?: Moved): Promise<void> {
  await keepTimeline(writes);
  const { rows } = await sql<{ value: string }>`insert into meta (key, value) values ('catalog_version', '1')
    on conflict (key) do update set value = cast(cast(meta.value as integer) + 1 as text)
    returning value`.execute(writes);
  const version = Number(rows[0]?.value);
  const isAll = await moveGames(writes, version, moved);
  const names = moved?.names ? moved.games : [];
  await writes.touched({ version: { version, games: moved?.games, names: isAll ? undefined : names } });
  await announce(writes, 'catalog', String(version));
}

/** Tells which games moved with the catalog's `version`, without `moved` all of them. Gives whether all did. */
async function moveGames(writes: Writes, version: number, moved?: Moved): Promise<boolean> {
  const isAll = moved === undefined || isUnreported(version - 1, await gameRows(writes));
  let update = writes.updateTable('games').set({ version, ...((isAll || moved.names) && { names_version: version }) });
  if (!isAll) update = update.where('name', 'in', oneOf(moved.games));
  await update.execute();
  return isAll;
}

export function stateOf({ version, value }: Snapshot<readonly GameRow[]>): CatalogState {
  const rows = isUnreported(version, value) ? value.map(({ name }) => ({ name, version, names: version })) : value;
  const names = rows.length === 0 ? version : Math.max(...rows.map((row) => row.names));
  return { version, names, games: new Map(rows.map(({ name, ...versions }) => [name, versions])) };
}

/** The versions that snapshots show at this moment; `known` again where the catalog's has not moved. */
export async function servedState(store: Store, known?: CatalogState): Promise<CatalogState> {
  const { version } = known === undefined ? { version: undefined } : await store.snapshot(async () => undefined);
  return version === known?.version && known !== undefined ? known : stateOf(await store.snapshot(gameRows));
}
