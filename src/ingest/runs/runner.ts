/** Runs sources: lock, fetch, publish in one transaction, and an outcome on record whatever happens. */
import { randomUUIDv7 } from 'node:crypto';
import { OperatorFailure, withoutCredentials } from '../../failure.ts';
import { failRun, noteRun, registerTasks, startRun, succeedRun, taskByName } from '../../store/runs.ts';
import type { Tables } from '../../store/schema/tables.ts';
import { forgottenDays } from '../../store/sources/source-days.ts';
import type { Store, Writes } from '../../store/store.ts';
import { REAL_TIME, type Time } from '../../time.ts';
import { type DemoDocument, openReader } from '../../upstream/reader.ts';
import { MEMORY_MB } from '../../upstream/size-limit.ts';
import { SourceClock } from '../../upstream/source-clock.ts';
import { addUp } from '../catalog-counts.ts';
import { noChanges } from '../changes.ts';
import { documentLedger } from '../document-ledger.ts';
import { HeldDay } from '../held-parts.ts';
import { recordChanges, settleDueDays } from '../price-day-events.ts';
import type { Progress, Publication, RunOptions, Source } from '../source.ts';
import { recordDemoPast } from './demo.ts';
import { faultOf, reasonOf } from './reasons.ts';
import { type RunLock, underRunLock } from './run-locks.ts';

const LOCK_WAIT_MS = 15 * 60_000;
/** A source that failed is tried again after this long, or at its own pace where that is quicker. */
const RETRY_MS = 10 * 60_000;

export interface RunReport {
  source: string;
  run_id: string;
  outcome: 'succeeded' | 'failed';
  duration_ms: number;
  /** Why it failed, or what a successful run held back. */
  reason: string | null;
  counts: Record<string, number>;
  /** Where a fault of ours arose, for the log alone. */
  fault?: string;
}

/** What a run needs of the world outside: the time, and the way to its source. A simulation has its own. */
export interface RunSurroundings extends Time {
  openReader: typeof openReader;
}

const REAL: RunSurroundings = { ...REAL_TIME, openReader };

export interface Runner {
  store: Store;
  runLock: RunLock;
  sources: readonly Source[];
  demo: DemoDocument;
  onProgress(progress: Progress): void;
  onReport(report: RunReport): void;
  surroundings?: RunSurroundings;
}

type FullRunner = Required<Runner>;
type Task = Tables['tasks'];

/** A source that failed under a new configuration is tried again after this long: the configuration may be at fault. */
const RECONFIGURED_RETRY_MS = 60_000;
/** A run that takes longer goes on beside those of other games. */
const PATIENCE_MS = 10_000;
/** Runs share the memory of one: each further one has to have so many megabytes of it. */
const RUN_MB = 256;
/** How far clocks of two machines may be apart that are kept right. */
const CLOCKS_APART_MS = 60_000;

/** Whether the source has to run: never run, its pace is up, it failed a while ago, or its configuration is another. */
export function isDue(source: Source, task: Task | undefined, now: number): boolean {
  if (!task?.last_run_at) return true;
  const age = now - Date.parse(task.last_run_at);
  // The clock was ahead then: nobody waits for as long as that.
  if (age < -CLOCKS_APART_MS) return true;
  const { last_success_at } = task;
  const failed =
    !last_success_at || last_success_at < task.last_run_at || Date.parse(last_success_at) > now + CLOCKS_APART_MS;
  const isNew = task.last_success_at && task.configured !== source.configured;
  if (isNew && (!failed || age >= RECONFIGURED_RETRY_MS)) return true;
  return age >= (failed ? Math.min(RETRY_MS, source.everyMs) : source.everyMs);
}

/**
 * Runs the sources, in one process at a time of all on this store. The schedule leaves out those that are not due,
 * and leaves them all to another process that is at it; undefined then. An operator's run waits for its turn.
 * @throws OperatorFailure when its turn does not come
 */
export async function runSources(runner: Runner, options: RunOptions): Promise<RunReport[] | undefined> {
  const { store, runLock, sources, onProgress, surroundings = REAL } = runner;
  const waitMs = options.scheduled ? 0 : LOCK_WAIT_MS;
  const [{ name: task } = { name: runLock }] = sources;
  const onWait = () => onProgress({ task, step: 'waits for the runs of another process', done: 0, total: undefined });
  const run = () => runInTurn({ ...runner, surroundings }, options);
  const reports = await underRunLock(store, runLock, { waitMs, onWait }, run, surroundings);
  if (reports !== undefined || options.scheduled) return reports;
  throw new OperatorFailure('another process has been ingesting for 15 minutes: try again later');
}

async function runInTurn(runner: FullRunner, options: RunOptions): Promise<RunReport[]> {
  const { store, sources, surroundings } = runner;
  const names = sources.map((source) => source.name);
  await store.write(async (writes) => {
    const now = surroundings.now().getTime();
    await registerTasks(writes, names, new Date(now).toISOString());
    await recordDemoPast(writes, sources, now);
  });
  const reports: RunReport[] = [];
  await sideBySide(sources, surroundings, async (source) => {
    const task = await taskByName(store.reads, source.name);
    if (!task) throw new Error(`task ${source.name} is not registered`);
    if (options.scheduled && !isDue(source, task, surroundings.now().getTime())) return;
    const run = await runSource(runner, source, task, options);
    const report = { ...run, reason: await settled(runner, source, run) };
    reports.push(report);
    runner.onReport(report);
  });
  return reports;
}

/** A run that has begun, or waits for those of its game and its host; `ended` never rejects. */
interface Turn {
  source: Source;
  ended: Promise<void>;
}

const hostOf = ({ probe: { address } }: Source): string => (URL.canParse(address) ? new URL(address).host : '');

