/** The settings: one table. */
import { userInfo } from 'node:os';
import type { Backups } from '../ingest/configured-sources.ts';
import type { ConfiguredGame } from '../ingest/source.ts';
import { MEMORY_MB } from '../upstream/size-limit.ts';
import type { CompatSection } from './compat-section.ts';

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

function truth(value: string): boolean {
  if (!/^(?:true|false|1|0)$/.test(value)) throw new Error('must be true or false');
  return value === 'true' || value === '1';
}

function address(value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new Error('must be an http: or https: address');
  return value.replace(/\/$/, '');
}

function publicAddress(value: string): string {
  if (/[?#]/.test(value)) throw new Error('must end with its path: what stands below it is written behind it');
  return address(value);
}

/** Spelled as browsers spell theirs; no other text would ever be equal to one. */
function origins(value: string): string {
  const isOrigin = (text: string) =>
    /^(\*|none|null|(?!http)[a-z][a-z\d+.-]*:\/\/[^\s/?#]+)$/.test(text) || URL.parse(text)?.origin === text;
  if (value.split(',').every((text) => isOrigin(text.trim()))) return value;
  throw new Error('must be origins such as https://shop.example, without a path, with commas between them; * or none');
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function redis(value: string): string {
  if (!/^(rediss?:\/\/|\/)/.test(value))
    throw new Error('must begin with redis: or rediss:, or be the path of a socket');
  if (!value.startsWith('/') && !(URL.canParse(value) && isDecodable(value)))
    throw new Error(
      'must be like redis://user:password@host:6379/0: a number as port, and in the password %25 for %, %40 for @, %2F for /',
    );
  return value;
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The address as libpq reads it: modes of TLS mean what they mean there, and who is not named is the account of the process. */
function postgres(value: string): string {
  if (!/^postgres(ql)?:/i.test(value)) throw new Error('must begin with postgres: or postgresql:');
  // As the driver reads it; what of a password looks like the end of the host would become another server's name.
  if (
    !URL.canParse(value.replace('@/', '@host/'), 'postgres://base') ||
    /^\w+:\/\/[^/?#]*\/[^?]*(@[^?#]*\/|#[^?]*@)/.test(value)
  )
    throw new Error(
      'must be like postgres://user:password@host:5432/name: one host, a number as port, and in the password %40 for @, %2F for /, %23 for #',
    );
  const [, query = ''] = value.split('?', 2);
  const parameters = new URLSearchParams(query);
  const mode = parameters.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new Error(`has an sslmode that is none of ${SSL_MODES.join(', ')}`);
  if (mode === 'verify-ca' && !parameters.has('sslrootcert'))
    throw new Error(
      'has sslmode=verify-ca without sslrootcert, the file of the authority to trust; sslmode=verify-full takes the public ones',
    );
  const isSystem = parameters.get('sslrootcert') === 'system';
  if (isSystem && mode !== null && mode !== 'verify-full')
    throw new Error('has sslrootcert=system, which goes with sslmode=verify-full alone');
  const isNamed = /^\w+:\/\/[^/?#]*@/.test(value) || parameters.has('user') || process.env.PGUSER || process.env.USER;
  const more = [
    // Taken for the least that it allows: no server is asked twice.
    ...(mode === 'allow' ? ['sslmode=disable'] : []),
    // To the driver it would be a file of that name.
    ...(isSystem ? ['sslrootcert=', 'sslmode=verify-full'] : []),
    ...(mode === null || parameters.has('uselibpqcompat') ? [] : ['uselibpqcompat=true']),
    ...(isNamed ? [] : [`user=${encodeURIComponent(accountName())}`]),
  ];
  return more.length === 0 ? value : `${value}${value.includes('?') ? '&' : '?'}${more.join('&')}`;
}

/** Empty where the account has no name, as containers run with a bare number. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function secretText(value: string): string {
  if (value.length < 32) throw new Error('must hold at least 32 characters');
  return value;
}

const FILES_DEFAULT = '5GB';
/** Of 60 kB a card: 160,000 cards. */
export const PICTURES_GB = 10;

/**
 * Reads `off`, a size such as `20GB`, a directory, or both with a comma between them; undefined for none.
 * @throws Error with a phrase for what it cannot be
 */
export function readFilePlace(value: string): { folder: string | undefined; limitMb: number } | undefined {
  if (value === 'off') return undefined;
  const pieces = value.split(',').map((piece) => piece.trim());
  const sizes = pieces.filter((piece) => /^[1-9]\d{0,5}[MGT]B$/.test(piece));
  const [folder, ...others] = pieces.filter((piece) => !/^\d*[a-z]?b$/i.test(piece));
  // A name that begins with a number is a size that is misspelled.
  const isNumber = folder !== undefined && /^\d[^/\\]*$/.test(folder);
  if (isNumber || others.length > 0 || sizes.length > 1 || sizes.length + (folder ? 1 : 0) !== pieces.length) {
    throw new Error('must be off, a directory, a size such as 20GB, or both as in "/srv/files, 20GB"');
  }
  const [size = FILES_DEFAULT] = sizes;
  return { folder, limitMb: Number.parseInt(size, 10) * 1024 ** 'MGT'.indexOf(size.at(-2) ?? 'M') };
}

function filePlace(value: string): string {
  readFilePlace(value);
  return value;
}

/** One setting: what it is without being set, and how its text is read, which throws with a phrase such as "must be a port". */
const setting = <Value>(
  fallback: Value,
  parse: (value: string) => Value,
  meaning: string,
  { prefix = 'CARDSTOCK_', secret = false } = {},
) => ({ fallback, parse, secret, meaning, prefix });

/** One that is nothing without being set. */
const optional = <Value>(parse: (value: string) => Value, meaning: string, secret = false) =>
  setting<Value | undefined>(undefined, parse, meaning, { secret });

/** The address of a server beside us, in the variable that other programs know it by. */
const server = (parse: (value: string) => string, meaning: string) =>
  setting<string | undefined>(undefined, parse, meaning, { prefix: '', secret: true });

/** With the name of each in the configuration file, `log_level` of `logLevel`, by which flags and variables are called too. */
const named = <Table extends Record<string, ReturnType<typeof setting>>>(table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([key, of]) => {
      const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [key, { ...of, name, env: of.prefix + name.toUpperCase() }];
    }),
  ) as { [Key in keyof Table]: Table[Key] & { name: string; env: string } };

export const SETTINGS = named({
  host: setting('127.0.0.1', text, 'Address to listen on.'),
  port: setting(8080, port, 'Port to listen on; 0 takes a free one.'),
  data: setting('./data', text, 'Directory of the embedded store.'),
  config: setting('cardstock.config.json', text, 'The configuration file.'),
  databaseUrl: server(postgres, 'PostgreSQL address; without it the store is embedded.'),
  databaseDirectUrl: server(
    postgres,
    'The same database past a pooler such as pgbouncer, for locks and notifications; without it the main address.',
  ),
  databaseReadUrl: server(postgres, 'A replica of the database that the catalog is read from.'),
  databasePool: setting(
    10,
    count(1, 200),
    'Connections that a process keeps for catalog reads, and as many for the rest, at most.',
  ),
  redisUrl: server(redis, 'Redis or Valkey address: request budgets are counted across processes there.'),
  secretsKey: optional(
    secretText,
    'Seals the secrets of subscriptions in the store; without it a file in the data directory does.',
    true,
  ),
  key: optional(
    text,
    'API key for the service that a command asks; without it the first key of the data directory.',
    true,
  ),
  url: optional(
    address,
    'The service that a command asks (`get`, `search`, `scan`, `listen`, `mcp`); without it that of the data directory.',
  ),
  followKey: optional(text, 'API key of the service that `serve --follow` follows.', true),
  publicUrl: optional(
    publicAddress,
    'Address under which callers reach this service; kept pictures and those of the demo are served there.',
  ),
  trustProxy: setting(0, count(0, 10), 'How many proxies in front append to X-Forwarded-For; 0 trusts none.'),
  cors: setting('*', origins, 'Origins whose pages may read /v1, separated by commas; * for all, none for none.'),
  cacheMb: setting(64, count(0, 4096), 'Megabytes of answers kept in memory; 0 keeps none.'),
  sharedCacheS: optional(
    count(1, 86_400),
    'Seconds that shared caches in front may keep catalog answers; without it none may.',
  ),
  ingestMemoryMb: setting(
    MEMORY_MB,
    count(32, 65_536),
    'Megabytes that runs of sources may take; one document has twice as many at most, one that is read as a whole an eighth.',
  ),
  scanProcesses: optional(
    count(0, 16),
    'Processes that look at photos; 0 turns scanning and its index off, without it half of the cores, at most 2.',
  ),
  stopDelayS: setting(
    0,
    count(0, 120),
    'Seconds that a stopping process still accepts new connections, while /readyz answers 503.',
  ),
  metricsPort: optional(port, 'Port where /metrics needs no key; without it /metrics is served to admin keys.'),
  healthDetails: setting(
    false,
    truth,
    'Whether /health tells everybody what it tells a key: times, last errors and notices of each task.',
  ),
  eventsKeptDays: setting(30, count(1, 3650), 'Days that events stay in the feed, with their deliveries and attempts.'),
  files: setting(
    FILES_DEFAULT,
    filePlace,
    'Where the files of the catalog lie and how much room they have, as in "/srv/files, 20GB"; `off` for none, without it 5 GB in the data directory.',
  ),
  logLevel: setting(
    'info' as const,
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'Least level of log lines, written to standard error.',
  ),
});

type Settings = typeof SETTINGS;
type ValueOf<Key extends keyof Settings> = ReturnType<Settings[Key]['parse']> | Settings[Key]['fallback'];

export type Origin = 'flag' | 'environment' | '.env' | 'file' | 'default';

/** Every setting's value, where it came from, and what the configuration file says beside them. */
export interface Config {
  values: { [Key in keyof Settings]: ValueOf<Key> };
  origins: Record<keyof Settings, Origin>;
  userAgent: string;
  /** The games, the first being that of what says none; the demo's where none is configured. */
  games: readonly ConfiguredGame[];
  /** Services whose clients are answered here. */
  compat: CompatSection;
  /** Gigabytes that kept pictures may take. */
  picturesGb: number;
  /** Copies of the embedded store on a schedule; undefined for none. */
  backups?: Backups | undefined;
  /** Whether no sources are configured: the demo is the source then. */
  isDemo: boolean;
  /** Sentences about what is no fault, but hardly meant. */
  warnings: readonly string[];
}
