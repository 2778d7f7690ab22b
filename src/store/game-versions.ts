/** The versions of the games beside the catalog's: what shows one game alone changes only when that game's moves. */
import type { Reads, Snapshot, Store, Writes } from './store.ts';

/** What a change moves. */
export interface Moved {
  /** Games whose records, prices or histories it changes. */
  games: readonly string[];
  /** Whether anything that is searched is among it: ids, names, numbers, what holds what. */
  names: boolean;
  /** What of its lists can stand otherwise, by default all of it; false where none can, as after a change of histories alone. */
  lists?: 'prices' | false;
}

/** Prices and histories of a game; undefined, which is everything there is, where the game is not known. */
export const pricesOf = (game: string | undefined): Moved | undefined =>
  game === undefined ? undefined : { games: [game], names: false, lists: 'prices' };

/** The catalog versions of a game's last changes: equal ones mean equal records, prices and histories, or equal names. */
export interface GameVersion {
  version: number;
  names: number;
}

/** The versions that the catalog has at one moment. */
export interface CatalogState {
  version: number;
  /** That of the last change of anything that is searched. */
  names: number;
  games: ReadonlyMap<string, GameVersion>;
}

type GameRow = GameVersion & { name: string };

/** The versions of each game as they are stored. */
export const gameRows = (reads: Reads | Writes): Promise<GameRow[]> =>
  reads.selectFrom('games').select(['name', 'version', 'names_version as names']).execute();

/**
 * Whether no game says that it was it that moved the catalog's version. A release before this one moves that alone, and a
 * game that was removed says nothing any more: then each game counts as moved.
 */
const isUntold = (version: number, rows: readonly GameRow[]): boolean => rows.every((row) => row.version < version);

/**
 * Tells which games moved with the catalog's `version`, in the transaction that moved it; without `moved` all of them. Gives
 * whether all did.
 */
export async function moveGames(writes: Writes, version: number, moved?: Moved): Promise<boolean> {
  const isAll = moved === undefined || isUntold(version - 1, await gameRows(writes));
  let update = writes.updateTable('games').set({ version, ...((isAll || moved.names) && { names_version: version }) });
  if (!isAll) update = update.where('name', 'in', moved.games);
  await update.execute();
  return isAll;
}

/** What the rows of a snapshot say. */
export function stateOf({ version, value }: Snapshot<readonly GameRow[]>): CatalogState {
  const rows = isUntold(version, value) ? value.map(({ name }) => ({ name, version, names: version })) : value;
  const names = rows.length === 0 ? version : Math.max(...rows.map((row) => row.names));
  return { version, names, games: new Map(rows.map(({ name, ...versions }) => [name, versions])) };
}

/** The versions that snapshots show at this moment; `known` again where the catalog's has not moved. */
export async function servedState(store: Store, known?: CatalogState): Promise<CatalogState> {
  const { version } = known === undefined ? { version: undefined } : await store.snapshot(async () => undefined);
  return version === known?.version && known !== undefined ? known : stateOf(await store.snapshot(gameRows));
}
