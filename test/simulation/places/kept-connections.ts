/** Connections that outlive the processes that had them: to open one and to prepare its statements anew takes most of a life. */
import Database from 'better-sqlite3';
import type { OpenDatabase } from '../../../src/store/engines/sqlite.ts';

/** A connection with what was prepared on it. */
interface Kept {
  database: Database.Database;
  statements: Map<string, Database.Statement>;
  pragmas: Set<string>;
}

interface Loan {
  isLent(): boolean;
  isFull(): boolean;
  end(): void;
}

/** What a pragma answers is asked for by nobody here, and what it sets stays set. */
const NOTHING: unknown[] = [];

export class KeptConnections {
  readonly #free = new Map<string, Kept[]>();
  readonly #lent = new Set<() => void>();

  /**
   * Lends connections to who believes them to be new; closing one undoes what was not committed, and gives it back.
   * @param isFull whether the disk takes nothing
   */
  readonly opener =
    (isFull: () => boolean): OpenDatabase =>
    (path, options) => {
      const key = `${path} ${options.readonly}`;
      const free = this.#free.get(key) ?? [];
      this.#free.set(key, free);
      const kept = free.pop() ?? { database: new Database(path, options), statements: new Map(), pragmas: new Set() };
      const end = () => {
        if (!this.#lent.delete(end)) return;
        if (kept.database.inTransaction) kept.database.exec('rollback');
        free.push(kept);
      };
      this.#lent.add(end);
      return lentOf(kept, { isLent: () => this.#lent.has(end), isFull, end });
    };

  /** Takes back what was lent, as the system does when all that run have died. */
  takeBack(): void {
    for (const end of this.#lent) end();
  }

  close(): void {
    this.takeBack();
    for (const { database } of [...this.#free.values()].flat()) database.close();
    this.#free.clear();
  }
}

/** What the store uses of a connection, for as long as it is lent: who died and goes on all the same meets a closed one. */
function lentOf({ database, statements, pragmas }: Kept, { isLent, isFull, end }: Loan): Database.Database {
  const whileLent = <Found>(call: () => Found): Found => {
    if (!isLent()) throw new TypeError('The database connection is not open');
    return call();
  };
  let fulls = 0;
  /** As SQLite does it where the log cannot grow: now and then it undoes the transaction by itself, which else its owner has to. */
  const fail = () => {
    fulls += 1;
    if (fulls % 2 === 0) database.exec('rollback');
    throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return {
      reader: statement.reader,
      pluck: () => {
        statement.pluck();
        return { get: () => whileLent(() => statement.get()) };
      },
      all: (values: unknown[]) => whileLent(() => statement.all(values)),
      run: (values: unknown[] = []) =>
        whileLent(() => {
          if (text === 'commit' && !database.readonly && isFull()) fail();
          return statement.run(values);
        }),
    };
  };
  const pragma = (text: string) => {
    if (!pragmas.has(text)) database.pragma(text);
    pragmas.add(text);
    return NOTHING;
  };
  const lent = {
    prepare: (text: string) => whileLent(() => prepare(text)),
    pragma: (text: string) => whileLent(() => pragma(text)),
    exec: (text: string) => whileLent(() => database.exec(text)),
    close: end,
    get inTransaction() {
      return database.inTransaction;
    },
  };
  return lent as unknown as Database.Database;
}
