/** What every command starts from: the configuration that its flags, the environment and the files give. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { VERSION } from '../release.ts';
import { locationOf } from '../service/configured-parts.ts';
import { restoringPath } from '../store/engines/sqlite.ts';
import { openStore } from '../store/open-store.ts';
import type { MadePage } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { CommandFailure, checkFlag, EXIT, printError } from './output.ts';

export type CommonFlags = { config?: string; data?: string; json?: boolean };

export type PageFlags = { limit?: string | undefined; after?: string | undefined };

/** What they ask for; `after` is found by its id. @throws CommandFailure */
export async function pageIn(
  { limit, after }: PageFlags,
  find: (id: string) => Promise<{ created_at: string; id: string } | undefined>,
): Promise<MadePage> {
  const row = after === undefined ? undefined : await find(after);
  if (after !== undefined && row === undefined)
    throw new CommandFailure(`--after: there is no ${after}`, EXIT.notFound);
  return { limit: limit === undefined ? undefined : readCount(limit), after: row && [row.created_at, row.id] };
}

/** @throws CommandFailure */
export function readCount(text: string): number {
  checkFlag('--limit', text, /^[1-9]\d{0,4}$/, 'be a count');
  return Number(text);
}

/** By the flags of a command, which asks more than once: a file may be a pipe, and what there is to warn of is told once. */
const known = new WeakMap<object, Config>();

/** @throws ConfigurationError */
export function configOf(flags: Readonly<Record<string, unknown>>): Config {
  const before = known.get(flags);
  if (before !== undefined) return before;
  const text: Record<string, string> = {};
  for (const [name, value] of Object.entries(flags)) {
    // commander spells flags in camel case; the settings table in snake case.
    if (typeof value === 'string') text[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  }
  const config = loadConfig({ flags: text, env: process.env, directory: process.cwd(), version: VERSION });
  for (const warning of config.warnings) printError(warning);
  known.set(flags, config);
  return config;
}

/** What is said where there is no store to read or act on; undefined where there is one. */
export function absence({ values: { data, databaseUrl } }: Config): string | undefined {
  const isThere =
    databaseUrl !== undefined || existsSync(join(data, 'cardstock.db')) || existsSync(restoringPath(data));
  return isThere ? undefined : `there is no store in ${data}; nothing is made`;
}

/** @throws CommandFailure where there is no store */
export function checkPresent(config: Config): void {
  const absent = absence(config);
  if (absent !== undefined) throw new CommandFailure(`${absent}: ${NAME_DATA}`);
}

/** What to do where there is none. */
export const NAME_DATA = 'name its directory with --data or CARDSTOCK_DATA';

/**
 * Opens the configured store for work that only reads, or acts on what is there: where there is none, none is made.
 * @throws CommandFailure
 */
export async function withPresentStore<T>(
  flags: Readonly<Record<string, unknown>>,
  work: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  checkPresent(configOf(flags));
  return withStore(flags, work, true);
}

/** Opens the configured store, which is made where there is none, for `work` and closes it whatever happens. */
export async function withStore<T>(
  flags: Readonly<Record<string, unknown>>,
  work: (store: Store, config: Config) => Promise<T>,
  isPresent?: boolean,
): Promise<T> {
  const config = configOf(flags);
  const store = await openStore({ ...locationOf(config), isPresent });
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}
