/** Damages the file of a closed embedded store. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { StoreLocation } from '../../../src/store/store.ts';

/** Overwrites the first page of each of these tables or indexes. */
export function damage({ dataDir }: StoreLocation, ...names: string[]): void {
  const path = join(dataDir, 'cardstock.db');
  const database = new Database(path);
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  // What is in the log still would be read instead of the page.
  database.pragma('wal_checkpoint(TRUNCATE)');
  const root = database.prepare('select rootpage from sqlite_schema where name = ?').pluck();
  const pages = names.map((name) => Number(root.get(name)));
  database.close();
  const file = openSync(path, 'r+');
  for (const page of pages) writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize);
  closeSync(file);
}
