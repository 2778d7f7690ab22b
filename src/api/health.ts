/** What needs no key: `/health`, `/livez`, `/readyz`, and the description of the API itself. */
import Type, { type Static } from 'typebox';
import { addDays, dayOf } from '../catalog/days.ts';
import { doc, text, textOr, whole, wholeOr, wordOf } from '../catalog/field-shapes.ts';
import { MORE_MEMORY } from '../failure.ts';
import { knownTasks } from '../store/known-tasks.ts';
import type { ReplicaState, Store } from '../store/store.ts';
import { jsonAnswer, type PlainAnswer } from './answer/send.ts';
import type { ServedGames } from './catalog/in-language.ts';
import { type KeptPictures, PictureState } from './pages/pictures.ts';
import type { RouteRequest } from './request.ts';

export const FollowState = Type.Object({
  origin: text('Address of the origin', 'https://cards.example'),
  position: wholeOr("Place in the origin's feed that is shown here", 'before the first files', 4711),
  lag_s: wholeOr('Seconds since the first event that is not shown here yet; 0 without one', 'before it was heard', 0),
  heard_at: textOr('When it answered last, in UTC', 'before the first time', '2026-05-01T06:00:09.120Z'),
});
export type FollowState = Static<typeof FollowState>;

export interface HealthParts extends ServedGames {
  store: Store;
  /** Tasks configured on this deployment; without a success for so long one makes the service degraded. */
  tasks: readonly { name: string; windowMs: number }[];
  /** Whether budgets are counted across processes; undefined where each counts alone by configuration. */
  budgetStore: (() => ReplicaState) | undefined;
  /** How it stands to the service that it follows; undefined where it follows none. */
  follow?: { state(): Promise<FollowState | null>; isFilled(): Promise<boolean> } | undefined;
  now: () => Date;
}

export interface HealthAudience {
  /** Whether everybody is told what a key is: errors and notices name cards, sources and servers. */
  healthDetails: boolean;
}

export interface ProcessParts {
  openapi: () => string;
  metrics: () => Promise<{ type: string; text: string }>;
  /** True once the process has been told to end. */
  isStopping: () => boolean;
}

const MEGABYTE = 1024 * 1024;
/**
 * The first run of the 23,546 English cards took 183 MB, half of it the log of its transaction, and their prices come on
 * top: with less free than this, the next large run may find none.
 */
export const DISK_BYTES_MIN = 500 * MEGABYTE;

const TaskState = {
  name: text(
    'Name of the task: a source, deliveries, scan, backup, games that are read no more, or a server that is missing',
    'catalog',
  ),
  status: wordOf('Late where it has not succeeded inside its window, or cannot without more memory', 'ok', 'late'),
};
const TaskDetails = {
  last_success_at: textOr('When it succeeded last, in UTC', 'before the first time', '2026-05-01T06:00:09.120Z'),
  age_s: wholeOr('Seconds since then', 'before the first time', 512),
  window_s: whole('Seconds that it may stay without a success; 0 for a server, which is there or not', 93_600),
  last_error: textOr('Why it failed last, in one line', 'after a success', 'https://cards.example answered 503'),
  notice: textOr(
    'What the last run that read anything withheld, quarantined, left out or missed, and how old its prices are where they stand still',
    'where that is nothing',
    'usd_market left out 1 group: 88 of 157 rows',
  ),
};
const status = wordOf('Degraded while any task is late', 'ok', 'degraded');

export const Health = Type.Object({
  status,
  tasks: Type.Array(
    Type.Object({ ...TaskState, ...TaskDetails }),
    doc('What this deployment has to do, each with how it stands'),
  ),
});
export type Health = Static<typeof Health>;

/** What is answered: the details to a key alone, unless the deployment tells them to everybody. */
export const ToldHealth = Type.Object({
  status,
  tasks: Type.Array(
    Type.Object({ ...TaskState, ...Type.Partial(Type.Object(TaskDetails)).properties }),
    doc('What this deployment has to do, each with how it stands; an API key of any scope shows more'),
  ),
  pictures: Type.Optional(
    Type.Object(PictureState.properties, doc('How kept pictures stand on this machine; only to a key')),
  ),
  follow: Type.Optional(
    Type.Object(FollowState.properties, doc('How it stands to the service that it follows; only to an admin key')),
  ),
});

