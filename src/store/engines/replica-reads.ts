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

/** Reads that can be given up while the replica owes their answers: `owed` does so with each. */
function owedReads(replica: Take, onAnswer: () => void) {
  const owed = new Set<() => void>();
  const fromReplica = <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> =>
    new Promise((resolve, reject) => {
      const abandon = () => reject(new Abandoned('the replica is lost'));
      owed.add(abandon);
      const answer = (found: Snapshot<T>) => {
        onAnswer();
        resolve(found);
      };
      replica(work)
        .then(answer, reject)
        .finally(() => owed.delete(abandon));
    });
  return { owed, fromReplica };
}

/** `ask`, which is under way once however many wait for it. */
function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

export function replicaReads({ url, replica, main }: { url: string; replica: Take; main: Take }) {
  let hasAnswered = false;
  let wasReached = false;
  let now: ReplicaState = { isConnected: true, connectedAt: null, lastError: null };
  let onChange: Parameters<Replica['onChange']>[0] = () => undefined;

  const note = (isConnected: boolean, cause?: unknown): boolean => {
    wasReached ||= isConnected;
    if (now.isConnected === isConnected) return isConnected;
    const lastError = isConnected ? null : 'the replica cannot be reached: reads go to the main server';
    now = { isConnected, connectedAt: wasReached ? new Date() : null, lastError };
    if (!isConnected) for (const abandon of owed) abandon();
    onChange(isConnected, cause);
    return isConnected;
  };

  const lost = (cause: unknown) => note(false, cause);
  /** Whether the replica is there; many reads that fail at once look once. */
  const look = together(() => reach(url).then(() => note(true), lost));
  const { owed, fromReplica } = owedReads(replica, () => {
    [hasAnswered, wasReached] = [true, true];
  });

  const beat = setInterval(() => {
    // A machine that went away without a word shows by its silence only.
    const isSilent = owed.size > 0 && !hasAnswered;
    if (isSilent || !now.isConnected) void look();
    hasAnswered = false;
  }, LOOK_EVERY_MS).unref();

  return {
    /** As `Store.snapshot`: the version is that of the server which the data came from. */
    take: async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> => {
      if (now.isConnected) {
        try {
          return await fromReplica(work);
        } catch (error) {
          if (!isCut(error) && !isNoAnswer(error)) throw error;
          const isThere = !(error instanceof Abandoned) && (await look());
          // One that is slow, but there, must not bring its load down on the main server too.
          if (isThere && isNoAnswer(error)) throw error;
        }
      }
      return main(work);
    },
    state: () => (now.isConnected ? { ...now, connectedAt: new Date() } : now),
    onChange: (listener: typeof onChange) => {
      onChange = listener;
    },
    close: () => clearInterval(beat),
  } satisfies Replica & { take: Take; close(): void };
}

function isCut(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return GOING_OR_COMING.includes(error.code ?? '');
  if (error instanceof Abandoned) return true;
  return error instanceof Error && ('syscall' in error || error instanceof AggregateError || CUT.test(error.message));
}

const isNoAnswer = (error: unknown): boolean =>
  error instanceof Silence || (error instanceof Error && NO_ANSWER.test(error.message));
