/** `cardstock backup` and `cardstock restore`: a copy of everything in one file, taken while the service runs. */
import { rmSync } from 'node:fs';
import { type BackupContent, backUp, partialOf, restore } from '../store/care/backup.ts';
import { openStore } from '../store/engines/open-store.ts';
import { restoringPath } from '../store/engines/sqlite.ts';
import { type CommonFlags, configOf } from './context.ts';
import { longWork } from './long-work.ts';
import { CommandFailure, EXIT, printJson, printNote } from './output.ts';

/** The tables that say most about a copy. */
const SHOWN = ['cards', 'products', 'price_months', 'keys', 'subscriptions', 'events'];

const summary = ({ rows }: BackupContent) => SHOWN.map((name) => `${name} ${rows[name] ?? 0}`).join(', ');

/** PostgreSQL has tools of its own for this, which know about its other databases, roles and replicas. */
function embeddedDataDir(flags: CommonFlags, remedy: string): string {
  const { data, databaseUrl } = configOf(flags).values;
  if (databaseUrl === undefined) return data;
  throw new CommandFailure(`the store is PostgreSQL; use ${remedy}, and keep ${data}/secrets-key with it`, EXIT.usage);
}

/** Writes a verified copy to `file`. */
export async function backup(file: string, flags: CommonFlags): Promise<void> {
  const dataDir = embeddedDataDir(flags, `pg_dump --format=custom --file=${file} "$DATABASE_URL"`);
  const undo = () => rmSync(partialOf(file), { force: true });
  const content = await longWork('backup', { undo, left: () => `there is no ${file}` }, (show) =>
    backUp(dataDir, file, show),
  );
  if (flags.json) return printJson({ file, ...content });
  printNote(`${file} holds ${summary(content)}. It holds secrets too: keep it as you keep those.`);
}

/** Puts the copy in place, and brings it to this release's schema. */
export async function restoreFrom(file: string, flags: CommonFlags & { force?: boolean }): Promise<void> {
  const dataDir = embeddedDataDir(flags, `pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`);
  const force = flags.force ?? false;
  let isInPlace = false;
  const undo = () => rmSync(restoringPath(dataDir), { force: true });
  const left = () => (isInPlace ? `${dataDir} holds what was restored` : `${dataDir} is as it was`);
  const restored = await longWork('restore', { undo, left }, async (onStep) => {
    const came = await restore(file, dataDir, { force, onStep });
    isInPlace = true;
    await (await openStore({ dataDir })).close();
    return came;
  });
  if (flags.json) return printJson({ file, data: dataDir, ...restored });
  const aside = restored.set_aside === null ? '' : ` What was there lies in ${restored.set_aside}.`;
  printNote(`${dataDir} holds ${summary(restored)}.${aside}`);
}
