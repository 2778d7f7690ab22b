/** Opens the store on the engine that its location names. */
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Store, StoreLocation } from './store.ts';

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreUnavailable, NewerStore
 */
export function openStore({ dataDir, databaseUrl }: StoreLocation): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);
}
