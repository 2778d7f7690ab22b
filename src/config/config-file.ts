/** The configuration file: the game, the sources, and any setting that is not a secret of the environment. */
import { existsSync, readFileSync } from 'node:fs';
import Type, { type TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { DEFAULT_SCOPE } from '../catalog/scope.ts';
import { feedOf, SOURCE_SCHEMAS } from '../ingest/source-settings.ts';
import type { SourceSettings } from '../upstream/source-fields.ts';
import { ConfigurationError } from './configuration-error.ts';
import { didYouMean } from './did-you-mean.ts';

/** What the file says; settings as text, as the environment would give them. */
export interface ConfigFile {
  game: string | undefined;
  user_agent: string | undefined;
  sources: Readonly<Record<string, SourceSettings>> | undefined;
  settings: Readonly<Record<string, string>>;
}

export const NO_FILE: ConfigFile = { game: undefined, user_agent: undefined, sources: undefined, settings: {} };

const Game = Type.String({ pattern: '^[a-z][a-z0-9_]{0,30}$', description: 'a short lower-case name' });
const UserAgent = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x20-\\x7e]+$' });
/** Tasks of the service, and what `ingest run` takes for every source. */
const RESERVED = new Set(['all', 'budgets', 'deliveries', 'scan']);
const SourceName = /^[a-z][a-z0-9_]{0,40}$/;

/** What the file alone may say. */
const OF_THE_FILE = ['sources', 'game', 'user_agent'];

interface FileOptions {
  /** Whether its absence is a fault: it was asked for by name. */
  required: boolean;
  /** Names of the settings that it may hold. */
  settings: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the file at `path`; one that is absent and not required says nothing.
 * @throws ConfigurationError with every fault and its place
 */
export function readConfigFile(path: string, { required, settings }: FileOptions): ConfigFile {
  if (!existsSync(path)) {
    if (required) throw new ConfigurationError([`${path}: does not exist; create it or leave --config out`]);
    return NO_FILE;
  }
  const content = parseFile(path);
  const faults: string[] = [];
  const { game, user_agent, sources, ...rest } = content;
  const check = (place: string, schema: TSchema, value: unknown) => {
    if (value !== undefined) faults.push(...schemaFaults(`${path} ${place}`, schema, value));
  };
  check('"game"', Game, game);
  check('"user_agent"', UserAgent, user_agent);
  if (sources !== undefined) {
    const wrong = sourceFaults(path, sources);
    faults.push(...(wrong.length > 0 ? wrong : sharedFeeds(path, sources as NonNullable<ConfigFile['sources']>)));
  }
  const known = [...OF_THE_FILE, ...settings];
  for (const [name, value] of Object.entries(rest)) {
    if (!known.includes(name)) faults.push(`${path} "${name}": is no setting${didYouMean(name, known)}`);
    else if (typeof value !== 'string' && typeof value !== 'number') {
      faults.push(`${path} "${name}": must be text or a number`);
    }
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return {
    game: game as string | undefined,
    user_agent: user_agent as string | undefined,
    sources: sources as ConfigFile['sources'],
    settings: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  };
}

function parseFile(path: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(content)) return content;
  } catch (error) {
    throw new ConfigurationError([`${path}: cannot be read: ${(error as Error).message}`]);
  }
  throw new ConfigurationError([`${path}: must hold one JSON object`]);
}

function schemaFaults(place: string, schema: TSchema, value: unknown): string[] {
  return [...Errors(schema, value)].map(({ instancePath, message }) => {
    const field = instancePath.slice(1).replaceAll('/', '.');
    return `${place}${field ? ` "${field}"` : ''}: ${message}`;
  });
}

function sourceFaults(path: string, sources: unknown): string[] {
  if (!isRecord(sources)) return [`${path} "sources": must be an object of sources by name`];
  const adapters = Object.keys(SOURCE_SCHEMAS);
  return Object.entries(sources).flatMap(([name, source]) => {
    const place = `${path} "sources.${name}"`;
    if (!SourceName.test(name)) return [`${place}: a source's name is lower-case letters, digits and _`];
    if (RESERVED.has(name)) return [`${place}: the name is taken by a task of the service`];
    if (!isRecord(source)) return [`${place}: must be an object`];
    const schema = typeof source.adapter === 'string' ? SOURCE_SCHEMAS[source.adapter] : undefined;
    if (!schema) return [`${place} "adapter": must be one of ${adapters.join(', ')}`];
    const faults = schemaFaults(place, schema, source);
    const hasAddress = 'url' in source || 'files' in source || 'prices' in source;
    return hasAddress
      ? faults
      : [...faults, `${place}: needs a "url"${'files' in schema.properties ? ' or "files"' : ''}`];
  });
}

/** The language of the catalog: what its source says, if it does. */
export function languageOf(sources: ConfigFile['sources']): string {
  const named = Object.values(sources ?? {}).map(({ language }) => language);
  return named.find((language) => typeof language === 'string') ?? DEFAULT_SCOPE.language;
}

/** Sources that feed what another before them feeds. */
function sharedFeeds(path: string, sources: NonNullable<ConfigFile['sources']>): string[] {
  const language = languageOf(sources);
  const feeders = new Map<string, string>();
  return Object.entries(sources).flatMap(([name, source]) => {
    const feed = feedOf(source, language);
    const first = feeders.get(feed);
    if (first !== undefined) {
      const why = 'each would overwrite the other; keep one of them';
      return [`${path} "sources.${name}": feeds ${feed}, as "sources.${first}" does: ${why}`];
    }
    feeders.set(feed, name);
    return [];
  });
}
