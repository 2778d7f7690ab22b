/** What the configuration means for the store and the sources of this deployment. */
import type { Config } from '../config/settings.ts';
import type { Desk } from '../events/manage-subscriptions.ts';
import { sealUnder, secretsKey } from '../events/sealed-secrets.ts';
import type { Game } from '../games/game.ts';
import { DEMO, gameOf } from '../games/games.ts';
import type { SourcesConfig } from '../ingest/configured-sources.ts';
import { resolveName } from '../network/address-guard.ts';
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

/** The configured sources, the demo's without any; `publicUrl` is where the demo's pictures are. */
export const sourcesConfig = ({ sources, userAgent, scope }: Config, publicUrl: string): SourcesConfig => ({
  sources: sources ?? DEMO.sources,
  userAgent,
  scope,
  publicUrl,
});

/** The rules of the game that is read. */
export const gameFor = ({ sources }: Config): Game => gameOf(sources ?? DEMO.sources);

/** The address for a command that runs beside a server: as set, else the one that was served last. */
export async function knownPublicUrl({ values }: Config, store: Store): Promise<string> {
  return values.publicUrl ?? (await metaValue(store.reads, 'public_url')) ?? `http://${values.host}:${values.port}`;
}

/** What subscriptions and deliveries stand on. */
export const deskOf = ({ values, scope }: Config, store: Store): Desk => ({
  store,
  scope,
  seal: sealUnder(secretsKey(values.secretsKey, values.data)),
  network: { resolve: resolveName },
});
