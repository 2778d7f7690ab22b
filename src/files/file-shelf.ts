/** The files that a service serves: made when they are asked for, once a version of the catalog, in a process of their own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../catalog/days.ts';
import { OperatorFailure } from '../failure.ts';
import { VERSION } from '../release.ts';
import { catalogVersion, timelineOf } from '../store/meta.ts';
import type { Store, StoreLocation } from '../store/store.ts';
import { areWhole, filesIn } from './make-files.ts';
import type { MakeJob, MakeMessage } from './make-process.ts';
import { type FileEntry, type Listings, type Manifest, MEDIA_TYPES, partOf } from './manifest.ts';

const PROGRAM = new URL('./make-process.ts', import.meta.url);
/** A smaller young heap copies what a group of rows holds on to again and again; one of 32 MB takes more than 300 MB in all. */
const HEAP = ['--max-old-space-size=128', '--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
/** How long who asks waits for files of this moment before those of before do. */
const WAIT_MS = 25_000;
/** After a making that failed the next one waits: what fails it, a full disk or too little room, costs all of it each time. */
const AGAIN_MS = 60_000;

/** Where the files of a deployment lie, and how much room they have. */
export interface FilePlace {
  folder: string;
  limitBytes: number;
}

export interface Shelved {
  manifest: Manifest;
  listings: Listings;
}

/** A file on the disk, to be sent. */
export interface ShelvedFile {
  path: string;
  bytes: number;
  mediaType: string;
  /** Of its bytes, where it is listed. */
  sha256: string | undefined;
}

const NAME =
  /^([a-z_]+\.[a-z][a-z0-9_]*(?:\.(?:usd|eur))?(?:\.\d{4}-\d\d(?:-\d\d)?)?)\.(?:[0-9a-f]{12}\.)?(ndjson\.gz|ndjson\.zst|csv\.gz|parquet)$/;

/** The part and the form that a name says, be it with its digest or without. */
export const readFileName = (name: string): { part: string; form: keyof typeof MEDIA_TYPES } | undefined => {
  const [, part, form] = NAME.exec(name) ?? [];
  return part === undefined ? undefined : { part, form: form as keyof typeof MEDIA_TYPES };
};

/** The file that a name without digest means today. */
export const newestFile = ({ manifest }: Shelved, name: string): FileEntry | undefined => {
  const wanted = readFileName(name);
  return manifest.files.find(
    (file) =>
      file.name === name ||
      (wanted && `${partOf(file)}.${wanted.form}` === name && file.name.endsWith(`.${wanted.form}`)),
  );
};

/** Starts a process that makes the files, at a lower priority than requests have. */
export function startMaking(job: MakeJob): { child: ChildProcess; made: Promise<void> } {
  const child = fork(PROGRAM, {
    execArgv: HEAP,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let said: MakeMessage | undefined;
  child.on('message', (message: MakeMessage) => {
    said = message;
  });
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.send(job, () => undefined);
  });
  child.on('error', () => child.kill('SIGKILL'));
  const made = once(child, 'close').then(([code, signal]) => {
    if (said === undefined) throw new Error(`the process of the files ended with ${signal ?? code}`);
    if ('fault' in said) throw new OperatorFailure(said.fault);
  });
  return { child, made };
}

/** Reads the manifest, anew only where it is another file. */
function manifestReader(folder: string): () => Shelved | undefined {
  let known: { stamp: string; shelved: Shelved } | undefined;
  return () => {
    const { mtimeMs, ino } = statSync(join(folder, 'manifest.json'), { throwIfNoEntry: false }) ?? {};
    const stamp = `${mtimeMs} ${ino}`;
    if (mtimeMs === undefined) known = undefined;
    else if (known?.stamp !== stamp) {
      const shelved = filesIn(folder);
      known = shelved && { stamp, shelved };
    }
    return known?.shelved;
  };
}

/** The file of this name; `gone` where it was listed once and its bytes are not kept. */
function findFile(folder: string, name: string, shelved: Shelved | undefined): ShelvedFile | 'gone' | undefined {
  const form = readFileName(name)?.form;
  if (form === undefined) return undefined;
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  const listed = shelved?.manifest.files.find((file) => file.name === name);
  if (stat === undefined || (listed?.bytes ?? stat.size) !== stat.size)
    return shelved && name in shelved.listings ? 'gone' : undefined;
  const sha256 = listed && areWhole(folder, [listed]) ? listed.sha256 : undefined;
  return { path, bytes: stat.size, mediaType: MEDIA_TYPES[form], sha256 };
}

export type FileShelf = ReturnType<typeof openShelf>;

export function openShelf(
  store: Store,
  location: StoreLocation,
  { folder, limitBytes, games }: FilePlace & Pick<MakeJob, 'games'>,
  onFault: (error: Error) => void,
) {
  let making: Promise<void> | undefined;
  let child: ChildProcess | undefined;
  let failed: { error: Error; untilMs: number } | undefined;
  const read = manifestReader(folder);

  const isCurrent = async (shelved: Shelved | undefined) => {
    const { release, timeline, catalog_version, made_at, files = [] } = shelved?.manifest ?? {};
    // Days of the past leave the list with time.
    if (release !== VERSION || made_at?.slice(0, 10) !== dayOf(Date.now()) || !areWhole(folder, files)) return false;
    return catalog_version === (await catalogVersion(store.reads)) && timeline === (await timelineOf(store.reads));
  };
  const make = () => {
    const started = startMaking({ location, folder, limitBytes, games, now: new Date() });
    child = started.child;
    return started.made.finally(() => {
      child = undefined;
    });
  };

  return {
    /** The files as of now, or as of before where they take long; undefined while the first are made. */
    current: async (): Promise<Shelved | undefined> => {
      const before = read();
      if (await isCurrent(before)) return before;
      if (failed !== undefined && performance.now() < failed.untilMs) {
        if (before === undefined) throw failed.error;
        return before;
      }
      making ??= make().finally(() => {
        making = undefined;
      });
      const made = making.catch((error: Error) => {
        failed = { error, untilMs: performance.now() + AGAIN_MS };
        onFault(error);
        if (before === undefined) throw error;
      });
      await Promise.race([made, sleep(WAIT_MS, undefined, { ref: false })]);
      return read();
    },
    find: (name: string) => findFile(folder, name, read()),
    stop: async () => {
      child?.kill('SIGKILL');
      await making?.catch(() => undefined);
    },
  };
}
