/** Opens the store on the engine that its location names. */
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';
import { metaValue } from './meta.ts';
import { type Store, type StoreLocation, StoreUnavailable } from './store.ts';
import { upkeepOf } from './views/views.ts';

/** @throws StoreUnavailable, NewerStore */
export async function openStore(location: StoreLocation): Promise<Store> {
  const store = await openMoveTarget(location);
  if ((await metaValue(store.reads, 'moving')) === undefined) return store;
  await store.close();
  throw new StoreUnavailable(
    'a move into this store was not finished: run cardstock db move again as it was begun, or name an empty store',
  );
}

/**
 * Opens a store that may be half moved: only what goes on with the move may. One that is empty gets `mark` with its first
 * table, so that nothing takes it for a new store.
 * @throws StoreUnavailable, NewerStore
 */
export function openMoveTarget({ databaseUrl, ...rest }: StoreLocation, mark?: string): Promise<Store> {
  const upkeep = upkeepOf();
  return databaseUrl ? openPostgres(databaseUrl, rest, upkeep, { mark }) : openSqlite(rest.dataDir, upkeep, { mark });
}
