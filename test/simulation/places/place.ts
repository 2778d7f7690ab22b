/** Where the seeds of a process live, one after the other: a store, emptied for each. */
import type { Random } from '../../../demo/random.ts';
import type { Store } from '../../../src/store/store.ts';

/** What a process meets on its way to the store; without it all is well. */
export interface Ways {
  /** Whether the disk takes nothing. */
  isFull?(): boolean;
  /** Whether the connection is lost on which a statement was to be sent. */
  isCut?(): boolean;
}

/** What moves when something is published or told. */
export interface Marks {
  version: number;
  lastEvent: number;
}

export interface Place {
  /** What cannot strike here. */
  readonly spared: Partial<Record<'full' | 'power' | 'cut', 0>>;
  open(ways?: Ways): Promise<Store>;
  /** Resolves when nothing waits for the store any more. */
  settled(): Promise<unknown>;
  /** How far the store is, for who looks after every commit. */
  marks(): Marks | Promise<Marks>;
  /** The power goes in the middle of the last commit, with all that have a connection; returns whether the commit is kept. */
  losePower?(random: Random): boolean;
  /** Derived tables that transactions of this life left otherwise than their rebuild makes them. */
  readonly stale: string[];
  /** All that was written, piece by piece. */
  written(): Iterable<Written> | Promise<Iterable<Written>>;
}

/** A file, or a table. */
export interface Written {
  name: string;
  bytes: Buffer;
}
