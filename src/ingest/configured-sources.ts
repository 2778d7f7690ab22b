/** Builds the configured sources, with what is left unsaid filled in. */
import { createHash } from 'node:crypto';
import { type CatalogScope, DEFAULT_SCOPE } from '../catalog/scope.ts';
import { CATALOG_ADAPTERS, gameOf } from '../games/games.ts';
import { MEMORY_MB } from '../upstream/size-limit.ts';
import { type SourceSettings, spanMs } from '../upstream/source-fields.ts';
import { catalogSource } from './catalog/catalog-source.ts';
import { languageTask, translationSource } from './languages/translation-source.ts';
import { cardmarketSource } from './prices/cardmarket-source.ts';
import { justtcgSource } from './prices/justtcg-source.ts';
import { tcgcsvSource } from './prices/tcgcsv-source.ts';
import type { Source } from './source.ts';
import {
  type CardmarketSettings,
  type ConfiguredGame,
  type JusttcgSettings,
  MARKET_REVISIONS,
  type TcgcsvSettings,
} from './source-settings.ts';

const EVERY_DEFAULT = '6h';
const WINDOW_DEFAULT = '26h';
const GIVE_UP_DEFAULT = '5m';
/** What a guest does on somebody else's server; the operator's own mirror on this machine needs no pause. */
const GUEST = { pauseMs: 50, connections: 2 };
const AT_HOME = { pauseMs: 0, connections: 4 };

/** How often and how many at once whoever serves `address` is asked. */
export const mannersTowards = (address: string) => (isLoopback(address) ? AT_HOME : GUEST);

const isLoopback = (address: string) => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    !protocol.startsWith('http') || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  );
};

/** The configured sources as the runner needs them. */
export interface SourcesConfig {
  games: readonly ConfiguredGame[];
  userAgent: string;
  /** Where the demo's pictures are served: another address makes the demo's sources due. */
  publicUrl: string;
  /** Megabytes that runs may take. */
  memoryMb?: number;
}

/**
 * The sources in the order of the configuration, which has passed its schema; then those of further languages: of each a
 * crawl is some 24,000 requests, for which no other game is to wait.
 */
export function configuredSources({ games, ...common }: SourcesConfig): Source[] {
  const all = games.flatMap((game) => sourcesOf(game, common));
  const isOwn = ({ scope, game }: Source) => scope.language === game.languages[0];
  return [...all.filter(isOwn), ...all.filter((source) => !isOwn(source))];
}

/** Which of the sources' names are meant by one, by a game's, or by `all`. */
export const sourcesNamed = (known: readonly string[], name: string): string[] =>
  known.filter((source) => (known.includes(name) ? source === name : name === 'all' || source.startsWith(`${name}.`)));

function sourcesOf(
  { scope, sources }: ConfiguredGame,
  { userAgent, publicUrl, memoryMb = MEMORY_MB }: Omit<SourcesConfig, 'games'>,
): Source[] {
  const own = Object.entries(sources).map(([name, source]) => ({ name, source, scope }));
  // Prices first: they are what most callers wait for.
  const further = own.flatMap(({ name, source }) =>
    source.adapter in CATALOG_ADAPTERS
      ? furtherScopes(scope).map((of) => ({ name: languageTask(name, of.language), source, scope: of }))
      : [],
  );
  const isOwnOf = ({ language, region }: CatalogScope) =>
    language === scope.language || scope.lines?.some((line) => line.region === region && line.language === language);
  return [...own, ...further].map(({ name, source, scope: of }) => {
    const address = addressOf(source);
    const { pauseMs, connections } = mannersTowards(address);
    const width = source.connections ?? connections;
    return {
      name,
      scope: of,
      game: gameOf(sources, scope),
      adapter: source.adapter,
      everyMs: spanMs(source.every ?? CATALOG_ADAPTERS[source.adapter]?.every?.(source) ?? EVERY_DEFAULT),
      windowMs: spanMs(source.window ?? WINDOW_DEFAULT),
      configured: digestOf([
        source,
        revisionOf(source),
        ...(address.startsWith('demo:') ? [publicUrl] : []),
        ...languageElsewhere(source, of),
      ]),
      manners: {
        userAgent,
        pauseMs: source.pause_ms ?? pauseMs,
        connections: width,
        memoryMb,
        giveUpAfterMs: spanMs(source.give_up_after ?? GIVE_UP_DEFAULT),
      },
      ...(isOwnOf(of) ? adapterOf(source, width, of, sources) : translationOf(source, width, of)),
    };
  });
}

