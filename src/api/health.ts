/** What needs no key: `/health`, `/livez`, `/readyz`, and the description of the API itself. */
import Type, { type Static } from 'typebox';
import { doc, nullable, text, whole } from '../catalog/field-shapes.ts';
import { MORE_MEMORY } from '../failure.ts';
import { knownTasks } from '../store/known-tasks.ts';
import type { ReplicaState } from '../store/store.ts';
import type { ApiContext, BudgetStoreState, PlainAnswer, RouteRequest } from './context.ts';

const MEGABYTE = 1024 * 1024;
/**
 * The first run of the 23,546 English cards took 183 MB, half of it the log of its transaction, and their prices come on
 * top: with less free than this, the next large run may find none.
 */
export const DISK_BYTES_MIN = 500 * MEGABYTE;

export const Health = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], doc('Degraded while any task is late')),
  tasks: Type.Array(
    Type.Object({
      name: text(
        'Name of the task: a source, deliveries, scan, games that are read no more, or a server that is missing',
        'catalog',
      ),
      status: Type.Union(
        [Type.Literal('ok'), Type.Literal('late')],
        doc('Late where it has not succeeded inside its window, or cannot without more memory'),
      ),
      last_success_at: nullable(
        Type.String(),
        doc('When it succeeded last, in UTC; null before the first time', '2026-05-01T06:00:09.120Z'),
      ),
      age_s: nullable(Type.Integer(), doc('Seconds since then; null before the first time', 512)),
      window_s: whole('Seconds that it may stay without a success; 0 for a server, which is there or not', 93_600),
      last_error: nullable(
        Type.String(),
        doc('Why it failed last, in one line; null after a success', 'https://cards.example answered 503'),
      ),
      notice: nullable(
        Type.String(),
        doc(
          'What the last run that read anything held back, put aside or left out; null where that is nothing',
          'usd_market left out 1 group: 88 of 157 rows',
        ),
      ),
    }),
    doc('What this deployment has to do, each with how it stands'),
  ),
});
export type Health = Static<typeof Health>;

/** Degraded: the store has a fault, which is told from memory; or a task has not succeeded inside its window, counted from when it was first configured, or needs more memory than it has. */
export async function health({
  store,
  tasks: watched,
  now,
  budgetStore,
  games,
}: Pick<ApiContext, 'store' | 'tasks' | 'now' | 'budgetStore' | 'games'>): Promise<Health> {
  const { rows: stored, games: held, fault, freeBytes } = await knownTasks(store);
  const known = new Map(stored.map((task) => [task.name, task]));
  const at = now().getTime();
  const rows = watched.map(({ name, windowMs }): Health['tasks'][number] => {
    const task = known.get(name);
    const since = task?.last_success_at ?? task?.since;
    const isStuck = task?.last_error?.endsWith(MORE_MEMORY) ?? false;
    const isLate = isStuck || (since !== undefined && at - Date.parse(since) > windowMs);
    const lastSuccess = task?.last_success_at ?? null;
    return {
      name,
      status: isLate ? 'late' : 'ok',
      last_success_at: lastSuccess,
      age_s: lastSuccess === null ? null : Math.max(0, Math.floor((at - Date.parse(lastSuccess)) / 1000)),
      window_s: windowMs / 1000,
      last_error: task?.last_error ?? null,
      notice: task?.notice ?? null,
    };
  });
  if (fault !== null) {
    rows.push({
      name: 'store',
      status: 'late',
      last_success_at: null,
      age_s: null,
      window_s: 0,
      last_error: fault,
      notice: null,
    });
  }
  const left = held.filter((name) => !games.some((game) => game.name === name));
  if (left.length > 0) rows.push(leftRow(left));
  if (freeBytes !== null) rows.push(diskRow(freeBytes));
  if (budgetStore) rows.push(serverRow('budgets', budgetStore(), at));
  if (store.replica) rows.push(serverRow('replica', store.replica.state(), at));
  return { status: rows.some((row) => row.status === 'late') ? 'degraded' : 'ok', tasks: rows };
}

/** Games that left the configuration: they are served as they are, which is no fault, and should not be forgotten. */
const leftRow = (games: readonly string[]): Health['tasks'][number] => ({
  ...{ name: 'games', status: 'ok', last_success_at: null, age_s: null, window_s: 0, last_error: null },
  notice: `${games.join(', ')}: served, but not configured any more`,
});

/** Told while there is still something to be done about it. */
function diskRow(freeBytes: number): Health['tasks'][number] {
  const isLow = freeBytes < DISK_BYTES_MIN;
  const says = `${Math.floor(freeBytes / MEGABYTE)} MB are free where the data directory lies: make room before a run finds none`;
  const none = { last_success_at: null, age_s: null, window_s: 0, notice: null };
  return { name: 'disk', status: isLow ? 'late' : 'ok', ...none, last_error: isLow ? says : null };
}

/**
 * A server that can be done without for a while. Without theirs, budgets are counted by each process alone: none is
 * unlimited, and none is exact; without the replica, the main server has its load too.
 */
function serverRow(
  name: string,
  { isConnected, connectedAt, lastError }: BudgetStoreState | ReplicaState,
  atMs: number,
): Health['tasks'][number] {
  return {
    name,
    status: isConnected ? 'ok' : 'late',
    last_success_at: connectedAt?.toISOString() ?? null,
    age_s: connectedAt === null ? null : Math.max(0, Math.floor((atMs - connectedAt.getTime()) / 1000)),
    window_s: 0,
    last_error: lastError,
    notice: null,
  };
}

const json = (body: unknown, status = 200): PlainAnswer => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
  status,
});

export const answerHealth = async (_: RouteRequest, context: ApiContext): Promise<PlainAnswer> =>
  json(await health(context));

/** Answers as long as the process can answer at all. */
export const answerLive = async (): Promise<PlainAnswer> => json({ status: 'ok' });

/** The description that `/openapi.json` serves. */
export const answerOpenapi = async (_: RouteRequest, { openapi }: ApiContext): Promise<PlainAnswer> => ({
  type: 'application/json; charset=utf-8',
  body: openapi,
});

/** What `/metrics` shows to an admin key. */
export async function answerMetrics(_: RouteRequest, { metrics }: ApiContext): Promise<PlainAnswer> {
  const { type, text } = await metrics();
  return { type, body: text };
}

export const Liveness = Type.Object({ status: Type.Literal('ok', doc('The process answers')) });

export const Readiness = Type.Object({
  status: Type.Union(
    [Type.Literal('ok'), Type.Literal('stopping'), Type.Literal('unavailable')],
    doc('Stopping once the process is on its way out, unavailable while its store does not answer'),
  ),
});

/** Ready: the store answers, and the process is not on its way out. */
export async function answerReady(_: RouteRequest, { store, isStopping }: ApiContext): Promise<PlainAnswer> {
  if (isStopping()) return json({ status: 'stopping' }, 503);
  const { isAnswering } = await knownTasks(store);
  return isAnswering ? json({ status: 'ok' }) : json({ status: 'unavailable' }, 503);
}
