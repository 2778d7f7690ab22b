/** Copies of the embedded store on a schedule, as runs of a source: due by their pace, one at a time, each with its outcome on record. */
import { hash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SCOPE } from '../catalog/scope.ts';
import { fileTrouble } from '../failure.ts';
import { gameOf } from '../games/games.ts';
import { makeFolder } from '../store/engines/private-file.ts';
import { backUp } from '../store/maintenance/backup.ts';
import { cursorSecret } from '../store/meta.ts';
import type { Store } from '../store/store.ts';
import { Outage } from '../upstream/document.ts';
import { configuredSources, crawlPolicyFor, type SourcesConfig } from './configured-sources.ts';
import { BACKUP_TASK, type RunContext, type Source } from './source.ts';

/** A copy may wait for the runs before it. */
const LATE_MS = 2 * 3_600_000;

type Place = NonNullable<SourcesConfig['backups']>;

/** What the schedule runs: the sources, and then the backup where there is one. */
export const scheduledSources = (config: SourcesConfig): Source[] => [...configuredSources(config), ...backups(config)];

/** None or one. */
export function backups({ backups: place, games: [first], userAgent }: SourcesConfig): Source[] {
  if (place === undefined) return [];
  const { scope = DEFAULT_SCOPE, sources = {} } = first ?? {};
  return [
    {
      name: BACKUP_TASK,
      // Nothing of any game is changed.
      scope,
      game: gameOf(sources, scope),
      adapter: BACKUP_TASK,
      everyMs: place.everyMs,
      windowMs: place.everyMs + LATE_MS,
      configured: place.folder,
      crawlPolicy: { userAgent, giveUpAfterMs: 0, ...crawlPolicyFor(place.folder) },
      fetch: (context) => takeCopy(context, place),
      probe: { address: place.folder },
    },
  ];
}

async function takeCopy({ store, now, onProgress }: RunContext, { dataDir, folder, keep }: Place) {
  const prefix = `cardstock-${await markOf(store)}-`;
  const name = `${prefix}${now().toISOString().replaceAll(/[-:.]/g, '')}.db`;
  try {
    makeFolder(folder);
    // A process that was killed left it: no other is at it now.
    for (const left of namesIn(folder, prefix, /\.db\.partial(-\w+)?$/)) rmSync(join(folder, left), { force: true });
    await backUp(dataDir, join(folder, name), (step, done, total) => onProgress({ step, done, total }));
  } catch (error) {
    throw new Outage(`no backup was made in ${folder}: ${fileTrouble(error)}`);
  }
  const kept = namesIn(folder, prefix, /\.db$/);
  // What is dated later than now was made under a wrong clock: it goes first.
  const age = (copy: string) => (copy > name ? '' : copy);
  const surplus = kept.toSorted((a, b) => (age(a) < age(b) ? -1 : Number(age(a) > age(b)))).slice(0, -keep);
  const notice = removed(folder, surplus);
  return { rows: kept.length, publish: async () => ({ counts: { removed: surplus.length }, notice }) };
}

/** Two services may have one folder: each counts and removes its own copies alone. */
const markOf = async (store: Store) => hash('sha256', `backup ${await cursorSecret(store)}`, 'hex').slice(0, 8);

const namesIn = (folder: string, prefix: string, end: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && end.test(name))
    .sort();

/** Removes old copies; one that cannot be removed is told of, and makes nobody take another copy at once. */
function removed(folder: string, names: readonly string[]): string | null {
  try {
    for (const name of names) rmSync(join(folder, name), { force: true });
    return null;
  } catch (error) {
    return `old copies in ${folder} could not be removed: ${fileTrouble(error)}`;
  }
}
