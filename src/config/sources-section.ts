/** The sources that the configuration file names: what is wrong with them, each in its place. */
import type { TSchema } from 'typebox';
import { DEFAULT_SCOPE } from '../catalog/scope.ts';
import { CATALOG_ADAPTERS } from '../games/games.ts';
import { PRICE_ADAPTERS } from '../ingest/marketplaces/marketplaces.ts';
import { Address, type SourceSettings } from '../upstream/source-fields.ts';
import { faultsBySchema } from '../upstream/usable-fields.ts';

/** Sources by name. */
export type Sources = Readonly<Record<string, SourceSettings>>;

/** The catalogs of the games, and the marketplaces, which serve all games. */
const ADAPTERS = { ...CATALOG_ADAPTERS, ...PRICE_ADAPTERS };

/** Tasks of the service, and what `ingest run` takes for every source: no source and no game is called so. */
export const RESERVED: ReadonlySet<string> = new Set(['all', 'budgets', 'deliveries', 'scan']);
const SourceName = /^[a-z][a-z0-9_]{0,40}$/;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with `value` by its schema, each fault with its field. */
export function schemaFaults(place: string, schema: TSchema, value: unknown): string[] {
  return faultsBySchema(schema, value).map(({ field, says }) => `${place}${field ? ` "${field}"` : ''}: ${says}`);
}

/** What is wrong with the address of a source that `place` names. */
export const addressFaults = (place: string, address: string): string[] => schemaFaults(place, Address, address);

/** What is wrong with the sources at `place`, such as `sources` or `games.chess.sources`, of the file at `path`. */
export function sourceFaults(path: string, place: string, sources: unknown): string[] {
  const wrong = ownFaults(path, place, sources);
  return wrong.length > 0 ? wrong : sharedFeeds(path, place, sources as Sources);
}

function ownFaults(path: string, at: string, sources: unknown): string[] {
  if (!isRecord(sources)) return [`${path} "${at}": must be an object of sources by name`];
  return Object.entries(sources).flatMap(([name, source]) => {
    const place = `${path} "${at}.${name}"`;
    if (!SourceName.test(name)) return [`${place}: a source's name is lower-case letters, digits and _`];
    if (RESERVED.has(name)) return [`${place}: the name is reserved for a task of the service`];
    return isRecord(source) ? faultsOf(place, source) : [`${place}: must be an object`];
  });
}

function faultsOf(place: string, source: Record<string, unknown>): string[] {
  const schema = typeof source.adapter === 'string' ? ADAPTERS[source.adapter]?.settings : undefined;
  if (!schema) return [`${place} "adapter": must be one of ${Object.keys(ADAPTERS).join(', ')}`];
  const faults = schemaFaults(place, schema, source);
  if ('url' in source || 'files' in source || 'prices' in source) return faults;
  // A schema that needs an address says so itself.
  if (faults.some((fault) => fault === `${place} "url": is missing`)) return faults;
  return [...faults, `${place}: needs a "url"${'files' in schema.properties ? ' or "files"' : ''}`];
}

/** The language of the catalog: what its source says, if it does. */
export function languageOf(sources: Sources): string {
  const named = Object.values(sources).map(({ language }) => language);
  return named.find((language) => typeof language === 'string') ?? DEFAULT_SCOPE.language;
}

/** Sources that feed what another before them feeds. */
function sharedFeeds(path: string, at: string, sources: Sources): string[] {
  const language = languageOf(sources);
  // JustTCG beside tcgcsv feeds nothing of it: it gives way where both have a price.
  const feeds = Object.entries(sources).map(([name, source]) => ({
    key: PRICE_ADAPTERS[source.adapter]?.feed(source) ?? `the catalog in ${source.language ?? language}`,
    name: `"${at}.${name}"`,
  }));
  const why = 'each would overwrite the other; keep one of them';
  return keptTwice(feeds).map(({ key, name, first }) => `${path} ${name}: feeds ${key}, as ${first} does: ${why}`);
}

export function keptTwice(named: readonly { key: string; name: string }[]) {
  const firsts = new Map<string, string>();
  return named.flatMap(({ key, name }) => {
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, name);
    return first === undefined ? [] : [{ key, name, first }];
  });
}
