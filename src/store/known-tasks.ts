/** The tasks, and the room on the disk, as they are or were when the store last answered: `/health` and the metrics do not wait for it. */
import { withinTime } from '../time.ts';
import { DAMAGED } from './faults.ts';
import { storedGames } from './games.ts';
import { tasks } from './runs.ts';
import type { Tables } from './schema/tables.ts';
import { newestDays } from './sources/source-days.ts';
import type { Store } from './store.ts';

/** `/health` answers within 1 s whatever the store does. */
const WAIT_MS = 700;

const nothingKnown = () => ({
  rows: [] as readonly Tables['tasks'][],
  games: [] as readonly string[],
  /** The newest day of prices that each source has brought. */
  days: new Map() as ReadonlyMap<string, string>,
  fault: null as string | null,
  /** Bytes free on the disk of the store; null where they are not known. */
  freeBytes: null as number | null,
  asking: undefined as Promise<void> | undefined,
});
type Memory = ReturnType<typeof nothingKnown>;

const memories = new WeakMap<Store, Memory>();

async function ask(store: Store, memory: Memory): Promise<void> {
  try {
    memory.freeBytes = await store.freeBytes();
    memory.rows = await tasks(store.reads);
    memory.days = await newestDays(store.reads);
    memory.games = (await storedGames(store.reads)).map(({ name }) => name);
    memory.fault = null;
  } catch {
    // Why is in the store's faults, where it is one of them.
    memory.fault = store.faults.says ?? 'the store cannot be read';
  } finally {
    memory.asking = undefined;
  }
}

/** Waits a moment for the store; a question that is under way is not asked again. */
export async function knownTasks(store: Store) {
  const memory = memories.get(store) ?? nothingKnown();
  memories.set(store, memory);
  memory.asking ??= ask(store, memory);
  await withinTime(memory.asking, WAIT_MS, () => new Error('late')).catch(() => undefined);
  const silent = memory.asking === undefined ? null : 'the store does not answer';
  const fault = memory.fault ?? silent;
  const { rows, games, days, freeBytes } = memory;
  const damaged = rows.some(({ last_error }) => last_error === DAMAGED) ? DAMAGED : null;
  // What is answered is of now where the store has answered.
  return { rows, games, days, fault: store.faults.says ?? fault ?? damaged, freeBytes, isAnswering: fault === null };
}
