/**
 * Statements of one turn of the event loop, sent to PostgreSQL together: one round trip, one transaction, one state. pg's
 * public pipelining makes a transaction of each; what stands on its inside here, and why, is in docs/decisions/0013, and
 * held to one release of pg by test/unit/store/driver.test.ts.
 */
import pg from 'pg';
import { Silence } from './postgres-pool.ts';

const VERSION = "select value from meta where key = 'catalog_version'";
/** Says besides whether the statements after it see the same state: behind a pooler nobody told us of, they might not. */
const VERSION_BESIDE = `${VERSION} and current_setting('transaction_isolation') = 'repeatable read'`;
/** Statements that a connection keeps planned. A text beyond these is planned at each use. */
const NAMED_MAX = 100;
/**
 * A slow statement holds up those that are sent with it: 3 at most. Sent one by one, the statements of an answer cost the
 * server 0.10 ms, four together 0.06, eight 0.055; but with eight, and both cores full, the slowest hundredth of the
 * answers took 0.11 s instead of 0.04.
 */
const TOGETHER_MAX = 4;

type Row = Record<string, unknown>;

interface Answered {
  /** The version of the catalog in the state that it saw; undefined where that is not known. */
  version: string | undefined;
  rows: Row[];
}

/** A statement that was sent before this one failed, and so the server skipped this one. */
export class SkippedStatement extends Error {}

interface Statement {
  text: string;
  /** Under which connections keep it planned; empty where they do not. */
  name: string;
  values: (string | null)[];
  answer: (rows: Row[], version: string | undefined) => void;
  fail: (error: Error) => void;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

/** pg's own query, the only kind that a pipelining connection takes; its types hide how it is sent and answered. */
const SentQuery = pg.Query as unknown as new (
  config: { text: string },
  values: undefined,
  ended: (error: Error | null) => void,
) => {
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(): void;
};

/** As the server reads a parameter: reads ask with text and numbers only. */
function parameter(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`a read asks with a value of type ${typeof value}`);
}

/** What a connection has planned, by name. Its columns never change, since the server then refuses it: described once. */
type Planned = Map<string, readonly Column[]>;
const planned = new WeakMap<pg.PoolClient, Planned>();

/** The question for the version, and statements after it: the server begins and ends their transaction by itself. */
class Batch extends SentQuery {
  readonly #client: pg.PoolClient;
  readonly #planned: Planned;
  readonly #statements: readonly Statement[];
  /** The place of the statement whose answer is being read. */
  #at = 0;
  #columns: readonly Column[] = [];
  #rows: Row[] = [];
  #version: string | undefined;

  constructor(client: pg.PoolClient, asked: readonly Statement[]) {
    super({ text: VERSION_BESIDE }, undefined, (error) => this.#end(error));
    this.#client = client;
    this.#planned = planned.get(client) ?? new Map();
    planned.set(client, this.#planned);
    const answer = ([row]: Row[]) => {
      this.#version = row?.value as string | undefined;
    };
    // Where it fails, what was asked for fails: the first of that is told why.
    const fail = (error: Error) => asked[0]?.fail(error);
    this.#statements = [{ text: VERSION_BESIDE, name: 'version', values: [], answer, fail }, ...asked];
  }

  override submit(connection: pg.Connection): null {
    const { stream } = connection;
    stream.cork();
    try {
      for (const statement of this.#statements) this.#send(connection, statement);
      connection.sync();
    } finally {
      stream.uncork();
    }
    this.#columns = this.#planned.get('version') ?? [];
    return null;
  }

  override handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
    const name = this.#statements[this.#at]?.name;
    if (name) this.#planned.set(name, this.#columns);
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {};
    for (let at = 0; at < fields.length; at += 1) {
      const column = this.#columns[at];
      const text = fields[at] ?? null;
      if (column) row[column.name] = text === null ? null : column.parse(text);
    }
    this.#rows.push(row);
  }

  override handleCommandComplete(): void {
    this.#statements[this.#at]?.answer(this.#rows, this.#version);
    this.#at += 1;
    this.#rows = [];
    this.#columns = this.#planned.get(this.#statements[this.#at]?.name ?? '') ?? [];
  }

  #send(connection: pg.Connection, { text, name, values }: Statement): void {
    const isPlanned = this.#planned.has(name);
    if (!isPlanned) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values } as pg.BindConfig, true);
    if (!isPlanned) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({} as pg.ExecuteConfig, true);
    // A second use in this batch finds the columns by the time of its answer.
    if (name) this.#planned.set(name, this.#planned.get(name) ?? []);
  }

  /** A connection on which a statement failed is not used again: what it has planned may be gone. */
  #end(error: Error | null): void {
    this.#client.release(error ?? undefined);
    if (error === null) return;
    this.#statements[this.#at]?.fail(error);
    const rest = this.#statements.slice(Math.max(this.#at + 1, 2));
    // Who waited in vain once does not wait again.
    const skipped =
      error instanceof Silence ? error : new SkippedStatement('a statement before this one failed', { cause: error });
    for (const { fail } of rest) fail(skipped);
  }
}

/** Sends what is asked in one turn of the event loop together, on connections of `pool`, which pipelines. */
export class Batches {
  readonly #connect: () => Promise<pg.PoolClient>;
  readonly #names = new Map<string, string>();
  #asked: Statement[] = [];

  /** @param connect gives a connection, and takes it back through `release` */
  constructor(connect: () => Promise<pg.PoolClient>) {
    this.#connect = connect;
  }

  /** @throws SkippedStatement, or what pg throws */
  ask(text: string, values: readonly unknown[]): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const statement: Statement = {
        text,
        name: this.#nameOf(text),
        values: values.map(parameter),
        answer: (rows, version) => resolve({ rows, version }),
        fail: reject,
      };
      if (this.#asked.length === 0) setImmediate(() => this.#endTurn());
      this.#asked.push(statement);
    });
  }

  #endTurn(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let at = 0; at < asked.length; at += TOGETHER_MAX) void this.#send(asked.slice(at, at + TOGETHER_MAX));
  }

  async #send(asked: readonly Statement[]): Promise<void> {
    try {
      const client = await this.#connect();
      client.query(new Batch(client, asked) as unknown as pg.Submittable);
    } catch (error) {
      for (const { fail } of asked) fail(error as Error);
    }
  }

  /** The name of a text, the same on every connection. */
  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= NAMED_MAX) return '';
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
