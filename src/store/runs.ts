/** Ingest runs and the tasks they belong to: every piece of background work ends here with its outcome. */

import { keepLineage } from './lineage.ts';
import type { RunTable, TaskTable } from './schema/operation-tables.ts';
import type { Reads, Writes } from './store.ts';

/** A run as shown to operators. */
export interface Run extends Omit<RunTable, 'counts'> {
  counts: Record<string, number>;
}

const RUNS_KEPT = 500;

const asRun = (row: RunTable): Run => ({ ...row, counts: JSON.parse(row.counts) as Record<string, number> });

/** Makes the tasks known; what is known already stays as it is. */
export async function registerTasks(writes: Writes, names: readonly string[], now: string): Promise<void> {
  if (names.length === 0) return;
  const none = {
    last_run_at: null,
    last_success_at: null,
    last_error: null,
    last_rows: null,
    last_counts: null,
    notice: null,
    configured: null,
  };
  await writes
    .insertInto('tasks')
    .values(names.map((name) => ({ name, since: now, ...none })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function tasks(reads: Reads | Writes): Promise<TaskTable[]> {
  return reads.selectFrom('tasks').selectAll().orderBy('name').execute();
}

/** Forgets tasks that are no more, with the documents that they have read. */
export async function forgetTasks(writes: Writes, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await writes.deleteFrom('tasks').where('name', 'in', names).execute();
  await writes.deleteFrom('documents').where('task', 'in', names).execute();
}

export async function taskByName(reads: Reads | Writes, name: string): Promise<TaskTable | undefined> {
  return reads.selectFrom('tasks').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function startRun(writes: Writes, run: { id: string; task: string; started_at: string }): Promise<void> {
  // Of pictures a run may write many before anything else moves.
  await keepLineage(writes);
  await writes
    .insertInto('runs')
    .values({ ...run, finished_at: null, outcome: 'running', counts: '{}', reason: null })
    .execute();
  await writes.updateTable('tasks').set({ last_run_at: run.started_at }).where('name', '=', run.task).execute();
}

/** How a run ended. */
export interface RunOutcome {
  id: string;
  task: string;
  finished_at: string;
  counts: Record<string, number>;
  /** Why it failed, or what a successful run held back; null where there is nothing to say. */
  reason: string | null;
}

/** Ends a run well; to be called in the transaction that publishes. `rows` is the measure for the next run's guard. */
export async function succeedRun(
  writes: Writes,
  run: RunOutcome,
  { rows, configured }: { rows: number | undefined; configured: string },
): Promise<void> {
  await finishRun(writes, run, 'succeeded');
  await writes
    .updateTable('tasks')
    .set({
      last_success_at: run.finished_at,
      last_error: null,
      configured,
      ...(rows === undefined ? {} : { last_rows: rows, last_counts: JSON.stringify(run.counts), notice: run.reason }),
    })
    .where('name', '=', run.task)
    .execute();
}

/** Records that a task which never ends is at work. */
export async function recordTask(writes: Writes, name: string, now: string): Promise<void> {
  await writes
    .updateTable('tasks')
    .set({ last_run_at: now, last_success_at: now, last_error: null })
    .where('name', '=', name)
    .execute();
}

/** Ends a run that published nothing. */
export async function failRun(writes: Writes, run: RunOutcome): Promise<void> {
  await finishRun(writes, run, 'failed');
  await writes.updateTable('tasks').set({ last_error: run.reason }).where('name', '=', run.task).execute();
}

async function finishRun(writes: Writes, run: RunOutcome, outcome: RunTable['outcome']): Promise<void> {
  await writes
    .updateTable('runs')
    .set({ outcome, finished_at: run.finished_at, counts: JSON.stringify(run.counts), reason: run.reason })
    .where('id', '=', run.id)
    .execute();
  const oldest = await writes
    .selectFrom('runs')
    .select('id')
    .orderBy('id', 'desc')
    .offset(RUNS_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (oldest) await writes.deleteFrom('runs').where('id', '<=', oldest.id).execute();
}

/** Tasks with a run that has not ended, whoever is at it. */
export async function openTasks(reads: Reads): Promise<string[]> {
  const open = await reads.selectFrom('runs').select('task').distinct().where('outcome', '=', 'running').execute();
  return open.map(({ task }) => task);
}

/** Ends the open runs of these tasks, which nobody is at any more, and makes the tasks due at once. */
export async function endOpenRuns(
  writes: Writes,
  tasks: readonly string[],
  now: string,
  reason: string,
): Promise<void> {
  // One that published in its last moment is open no longer.
  const ended = await writes
    .updateTable('runs')
    .set({ outcome: 'failed', finished_at: now, reason })
    .where('task', 'in', tasks)
    .where('outcome', '=', 'running')
    .returning('task')
    .execute();
  const names = ended.map(({ task }) => task);
  if (names.length === 0) return;
  await writes.updateTable('tasks').set({ last_run_at: null, last_error: reason }).where('name', 'in', names).execute();
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
    .where('name', 'in', names)
    .where(({ eb, or }) => or([eb('last_run_at', 'is', null), eb('last_run_at', '<', since)]));
  await abandoned
    .where('name', 'not in', begun)
    .set({ last_error: `the process ended before its run had begun (${reason})` })
    .execute();
  await abandoned.set({ last_error: reason }).execute();
}

/** The newest runs first, of one task or of all; those before the run `before` where it is given. */
export async function recentRuns(
  reads: Reads | Writes,
  { task, before, limit }: { task?: string | undefined; before?: string | undefined; limit: number },
): Promise<Run[]> {
  let query = reads.selectFrom('runs').selectAll().orderBy('id', 'desc').limit(limit);
  if (task !== undefined) query = query.where('task', '=', task);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(asRun);
}

/** The newest run of each task. */
export async function lastRuns(reads: Reads): Promise<Run[]> {
  const newest = reads
    .selectFrom('runs')
    .select(({ fn }) => fn.max('id').as('id'))
    .groupBy('task');
  return (await reads.selectFrom('runs').selectAll().where('id', 'in', newest).orderBy('task').execute()).map(asRun);
}
