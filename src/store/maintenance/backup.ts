/** Copies of the embedded store: taken while it is used, verified, and put back without destroying what was there. */
import { randomUUID } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { fileTrouble, OperatorFailure } from '../../failure.ts';
import { SCHEMA_VERSION } from '../engines/migrations.ts';
import { makeFolder, makePrivate, putInPlace } from '../engines/private-file.ts';
import { freeBytesIn, restoringPath } from '../engines/sqlite.ts';

const DATABASE = 'cardstock.db';
/** Files beside the database are keys and the like; anything larger can be made again. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;
/** Pages copied between two looks at the clock; SQLite's 4 kB each. */
const PAGES_AT_ONCE = 2000;

/** What a copy holds. */
export type BackupContent = ReturnType<typeof verified>;

/** Notified how far a copy is; `total` is undefined of steps that cannot be watched. */
type OnStep = (step: string, done: number, total: number | undefined) => void;

/** Where the copy that becomes `file` is until it is whole. */
export const partialOf = (file: string): string => `${file}.partial`;

const refuse = (message: string, cause?: unknown): never => {
  throw new OperatorFailure(message, { cause });
};

/**
 * Writes a copy of the store in `dataDir` to `file`, which must not exist yet. Readers and writers go on meanwhile.
 * @throws OperatorFailure when there is no store, or the copy is not what was read
 */
export async function backUp(dataDir: string, file: string, onStep: OnStep = () => undefined): Promise<BackupContent> {
  const path = join(dataDir, DATABASE);
  if (!existsSync(path)) refuse(`there is no store in ${dataDir}`);
  if (existsSync(file)) refuse(`${file} exists already: name another file`);
  // Its log and what else lies beside it may be away at this moment.
  if (resolve(file).startsWith(resolve(path))) refuse(`${file} is a name of the store's own: name another file`);
  const partial = partialOf(file);
  if (!existsSync(dirname(resolve(file))))
    refuse(`${file} cannot be written: there is no folder ${dirname(resolve(file))}`);
  await requireRoom(file, statSync(path).size);
  const source = new Database(path, { readonly: true, timeout: 10_000 });
  try {
    // A read transaction around the whole copy holds its moment: what is written meanwhile neither enters nor restarts it.
    source.exec('begin');
    const rows = rowCounts(source);
    // The copy takes a while: it is nobody else's from its first byte on.
    makePrivate(partial);
    await source.backup(partial, {
      progress: ({ totalPages, remainingPages }) => {
        onStep('pages', totalPages - remainingPages, totalPages);
        return PAGES_AT_ONCE;
      },
    });
    addFiles(partial, dataDir);
    onStep('check', 0, undefined);
    const content = verified(partial);
    if (JSON.stringify(content.rows) !== JSON.stringify(rows)) refuse('the copy does not hold what the store holds');
    await breathe();
    putInPlace(partial, file);
    return content;
  } finally {
    source.close();
    rmSync(partial, { force: true });
  }
}

/** What would fill a disk is not begun: the store itself may be on it. */
async function requireRoom(file: string, bytes: number): Promise<void> {
  const free = await freeBytesIn(dirname(resolve(file)));
  if (free >= bytes) return;
  const megabytes = (of: number) => Math.ceil(of / 1e6);
  refuse(`${file} takes ${megabytes(bytes)} MB, and its disk has ${megabytes(free)} MB free`);
}

/**
 * Puts the copy `file` in place as the store of `dataDir`. With `force` a data directory that is in use already is
 * accepted: its store is set aside in a folder of its own, never removed.
 * @throws OperatorFailure when `file` is no good copy, the directory is not empty, or a process has its store open
 */
export async function restore(
  file: string,
  dataDir: string,
  { force, onStep = () => undefined, now = new Date() }: { force: boolean; onStep?: OnStep; now?: Date },
) {
  if (!existsSync(file)) refuse(`there is no file ${file}`);
  makeFolder(dataDir);
  const incoming = restoringPath(dataDir);
  // What a restore left that was killed is no reason to refuse, and nothing to keep.
  const present = () => readdirSync(dataDir).filter((name) => !name.startsWith(basename(incoming)));
  if (present().length > 0 && !force) {
    refuse(`${dataDir} is not empty: name another with --data, or set what is there aside with --force`);
  }
  try {
    await copy(file, incoming, onStep);
    onStep('check', 0, undefined);
    const content = verified(incoming, file);
    if (content.schema_version > SCHEMA_VERSION) refuse(`${file} was written by a newer release: upgrade cardstock`);
    const files = takeFiles(incoming);
    // A signal that came meanwhile is heard here; from now on the store is either what it was or what is restored.
    await breathe();
    requireUnused(join(dataDir, DATABASE));
    // Read now: to look whether it is used took away what a process that was killed had left beside it.
    const replaced = present().filter((name) => name.startsWith(DATABASE) || files.has(name));
    const aside = join(dataDir, `before-restore-${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}`);
    if (replaced.length > 0) mkdirSync(aside);
    for (const name of replaced) renameSync(join(dataDir, name), join(aside, name));
    for (const [name, bytes] of files) writeFileSync(join(dataDir, name), bytes, { mode: 0o600 });
    renameSync(incoming, join(dataDir, DATABASE));
    // Where the restored store's predecessor lies, null where there was none.
    return { ...content, set_aside: replaced.length > 0 ? aside : null };
  } finally {
    rmSync(incoming, { force: true });
  }
}

