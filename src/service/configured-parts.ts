/** What the configuration means for the store and the sources of this deployment. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { CompatService } from '../api/compat/compat.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { type Config, readFilePlace } from '../config/settings.ts';
import type { SubscriptionService } from '../events/manage-subscriptions.ts';
import { sealUnder, secretsKey } from '../events/sealed-secrets.ts';
import type { FilePlace } from '../files/file-shelf.ts';
import type { GameFacts } from '../files/manifest.ts';
import type { DeployedGame, Game } from '../games/game.ts';
import { GAMES, gameOf } from '../games/games.ts';
import type { SourcesConfig } from '../ingest/configured-sources.ts';
import type { PicturePlace } from '../ingest/kept-images.ts';
import { resolveName } from '../network/address-guard.ts';
import { publishedKinds } from '../store/document-etags.ts';
import { MEMBERSHIP } from '../store/maintenance/move.ts';
import { metaValue } from '../store/meta.ts';
import type { Store, StoreLocation } from '../store/store.ts';

export const locationOf = ({ values }: Config): StoreLocation => ({
  dataDir: values.data,
  databaseUrl: values.databaseUrl,
  directUrl: values.databaseDirectUrl,
  readUrl: values.databaseReadUrl,
  poolMax: values.databasePool,
});

/** Where the files of the catalog lie; undefined where they are turned off. */
export function filePlaceOf({ values: { files, data } }: Config): FilePlace | undefined {
  const place = readFilePlace(files);
  return place && { folder: place.folder ?? join(data, 'files'), limitBytes: place.limitMb * 1024 * 1024 };
}

export const picturePlaceOf = ({ values: { data, publicUrl }, picturesGb }: Config): PicturePlace => ({
  folder: join(data, 'pictures'),
  limitBytes: picturesGb * 1e9,
  at: publicUrl,
});

/** How long who asks us waits for the database, as docs/operating.md says. */
const ANSWER_MS = 5000;

/** The store as it is opened where requests, or other processes, wait for it: not for a run, which may take its time. */
export const servedLocationOf = (config: Config): StoreLocation => ({ ...locationOf(config), answerMs: ANSWER_MS });

/** The configured sources, the demo's without any; `publicUrl` is where the demo's pictures are. */
export const sourcesConfig = (config: Config, publicUrl: string): SourcesConfig => ({
  games: config.games,
  userAgent: config.userAgent,
  publicUrl,
  memoryMb: config.values.ingestMemoryMb,
  pictures: picturePlaceOf(config),
  backups: config.backups && { ...config.backups, dataDir: config.values.data },
});

/**
 * The demo and a configured catalog do not share a store: ids and prices of both would stand side by side. One that has
 * both, of a release that did not ask, goes on.
 * @throws ConfigurationError
 */
export async function checkOneCatalog(store: Store, { isDemo, values }: Config): Promise<void> {
  const { demo, others } = await publishedKinds(store.reads);
  if (demo === others) return;
  const place = values.databaseUrl === undefined ? `the data directory ${values.data}` : 'the database';
  const elsewhere =
    values.databaseUrl === undefined ? 'choose another directory with --data' : 'choose another with DATABASE_URL';
  if (demo && !isDemo) {
    throw new ConfigurationError([`${place} holds the demo, and sources are configured: ${elsewhere}`]);
  }
  if (others && isDemo) {
    throw new ConfigurationError([
      `${place} holds a configured catalog, and no sources are configured, which means the demo: set "sources" in the ` +
        `configuration file (--config names it), or ${elsewhere}`,
    ]);
  }
}

export const deployedGames = ({ games }: Pick<Config, 'games'>): DeployedGame[] =>
  games.map(({ scope, sources }) => gameOf(sources, scope));

/** What of a game a copy of its records needs to answer as it does. */
export const factsOf = ({ name, languages, regionalPrints = [], sources }: DeployedGame): GameFacts => ({
  name,
  languages: [...languages],
  regional_prints: regionalPrints.map((print) => ({ ...print, translations: [...print.translations] })),
  rules: Object.entries<Game>(GAMES).find(([, rules]) => rules.sources === sources)?.[0] ?? name,
});

/** Services whose clients are answered: each for the game that is named, or the first that can. */
export const compatServices = ({ compat }: Pick<Config, 'compat'>, games: readonly DeployedGame[]): CompatService[] => {
  const names = new Set(games.flatMap((game) => Object.keys(game.compat ?? {})));
  return [...names].flatMap((name) => {
    const { game: named, keyless = false, pocket = false, at = [] } = compat[name] ?? {};
    const game = games.find((each) => each.compat?.[name] !== undefined && each.name === (named ?? each.name));
    const dropIn = game?.compat?.[name];
    return game === undefined || dropIn === undefined
      ? []
      : [{ dropIn, game, isKeyless: keyless, isWhole: pocket, at }];
  });
};

export const searchWordsOf = (games: readonly DeployedGame[]): Map<string, NonNullable<DeployedGame['search']>> =>
  new Map(games.flatMap(({ name, search }) => (search === undefined ? [] : [[name, search]])));

/** The address for a command that runs beside a server: as set, else the one that was served last. */
export async function knownPublicUrl({ values }: Config, store: Store): Promise<string> {
  return values.publicUrl ?? (await metaValue(store.reads, 'public_url')) ?? `http://${values.host}:${values.port}`;
}

/** What a process that serves puts on record of itself: where it listens, and which process of which machine it is. */
export const servingNow = (listening: string): string =>
  JSON.stringify({ listening, pid: process.pid, host: hostname() });

/** Where a process of this machine serves the store right now; one that is gone may have left its port to anybody. */
export async function servingAddress(store: Store): Promise<string | undefined> {
  const { listening, pid, host } = JSON.parse((await metaValue(store.reads, 'serving')) ?? '{}') as Partial<
    Record<'listening' | 'host', string> & { pid: number }
  >;
  if (host !== hostname() || pid === undefined || !isRunning(pid)) return undefined;
  // Its number may be another program's by now: whoever serves holds its share of this lock.
  const alone = await store.lock(MEMBERSHIP);
  await alone?.release();
  return alone === undefined ? listening : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const subscriptionServiceOf = (config: Config, store: Store): SubscriptionService => ({
  store,
  games: config.games.map(({ scope }) => scope.game),
  asked: deployedGames(config),
  seal: sealUnder(secretsKey(config.values.secretsKey, config.values.data)),
  network: { resolve: resolveName },
});
