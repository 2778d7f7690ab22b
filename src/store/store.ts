/** The store as the other rooms hold it: reads, one way to write, and locks, on either engine. */
import type { Kysely, Transaction } from 'kysely';
import { OperatorFailure } from '../failure.ts';
import type { StoreFaults } from './faults.ts';
import type { Tables } from './schema/tables.ts';
import type { Touched } from './touched.ts';

export type Engine = 'sqlite' | 'postgres';
export type Reads = Kysely<Tables>;

/** A transaction, and what whoever writes in it calls once it is written: what follows from it is brought up to date. */
export type Writes = Transaction<Tables> & { touched(this: Writes, touched: Touched): Promise<void> };

export type LockKind = 'alone' | 'shared';

export interface Lock {
  /** Resolves when the store no longer holds the lock for us, as after a restart of its server; never after a release. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** What was read at one instant of the catalog, and the version that it had then. */
export interface Snapshot<T> {
  version: number;
  value: T;
}

/** How many long reads one process may have open at once: each is a connection of its own. */
export const LONG_READS_MAX = 4;

/** The whole store at one moment, read at a reader's pace. */
export interface LongRead {
  reads: Reads;
  close(): Promise<void>;
}

export interface ReplicaState {
  isConnected: boolean;
  /** When it was connected last, now if it is; null when never. */
  connectedAt: Date | null;
  lastError: string | null;
}

export interface Replica {
  state(): ReplicaState;
  /** Has `listener` told when the replica is lost and when it is back. */
  onChange(listener: (isConnected: boolean, cause?: unknown) => void): void;
}

export interface Store {
  engine: Engine;
  /** What is wrong with it, as far as its reads and writes have shown. */
  faults: StoreFaults;
  /** Bytes free on its disk; null where that is a server's to know. */
  freeBytes(): Promise<number | null>;
  /** For queries; never waits for a writer. */
  reads: Reads;
  /**
   * Runs catalog reads on one state of the catalog, whatever is committed meanwhile. `work` may be called again, and may
   * read a replica, which follows the store by a moment, or in its absence the store itself.
   */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>>;
  /** Undefined where the catalog is read from the store itself. */
  replica?: Replica | undefined;
  /** Runs `work` in one transaction, which is kept wholly or not at all. `work` may be called again after a conflict. */
  write<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
  /** Opens a read on a connection of its own. One that stays open keeps old rows from being cleared away. */
  longRead(): Promise<LongRead>;
  /**
   * Takes the lock `name` across all processes on this store; undefined when another holds it. Any number hold a `shared`
   * one together, and nobody then has it alone.
   */
  lock(name: string, kind?: LockKind): Promise<Lock | undefined>;
  close(): Promise<void>;
}

/** What an engine is handed, since it knows no table by itself. */
export interface Upkeep {
  /** Brings the schema up to date, and what follows from other tables; a new store is marked as the target of the move `mark`. */
  prepare(db: Kysely<Tables>, engine: Engine, mark: string | undefined): Promise<void>;
  /** `work` for a transaction that has begun, and after it all that follows from what it touched. */
  settled<T>(work: (writes: Writes) => Promise<T>): (transaction: Transaction<Tables>) => Promise<T>;
}

/** The store cannot be opened; the message is one sentence for the operator. */
export class StoreUnavailable extends OperatorFailure {}

/** What is there can be read, but is on a disk that takes nothing, so that it cannot be opened. */
export class StoreUnwritable extends StoreUnavailable {}

/** Where the data lives: PostgreSQL when `databaseUrl` is set, else an embedded database in `dataDir`. */
export interface StoreLocation {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The same database past a pooler such as pgbouncer, for what needs a session: locks and notifications. */
  directUrl?: string | undefined;
  readUrl?: string | undefined;
  /** Connections that one process keeps to each of these, at most. */
  poolMax?: number | undefined;
  /** How long a server may take for an answer, and for all of a catalog read; long, unless somebody waits for it. */
  answerMs?: number | undefined;
  /** Whether a database without a store is refused, and stays as it is. */
  isPresent?: boolean | undefined;
}
