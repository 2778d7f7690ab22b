/** The configuration file: the games with their sources, and any setting that is not a secret of the environment. */

import Type, { type Static, type TSchema } from 'typebox';
import { closedObject } from '../catalog/field-shapes.ts';
import { DEFAULT_SCOPE } from '../catalog/scope.ts';
import { jsonValue } from '../catalog/words/json-value.ts';
import { fileTrouble } from '../failure.ts';
import { BACKUP_TASK } from '../ingest/source.ts';
import { Span } from '../upstream/source-fields.ts';
import { type CompatSection, compatFaults } from './compat-section.ts';
import { ConfigurationError } from './configuration-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { GameName, type GamesOfFile, gamesFaults, twiceNamed } from './games-section.ts';
import { languageFaults } from './languages.ts';
import { isNamed, readText, withSecrets } from './secrets.ts';
import { isRecord, schemaFaults, sourceFaults } from './sources-section.ts';

/** What the file says; settings as text, as the environment would give them. */
export interface ConfigFile extends GamesOfFile {
  user_agent?: string | undefined;
  /** Services whose clients are answered here. */
  compat: CompatSection;
  pictures: PicturesSection;
  /** Copies of the embedded store on a schedule; undefined for none. */
  backups?: Static<typeof Backups> | undefined;
  settings: Readonly<Record<string, string>>;
}

export const NO_FILE: ConfigFile = { compat: {}, pictures: {}, settings: {} };

const UserAgent = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\x20-\\x7e]+$',
  description: 'plain text such as my-shop/1.0',
});
const Pictures = closedObject({ limit_gb: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })) });
type PicturesSection = Static<typeof Pictures>;
const Backups = closedObject({
  folder: Type.String({ minLength: 1 }),
  every: Type.Optional(Span),
  keep: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
/** What the file alone may say. */
const OF_THE_FILE = ['sources', 'game', 'games', 'languages', 'user_agent', 'compat', 'pictures', 'backups'];

export interface FileOptions {
  /** Whether its absence is a fault: it was asked for by name. */
  required: boolean;
  /** Names of the settings that it may hold, and which of them are secrets. */
  settings: readonly string[];
  secrets?: readonly string[];
  /** Variables that secrets may stand in. */
  env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the file at `path`; one that is absent and not required says nothing.
 * @throws ConfigurationError with every fault and its place
 */
export function readConfigFile(path: string, { required, settings, secrets = [], env = {} }: FileOptions): ConfigFile {
  if (!isNamed(path)) {
    if (required) throw new ConfigurationError([`${path}: does not exist; create it or leave --config out`]);
    return NO_FILE;
  }
  const { content, faults } = withSecrets(parseFile(path), { path, names: secrets, env });
  const { game, user_agent, sources, languages, games, compat, pictures, backups, ...rest } = content;
  const check = (place: string, schema: TSchema, value: unknown) => {
    if (value !== undefined) faults.push(...schemaFaults(`${path} ${place}`, schema, value));
  };
  check('"game"', GameName, game);
  check('"user_agent"', UserAgent, user_agent);
  check('"pictures"', Pictures, pictures);
  check('"backups"', Backups, backups);
  // A source may be called so where there are none, as releases before this one had it.
  for (const [place, named] of Object.entries({ sources, games })) {
    if (backups !== undefined && isRecord(named) && BACKUP_TASK in named)
      faults.push(`${path} "${place}.${BACKUP_TASK}": the name is that of the task of "backups"; choose another`);
  }
  const wrong = sources === undefined ? [] : sourceFaults(path, 'sources', sources);
  faults.push(...wrong);
  if (games === undefined) faults.push(...(wrong.length > 0 ? [] : languageFaults(path, languages, sources)));
  else {
    faults.push(...gamesFaults(path, games));
    for (const name of ['game', 'sources', 'languages']) {
      if (name in content) faults.push(`${path} "${name}": stands in "games" where that is there; move it into a game`);
    }
  }
  const named = isRecord(games) ? Object.keys(games) : [typeof game === 'string' ? game : DEFAULT_SCOPE.game];
  faults.push(...compatFaults(path, compat, named));
  faults.push(...settingFaults(path, rest, settings));
  const texts = Object.entries(rest).flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : []));
  const given = Object.fromEntries(texts) as Record<string, string>;
  if (faults.length > 0) throw new ConfigurationError(faults, given);
  return {
    ...({ game, user_agent, sources, languages, games, backups } as Omit<
      ConfigFile,
      'compat' | 'pictures' | 'settings'
    >),
    compat: (compat ?? {}) as CompatSection,
    pictures: (pictures ?? {}) as PicturesSection,
    settings: given,
  };
}

function settingFaults(path: string, given: Record<string, unknown>, settings: readonly string[]): string[] {
  const known = [...OF_THE_FILE, ...settings];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!known.includes(name)) return [`${path} "${name}": is no setting${didYouMean(name, known)}`];
    return isPlain(value) ? [] : [`${path} "${name}": must be text, a number, true or false`];
  });
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** The value of a text. What V8 says of one may repeat some of it, a password too, and lines of it: only the sign and the place are taken from it. */
export function parsedJson(text: string): unknown {
  try {
    return jsonValue(text);
  } catch (error) {
    if ((error as Error).message.startsWith('nested')) throw new Error(`it is ${(error as Error).message}`);
    if (text.trim() === '') throw new Error('it is empty; {} says nothing');
    if (/[\0\ufffd]/.test(text)) throw new Error('it is not UTF-8');
    const [, sign] = /^Unexpected token '(.)'/u.exec((error as Error).message) ?? [];
    const [place] = /line \d+ column \d+/.exec((error as Error).message) ?? [];
    const where = [sign && `at “${sign}”`, place && `at ${place}`].filter(Boolean).join(' ');
    throw new Error(
      `it is no JSON${where && ` ${where}`}: names and texts in double quotes, neither comments nor a last comma`,
    );
  }
}

function parseFile(path: string): Record<string, unknown> {
  try {
    const text = readText(path);
    const content = parsedJson(text);
    // As a part of a place, which no system takes.
    if (text.includes('\\u0000')) throw new Error('it holds \\u0000, which nothing here may');
    const twice = twiceNamed(path, text);
    if (twice.length > 0) throw new ConfigurationError(twice);
    if (isRecord(content)) return content;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError([`${path}: cannot be read: ${fileTrouble(error)}`]);
  }
  throw new ConfigurationError([`${path}: must hold one JSON object`]);
}