/** Degraded: the store has a fault, which is told from memory; or a task has not succeeded inside its window, counted from when it was first configured, or needs more memory than it has. */
export async function health({ store, tasks: watched, now, budgetStore, games }: HealthParts): Promise<Health> {
  const { rows: stored, games: held, days, fault, freeBytes } = await knownTasks(store);
  const known = new Map(stored.map((task) => [task.name, task]));
  const at = now().getTime();
  const rows = watched.map(({ name, windowMs }): Health['tasks'][number] => {
    const task = known.get(name);
    const since = task?.last_success_at ?? task?.since;
    const isStuck = task?.last_error?.endsWith(MORE_MEMORY) ?? false;
    const isLate = isStuck || (since !== undefined && at - Date.parse(since) > windowMs);
    return {
      ...{ name, status: isLate ? 'late' : 'ok', ...succeeded(task?.last_success_at ?? null, at) },
      window_s: windowMs / 1000,
      last_error: task?.last_error ?? null,
      notice: [task?.notice, quietNote(days.get(name), now())].filter(Boolean).join('; ') || null,
    };
  });
  if (fault !== null) rows.push({ ...NEVER, name: 'store', status: 'late', last_error: fault });
  const left = held.filter((name) => !games.some((game) => game.name === name));
  if (left.length > 0) rows.push(leftRow(left));
  if (freeBytes !== null) rows.push(diskRow(freeBytes));
  if (budgetStore) rows.push(serverRow('budgets', budgetStore(), at));
  if (store.replica) rows.push(serverRow('replica', store.replica.state(), at));
  return { status: rows.some((row) => row.status === 'late') ? 'degraded' : 'ok', tasks: rows };
}

/** When it succeeded last, and how long ago that is. */
const succeeded = (last_success_at: string | null, atMs: number) => ({
  last_success_at,
  age_s: last_success_at === null ? null : Math.max(0, Math.floor((atMs - Date.parse(last_success_at)) / 1000)),
});

/** A source whose newest prices are older than this is not quiet, it stands still. */
const QUIET_DAYS_MAX = 3;

/** What is told of a source that goes on bringing the prices of one day, or nothing any more. */
function quietNote(day: string | undefined, now: Date): string | null {
  if (day === undefined || day >= addDays(dayOf(now.getTime()), -QUIET_DAYS_MAX)) return null;
  return `its newest prices are of ${day}`;
}

/** What is no run of anything. */
const NEVER = { last_success_at: null, age_s: null, window_s: 0, last_error: null, notice: null };

/** Games that left the configuration: they are served as they are, which is no fault, and should not be forgotten. */
const leftRow = (games: readonly string[]): Health['tasks'][number] => ({
  ...{ ...NEVER, name: 'games', status: 'ok' },
  notice: `${games.join(', ')}: served, but not configured any more`,
});

/** Told while there is still something to be done about it. */
function diskRow(freeBytes: number): Health['tasks'][number] {
  const isLow = freeBytes < DISK_BYTES_MIN;
  const says = `${Math.floor(freeBytes / MEGABYTE)} MB are free where the data directory lies: make room before a run finds none`;
  return { ...NEVER, name: 'disk', status: isLow ? 'late' : 'ok', last_error: isLow ? says : null };
}

/**
 * A server that can be done without for a while. Without theirs, budgets are counted by each process alone: none is
 * unlimited, and none is exact; without the replica, the main server has its load too.
 */
function serverRow(name: string, { isConnected, connectedAt, lastError }: ReplicaState, atMs: number) {
  const status = isConnected ? ('ok' as const) : ('late' as const);
  const success = succeeded(connectedAt?.toISOString() ?? null, atMs);
  return { name, status, ...success, window_s: 0, last_error: lastError, notice: null };
}

export async function answerHealth(
  { key }: RouteRequest,
  context: HealthParts & HealthAudience & KeptPictures,
): Promise<PlainAnswer> {
  const { status, tasks } = await health(context);
  const isTold = key !== undefined || context.healthDetails;
  const follow = key?.scopes.has('admin') ? await context.follow?.state() : undefined;
  const shown = isTold ? tasks : tasks.map(({ name, status: its }) => ({ name, status: its }));
  const pictures = isTold ? { pictures: await context.pictures.state() } : {};
  return jsonAnswer({ status, tasks: shown, ...pictures, ...(follow && { follow }) });
}

/** Answers as long as the process can answer at all. */
export const answerLive = async (): Promise<PlainAnswer> => jsonAnswer({ status: 'ok' });

export const answerOpenapi = async (_: RouteRequest, { openapi }: Pick<ProcessParts, 'openapi'>) => ({
  type: 'application/json; charset=utf-8',
  body: openapi(),
});

export async function answerMetrics(_: RouteRequest, { metrics }: Pick<ProcessParts, 'metrics'>): Promise<PlainAnswer> {
  const { type, text } = await metrics();
  return { type, body: text };
}

export const Liveness = Type.Object({ status: Type.Literal('ok', doc('The process answers')) });

export const Readiness = Type.Object({
  status: wordOf(
    'Stopping once the process is on its way out, unavailable while its store does not answer, filling before all of the service that it follows was taken once',
    'ok',
    'stopping',
    'unavailable',
    'filling',
  ),
});

/** Ready: the store answers, and the process is not on its way out. */
export async function answerReady(
  _: RouteRequest,
  { store, isStopping, follow }: Pick<ProcessParts, 'isStopping'> & Pick<HealthParts, 'follow'> & { store: Store },
): Promise<PlainAnswer> {
  if (isStopping()) return jsonAnswer({ status: 'stopping' }, 503);
  const { isAnswering } = await knownTasks(store);
  if (!isAnswering) return jsonAnswer({ status: 'unavailable' }, 503);
  return (await follow?.isFilled()) === false ? jsonAnswer({ status: 'filling' }, 503) : jsonAnswer({ status: 'ok' });
}
