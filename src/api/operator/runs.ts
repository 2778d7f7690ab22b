/** Ingest runs for operators: what ran, run now, how far a run is, as a stream of events, and what guards left out. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import { Failure } from '../../failure.ts';
import { isActive } from '../../keys/issue.ts';
import { rowCount } from '../../store/maintenance/whole-tables.ts';
import { type Run, recentRuns } from '../../store/runs.ts';
import { acceptHeld, allHeld, type HeldListing } from '../../store/sources/held-parts.ts';
import type { Store } from '../../store/store.ts';
import { concurrencyLimit } from '../answer/concurrency-limit.ts';
import type { PlainAnswer } from '../answer/send.ts';
import { listPage, onlyPage, type Paging } from '../catalog/list.ts';
import type { RouteRequest } from '../request.ts';
import type { RunRequest } from './records.ts';

const LOOK_EVERY_MS = 250;
/** Proxies cut connections on which nothing comes for a minute. */
const COMMENT_EVERY_MS = 15_000;
const RUNS_WATCHED = 20;
/** Each looks into the store four times a second; a console that is open in as many windows has one of these each. */
const takeFollower = concurrencyLimit({ byOwnerMax: 16, max: 64 });

/** A source's run as far as this process knows of it. */
export interface RunProgress {
  task: string;
  /** Null while it waits for its turn. */
  step: string | null;
  done: number | null;
  total: number | null;
}

export interface RunControl {
  sources: readonly { name: string; game: string; adapter: string; every_s: number }[];
  /**
   * Starts runs of a source, or of `all`, in this process; returns the names.
   * @throws Failure bad_request, or internal where the store would not take their outcome
   */
  runNow(source: string, options: { acceptPrune: boolean }): Promise<readonly string[]>;
  /** The runs of this process that wait or are under way. */
  progress(): readonly RunProgress[];
}

interface Watching {
  store: Store;
  operator: RunControl;
  now: () => Date;
  isStopping: () => boolean;
}

export function listRuns({ query }: RouteRequest, context: Pick<Paging, 'cursors'> & { store: Store }) {
  const { store } = context;
  const fetch = async ({ after, limit }: { after: [string] | undefined; limit: number }) => {
    const runs = await recentRuns(store.reads, { before: after?.[0], limit });
    return runs.map((row) => ({ row, position: [row.id] as [string] }));
  };
  return listPage(context, query, ['admin/runs'], fetch, () => rowCount(store, 'runs'));
}

/** @throws Failure bad_request for a source that is not there, or was asked for already */
export async function startRun({ body }: RouteRequest, { operator }: Pick<Watching, 'operator'>) {
  const { source, accept_prune = false } = body as Static<typeof RunRequest>;
  return { sources: await operator.runNow(source, { acceptPrune: accept_prune }) };
}

/** @throws RateLimited */
export async function answerProgress({ key }: RouteRequest, context: Watching): Promise<PlainAnswer> {
  const onEnd = takeFollower(key?.owner ?? '');
  return { type: 'text/event-stream', body: progressEvents(context, key?.id ?? ''), onEnd };
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Tells of every run from now on until the process or the key ends, or the caller leaves. */
async function* progressEvents(context: Watching, keyId: string): AsyncGenerator<string> {
  const watched = () => recentRuns(context.store.reads, { limit: RUNS_WATCHED });
  const over = new Set((await watched()).filter(({ outcome }) => outcome !== 'running').map(({ id }) => id));
  let lastReported = '';
  let lastReportedAt = Date.now();
  while (!context.isStopping() && (await isActive(context.store, keyId, context.now()))) {
    const runs = await watched();
    const texts = runs
      .filter(({ id, outcome }) => outcome !== 'running' && !over.has(id))
      .reverse()
      .map((run) => event('finished', run));
    for (const { id, outcome } of runs) if (outcome !== 'running') over.add(id);
    const progress = event('progress', { runs: underWay(runs, context) });
    if (progress !== lastReported) texts.unshift(progress);
    else if (texts.length === 0 && Date.now() - lastReportedAt > COMMENT_EVERY_MS) texts.push(': nothing new\n\n');
    lastReported = progress;
    if (texts.length > 0) {
      lastReportedAt = Date.now();
      yield texts.join('');
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Runs on record as running, with what this process knows of them, and those that wait here for their turn. */
function underWay(runs: readonly Run[], { operator }: Pick<Watching, 'operator'>) {
  const known = new Map(operator.progress().map((progress) => [progress.task, progress]));
  const running = runs.filter(({ outcome }) => outcome === 'running');
  const tasks = new Set(running.map(({ task }) => task));
  const unknown = { step: null, done: null, total: null };
  return [
    ...running.map(({ id, task, started_at }) => ({ id, task, started_at, ...(known.get(task) ?? unknown) })),
    ...[...known.values()]
      .filter(({ task, step }) => step === null && !tasks.has(task))
      .map((waiting) => ({ id: null, started_at: null, ...waiting })),
  ];
}

export const listHeld = async ({ query }: RouteRequest, { store }: { store: Store }) =>
  onlyPage(query, await allHeld(store.reads));

/**
 * Has the next run of its source take the part as it is, whether or not the source has anything new.
 * @throws Failure not_found
 */
export async function acceptHeldNow({ params }: RouteRequest, { store }: { store: Store }): Promise<HeldListing> {
  const { id = '' } = params;
  const accepted = await store.write(async (writes) => {
    const held = (await allHeld(writes)).find((each) => each.id === id);
    if (held !== undefined) await acceptHeld(writes, [held]);
    return held;
  });
  if (accepted === undefined) throw new Failure('not_found', `Nothing is held under ${id}.`);
  return accepted;
}
