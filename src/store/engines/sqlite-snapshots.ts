/** Reads of one state of the catalog on the embedded engine: what a commit came between is read again. */
import type Database from 'better-sqlite3';
import type { StoreFaults } from '../faults.ts';
import type { Reads, Snapshot } from '../store.ts';

/** Reads take a millisecond and commits come by the second: a read that meets even two in a row is rare. */
const SNAPSHOT_TRIES = 5;

export interface ReadConnection {
  database: Database.Database;
  reads: Reads;
  close(): Promise<void>;
}

/**
 * Reads on the connection `shared`: two equal versions around a read say that no commit came in between.
 * @param open opens a reading connection of its own
 */
export function sqliteSnapshots(shared: ReadConnection, open: () => ReadConnection, faults: StoreFaults) {
  const readVersion = faults.noting(versionOn(shared.database));
  return async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> => {
    for (let tries = 0; tries < SNAPSHOT_TRIES; tries += 1) {
      const before = readVersion();
      try {
        const value = await work(shared.reads);
        if (readVersion() === before) return { version: before, value };
      } catch (error) {
        // What cannot be read because it changed meanwhile is read again.
        if (readVersion() === before) throw error;
      }
    }
    return takeAlone(open(), work);
  };
}

async function takeAlone<T>(own: ReadConnection, work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> {
  try {
    own.database.exec('begin');
    const version = versionOn(own.database)();
    return { version, value: await work(own.reads) };
  } finally {
    own.database.close();
  }
}

function versionOn(database: Database.Database): () => number {
  const statement = database.prepare("select value from meta where key = 'catalog_version'").pluck();
  return () => Number(statement.get() ?? 0);
}
