/** Reads of one state of the catalog on the embedded engine: a read transaction shared by a turn of the event loop. */
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

/** @param open opens a reading connection of its own */
export function sqliteSnapshots(open: () => ReadConnection, faults: StoreFaults) {
  const shared = open();
  const { database } = shared;
  const begin = database.prepare('begin');
  const readVersion = faults.noting(versionOn(database));
  /** The catalog version of the open transaction. */
  let openVersion: number | undefined;
  const end = endingOn(database, faults);

  /** Lets the next read see what was committed since the turn began. */
  const endTurn = (): void => {
    if (openVersion === undefined) return;
    openVersion = undefined;
    end();
  };

  /**
   * The version that this turn reads. Every statement outside a transaction takes and drops SQLite's lock by system
   * calls: a card with both versions around it cost 13 µs, within a turn's transaction 5.
   */
  const turn = (): number => {
    if (openVersion !== undefined) return openVersion;
    begin.run();
    try {
      openVersion = readVersion();
    } catch (error) {
      end();
      throw error;
    }
    setImmediate(endTurn);
    return openVersion;
  };

  return {
    /**
     * Runs `work` on one state of the catalog. Mostly it is done within the turn, and so within one transaction; where it
     * took longer, two equal versions around it say that no commit came in between.
     */
    take: async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> => {
      for (let tries = 0; tries < SNAPSHOT_TRIES; tries += 1) {
        const before = turn();
        try {
          const value = await work(shared.reads);
          if (turn() === before) return { version: before, value };
        } catch (error) {
          // What cannot be read because it changed meanwhile is read again.
          if (turn() === before) throw error;
        }
      }
      return takeAlone(open(), work);
    },
    endTurn,
    close: async () => {
      endTurn();
      await shared.close();
    },
  };
}

/** A transaction that met a damaged page cannot be committed: unheard, that ends the process. Nothing was written in it. */
function endingOn(database: Database.Database, faults: StoreFaults): () => void {
  const commit = database.prepare('commit');
  return () => {
    try {
      commit.run();
    } catch (error) {
      faults.note(error);
      if (database.inTransaction) database.exec('rollback');
    }
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
