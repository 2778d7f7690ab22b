/** The tasks as the store has them, or had them when it last answered: `/health` and the metrics do not wait for it. */
import { tasks } from './runs.ts';
import type { TaskTable } from './schema/operation-tables.ts';
import type { Store } from './store.ts';

/** `/health` answers within 1 s whatever the store does. */
const WAIT_MS = 700;

/** The tasks, and what keeps the store from telling more; null where nothing does. */
export interface KnownTasks {
  rows: readonly TaskTable[];
  fault: string | null;
}

interface Memory extends KnownTasks {
  asking: Promise<void> | undefined;
}

const memories = new WeakMap<Store, Memory>();

async function ask(store: Store, memory: Memory): Promise<void> {
  try {
    memory.rows = await tasks(store.reads);
    memory.fault = null;
  } catch {
    // Why is in the store's faults, where it is one of them.
    memory.fault = store.faults.says ?? 'the store cannot be read';
  } finally {
    memory.asking = undefined;
  }
}

/** Waits a moment for the store; a question that is under way is not asked again. */
export async function knownTasks(store: Store): Promise<KnownTasks> {
  const memory: Memory = memories.get(store) ?? { rows: [], fault: null, asking: undefined };
  memories.set(store, memory);
  memory.asking ??= ask(store, memory);
  const timer = Promise.withResolvers<void>();
  const waiting = setTimeout(timer.resolve, WAIT_MS);
  await Promise.race([memory.asking, timer.promise]);
  clearTimeout(waiting);
  const silent = memory.asking === undefined ? null : 'the store does not answer';
  return { rows: memory.rows, fault: store.faults.says ?? memory.fault ?? silent };
}
