/** Follows other Cardstocks: which games they have, when they have something new, and how far behind this one is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FollowState } from '../api/health.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { Config } from '../config/settings.ts';
import { addressFaults } from '../config/sources-section.ts';
import { OperatorFailure } from '../failure.ts';
import type { GameFacts } from '../files/manifest.ts';
import { CATALOG_ADAPTERS } from '../games/games.ts';
import { type OriginSource, originHeaders } from '../games/origin.ts';
import { askManifest, firstManifest, type Waiting } from '../ingest/origin/read-origin.ts';
import { STANDING, type Standing } from '../ingest/origin/standing.ts';
import { documentEtags } from '../store/document-etags.ts';
import { replacePrivate } from '../store/engines/private-file.ts';
import { openTasks, taskByName } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { REAL_TIME } from '../time.ts';

const FILE = 'follow.json';
const ASK_MS_MAX = 40_000;
const RETRY_MS = 5000;
const RETRY_MS_MAX = 5 * 60_000;
const RUN_LOOK_MS = 500;
const RUN_MS_MAX = 15 * 60_000;

/** What is kept of an origin, so that a start does without it. */
interface Followed {
  url: string;
  games: GameFacts[];
}

/**
 * The configuration in which every game is that of the origin at `url`; as it is without one, unless `isKnown` asks for the one
 * that was followed here last.
 * @throws ConfigurationError where that is no address
 * @throws OperatorFailure where the origin does not answer and was not followed before
 */
export async function followedConfig(
  config: Config,
  url?: string,
  isKnown = false,
  waiting: Waiting = { say: () => undefined, sleep: REAL_TIME.sleep },
): Promise<Config> {
  const path = join(config.values.data, FILE);
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Followed) : undefined;
  const address = (url ?? (isKnown && config.isDemo ? known?.url : undefined))?.replace(/\/$/, '');
  if (address === undefined) return config;
  const faults = addressFaults(`--follow ${address}`, address);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const api_key = config.values.followKey;
  const settings = { adapter: 'cardstock', url: address, ...(api_key !== undefined && { api_key }) };
  const isNew = known?.url !== address;
  const origin = settings as OriginSource;
  const asked = isNew ? firstManifest(origin, config.userAgent, waiting) : askManifest(origin, config.userAgent);
  const manifest = await asked.catch((cause: Error) => {
    if (!isNew) return undefined;
    throw new OperatorFailure(`${address} cannot be followed: ${cause.message}`, { cause });
  });
  const named = [...new Set(manifest?.files.map(({ game }) => game))];
  const games: GameFacts[] =
    manifest?.games ??
    (manifest ? named.map((name, at) => ({ name, id_prefix: at === 0 ? '' : `${name}-` })) : (known?.games ?? []));
  replacePrivate(path, JSON.stringify({ url: address, games } satisfies Followed));
  const configured = games.map(({ name, rules, ...facts }) => ({
    scope: scopeOf({ name, ...facts }),
    sources: { [`${name}.origin`]: { ...settings, game: name, ...(rules !== undefined && { rules }) } },
  }));
  return { ...config, games: configured, isDemo: false };
}

/** The game here as it is there. */
function scopeOf({
  name,
  id_prefix = '',
  languages: [language = 'en', ...others] = [],
  regional_prints = [],
}: GameFacts) {
  const isRegional = (each: string) => regional_prints.some((of) => [of.language, ...of.translations].includes(each));
  const translations = others.filter((each) => !isRegional(each));
  return {
    ...{ game: name, idPrefix: id_prefix, language },
    ...(translations.length > 0 && { translations }),
    ...(regional_prints.length > 0 && { regionalPrints: regional_prints }),
  };
}

/** A source that is an origin, by the name of its task. */
export const originsOf = ({ games }: Pick<Config, 'games'>): { task: string; settings: OriginSource }[] =>
  games.flatMap(({ sources }) =>
    Object.entries(sources).flatMap(([task, settings]) =>
      CATALOG_ADAPTERS[settings.adapter]?.isOrigin ? { task, settings: settings as OriginSource } : [],
    ),
  );

const standingOf = async (store: Store, task: string): Promise<Standing | undefined> => {
  const text = (await documentEtags(store.reads, task)).get(STANDING);
  return text === undefined ? undefined : (JSON.parse(text) as Standing);
};

/** The version of the origin that all of these have taken. */
const versionTaken = async (store: Store, tasks: readonly string[]): Promise<number> =>
  Math.min(
    ...(await Promise.all(tasks.map(async (task) => (await standingOf(store, task))?.catalog_version ?? Infinity))),
  );

interface FollowParts {
  store: Store;
  /** When an origin answered last, and since when something of it is not taken. */
  heard: { at: number | undefined; behindSince: number | undefined };
  runNow(task: string): Promise<unknown>;
  ending: AbortSignal;
  /** Waits, until the end at most. */
  pause(ms: number): Promise<unknown>;
}

