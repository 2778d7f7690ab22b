/** A place on SQLite: one file for all lives, with the connections of the one before. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Random } from '../../../demo/random.ts';
import { openSqlite } from '../../../src/store/engines/sqlite.ts';
import type { Store } from '../../../src/store/store.ts';
import { watchedUpkeep } from '../../support/oracles/derived.ts';
import { KeptConnections } from './kept-connections.ts';
import type { Marks, Place, Ways, Written } from './place.ts';
import { cutLog } from './power-cut.ts';

/** Nothing is to survive the machine: a commit need not wait for a disk. */
const MEMORY_DISK = '/dev/shm';

/** What no statement may do, held by the store itself, so that a look at every step costs nothing: a delivery that was taken is over. */
const FORBIDDEN = `create trigger delivered_is_over before update of state on deliveries
  when old.state = 'delivered' and new.state != 'delivered'
  begin select raise(abort, 'what was delivered waits again'); end`;

export class SqlitePlace implements Place {
  static #only: Promise<SqlitePlace> | undefined;
  readonly stale: string[] = [];
  readonly #upkeep = watchedUpkeep((tables) => void this.stale.push(...tables));
  readonly spared = { cut: 0 } as const;
  readonly #dataDir = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'cardstock-simulated-'));
  readonly #connections = new KeptConnections();
  readonly #path = join(this.#dataDir, 'cardstock.db');
  /** What an empty store says of itself. */
  #meta: readonly unknown[] = [];
  #cleaner: Cleaner | undefined;

  private constructor() {
    process.once('exit', () => {
      this.#connections.close();
      this.#cleaner?.close();
      rmSync(this.#dataDir, { recursive: true, force: true });
    });
  }

  /** The place of this process, with an empty store: whoever was there before is gone. */
  static async emptied(): Promise<SqlitePlace> {
    SqlitePlace.#only ??= new SqlitePlace().#prepared();
    const place = await SqlitePlace.#only;
    place.#connections.takeBack();
    place.#empty();
    place.stale.length = 0;
    return place;
  }

  open({ isFull = () => false }: Ways = {}): Promise<Store> {
    return openSqlite(this.#dataDir, this.#upkeep, { open: this.#connections.opener(isFull) });
  }

  /** SQLite answers at once: when this turn is over, everything waits for something else again, but for what threads pack. */
  async settled(): Promise<void> {
    do {
      await this.#upkeep.ending;
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#upkeep.ending !== undefined);
  }

  /** Past Kysely, which takes ten times as long. */
  marks(): Marks {
    this.#cleaner ??= cleanerOf(this.#path);
    return this.#cleaner.marks();
  }

  losePower(random: Random): boolean {
    const [path, log, index] = ['', '-wal', '-shm'].map((end) => `${this.#path}${end}`) as [string, string, string];
    const file = readFileSync(path);
    const { bytes, isWhole } = cutLog(readFileSync(log), random);
    // The last one to be closed would tidy up.
    this.#connections.close();
    this.#cleaner?.close();
    this.#cleaner = undefined;
    writeFileSync(path, file);
    writeFileSync(log, bytes);
    rmSync(index, { force: true });
    return isWhole;
  }

  written(): Written[] {
    return readdirSync(this.#dataDir).map((name) => ({ name, bytes: readFileSync(join(this.#dataDir, name)) }));
  }

  async #prepared(): Promise<this> {
    await (await this.open()).close();
    const database = new Database(this.#path);
    database.exec(FORBIDDEN);
    this.#meta = database.prepare('select key, value from meta').raw().all();
    database.close();
    return this;
  }

  #empty(): void {
    this.#cleaner ??= cleanerOf(this.#path);
    this.#cleaner.empty(this.#meta);
  }
}

const MARKS = `select (select max(seq) from events) as lastEvent,
  (select value from meta where key = 'catalog_version') as version`;

interface Cleaner {
  empty(meta: readonly unknown[]): void;
  marks(): Marks;
  close(): void;
}

function cleanerOf(path: string): Cleaner {
  const database = new Database(path);
  database.pragma('foreign_keys = off');
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[];
  const deletions = tables.map((table) => database.prepare(`delete from "${table}"`));
  const insert = database.prepare('insert into meta (key, value) values (?, ?)');
  const empty = database.transaction((meta: readonly unknown[]) => {
    for (const deletion of deletions) deletion.run();
    for (const row of meta) insert.run(row);
  });
  const marks = database.prepare(MARKS);
  return {
    marks: () => {
      const { version, lastEvent } = marks.get() as Record<keyof Marks, unknown>;
      return { version: Number(version ?? 0), lastEvent: Number(lastEvent ?? 0) };
    },
    empty: (meta) => {
      empty.immediate(meta);
      database.pragma('wal_checkpoint(truncate)');
    },
    close: () => database.close(),
  };
}
