/** The settings: one table, read from flags, environment, .env, configuration file and defaults, in this order. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { ConfiguredGame } from '../ingest/source-settings.ts';
import { MEMORY_MB } from '../upstream/size-limit.ts';
import { type ConfigFile, NO_FILE, readConfigFile } from './config-file.ts';
import { ConfigurationError } from './configuration-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { configuredGames } from './games-section.ts';

/** One setting: where it comes from, what it is without being set, how its text is read. */
export interface Setting<Value> {
  /** Its name in the configuration file and, with dashes, as a flag. */
  name: string;
  env: string;
  fallback: Value;
  /** Reads the text; throws with a phrase such as "must be a port" for text that it cannot be. */
  parse: (text: string) => Value;
  secret: boolean;
  meaning: string;
}

const text = (value: string) => value;

function port(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error('must be a port from 0 to 65535');
  return Number(value);
}

function oneOf<Choice extends string>(...choices: Choice[]): (value: string) => Choice {
  return (value) => {
    const choice = choices.find((known) => known === value);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

function count(min: number, max: number): (value: string) => number {
  return (value) => {
    const isWithin = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
    if (!isWithin) throw new Error(`must be a whole number from ${min} to ${max}`);
    return Number(value);
  };
}

function address(value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new Error('must be an http: or https: address');
  return value.replace(/\/$/, '');
}

function secretText(value: string): string {
  if (value.length < 32) throw new Error('must hold at least 32 characters');
  return value;
}

const setting = <Value>(
  name: string,
  env: string,
  fallback: Value,
  parse: (value: string) => Value,
  meaning: string,
  secret = false,
): Setting<Value> => ({ name, env, fallback, parse, secret, meaning });

/** Every setting there is. */
export const SETTINGS = {
  host: setting('host', 'CARDSTOCK_HOST', '127.0.0.1', text, 'Address to listen on.'),
  port: setting('port', 'CARDSTOCK_PORT', 8080, port, 'Port to listen on; 0 takes a free one.'),
  data: setting('data', 'CARDSTOCK_DATA', './data', text, 'Directory of the embedded store.'),
  config: setting('config', 'CARDSTOCK_CONFIG', 'cardstock.config.json', text, 'The configuration file.'),
  databaseUrl: setting<string | undefined>(
    'database_url',
    'DATABASE_URL',
    undefined,
    text,
    'PostgreSQL address; without it the store is embedded.',
    true,
  ),
  databaseDirectUrl: setting<string | undefined>(
    'database_direct_url',
    'DATABASE_DIRECT_URL',
    undefined,
    text,
    'The same database past a pooler such as pgbouncer, for locks and notifications; without it the main address.',
    true,
  ),
  databaseReadUrl: setting<string | undefined>(
    'database_read_url',
    'DATABASE_READ_URL',
    undefined,
    text,
    'A replica of the database that the catalog is read from.',
    true,
  ),
  databasePool: setting(
    'database_pool',
    'CARDSTOCK_DATABASE_POOL',
    10,
    count(1, 200),
    'Connections that a process keeps for catalog reads, and as many for the rest, at most.',
  ),
  redisUrl: setting<string | undefined>(
    'redis_url',
    'REDIS_URL',
    undefined,
    text,
    'Redis or Valkey address: request budgets are counted across processes there.',
    true,
  ),
  secretsKey: setting<string | undefined>(
    'secrets_key',
    'CARDSTOCK_SECRETS_KEY',
    undefined,
    secretText,
    'Seals the secrets of subscriptions in the store; without it a file in the data directory does.',
    true,
  ),
  key: setting<string | undefined>(
    'key',
    'CARDSTOCK_KEY',
    undefined,
    text,
    'API key that `get`, `scan` and `listen` ask a service with; without it the first key of the data directory.',
    true,
  ),
  url: setting<string | undefined>(
    'url',
    'CARDSTOCK_URL',
    undefined,
    address,
    'The service that `get`, `scan` and `listen` ask; without it the one of the data directory.',
  ),
  publicUrl: setting<string | undefined>(
    'public_url',
    'CARDSTOCK_PUBLIC_URL',
    undefined,
    address,
    'Address under which callers reach this service; pictures of the demo are served there.',
  ),
  trustProxy: setting(
    'trust_proxy',
    'CARDSTOCK_TRUST_PROXY',
    0,
    count(0, 10),
    'How many proxies in front append to X-Forwarded-For; 0 believes none.',
  ),
  cors: setting(
    'cors',
    'CARDSTOCK_CORS',
    '*',
    text,
    'Origins whose pages may read /v1, separated by commas; * for all, none for none.',
  ),
  cacheMb: setting(
    'cache_mb',
    'CARDSTOCK_CACHE_MB',
    64,
    count(0, 4096),
    'Megabytes of answers kept in memory; 0 keeps none.',
  ),
  ingestMemoryMb: setting(
    'ingest_memory_mb',
    'CARDSTOCK_INGEST_MEMORY_MB',
    MEMORY_MB,
    count(32, 65_536),
    'Megabytes that runs of sources may take; one document has twice as many at most, one that is read as a whole an eighth.',
  ),
  scanProcesses: setting<number | undefined>(
    'scan_processes',
    'CARDSTOCK_SCAN_PROCESSES',
    undefined,
    count(0, 16),
    'Processes that look at photos; 0 turns scanning and its index off, without it half of the cores, at most 2.',
  ),
  stopDelayS: setting(
    'stop_delay_s',
    'CARDSTOCK_STOP_DELAY_S',
    0,
    count(0, 120),
    'Seconds that a process which was told to end still takes new connections, while /readyz answers 503.',
  ),
  metricsPort: setting<number | undefined>(
    'metrics_port',
    'CARDSTOCK_METRICS_PORT',
    undefined,
    port,
    'Port where /metrics needs no key; without it /metrics is served to admin keys.',
  ),
  eventsKeptDays: setting(
    'events_kept_days',
    'CARDSTOCK_EVENTS_KEPT_DAYS',
    30,
    count(1, 3650),
    'Days that events stay in the feed, with their deliveries and attempts.',
  ),
  logLevel: setting(
    'log_level',
    'CARDSTOCK_LOG_LEVEL',
    'info' as const,
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'Least level of log lines, written to standard error.',
  ),
};

type Settings = typeof SETTINGS;
type ValueOf<Key extends keyof Settings> = ReturnType<Settings[Key]['parse']> | Settings[Key]['fallback'];

/** Where a value was found. */
export type Origin = 'flag' | 'environment' | '.env' | 'file' | 'default';

/** Every setting's value, where it came from, and what the configuration file says beside them. */
export interface Config {
  values: { [Key in keyof Settings]: ValueOf<Key> };
  origins: Record<keyof Settings, Origin>;
  userAgent: string;
  /** The games, the first being that of what says none; the demo's where none is configured. */
  games: readonly ConfiguredGame[];
  /** Whether no sources are configured: the demo is the source then. */
  isDemo: boolean;
  /** Sentences about what is no fault, but hardly meant. */
  warnings: readonly string[];
}

export interface ConfigInput {
  /** Flags by setting name, e.g. `{ port: '0' }`. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  version: string;
}

const KEYS = Object.keys(SETTINGS) as (keyof Settings)[];

function readDotEnv(directory: string): Record<string, string | undefined> {
  const path = resolve(directory, '.env');
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

/** Names of ours that no setting has: a misspelling, or what another program of the operator's reads. */
function unknownNames(names: Iterable<string>, place: string): string[] {
  const known = new Set(KEYS.map((key) => SETTINGS[key].env));
  return [...names]
    .filter((name) => name.startsWith('CARDSTOCK_') && !known.has(name))
    .map((name) => `${place}: ${name} is no setting${didYouMean(name, [...known])}`);
}

/**
 * Reads every setting.
 * @throws ConfigurationError with all faults at once
 */
export function loadConfig({ flags, env, directory, version }: ConfigInput): Config {
  const dotEnv = readDotEnv(directory);
  const warnings = [...unknownNames(Object.keys(env), 'environment'), ...unknownNames(Object.keys(dotEnv), '.env')];
  const faults: string[] = [];
  const configName = flags.config ?? env.CARDSTOCK_CONFIG ?? dotEnv.CARDSTOCK_CONFIG;
  const path = resolve(directory, configName ?? SETTINGS.config.fallback);
  let file: ConfigFile = NO_FILE;
  try {
    file = readConfigFile(path, {
      required: configName !== undefined,
      settings: KEYS.map((key) => SETTINGS[key].name),
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    faults.push(...error.faults);
  }
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<keyof Settings, Origin>> = {};
  for (const key of KEYS) {
    const { name, env: variable, fallback, parse } = SETTINGS[key];
    const given: [Origin, string, string | undefined][] = [
      ['flag', `--${name.replaceAll('_', '-')}`, flags[name]],
      ['environment', variable, env[variable]],
      ['.env', `.env ${variable}`, dotEnv[variable]],
      ['file', `${path} "${name}"`, file.settings[name]],
    ];
    const found = given.find(([, , value]) => value !== undefined && value !== '');
    values[key] = fallback;
    origins[key] = found?.[0] ?? 'default';
    if (found?.[2] === undefined) continue;
    try {
      values[key] = parse(found[2]);
    } catch (error) {
      faults.push(`${found[1]}: ${JSON.stringify(found[2])} ${(error as Error).message}`);
    }
  }
  if (faults.length > 0) throw new ConfigurationError([...warnings, ...faults]);
  return {
    values: values as Config['values'],
    origins: origins as Config['origins'],
    userAgent: file.user_agent ?? `cardstock/${version}`,
    games: configuredGames(file),
    isDemo: file.sources === undefined && file.games === undefined,
    warnings,
  };
}
