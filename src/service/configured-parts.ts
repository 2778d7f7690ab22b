/** What the configuration means for the store and the sources of this deployment. */
import { ConfigurationError } from '../config/configuration-error.ts';
import type { Config } from '../config/settings.ts';
import type { Desk } from '../events/manage-subscriptions.ts';
import { sealUnder, secretsKey } from '../events/sealed-secrets.ts';
import type { DeployedGame } from '../games/game.ts';
import { gameOf } from '../games/games.ts';
import type { SourcesConfig } from '../ingest/configured-sources.ts';
import { resolveName } from '../network/address-guard.ts';
import { publishedKinds } from '../store/document-etags.ts';
import { metaValue } from '../store/meta.ts';
import type { Store, StoreLocation } from '../store/store.ts';

/** Where the configuration puts the store. */
export const locationOf = ({ values }: Config): StoreLocation => ({
  dataDir: values.data,
  databaseUrl: values.databaseUrl,
  directUrl: values.databaseDirectUrl,
  readUrl: values.databaseReadUrl,
  poolMax: values.databasePool,
});

/** How long who asks us waits for the database, as docs/operating.md says. */
const ANSWER_MS = 5000;

/** The store as it is opened where requests, or other processes, wait for it: not for a run, which may take its time. */
export const servedLocationOf = (config: Config): StoreLocation => ({ ...locationOf(config), answerMs: ANSWER_MS });

/** The configured sources, the demo's without any; `publicUrl` is where the demo's pictures are. */
export const sourcesConfig = ({ values, games, userAgent }: Config, publicUrl: string): SourcesConfig => ({
  games,
  userAgent,
  publicUrl,
  memoryMb: values.ingestMemoryMb,
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

/** The games of this deployment with their rules. */
export const deployedGames = ({ games }: Pick<Config, 'games'>): DeployedGame[] =>
  games.map(({ scope, sources }) => gameOf(sources, scope));

/** What the collectors of each game type. */
export const searchWordsOf = (games: readonly DeployedGame[]): Map<string, NonNullable<DeployedGame['search']>> =>
  new Map(games.flatMap(({ name, search }) => (search === undefined ? [] : [[name, search]])));

/** The address for a command that runs beside a server: as set, else the one that was served last. */
export async function knownPublicUrl({ values }: Config, store: Store): Promise<string> {
  return values.publicUrl ?? (await metaValue(store.reads, 'public_url')) ?? `http://${values.host}:${values.port}`;
}

/** What subscriptions and deliveries stand on. */
export const deskOf = ({ values, games }: Config, store: Store): Desk => ({
  store,
  games: games.map(({ scope }) => scope.game),
  seal: sealUnder(secretsKey(values.secretsKey, values.data)),
  network: { resolve: resolveName },
});
