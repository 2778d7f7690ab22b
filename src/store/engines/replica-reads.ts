/** Reads from a replica, and from the main server while the replica cannot be reached. */
import pg from 'pg';
import type { Reads, Replica, ReplicaState, Snapshot, Store } from '../store.ts';
import { Silence } from './postgres-pool.ts';

/** How often a replica that is lost, or silent, is looked for. */
const LOOK_EVERY_MS = 2000;
const LOOK_TIMEOUT_MS = 2000;
/** Shut down by its operator, crashed, or not ready yet. */
const GOING_OR_COMING = ['57P01', '57P02', '57P03'];
/** pg says these without a code. */
const CUT = /^(Connection terminated|timeout expired|Client has encountered a connection error)/;
const NO_ANSWER = /^timeout exceeded when trying to connect/;

type Take = Store['snapshot'];

/** Whether the server is there for who comes new. @throws what pg throws */
async function reach(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
    query_timeout: LOOK_TIMEOUT_MS,
  });
  // Told by what is rejected below.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // A server that does not answer does not hear a goodbye either.
    void client.end().catch(() => undefined);
  }
}

/** The replica was found lost while it still owed an answer. */
class Abandoned extends Error {}

export class ReplicaReads implements Replica {
  readonly #url: string;
  readonly #replica: Take;
  readonly #main: Take;
  readonly #beat: NodeJS.Timeout;
  /** Gives up the reads that the replica has not answered yet. */
  readonly #owed = new Set<() => void>();
  #hasAnswered = false;
  #state: ReplicaState = { isConnected: true, connectedAt: null, lastError: null };
  #wasReached = false;
  #looking: Promise<boolean> | undefined;
  #onChange: (isConnected: boolean, cause?: unknown) => void = () => undefined;

  constructor({ url, replica, main }: { url: string; replica: Take; main: Take }) {
    this.#url = url;
    this.#replica = replica;
    this.#main = main;
    this.#beat = setInterval(() => {
      // A machine that went away without a word shows by its silence only.
      const isSilent = this.#owed.size > 0 && !this.#hasAnswered;
      if (isSilent || !this.#state.isConnected) void this.#look();
      this.#hasAnswered = false;
    }, LOOK_EVERY_MS).unref();
  }

  /** As `Store.snapshot`: the version is that of the server which the data came from. */
  async take<T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> {
    if (this.#state.isConnected) {
      try {
        return await this.#fromReplica(work);
      } catch (error) {
        if (!isCut(error) && !isNoAnswer(error)) throw error;
        const isThere = !(error instanceof Abandoned) && (await this.#look());
        // One that is slow, but there, must not bring its load down on the main server too.
        if (isThere && isNoAnswer(error)) throw error;
      }
    }
    return this.#main(work);
  }

  state(): ReplicaState {
    const { isConnected } = this.#state;
    return isConnected ? { ...this.#state, connectedAt: new Date() } : this.#state;
  }

  onChange(listener: (isConnected: boolean, cause?: unknown) => void): void {
    this.#onChange = listener;
  }

  close(): void {
    clearInterval(this.#beat);
  }

  #fromReplica<T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> {
    return new Promise((resolve, reject) => {
      const abandon = () => reject(new Abandoned('the replica is lost'));
      this.#owed.add(abandon);
      const answer = (found: Snapshot<T>) => {
        this.#hasAnswered = true;
        this.#wasReached = true;
        resolve(found);
      };
      this.#replica(work)
        .then(answer, reject)
        .finally(() => this.#owed.delete(abandon));
    });
  }

  /** Whether the replica is there; many reads that fail at once look once. */
  #look(): Promise<boolean> {
    this.#looking ??= reach(this.#url)
      .then(
        () => this.#note(true),
        (cause: unknown) => this.#note(false, cause),
      )
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  #note(isConnected: boolean, cause?: unknown): boolean {
    this.#wasReached ||= isConnected;
    if (this.#state.isConnected === isConnected) return isConnected;
    this.#state = {
      isConnected,
      connectedAt: this.#wasReached ? new Date() : null,
      lastError: isConnected ? null : 'the replica cannot be reached: reads go to the main server',
    };
    if (!isConnected) for (const abandon of this.#owed) abandon();
    this.#onChange(isConnected, cause);
    return isConnected;
  }
}

function isCut(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return GOING_OR_COMING.includes(error.code ?? '');
  if (error instanceof Abandoned) return true;
  return error instanceof Error && ('syscall' in error || error instanceof AggregateError || CUT.test(error.message));
}

const isNoAnswer = (error: unknown): boolean =>
  error instanceof Silence || (error instanceof Error && NO_ANSWER.test(error.message));
