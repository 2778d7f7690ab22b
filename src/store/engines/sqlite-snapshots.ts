/** Reads of one state of the catalog on the embedded engine: a read transaction shared by a turn of the event loop. */
import type Database from 'better-sqlite3';
import type { StoreFaults } from '../faults.ts';
import type { Reads, Snapshot } from '../store.ts';

/** Reads take a millisecond and commits come by the second: a read that meets even two in a row is rare. */
const SNAPSHOT_TRIES = 5;

/** A reading connection and the queries on it. */
export interface ReadConnection {
  database: Database.Database;
  reads: Reads;
  close(): Promise<void>;
}

/** @param open opens a reading connection of its own */
export class SqliteSnapshots {
  readonly #open: () => ReadConnection;
  readonly #shared: ReadConnection;
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  readonly #faults: StoreFaults;
  readonly #readVersion: () => number;
  /** The catalog version of the open transaction. */
  #version: number | undefined;

  constructor(open: () => ReadConnection, faults: StoreFaults) {
    this.#open = open;
    this.#faults = faults;
    this.#shared = open();
    const { database } = this.#shared;
    this.#begin = database.prepare('begin');
    this.#commit = database.prepare('commit');
    this.#rollback = database.prepare('rollback');
    this.#readVersion = faults.noting(versionOn(database));
  }

  /**
   * Runs `work` on one state of the catalog. Mostly it is done within the turn, and so within one transaction; where it
   * took longer, two equal versions around it say that no commit came in between.
   */
  async take<T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> {
    for (let tries = 0; tries < SNAPSHOT_TRIES; tries += 1) {
      const before = this.#turn();
      try {
        const value = await work(this.#shared.reads);
        if (this.#turn() === before) return { version: before, value };
      } catch (error) {
        // What cannot be read because it changed meanwhile is read again.
        if (this.#turn() === before) throw error;
      }
    }
    return this.#takeAlone(work);
  }

  /** Lets the next read see what was committed since the turn began. */
  endTurn(): void {
    if (this.#version === undefined) return;
    this.#version = undefined;
    this.#end();
  }

  /** A transaction that met a damaged page cannot be committed: unheard, that ends the process. Nothing was written in it. */
  #end(): void {
    try {
      this.#commit.run();
    } catch (error) {
      this.#faults.note(error);
      if (this.#shared.database.inTransaction) this.#rollback.run();
    }
  }

  async close(): Promise<void> {
    this.endTurn();
    await this.#shared.close();
  }

  /**
   * The version that this turn reads. Every statement outside a transaction takes and drops SQLite's lock by system
   * calls: a card with both versions around it cost 13 µs, within a turn's transaction 5.
   */
  #turn(): number {
    if (this.#version !== undefined) return this.#version;
    this.#begin.run();
    try {
      this.#version = this.#readVersion();
    } catch (error) {
      this.#end();
      throw error;
    }
    setImmediate(() => this.endTurn());
    return this.#version;
  }

  /** Reads in a transaction on a connection of its own. */
  async #takeAlone<T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> {
    const { database, reads } = this.#open();
    try {
      database.exec('begin');
      const version = versionOn(database)();
      return { version, value: await work(reads) };
    } finally {
      database.close();
    }
  }
}

/** Reads the catalog version. */
function versionOn(database: Database.Database): () => number {
  const statement = database.prepare("select value from meta where key = 'catalog_version'").pluck();
  return () => Number(statement.get() ?? 0);
}
