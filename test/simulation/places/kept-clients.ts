/** Connections to PostgreSQL that outlive the processes that had them, one statement at a time on all of them together. */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Ways as ServerWays } from '../../../src/store/engines/postgres.ts';
import { types } from '../../../src/store/engines/postgres-pool.ts';
import { OneByOne } from './one-by-one.ts';

const NEVER = new Promise<never>(() => undefined);
const END_ITSELF = 'select pg_terminate_backend(pg_backend_pid())';

/** A connection to the server. */
interface Kept {
  client: pg.Client;
  isPipelining: boolean;
  /** Resolves when it is lost. */
  ended: Promise<void>;
  isEnded: boolean;
}

/** A statement that says itself how it is sent, as a batch of reads does. */
const isSubmittable = (asked: unknown): asked is pg.Submittable =>
  typeof (asked as { submit?: unknown }).submit === 'function';

/** What the store uses of a connection, for as long as it is lent: who died and goes on all the same waits for ever. */
class LentClient extends EventEmitter {
  readonly connection: EventEmitter & { stream: { destroy(): void } };
  readonly #kept: Kept;
  readonly #chain: OneByOne;
  readonly #isCut: () => boolean;
  #isLent = true;

  constructor(kept: Kept, chain: OneByOne, isCut: () => boolean) {
    super();
    this.#kept = kept;
    this.#chain = chain;
    this.#isCut = isCut;
    // A silent server is cut by the clock of the machine, which is not that of the simulation.
    this.connection = Object.assign(new EventEmitter(), { stream: { destroy: () => undefined } });
  }

  get isUsable(): boolean {
    return this.#isLent && !this.#kept.isEnded;
  }

  getTypeParser(oid: number, format: 'text'): unknown {
    return this.#kept.client.getTypeParser(oid, format);
  }

  query(asked: string | pg.Submittable, values?: unknown[]): unknown {
    const { client, ended } = this.#kept;
    const isCut = this.#isLent && this.#isCut();
    const sent = this.#chain.ask(async () => {
      if (!this.#isLent) return NEVER_ASKED;
      if (isCut) {
        await client.query(END_ITSELF).catch(() => undefined);
        await ended;
      }
      if (!isSubmittable(asked)) return { answer: await client.query(asked, values) };
      const answered = new Promise((resolve) => client.connection.once('readyForQuery', resolve));
      client.query(asked);
      await Promise.race([answered, ended]);
      return NEVER_ASKED;
    });
    if (!isSubmittable(asked)) return sent.then((told) => ('answer' in told ? told.answer : NEVER));
    sent.catch(() => undefined);
    return asked;
  }

  /** Takes the connection back, as the system does; resolves when it is as a new one. */
  takeBack(): Promise<Kept | undefined> {
    this.#isLent = false;
    const { client } = this.#kept;
    return this.#chain.ask(async () => {
      if (this.#kept.isEnded) return undefined;
      await client.query('rollback');
      await client.query('discard all');
      return this.#kept;
    });
  }
}

/** What came of a statement that has no answer of its own. */
const NEVER_ASKED = {};

/** The connections to one server. */
export class KeptClients {
  readonly chain = new OneByOne();
  readonly #url: string;
  readonly #free: Kept[] = [];
  readonly #all = new Set<Kept>();
  readonly #lenders = new Set<Lender>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Lends connections to one process. */
  lender(isCut: () => boolean): Lender {
    const lender = new Lender(this, isCut);
    this.#lenders.add(lender);
    return lender;
  }

  /** Takes back what was lent, as the system does when all that run have died. */
  async takeBack(): Promise<void> {
    for (const lender of this.#lenders) await lender.close();
  }

  forget(lender: Lender): void {
    this.#lenders.delete(lender);
  }

  async close(): Promise<void> {
    await this.takeBack();
    await this.chain.ask(async () => {
      for (const { client } of this.#all) await client.end();
    });
  }

  take({ pipeline = false }: pg.PoolConfig): Promise<Kept> {
    return this.chain.ask(async () => {
      const at = this.#free.findIndex((kept) => kept.isPipelining === pipeline);
      return this.#free.splice(at, at < 0 ? 0 : 1)[0] ?? this.#open(pipeline);
    });
  }

  give(kept: Kept | undefined): void {
    if (kept !== undefined) this.#free.push(kept);
  }

  async #open(isPipelining: boolean): Promise<Kept> {
    const client = new pg.Client({ connectionString: this.#url, types, pipeline: isPipelining });
    // Each batch listens for its own end.
    client.connection.setMaxListeners(0);
    const ended = Promise.withResolvers<void>();
    const kept: Kept = { client, isPipelining, ended: ended.promise, isEnded: false };
    client.on('error', () => undefined);
    client.on('end', () => {
      kept.isEnded = true;
      this.#all.delete(kept);
      ended.resolve();
    });
    await client.connect();
    this.#all.add(kept);
    return kept;
  }
}

/** The connections of one process: they end with it. */
class Lender {
  readonly #clients: KeptClients;
  readonly #isCut: () => boolean;
  readonly #pools = new Set<LendingPool>();

  constructor(clients: KeptClients, isCut: () => boolean) {
    this.#clients = clients;
    this.#isCut = isCut;
  }

  readonly ways: ServerWays = {
    openPool: (_, config) => this.#pool(config, this.#isCut) as unknown as pg.Pool,
    openSession: async () => {
      const pool = this.#pool({}, () => false);
      const client = (await pool.connect()) as unknown as pg.Client;
      return { client, lost: NEVER, close: () => pool.end() };
    },
  };

  /** Undoes what was not committed. */
  async close(): Promise<void> {
    this.#clients.forget(this);
    for (const pool of this.#pools) await pool.end();
  }

  #pool(config: pg.PoolConfig, isCut: () => boolean): LendingPool {
    const pool = new LendingPool(this.#clients, config, isCut);
    this.#pools.add(pool);
    return pool;
  }
}

/** What the store uses of a pool: there is always one more, since in virtual time a statement may last for hours. */
class LendingPool extends EventEmitter {
  readonly options: pg.PoolConfig;
  readonly #clients: KeptClients;
  readonly #isCut: () => boolean;
  readonly #idle: LentClient[] = [];
  readonly #lent = new Set<LentClient>();
  #isOver = false;

  constructor(clients: KeptClients, config: pg.PoolConfig, isCut: () => boolean) {
    super();
    this.#clients = clients;
    this.options = config;
    this.#isCut = isCut;
  }

  async connect(): Promise<LentClient> {
    if (this.#isOver) return NEVER;
    const client = this.#idle.pop() ?? (await this.#connected());
    // Its process died meanwhile.
    if (this.#isOver)
      return client
        .takeBack()
        .then(
          (kept) => this.#clients.give(kept),
          () => undefined,
        )
        .then(() => NEVER);
    this.#lent.add(client);
    const release = () => {
      if (!this.#lent.delete(client)) return;
      this.emit('release', undefined, client);
      if (client.isUsable) this.#idle.push(client);
      else this.emit('remove', client);
    };
    this.emit('acquire', client);
    return Object.assign(client, { release });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const clients = [...this.#lent, ...this.#idle.splice(0)];
    this.#lent.clear();
    for (const client of clients) {
      this.emit('remove', client);
      this.#clients.give(await client.takeBack());
    }
  }

  async #connected(): Promise<LentClient> {
    const client = new LentClient(await this.#clients.take(this.options), this.#clients.chain, this.#isCut);
    this.emit('connect', client);
    return client;
  }
}
