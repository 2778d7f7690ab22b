/** The configuration file: the games with their sources, and any setting that is not a secret of the environment. */
import { existsSync, readFileSync } from 'node:fs';
import Type, { type TSchema } from 'typebox';
import { ConfigurationError } from './configuration-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { GameName, type GamesSection, gamesFaults, twiceNamed } from './games-section.ts';
import { languageFaults } from './languages.ts';
import { isRecord, type Sources, schemaFaults, sourceFaults } from './sources-section.ts';

/** What the file says; settings as text, as the environment would give them. */
export interface ConfigFile {
  game: string | undefined;
  user_agent: string | undefined;
  sources: Sources | undefined;
  /** Of the one game, the first being its catalog's own. */
  languages: readonly string[] | undefined;
  /** The newer form: several games, each with its sources. */
  games: GamesSection | undefined;
  settings: Readonly<Record<string, string>>;
}

export const NO_FILE: ConfigFile = {
  game: undefined,
  user_agent: undefined,
  sources: undefined,
  languages: undefined,
  games: undefined,
  settings: {},
};

const UserAgent = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x20-\\x7e]+$' });
/** What the file alone may say. */
const OF_THE_FILE = ['sources', 'game', 'games', 'languages', 'user_agent'];

interface FileOptions {
  /** Whether its absence is a fault: it was asked for by name. */
  required: boolean;
  /** Names of the settings that it may hold. */
  settings: readonly string[];
}

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
  const { game, user_agent, sources, languages, games, ...rest } = content;
  const check = (place: string, schema: TSchema, value: unknown) => {
    if (value !== undefined) faults.push(...schemaFaults(`${path} ${place}`, schema, value));
  };
  check('"game"', GameName, game);
  check('"user_agent"', UserAgent, user_agent);
  const wrong = sources === undefined ? [] : sourceFaults(path, 'sources', sources);
  faults.push(...wrong);
  if (games === undefined) faults.push(...(wrong.length > 0 ? [] : languageFaults(path, languages, sources)));
  else {
    faults.push(...gamesFaults(path, games));
    for (const name of ['game', 'sources', 'languages']) {
      if (name in content) faults.push(`${path} "${name}": stands in "games" where that is there; move it into a game`);
    }
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
    languages: languages as ConfigFile['languages'],
    games: games as ConfigFile['games'],
    settings: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  };
}

function parseFile(path: string): Record<string, unknown> {
  try {
    const text = readFileSync(path, 'utf8');
    const content: unknown = JSON.parse(text);
    const twice = twiceNamed(path, text);
    if (twice.length > 0) throw new ConfigurationError(twice);
    if (isRecord(content)) return content;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError([`${path}: cannot be read: ${(error as Error).message}`]);
  }
  throw new ConfigurationError([`${path}: must hold one JSON object`]);
}
