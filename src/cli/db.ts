/** `cardstock db`, `backup` and `restore`: the state of the store, its move to another engine, and a copy of it in one file. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { SETTINGS } from '../config/settings.ts';
import { locationOf } from '../service/configured-parts.ts';
import { restoringPath } from '../store/engines/sqlite.ts';
import { type BackupContent, backUp, partialOf, restore } from '../store/maintenance/backup.ts';
import { moveMark, moveStore } from '../store/maintenance/move.ts';
import { storeSizes, storeStatus } from '../store/maintenance/status.ts';
import { openMoveTarget, openStore } from '../store/open-store.ts';
import type { StoreLocation } from '../store/store.ts';
import { type CommonFlags, checkPresent, configOf, withPresentStore, withStore } from './context.ts';
import { longWork } from './long-work.ts';
import { misused, printDone, printError, printJson, printRows } from './output.ts';

/** Makes the store where there is none, and brings its schema up to date: opening it does both. */
export const dbMigrate = async (flags: CommonFlags): Promise<void> => show(flags, await withStore(flags, storeStatus));

/** Opening a store migrates it, so what is shown is what stands then. */
export async function dbStatus(flags: CommonFlags): Promise<void> {
  const [status, sizes] = await withPresentStore(flags, async (store) => [
    await storeStatus(store),
    await storeSizes(store),
  ]);
  if (flags.json) return printJson({ ...status, sizes });
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  show(flags, {
    ...status,
    ...Object.fromEntries(sizes.kinds.map(({ kind, bytes }) => [`size of ${kind}`, megabytes(bytes)])),
    ...Object.fromEntries(
      sizes.history.map(({ game, year, bytes }) => [`history of ${game ?? 'nobody'}, ${year}`, megabytes(bytes)]),
    ),
  });
}

function show(flags: CommonFlags, status: object): void {
  const rows = Object.entries(status).map(([name, value]) => ({ name, value }));
  if (flags.json) printJson(status);
  else printRows(rows, false, (row) => row);
}

/** A directory, or a server as `database_url` names one. @throws CommandFailure */
function placeOf(to: string, dataDir: string): StoreLocation {
  if (!/^(postgres(ql)?:|[a-z][a-z\d+.-]*:\/\/)/i.test(to)) return { dataDir: to };
  try {
    return { dataDir, databaseUrl: SETTINGS.databaseUrl.parse(to) };
  } catch (error) {
    throw misused(`--to ${(error as Error).message}`);
  }
}

/** Moves the configured store to `to`: a PostgreSQL address, or a directory. */
export async function dbMove(flags: CommonFlags & { to: string }): Promise<void> {
  const config = configOf(flags);
  const target = placeOf(flags.to, config.values.data);
  checkPresent(config);
  const from = await openStore(locationOf(config));
  const opened = [from];
  const startedMs = performance.now();
  const left = () => 'the store to be moved is unchanged; the same command again goes on where this one ended';
  try {
    const to = await openMoveTarget(target, await moveMark(from));
    opened.push(to);
    // A store has many addresses, but one lock of a name.
    const [ours, theirs] = [await from.lock('move'), await to.lock('move')];
    await Promise.all([ours?.release(), theirs?.release()]);
    if (ours && !theirs) throw misused('--to names the store that is to be moved');
    const tables = await longWork('db move', { left }, (progress) =>
      moveStore({ from, to, onProgress: (table, does, rows, of) => progress(`${table} ${does}`, rows, of) }),
    );
    const duration_ms = Math.round(performance.now() - startedMs);
    if (flags.json) return printJson({ tables, duration_ms });
    printRows(tables, false, ({ table, rows, digest }) => ({ table, rows, digest }));
    printError(`moved and compared in ${(duration_ms / 1000).toFixed(1)} s; the store that was moved is unchanged`);
    const isSealed = tables.some(({ table, rows }) => table === 'subscriptions' && rows > 0);
    if (isSealed && config.values.secretsKey === undefined) {
      printError(
        `webhook secrets stay sealed under ${config.values.data}/secrets-key: set CARDSTOCK_SECRETS_KEY to its content wherever the new store is served from`,
      );
    }
  } finally {
    for (const store of opened) await store.close();
  }
}

/** The tables that say most about a copy. */
const SHOWN = ['cards', 'products', 'price_months', 'keys', 'subscriptions', 'events'];

const summary = ({ rows }: BackupContent) => SHOWN.map((name) => `${name} ${rows[name] ?? 0}`).join(', ');

/** PostgreSQL has tools of its own for this, which know about its other databases, roles and replicas. */
function embeddedDataDir(flags: CommonFlags, remedy: string): string {
  const { data, databaseUrl } = configOf(flags).values;
  if (databaseUrl === undefined) return data;
  throw misused(`the store is PostgreSQL; use ${remedy}, and keep ${data}/secrets-key with it`);
}

/** Writes a verified copy to `file`. */
export async function backup(file: string, flags: CommonFlags): Promise<void> {
  const dataDir = embeddedDataDir(flags, `pg_dump --format=custom --file=${file} "$DATABASE_URL"`);
  const undo = () => rmSync(partialOf(file), { force: true });
  const content = await longWork('backup', { undo, left: () => `there is no ${file}` }, (show) =>
    backUp(dataDir, file, show),
  );
  const note = `${file} holds ${summary(content)}. It holds secrets too: keep it as you keep those.`;
  printDone(flags.json, { file, ...content }, note);
}

/** Puts the copy in place, and brings it to this release's schema. */
export async function restoreFrom(file: string, flags: CommonFlags & { force?: boolean }): Promise<void> {
  const dataDir = embeddedDataDir(flags, `pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`);
  const force = flags.force ?? false;
  let isInPlace = false;
  const isNew = !existsSync(dataDir);
  const undo = () => {
    rmSync(restoringPath(dataDir), { force: true });
    if (isNew && existsSync(dataDir) && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  };
  const left = () => (isInPlace ? `${dataDir} holds what was restored` : `${dataDir} is as it was`);
  const restored = await longWork('restore', { undo, left }, async (onStep) => {
    const came = await restore(file, dataDir, { force, onStep });
    isInPlace = true;
    await (await openStore({ dataDir })).close();
    return came;
  }).catch((error) => {
    undo();
    throw error;
  });
  const aside = restored.set_aside === null ? '' : ` What was there lies in ${restored.set_aside}.`;
  printDone(flags.json, { file, data: dataDir, ...restored }, `${dataDir} holds ${summary(restored)}.${aside}`);
}