/** Those of a game's further languages, each print line's own before its translations. */
const furtherScopes = (scope: CatalogScope): CatalogScope[] => [
  ...(scope.translations ?? []).map((language) => ({ ...scope, language })),
  ...(scope.lines ?? []).flatMap(({ region, language, translations }) =>
    [language, ...translations].map((each) => ({ ...scope, language: each, region })),
  ),
];

/** A digest, since the settings may hold a key and it is stored. */
const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const revisionOf = ({ adapter }: SourceSettings): number | undefined =>
  CATALOG_ADAPTERS[adapter]?.revision ?? MARKET_REVISIONS[adapter as keyof typeof MARKET_REVISIONS];

/** The language of a catalog whose settings do not say it. */
const languageElsewhere = ({ adapter, language }: SourceSettings, scope: CatalogScope): string[] =>
  adapter in CATALOG_ADAPTERS && language === undefined && scope.language !== DEFAULT_SCOPE.language
    ? [scope.language]
    : [];

function addressOf(source: SourceSettings): string {
  const catalog = CATALOG_ADAPTERS[source.adapter];
  if (catalog) return catalog.address(source);
  return source.adapter === 'cardmarket' ? (source as CardmarketSettings).prices : (source as TcgcsvSettings).url;
}

/** A catalog in a further language. */
function translationOf(
  source: SourceSettings,
  connections: number,
  scope: CatalogScope,
): Pick<Source, 'fetch' | 'probe'> {
  const catalog = CATALOG_ADAPTERS[source.adapter];
  if (catalog === undefined) throw new Error(`${source.adapter} is no catalog`);
  const probe = { address: catalog.probe(source, scope) };
  return { ...translationSource(catalog, { settings: source, connections }), probe };
}

function adapterOf(
  source: SourceSettings,
  connections: number,
  scope: CatalogScope,
  sources: ConfiguredGame['sources'],
): Pick<Source, 'fetch' | 'probe'> {
  const namesWhere = (wanted: (adapter: string) => boolean) =>
    Object.entries(sources).flatMap(([name, { adapter }]) => (wanted(adapter) ? [name] : []));
  const embedsPrices = (adapter: string) => CATALOG_ADAPTERS[adapter]?.hasPrices ?? false;
  const catalog = CATALOG_ADAPTERS[source.adapter];
  if (catalog) {
    // The prices embedded in its cards serve the markets that have no source of their own. Those of a print line's would
    // take the place of the catalog's own: one task says all that a market has.
    const holdsPrices = catalog.hasPrices && scope.region === undefined;
    const markets = {
      usd: holdsPrices && namesWhere((adapter) => adapter === 'tcgcsv').length === 0,
      eur: holdsPrices && namesWhere((adapter) => adapter === 'cardmarket').length === 0,
    };
    const probe = { address: catalog.probe(source, scope) };
    return { ...catalogSource(catalog, { settings: source, connections, markets }), probe };
  }
  // Each has passed the schema of its adapter.
  if (source.adapter === 'tcgcsv') return tcgcsvSource(source as TcgcsvSettings);
  if (source.adapter === 'cardmarket') return cardmarketSource(source as CardmarketSettings);
  const ofNearMint = namesWhere((adapter) => adapter === 'tcgcsv' || embedsPrices(adapter));
  return justtcgSource(source as JusttcgSettings, new Set(ofNearMint));
}
