/** What needs no key: `/health`, `/livez`, `/readyz`, and the description of the API itself. */
import Type, { type Static } from 'typebox';
import { knownTasks } from '../store/known-tasks.ts';
import { tasks } from '../store/runs.ts';
import type { ReplicaState } from '../store/store.ts';
import type { ApiContext, BudgetStoreState, PlainAnswer, RouteRequest } from './context.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);

export const Health = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  tasks: Type.Array(
    Type.Object({
      name: Type.String(),
      status: Type.Union([Type.Literal('ok'), Type.Literal('late')]),
      last_success_at: NullableString,
      age_s: Type.Union([Type.Integer(), Type.Null()], { description: 'seconds since the last success' }),
      window_s: Type.Integer(),
      last_error: NullableString,
    }),
  ),
});
export type Health = Static<typeof Health>;

/** Degraded: the store has a fault, which is told from memory; or a task has not succeeded inside its window, counted from when it was first configured. */
export async function health({
  store,
  tasks: watched,
  now,
  budgetStore,
}: Pick<ApiContext, 'store' | 'tasks' | 'now' | 'budgetStore'>): Promise<Health> {
  const { rows: stored, fault } = await knownTasks(store);
  const known = new Map(stored.map((task) => [task.name, task]));
  const at = now().getTime();
  const rows = watched.map(({ name, windowMs }): Health['tasks'][number] => {
    const task = known.get(name);
    const since = task?.last_success_at ?? task?.since;
    const isLate = since !== undefined && at - Date.parse(since) > windowMs;
    const lastSuccess = task?.last_success_at ?? null;
    return {
      name,
      status: isLate ? 'late' : 'ok',
      last_success_at: lastSuccess,
      age_s: lastSuccess === null ? null : Math.max(0, Math.floor((at - Date.parse(lastSuccess)) / 1000)),
      window_s: windowMs / 1000,
      last_error: task?.last_error ?? null,
    };
  });
  if (fault !== null) {
    rows.push({ name: 'store', status: 'late', last_success_at: null, age_s: null, window_s: 0, last_error: fault });
  }
  if (budgetStore) rows.push(serverRow('budgets', budgetStore(), at));
  if (store.replica) rows.push(serverRow('replica', store.replica.state(), at));
  return { status: rows.some((row) => row.status === 'late') ? 'degraded' : 'ok', tasks: rows };
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

export const Readiness = Type.Object({ status: Type.Union([Type.Literal('ok'), Type.Literal('stopping')]) });

/** Ready: the store answers, and the process is not on its way out. */
export async function answerReady(_: RouteRequest, { store, isStopping }: ApiContext): Promise<PlainAnswer> {
  if (isStopping()) return json({ status: 'stopping' }, 503);
  await tasks(store.reads);
  return json({ status: 'ok' });
}
