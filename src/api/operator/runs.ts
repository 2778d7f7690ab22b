/** Ingest runs for operators: what ran, run now, and how far a run is, as a stream of events. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import { isActive } from '../../keys/issue.ts';
import { type Run, recentRuns } from '../../store/runs.ts';
import { Places } from '../answer/places.ts';
import { listPage, type Page } from '../catalog/list.ts';
import type { ApiContext, PlainAnswer, RouteRequest } from '../context.ts';
import type { RunRequest } from './records.ts';

const LOOK_EVERY_MS = 250;
/** Proxies cut connections on which nothing comes for a minute. */
const COMMENT_EVERY_MS = 15_000;
const RUNS_WATCHED = 20;
/** Each looks into the store four times a second; a console that is open in as many windows has one of these each. */
const places = new Places({ byOwnerMax: 16, max: 64 });

export const listRuns = ({ query }: RouteRequest, context: ApiContext): Promise<Page<Run>> =>
  listPage(context, query, ['admin/runs'], async ({ after, limit }: { after: [string] | undefined; limit: number }) => {
    const runs = await recentRuns(context.store.reads, { before: after?.[0], limit });
    return runs.map((row) => ({ row, position: [row.id] as [string] }));
  });

/** @throws Failure bad_request for a source that is not there, or was asked for already */
export async function startRun({ body }: RouteRequest, { operator }: ApiContext) {
  const { source, accept_prune = false } = body as Static<typeof RunRequest>;
  return { sources: await operator.runNow(source, { acceptPrune: accept_prune }) };
}

/** @throws RateLimited */
export async function answerProgress({ key }: RouteRequest, context: ApiContext): Promise<PlainAnswer> {
  const onEnd = places.take(key?.owner ?? '');
  return { type: 'text/event-stream', body: progressEvents(context, key?.id ?? ''), onEnd };
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Tells of every run from now on until the process or the key ends, or the caller leaves. */
async function* progressEvents(context: ApiContext, keyId: string): AsyncGenerator<string> {
  const watched = () => recentRuns(context.store.reads, { limit: RUNS_WATCHED });
  const over = new Set((await watched()).filter(({ outcome }) => outcome !== 'running').map(({ id }) => id));
  let lastTold = '';
  let lastToldAt = Date.now();
  while (!context.isStopping() && (await isActive(context.store, keyId, context.now()))) {
    const runs = await watched();
    const texts = runs
      .filter(({ id, outcome }) => outcome !== 'running' && !over.has(id))
      .reverse()
      .map((run) => event('finished', run));
    for (const { id, outcome } of runs) if (outcome !== 'running') over.add(id);
    const progress = event('progress', { runs: underWay(runs, context) });
    if (progress !== lastTold) texts.unshift(progress);
    else if (texts.length === 0 && Date.now() - lastToldAt > COMMENT_EVERY_MS) texts.push(': nothing new\n\n');
    lastTold = progress;
    if (texts.length > 0) {
      lastToldAt = Date.now();
      yield texts.join('');
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Runs on record as running, with what this process knows of them, and those that wait here for their turn. */
function underWay(runs: readonly Run[], { operator }: ApiContext) {
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
