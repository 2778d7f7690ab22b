/** Moves everything that a store holds into an empty one, on either engine, and proves that nothing was lost or changed. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { OperatorFailure } from '../../failure.ts';
import { cursorSecret, deleteMetaValue, metaValue, setMetaValue } from '../meta.ts';
import { insertRows } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Lock, Store } from '../store.ts';
import {
  clearTable,
  counterOf,
  type Fingerprint,
  fingerprintOf,
  lastRow,
  pagesOf,
  rowCount,
  setCounter,
  tablesOf,
} from './whole-tables.ts';

/** Shared by every process that stays on a store, also those that only serve. */
export const MEMBERSHIP = 'presence';
/** Held by whoever works on a store: `worker` for the schedule and the deliveries, `ingest` and `scan` for every run. */
const LOCKS = ['worker', 'ingest', 'scan', MEMBERSHIP];

export interface Move {
  from: Store;
  /** Opened as one that may be half moved. */
  to: Store;
  /** Notified of each table how many of its rows are copied, and after that how many are compared. */
  onProgress(table: string, does: 'copied' | 'compared', rows: number, of: number): void;
}

/**
 * Copies `from` into `to` and compares them. One that was cut off goes on where it stopped; until it is done, nothing else
 * opens `to`. Each table that was moved has the same rows on both sides.
 * @throws OperatorFailure when either side is in use, `to` holds something else, or the sides differ in the end
 */
export async function moveStore(move: Move) {
  const { from, to } = move;
  const held: Lock[] = [];
  try {
    await takeLocks(from, 'the store to be moved', held);
    await takeLocks(to, 'the store to move into', held);
    await claim(from, to);
    const moved: (Fingerprint & { table: string })[] = [];
    for (const table of await smallFirst(from)) moved.push({ table, ...(await moveTable(move, table)) });
    // Until it counts them by itself, PostgreSQL plans pages of cards as if tables were small: at four times the CPU.
    if (to.engine === 'postgres') await sql`analyze`.execute(to.reads);
    await to.write((writes) => deleteMetaValue(writes, 'moving'));
    return moved;
  } finally {
    for (const lock of held) await lock.release();
  }
}

/** What cannot work fails soon. */
async function smallFirst(store: Store): Promise<string[]> {
  const sizes = [...(await tablesOf(store)).keys()].map(
    async (table) => [table, await rowCount(store, table)] as const,
  );
  return (await Promise.all(sizes)).sort(([, a], [, b]) => a - b).map(([table]) => table);
}

async function takeLocks(store: Store, name: string, held: Lock[]): Promise<void> {
  for (const wanted of LOCKS) {
    const lock = await store.lock(wanted);
    if (!lock) {
      const does = wanted === MEMBERSHIP ? 'still runs' : 'is at work';
      throw new OperatorFailure(`a process ${does} on ${name}: stop every serve, worker and ingest first`);
    }
    held.push(lock);
  }
}

/** What a target of a move of `from` is marked with. */
export const moveMark = async (from: Store): Promise<string> =>
  createHash('sha256')
    .update(await cursorSecret(from))
    .digest('base64url');

/** Marks `to` as the target of a move of `from`, before the first row comes. */
async function claim(from: Store, to: Store): Promise<void> {
  const source = await moveMark(from);
  if ((await metaValue(to.reads, 'moving')) === source) return;
  const tables = [...(await tablesOf(to)).keys()].filter((table) => table !== 'meta');
  const holds = await Promise.all(tables.map((table) => lastRow(to, table)));
  if (holds.some(Boolean)) {
    throw new OperatorFailure('the store to move into is not empty: name an empty database or directory');
  }
  await to.write((writes) => setMetaValue(writes, 'moving', source));
}

async function moveTable({ from, to, onProgress }: Move, table: string): Promise<Fingerprint> {
  const of = await rowCount(from, table);
  const copy = async () => {
    // Rows go over in the order of their keys, a page in one transaction: what is there already is the beginning.
    const last = table === 'meta' ? undefined : await lastRow(to, table);
    if (table === 'meta') await to.write((writes) => clearTable(writes, table));
    let rows = last === undefined ? 0 : await rowCount(to, table);
    for await (const page of pagesOf(from, table, last)) {
      await to.write((writes) => insertRows(writes, table as keyof Tables, page as never[]));
      rows += page.length;
      onProgress(table, 'copied', rows, of);
    }
  };
  const equal = async () => {
    const [theirs, ours] = await Promise.all([
      fingerprintOf(from, table),
      fingerprintOf(to, table, (rows) => onProgress(table, 'compared', rows, of)),
    ]);
    return theirs.rows === ours.rows && theirs.digest === ours.digest ? ours : undefined;
  };
  await copy();
  let moved = await equal();
  if (moved === undefined) {
    // The source has changed since a move that was cut off began: once more from the start.
    await to.write((writes) => clearTable(writes, table));
    await copy();
    moved = await equal();
  }
  if (moved === undefined)
    throw new OperatorFailure(`the rows of ${table} differ after the move: nothing else opens the copy`);
  await setCounter(to, table, await counterOf(from, table));
  return moved;
}