/** Copies a file, for nobody else to read. */
async function copy(file: string, to: string, onStep: OnStep): Promise<void> {
  const { size } = statSync(file);
  let done = 0;
  const watched = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      onStep('bytes', done, size);
      yield chunk;
    }
  };
  makePrivate(to);
  await pipeline(createReadStream(file), watched, createWriteStream(to)).catch((error: NodeJS.ErrnoException) =>
    refuse(`${error.syscall === 'write' ? to : file}: ${fileTrouble(error)}`, error),
  );
}

function on<Done>(path: string, work: (database: Database.Database) => Done, options?: Database.Options): Done {
  const database = new Database(path, options);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Reads every page of the copy at `path` and counts its rows. */
const verified = (path: string, name = path) =>
  on(path, (database) => {
    try {
      // One file, without a log beside it.
      database.pragma('journal_mode = DELETE');
      const faults = database.pragma('integrity_check', { simple: true });
      if (faults !== 'ok') refuse(`${name} is damaged: ${faults}`);
      const meta = database.prepare('select key, value from meta').all() as { key: string; value: string }[];
      const value = (key: string) => Number(meta.find((row) => row.key === key)?.value ?? 0);
      return {
        schema_version: value('schema_version'),
        catalog_version: value('catalog_version'),
        rows: rowCounts(database),
        /** Files of the data directory that are in it, the key of sealed secrets among them. */
        files: hasFiles(database) ? (database.prepare('select name from files').pluck().all() as string[]) : [],
      };
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      return refuse(`${name} is no copy of a store: ${error.message}`, error);
    }
  });

const tableNames = (database: Database.Database): string[] =>
  database.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all() as string[];

const hasFiles = (database: Database.Database) => tableNames(database).includes('files');

function rowCounts(database: Database.Database): Record<string, number> {
  const names = tableNames(database).filter((name) => name !== 'files' && !name.startsWith('sqlite_'));
  const count = (name: string) => database.prepare(`select count(*) from "${name}"`).pluck().get() as number;
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

/** Without the key that seals them, the secrets of subscriptions would be lost: it travels in the copy. */
function addFiles(path: string, dataDir: string): void {
  const files = readdirSync(dataDir).filter((name) => {
    const stats = statSync(join(dataDir, name));
    const isKept = !name.startsWith(DATABASE) && !/\.lock(-journal)?$/.test(name);
    return isKept && stats.isFile() && stats.size <= FILE_BYTES_MAX;
  });
  on(path, (database) => {
    database.exec('create table files (name text primary key, bytes blob not null)');
    const add = database.prepare('insert into files values (?, ?)');
    for (const name of files) add.run(name, readFileSync(join(dataDir, name)));
  });
}

/** The files of a copy, which they leave. From now on it counts on by itself, wherever the store it came from is by now. */
const takeFiles = (path: string): Map<string, Buffer> =>
  on(path, (database) => {
    database.prepare("insert or replace into meta (key, value) values ('restored', ?)").run(randomUUID());
    if (!hasFiles(database)) return new Map();
    const rows = database.prepare('select name, bytes from files').all() as { name: string; bytes: Buffer }[];
    database.exec('drop table files');
    // A name with a folder in it would lie outside the data directory.
    return new Map(rows.map(({ name, bytes }) => [basename(name), bytes]));
  });

/** Leaving WAL takes the whole file, which fails while any other process has it open. */
function requireUnused(path: string): void {
  if (!existsSync(path)) return;
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (error.code.startsWith('SQLITE_BUSY')) refuse('a process has this store open: stop cardstock first', error);
    // Whatever else is wrong with it is why it is being replaced.
  } finally {
    database.close();
  }
}
