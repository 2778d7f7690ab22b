/** The store as the other rooms hold it: reads, one way to write, and locks, on either engine. */
import type { Kysely, Transaction } from 'kysely';
import { OperatorFailure } from '../failure.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Reads = Kysely<Tables>;
export type Writes = Transaction<Tables>;

/** A lock that ends with its process. */
export interface Lock {
  release(): Promise<void>;
}

export interface Store {
  engine: Engine;
  /** For queries; never waits for a writer. */
  reads: Reads;
  /** Runs `work` in one transaction, which is kept wholly or not at all. `work` may be called again after a conflict. */
  write<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
  /** Takes the lock `name` across all processes on this store; undefined when another holds it. */
  lock(name: string): Promise<Lock | undefined>;
  close(): Promise<void>;
}

/** The store cannot be opened; the message is one sentence for the operator. */
export class StoreUnavailable extends OperatorFailure {}

/** Where the data lives: PostgreSQL when `databaseUrl` is set, else an embedded database in `dataDir`. */
export interface StoreLocation {
  dataDir: string;
  databaseUrl?: string | undefined;
}
