/** Reads the settings from flags, environment, .env, configuration file and defaults, in this order. */
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { fileTrouble } from '../failure.ts';
import { spanMs } from '../upstream/source-fields.ts';
import { type ConfigFile, type FileOptions, NO_FILE, readConfigFile } from './config-file.ts';
import { ConfigurationError } from './configuration-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { configuredGames } from './games-section.ts';
import { isNamed, readText, secretFile } from './secrets.ts';
import { type Config, type Origin, PICTURES_GB, SETTINGS } from './settings.ts';

export interface ConfigInput {
  /** Flags by setting name, e.g. `{ port: '0' }`. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  version: string;
}

/** Where a value may stand, what that place is called, and the value. */
type Given = readonly [Origin, string, string | undefined];

const KEYS = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];

const BACKUPS_KEPT = 7;

const backupsOf = (
  { folder, every = '24h', keep = BACKUPS_KEPT }: NonNullable<ConfigFile['backups']>,
  from: string,
) => ({
  folder: resolve(from, folder),
  everyMs: spanMs(every),
  keep,
});

function readDotEnv(directory: string): Record<string, string | undefined> {
  const path = resolve(directory, '.env');
  try {
    return isNamed(path) ? parseEnv(readText(path)) : {};
  } catch (error) {
    throw new ConfigurationError([`${path}: cannot be read: ${fileTrouble(error)}`]);
  }
}

const fileOf = (variable: string): string => `${variable}_FILE`;

/** Names of ours that no setting has: a misspelling, or what another program of the operator's reads. */
function unknownNames(names: Iterable<string>, place: string): string[] {
  const known = new Set(
    KEYS.flatMap((key) =>
      SETTINGS[key].secret ? [SETTINGS[key].env, fileOf(SETTINGS[key].env)] : [SETTINGS[key].env],
    ),
  );
  return [...names]
    .filter((name) => name.startsWith('CARDSTOCK_') && !known.has(name))
    .map((name) => `${place}: ${name} is no setting${didYouMean(name, [...known])}`);
}

/** Of a file with faults what it says of settings is left, which may have faults of their own. */
function readFile(path: string, faults: string[], options: FileOptions): ConfigFile {
  try {
    return readConfigFile(path, options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    faults.push(...error.faults);
    return { ...NO_FILE, settings: error.settings };
  }
}

/** @throws ConfigurationError with all faults at once */
export function loadConfig({ flags, env, directory, version }: ConfigInput): Config {
  const dotEnv = readDotEnv(directory);
  const warnings = [...unknownNames(Object.keys(env), 'environment'), ...unknownNames(Object.keys(dotEnv), '.env')];
  const faults: string[] = [];
  const configName = [flags.config, env.CARDSTOCK_CONFIG, dotEnv.CARDSTOCK_CONFIG].find(Boolean);
  const path = resolve(directory, configName ?? SETTINGS.config.fallback);
  const file = readFile(path, faults, {
    required: configName !== undefined,
    settings: KEYS.map((key) => SETTINGS[key].name),
    secrets: KEYS.filter((key) => SETTINGS[key].secret).map((key) => SETTINGS[key].name),
    env: { ...dotEnv, ...env },
  });
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<keyof typeof SETTINGS, Origin>> = {};
  for (const key of KEYS) {
    const { name, env: variable, fallback, parse, secret } = SETTINGS[key];
    const inFile = secret ? fileOf(variable) : '';
    const given: Given[] = [
      ['flag', `--${name.replaceAll('_', '-')}`, flags[name]],
      ['environment', variable, env[variable]],
      ['environment', inFile, env[inFile]],
      ['.env', `.env ${variable}`, dotEnv[variable]],
      ['.env', `.env ${inFile}`, dotEnv[inFile]],
      ['file', `${path} "${name}"`, file.settings[name]],
    ];
    const [found, second] = given.filter(([, , value]) => value !== undefined && value !== '');
    if (inFile !== '' && second?.[1].endsWith(inFile) && found?.[0] === second[0])
      warnings.push(`${found[1]} and ${second[1]} are both set: the first counts, the file is not read`);
    values[key] = fallback;
    origins[key] = found?.[0] ?? 'default';
    if (found?.[2] === undefined) continue;
    try {
      const isFile = inFile !== '' && found[1].endsWith(inFile);
      values[key] = parse(isFile ? secretFile(resolve(directory, found[2])) : found[2]);
    } catch (error) {
      const shown = secret ? '' : `${JSON.stringify(found[2])} `;
      faults.push(`${found[1]}: ${shown}${(error as Error).message}`);
    }
  }
  if (file.backups !== undefined && values.databaseUrl !== undefined)
    faults.push(`${path} "backups": are of the embedded store: take them out, PostgreSQL has pg_dump and WAL`);
  if (faults.length > 0) throw new ConfigurationError([...warnings, ...faults]);
  return {
    values: values as Config['values'],
    origins: origins as Config['origins'],
    userAgent: file.user_agent ?? `cardstock/${version}`,
    games: configuredGames(file),
    compat: file.compat,
    picturesGb: file.pictures.limit_gb ?? PICTURES_GB,
    backups: file.backups && backupsOf(file.backups, directory),
    isDemo: file.sources === undefined && file.games === undefined,
    warnings: [...warnings, ...noSources(path, file)],
  };
}

const noSources = (path: string, { sources }: ConfigFile): string[] =>
  sources !== undefined && Object.keys(sources).length === 0
    ? [`${path} "sources": names none, so that nothing is read; leave it out for the demo`]
    : [];
