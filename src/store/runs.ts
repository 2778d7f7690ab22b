/** Ingest runs and the tasks they belong to: every piece of background work ends here with its outcome. */
import { oneOf } from './batches.ts';
import { keepTimeline } from './engines/timeline.ts';
import { below, deleteWhere, firstWhere, insertRows, putRows, rowsWhere, rowWhere, setWhere, upTo } from './rows.ts';
import type { Tables } from './schema/tables.ts';
import type { Reads, Writes } from './store.ts';

export interface Run extends Omit<Tables['runs'], 'counts'> {
  counts: Record<string, number>;
}

const RUNS_KEPT = 500;

const asRun = (row: Tables['runs']): Run => ({ ...row, counts: JSON.parse(row.counts) as Record<string, number> });

/** Makes the tasks known; what is known already stays as it is. */
export async function registerTasks(writes: Writes, names: readonly string[], now: string): Promise<void> {
  const rows = names.map((name) => ({ name, since: now }));
  await putRows(writes, 'tasks', ['name'], rows, []);
}

export const tasks = (reads: Reads): Promise<Tables['tasks'][]> => rowsWhere(reads, 'tasks', {}, undefined, 'name');

/** Forgets tasks that are no more, with the documents that they have read. */
export async function forgetTasks(writes: Writes, names: readonly string[]): Promise<void> {
  await deleteWhere(writes, 'tasks', { name: names });
  await deleteWhere(writes, 'documents', { task: names });
}

export const taskByName = (reads: Reads, name: string): Promise<Tables['tasks'] | undefined> =>
  rowWhere(reads, 'tasks', { name });

export async function startRun(writes: Writes, run: { id: string; task: string; started_at: string }): Promise<void> {
  // Of pictures a run may write many before anything else moves.
  await keepTimeline(writes);
  await insertRows(writes, 'runs', [{ ...run, outcome: 'running', counts: '{}' }]);
  await setWhere(writes, 'tasks', { last_run_at: run.started_at }, { name: run.task });
}

/** How a run ended; its reason is why it failed, or what a successful run held back. */
export type RunOutcome = Pick<Run, 'id' | 'task' | 'counts' | 'reason'> & { finished_at: string };

/** Ends a run well; to be called in the transaction that publishes. `rows` is the measure for the next run's guard. */
export async function succeedRun(
  writes: Writes,
  run: RunOutcome,
  { rows, configured }: { rows: number | null | undefined; configured: string },
): Promise<void> {
  await finishRun(writes, run, 'succeeded');
  const brought = { last_rows: rows, last_counts: JSON.stringify(run.counts), notice: run.reason };
  const success = { last_success_at: run.finished_at, last_error: null, configured };
  await setWhere(writes, 'tasks', { ...success, ...(rows !== undefined && brought) }, { name: run.task });
}

/** Records what was done by hand to what a task brought; when the task is due, and how it fares, stay as they are. */
export async function recordRun(writes: Writes, run: RunOutcome & { started_at: string }): Promise<void> {
  const { counts, ...row } = run;
  await insertRows(writes, 'runs', [{ ...row, outcome: 'succeeded', counts: JSON.stringify(counts) }]);
}

/** Records that a task which never ends is at work. */
export async function recordTask(writes: Writes, name: string, now: string): Promise<void> {
  await setWhere(writes, 'tasks', { last_run_at: now, last_success_at: now, last_error: null }, { name });
}

export async function failRun(writes: Writes, run: RunOutcome): Promise<void> {
  await finishRun(writes, run, 'failed');
  await setWhere(writes, 'tasks', { last_error: run.reason }, { name: run.task });
}

/** Adds to a run that has ended what came after it: its outcome stays, and the task's next success takes the error away. */
export async function noteRun(
  writes: Writes,
  { id, task, reason, last_error }: Pick<Run, 'id' | 'task' | 'reason'> & Pick<Tables['tasks'], 'last_error'>,
): Promise<void> {
  await setWhere(writes, 'runs', { reason }, { id });
  await setWhere(writes, 'tasks', { last_error }, { name: task });
}

async function finishRun(writes: Writes, run: RunOutcome, outcome: Tables['runs']['outcome']): Promise<void> {
  const { id, finished_at, counts, reason } = run;
  await setWhere(writes, 'runs', { outcome, finished_at, counts: JSON.stringify(counts), reason }, { id });
  const newest = writes.selectFrom('runs').select('id').orderBy('id', 'desc');
  const oldest = await newest.offset(RUNS_KEPT).limit(1).executeTakeFirst();
  if (oldest) await deleteWhere(writes, 'runs', { id: upTo(oldest.id) });
}

/** Tasks with a run that has not ended, whoever is at it. */
export async function openTasks(reads: Reads): Promise<string[]> {
  const open = await reads.selectFrom('runs').select('task').distinct().where('outcome', '=', 'running').execute();
  return open.map(({ task }) => task);
}

/** Ends the open runs of these tasks, which nobody is at any more, and makes the tasks due at once. */
export async function endOpenRuns(writes: Writes, tasks: readonly string[], now: string, reason: string) {
  // One that published in its last moment is open no longer.
  const ended = await writes
    .updateTable('runs')
    .set({ outcome: 'failed', finished_at: now, reason })
    .where('task', 'in', oneOf(tasks))
    .where('outcome', '=', 'running')
    .returning('task')
    .execute();
  const names = ended.map(({ task }) => task);
  await setWhere(writes, 'tasks', { last_run_at: null, last_error: reason }, { name: names });
}

/**
 * Records of those of these tasks that have not ended a run after `since` that none came, as of a run at `now`: what ended
 * the process is the reason of those that it was at alone.
 */
export async function abandonTasks(
  writes: Writes,
  names: readonly string[],
  { since, now, reason }: { since: string; now: string; reason: string },
): Promise<void> {
  const begun = writes.selectFrom('runs').select('task').where('started_at', '>=', since);
  const abandoned = writes
    .updateTable('tasks')
    .set({ last_run_at: now })
    .where('name', 'in', oneOf(names))
    .where(({ eb, or }) => or([eb('last_run_at', 'is', null), eb('last_run_at', '<', since)]));
  await abandoned
    .where('name', 'not in', begun)
    .set({ last_error: `the process ended before its run had begun (${reason})` })
    .execute();
  await abandoned.set({ last_error: reason }).execute();
}

/** The newest runs first, of one task or of all; those before the run `before` where it is given. */
export async function recentRuns(
  reads: Reads,
  { task, before, limit }: { task?: string | undefined; before?: string | undefined; limit: number },
): Promise<Run[]> {
  const which = { task, id: before === undefined ? undefined : below(before) };
  return (await firstWhere(reads, 'runs', limit, which, undefined, '-id')).map(asRun);
}

/** The newest run of each task. */
export async function lastRuns(reads: Reads): Promise<Run[]> {
  const newest = reads
    .selectFrom('runs')
    .select(({ fn }) => fn.max('id').as('id'))
    .groupBy('task');
  return (await reads.selectFrom('runs').selectAll().where('id', 'in', newest).orderBy('task').execute()).map(asRun);
}
