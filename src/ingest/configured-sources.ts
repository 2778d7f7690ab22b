/** Builds the configured sources, with what is left unsaid filled in. */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { type CatalogScope, DEFAULT_SCOPE } from '../catalog/scope.ts';
import type { CatalogAdapter } from '../games/game.ts';
import { CATALOG_ADAPTERS, gameOf } from '../games/games.ts';
import { type OriginSource, originHeaders } from '../games/origin.ts';
import { MEMORY_MB } from '../upstream/size-limit.ts';
import { type SourceSettings, spanMs } from '../upstream/source-fields.ts';
import { type CatalogParts, catalogSource } from './catalog/catalog-source.ts';
import { furtherScopes, languageTask, translationSource } from './catalog/translation-source.ts';
import { keptImagesOf, type PicturePlace } from './kept-images.ts';
import { PRICE_ADAPTERS, priceSource } from './marketplaces/marketplaces.ts';
import type { PriceAdapter } from './marketplaces/price-adapter.ts';
import { originSource } from './origin/origin-source.ts';
import type { ConfiguredGame, Source } from './source.ts';

const EVERY_DEFAULT = '6h';
const WINDOW_DEFAULT = '26h';
const GIVE_UP_DEFAULT = '5m';
/** What a guest does on somebody else's server; the operator's own mirror on this machine needs no pause. */
const GUEST = { pauseMs: 50, connections: 2 };
const AT_HOME = { pauseMs: 0, connections: 4 };

/** How often and how many at once whoever serves `address` is asked. */
export const crawlPolicyFor = (address: string) => (isLoopback(address) ? AT_HOME : GUEST);

const isLoopback = (address: string) => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    !protocol.startsWith('http') ||
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
};

/** Where copies of the store go, how often one is taken, and how many are kept. */
export interface Backups {
  folder: string;
  everyMs: number;
  keep: number;
}

export interface SourcesConfig {
  games: readonly ConfiguredGame[];
  userAgent: string;
  /** Where the demo's pictures are served: another address makes the demo's sources due. */
  publicUrl: string;
  memoryMb?: number;
  /** Where pictures are kept; absent where none are. */
  pictures?: PicturePlace;
  /** Copies of the embedded store in `dataDir`; absent where none are taken. */
  backups?: (Backups & { dataDir: string }) | undefined;
}

/**
 * The sources in the order of the configuration, which has passed its schema, the demo's catalogs before its prices: they are
 * there in a second. Then those of further languages: of each a crawl is some 24,000 requests, for which no other game is to wait.
 */