/** Runs the tasks; says whether each has succeeded since, as soon as all have ended. */
async function runAll({ store, runNow, ending, pause }: FollowParts, tasks: readonly string[]): Promise<boolean> {
  const since = new Date().toISOString();
  const asked = await Promise.allSettled(tasks.map(runNow));
  if (asked.some(({ status }) => status === 'rejected')) return false;
  for (let waited = 0; waited < RUN_MS_MAX && !ending.aborted; waited += RUN_LOOK_MS) {
    const open = await openTasks(store.reads);
    const rows = await Promise.all(tasks.map((task) => taskByName(store.reads, task)));
    if (rows.every((row) => (row?.last_run_at ?? '') >= since && !open.includes(row?.name ?? '')))
      return rows.every((row) => (row?.last_success_at ?? '') >= since);
    await pause(RUN_LOOK_MS);
  }
  return false;
}

/** Waits at an origin's feed, and has the tasks run whenever something comes. */
async function followFeed(parts: FollowParts, url: string, tasks: readonly string[], settings: OriginSource) {
  const { store, heard, ending, pause } = parts;
  let after: string | undefined;
  let failures = 0;
  while (!ending.aborted) {
    after ??= (await standingOf(store, tasks[0] ?? '').catch(() => undefined))?.event_id ?? undefined;
    const asked = `${url}/v1/events?limit=200&wait=25${after === undefined ? '' : `&after=${after}`}`;
    const signal = AbortSignal.any([ending, AbortSignal.timeout(ASK_MS_MAX)]);
    const answer = await fetch(asked, { headers: originHeaders(settings), signal }).catch(() => undefined);
    // What answers in the place of an origin may be anything.
    const page: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
    const { items, catalog_version: told = 0 } =
      (page as { data?: { items?: { id: string }[]; catalog_version?: number } } | null)?.data ?? {};
    // An event that is not kept any more, or one that nobody knows after a restore: the files are what stands.
    const isLost = answer?.status === 400;
    const isHeard = isLost || Array.isArray(items);
    if (isHeard) heard.at = Date.now();
    const newest = isHeard ? items?.at(-1)?.id : undefined;
    const isNew = isLost || newest !== undefined;
    if (isNew) heard.behindSince ??= Date.now();
    // An origin whose files take long gives those of before.
    const isTaken = async () => (await runAll(parts, tasks)) && (await versionTaken(store, tasks)) >= told;
    // What the store has against it is told by itself.
    if (isHeard && (!isNew || (await isTaken().catch(() => false)))) {
      [after, heard.behindSince, failures] = [isNew ? newest : after, undefined, 0];
      continue;
    }
    // One that is gone is asked soon again; a run that fails, and a static host, which has no feed, ever more seldom.
    failures = isHeard || answer?.status === 404 ? failures + 1 : 0;
    await pause(Math.min(RETRY_MS * 2 ** failures, RETRY_MS_MAX) * (1 + Math.random()));
  }
}

/** Asks each origin for its next event, and has what follows it run; `runNow` is absent where this process does no work. */
export function followOrigins(store: Store, config: Config, runNow?: FollowParts['runNow'], time = REAL_TIME) {
  const origins = originsOf(config);
  const [first] = origins;
  if (first === undefined) return undefined;
  const ending = new AbortController();
  const heard: FollowParts['heard'] = { at: undefined, behindSince: undefined };
  const pause = (ms: number) => time.sleep(ms, ending.signal).catch(() => undefined);
  const parts = { store, heard, runNow: runNow ?? (() => Promise.resolve()), ending: ending.signal, pause };
  if (runNow !== undefined) {
    for (const [url, of] of Map.groupBy(origins, ({ settings }) => settings.url)) {
      const tasks = of.map(({ task }) => task);
      if (url.startsWith('http') && of[0]) void followFeed(parts, url, tasks, of[0].settings);
    }
  }
  return {
    state: async (): Promise<FollowState> => {
      const standing = await standingOf(store, first.task);
      const task = await taskByName(store.reads, first.task);
      const at = heard.at ?? (task?.last_success_at ? Date.parse(task.last_success_at) : undefined);
      return {
        origin: first.settings.url,
        position: standing?.position ?? null,
        lag_s: at === undefined ? null : Math.floor((Date.now() - (heard.behindSince ?? Date.now())) / 1000),
        heard_at: at === undefined ? null : new Date(at).toISOString(),
      };
    },
    /** Whether all of it was taken once. */
    isFilled: async () => {
      const rows = await Promise.all(origins.map(({ task }) => taskByName(store.reads, task)));
      return rows.every((row) => row?.last_success_at != null);
    },
    stop: () => ending.abort(),
  };
}
