/** Where the seeds of a process live, one after the other: emptied for each, with the connections of the one before. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Random } from '../../demo/random.ts';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { KeptConnections } from './kept-connections.ts';
import { cutLog } from './power-cut.ts';

/** Nothing is to survive the machine: a commit need not wait for a disk. */
const MEMORY_DISK = '/dev/shm';

/** What no statement may do, held by the store itself, so that a look at every step costs nothing: a delivery that was taken is over. */
const FORBIDDEN = `create trigger delivered_is_over before update of state on deliveries
  when old.state = 'delivered' and new.state != 'delivered'
  begin select raise(abort, 'what was delivered waits again'); end`;

export class Place {
  static #only: Promise<Place> | undefined;
  readonly dataDir = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'cardstock-simulated-'));
  readonly #connections = new KeptConnections();
  readonly #path = join(this.dataDir, 'cardstock.db');
  /** What an empty store says of itself. */
  #meta: readonly unknown[] = [];
  #cleaner: Cleaner | undefined;

  private constructor() {
    process.once('exit', () => {
      this.#connections.close();
      this.#cleaner?.close();
      rmSync(this.dataDir, { recursive: true, force: true });
    });
  }

  /** The place of this process, with an empty store: whoever was there before is gone. */
  static async emptied(): Promise<Place> {
    Place.#only ??= new Place().#prepared();
    const place = await Place.#only;
    place.#connections.takeBack();
    place.#empty();
    return place;
  }

  /** @param isFull whether the disk takes nothing */
  open(isFull = () => false): Promise<Store> {
    return openSqlite(this.dataDir, undefined, this.#connections.opener(isFull));
  }

  /** How far the store is, for who looks after every commit: past Kysely, which takes ten times as long. */
  marks(): Marks {
    this.#cleaner ??= cleanerOf(this.#path);
    return this.#cleaner.marks();
  }

  /** The power goes in the middle of the last commit, with all that have a connection; returns whether the commit is kept. */
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

/** What moves when something is published or told. */
export interface Marks {
  version: number;
  lastEvent: number;
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