export function configuredSources({ games, ...common }: SourcesConfig): Source[] {
  const all = games.flatMap((game) => sourcesOf(game, common));
  const rank = ({ scope, game, adapter, probe }: Source) => {
    if (scope.language !== game.languages[0]) return 2;
    return adapter in CATALOG_ADAPTERS && probe.address.startsWith('demo:') ? 0 : 1;
  };
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** Which of the sources' names are meant by one, by a game's, or by `all`. */
export const sourcesNamed = (known: readonly string[], name: string): string[] =>
  known.filter((source) => (known.includes(name) ? source === name : name === 'all' || source.startsWith(`${name}.`)));

function sourcesOf(
  { scope, sources }: ConfiguredGame,
  { userAgent, publicUrl, memoryMb = MEMORY_MB, pictures }: Omit<SourcesConfig, 'games'>,
): Source[] {
  const own = Object.entries(sources).map(([name, source]) => ({ name, source, scope }));
  // Prices first: they are what most callers wait for.
  const further = own.flatMap(({ name, source }) =>
    source.adapter in CATALOG_ADAPTERS && !CATALOG_ADAPTERS[source.adapter]?.isOrigin
      ? furtherScopes(scope).map((of) => ({ name: languageTask(name, of.language), source, scope: of }))
      : [],
  );
  const isOwnOf = ({ language, region }: CatalogScope) =>
    language === scope.language ||
    (scope.regionalPrints ?? []).some((print) => print.region === region && print.language === language);
  return [...own, ...further].map(({ name, source, scope: of }) => {
    const adapter = adapterOf(source);
    const address = adapter.address(source);
    const { pauseMs, connections } = crawlPolicyFor(address);
    const width = source.connections ?? connections;
    const isCatalog = !('speaksFor' in adapter);
    const kept = pictures && isCatalog ? keptImagesOf(adapter, source, pictures.at) : undefined;
    return {
      name,
      scope: of,
      game: gameOf(sources, scope),
      adapter: source.adapter,
      everyMs: spanMs(source.every ?? CATALOG_ADAPTERS[source.adapter]?.every?.(source) ?? EVERY_DEFAULT),
      windowMs: spanMs(source.window ?? WINDOW_DEFAULT),
      keepMs: source.keep_documents === undefined ? undefined : spanMs(source.keep_documents),
      configured: digestOf([
        source,
        adapter.revision,
        ...(address.startsWith('demo:') ? [publicUrl] : []),
        // The language of a catalog whose settings do not say it.
        ...(isCatalog && source.language === undefined && of.language !== DEFAULT_SCOPE.language ? [of.language] : []),
        ...(kept ? [`kept ${kept.at}`] : []),
      ]),
      crawlPolicy: {
        userAgent,
        pauseMs: source.pause_ms ?? pauseMs,
        connections: width,
        memoryMb,
        giveUpAfterMs: spanMs(source.give_up_after ?? GIVE_UP_DEFAULT),
      },
      ...workOf(adapter, { settings: source, connections: width, scope: of, isOwn: isOwnOf(of), kept }, sources),
    };
  });
}

/** A digest, since the settings may hold a key and it is stored. */
const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Its name has passed the schema. */
function adapterOf({ adapter }: SourceSettings): CatalogAdapter | PriceAdapter {
  const known = CATALOG_ADAPTERS[adapter] ?? PRICE_ADAPTERS[adapter];
  if (known === undefined) throw new Error(`there is no adapter ${adapter}`);
  return known;
}

/** What the source does, as its adapter has it; `sources` are all of its game. */
function workOf(
  adapter: CatalogAdapter | PriceAdapter,
  {
    settings: source,
    connections,
    kept,
    scope,
    isOwn,
  }: Omit<CatalogParts, 'markets'> & { scope: CatalogScope; isOwn: boolean },
  sources: ConfiguredGame['sources'],
): Pick<Source, 'fetch' | 'probe' | 'feeds' | 'check'> {
  const namesWhere = (wanted: (adapter: string) => boolean) =>
    Object.entries(sources).flatMap(([name, { adapter }]) => (wanted(adapter) ? [name] : []));
  const speakingFor = (market: 'usd' | 'eur') => namesWhere((adapter) => PRICE_ADAPTERS[adapter]?.speaksFor === market);
  if ('speaksFor' in adapter) {
    const embedding = namesWhere((name) => CATALOG_ADAPTERS[name]?.hasPrices ?? false);
    return { ...priceSource(adapter, source, new Set([...speakingFor('usd'), ...embedding])), feeds: feedsOf(adapter) };
  }
  const probe = { address: adapter.probe(source, scope) };
  if (adapter.isOrigin)
    return {
      ...originSource(source as OriginSource),
      probe: { ...probe, headers: originHeaders(source as OriginSource) },
    };
  if (!isOwn) return { fetch: translationSource(adapter, { settings: source, connections, kept }), probe };
  // The prices embedded in its cards serve the markets that have no source of their own. Those of a regional print's would
  // take the place of the catalog's own: one task says all that a market has.
  const holdsPrices = adapter.hasPrices && scope.region === undefined;
  const isServed = (market: 'usd' | 'eur') => holdsPrices && speakingFor(market).length === 0;
  const markets = { usd: isServed('usd'), eur: isServed('eur') };
  const feeds = { usd: markets.usd ? (['NM'] as const) : [], eur: markets.eur };
  const isFeeding = markets.usd || markets.eur;
  return {
    fetch: catalogSource(adapter, { settings: source, connections, markets, kept }),
    probe,
    ...(isFeeding && { feeds }),
  };
}

function feedsOf({ speaksFor }: PriceAdapter): NonNullable<Source['feeds']> {
  if (speaksFor === 'eur') return { usd: [], eur: true };
  return { usd: speaksFor === 'usd' ? ['NM', 'Unopened'] : ['NM', 'LP', 'MP', 'HP', 'DMG'], eur: false };
}
