/** What a derived table is: what it follows, how it is kept up to date, and how it is made anew. */
import type { Tables } from '../schema/tables.ts';
import type { Writes } from '../store.ts';
import type { Touched, TouchedDay, TouchedVersion } from '../touched.ts';

export interface Ended {
  /** Each move of the catalog's version, in their order. */
  versions: readonly TouchedVersion[];
  days: readonly TouchedDay[];
  /** What lists show of it: records whatever they are, those of products alone, or nothing but prices. */
  lists: 'records' | 'products' | 'prices' | undefined;
}

/** A table, or a value of `meta`, all of which follows from others. */
export interface View {
  follows: readonly (keyof Tables)[];
  /** Brings it up to what is touched, as it is: of many cards, what they are is in memory only then. */
  update?(writes: Writes, touched: Touched): Promise<void>;
  /** Brings it up to all that a transaction touched, at its end. */
  settle?(writes: Writes, ended: Ended): Promise<void>;
  /** Makes it what the tables say that it follows, whatever it is. */
  rebuild(writes: Writes): Promise<void>;
}