/** A game's sources build on each other, and a host is asked at one pace, whoever asks. */
const shareTurns = (a: Source, b: Source): boolean => a.scope.game === b.scope.game || hostOf(a) === hostOf(b);

/** Runs all in their order, as far as none fails. @throws what the first failed with, when none is under way any more */
export async function sideBySide(
  sources: readonly Source[],
  { sleep }: Pick<Time, 'sleep'>,
  run: (source: Source) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Turn>();
  const faults: unknown[] = [];
  const games = () => new Set([...underWay].map(({ source }) => source.scope.game)).size;
  const end = (turns: Iterable<Turn>) => [...turns].map(({ ended }) => ended);
  for (const source of sources) {
    const before = [...underWay].filter((turn) => shareTurns(source, turn.source));
    const running = Promise.all(end(before)).then(() => (faults.length === 0 ? run(source) : undefined));
    const ended = running.catch((error) => void faults.push(error)).finally(() => underWay.delete(turn));
    const turn = { source, ended };
    underWay.add(turn);
    if (before.length === 0) await within(PATIENCE_MS, ended, sleep);
    const gamesMax = Math.max(1, Math.floor((source.crawlPolicy.memoryMb ?? MEMORY_MB) / RUN_MB));
    while (games() >= gamesMax) await Promise.race(end(underWay));
  }
  await Promise.all(end(underWay));
  if (faults.length > 0) throw faults[0];
}

async function within(ms: number, work: Promise<void>, sleep: Time['sleep']): Promise<void> {
  const late = new AbortController();
  const patience = sleep(ms, late.signal).catch(() => undefined);
  await Promise.race([work, patience]).finally(() => late.abort());
}

/** Settles the days that the run left due, which changes nothing of its outcome: where that fails they are due in the next one. */
async function settled({ store, surroundings }: FullRunner, { scope, name: task }: Source, run: RunReport) {
  try {
    await settleDueDays(store, scope, surroundings.now());
    return run.reason;
  } catch (error) {
    const note = `days that are others now wait for the next run: ${reasonOf(error)}`;
    const reason = [run.reason, note].filter(Boolean).join('; ');
    const last_error = run.outcome === 'failed' ? reason : note;
    // A store that takes nothing is told of by itself.
    await store.write((writes) => noteRun(writes, { id: run.run_id, task, reason, last_error })).catch(() => undefined);
    return reason;
  }
}

/** Behind a bar a terminal has no room for the address too. */
const reasonFirst = (why: string) => why.replace(/^(\S+): (.*)$/s, '$2 ($1)');

async function runSource(runner: FullRunner, source: Source, task: Task, options: RunOptions): Promise<RunReport> {
  const { store, demo, onProgress, surroundings } = runner;
  const { now } = surroundings;
  const started = now();
  const run = { id: randomUUIDv7(), task: source.name };
  await store.write((writes) => startRun(writes, { ...run, started_at: started.toISOString() }));
  const say = (step: string) => onProgress({ task: source.name, step, done: 0, total: undefined });
  const onWait = (why: string) => say(`tries again: ${reasonFirst(withoutCredentials(why))}`);
  const reader = surroundings.openReader({ ...source.crawlPolicy, onWait }, demo);
  const report = (outcome: RunReport['outcome'], reason: string | null, counts: Record<string, number>): RunReport => ({
    source: source.name,
    run_id: run.id,
    outcome,
    duration_ms: now().getTime() - started.getTime(),
    reason,
    counts,
  });
  try {
    let publication = await source.fetch({
      store,
      read: reader.read,
      documents: documentLedger(source, reader.read, now),
      scope: source.scope,
      game: source.game,
      task,
      isReconfigured: task.configured !== source.configured,
      options,
      now,
      clock: new SourceClock(now),
      forgotten: options.days === null ? await forgottenDays(store.reads, source.name) : new Set(),
      onProgress: (progress) => onProgress({ task: source.name, ...progress }),
    });
    const [total, notices]: [Record<string, number>, string[]] = [{}, []];
    while (publication.next) {
      const { publish, next } = publication;
      const { counts, notice } = await store.write((writes) => publishAndNotify(writes, source, publish, now()));
      addUp(total, counts);
      if (notice !== null) notices.push(notice);
      publication = await next();
    }
    const last = publication;
    say('publish');
    return await store.write(async (writes) => {
      const published = await publishAndNotify(writes, source, last.publish, now());
      const counts = addUp({ ...total }, published.counts);
      // A notice may name a document's address, and that a password.
      const notice = withoutCredentials([...notices, published.notice].filter(Boolean).join('; ')) || null;
      const finished = { ...run, finished_at: now().toISOString(), counts, reason: notice };
      await succeedRun(writes, finished, { rows: last.rows, configured: source.configured });
      return report('succeeded', notice, counts);
    });
  } catch (error) {
    const ended = { ...run, finished_at: now().toISOString(), counts: {}, reason: reasonOf(error) };
    await store.write((writes) => recordFailure(writes, ended, error));
    const fault = faultOf(error);
    return { ...report('failed', ended.reason, {}), ...(fault === undefined ? {} : { fault }) };
  } finally {
    await reader.close();
  }
}

/** Records why a run failed; a day that a guard left out is kept with it. */
async function recordFailure(writes: Writes, ended: Parameters<typeof failRun>[1], error: unknown): Promise<void> {
  if (error instanceof HeldDay) await error.keep(writes);
  await failRun(writes, ended);
}

async function publishAndNotify(writes: Writes, { scope, game }: Source, publish: Publication['publish'], now: Date) {
  const changes = noChanges();
  const published = await publish(writes, changes);
  await recordChanges(writes, scope, game, changes, now);
  return published;
}
