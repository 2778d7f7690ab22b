/** `cardstock db`: the state of the store, and its move to another engine. */
import { locationOf } from '../service/configured-parts.ts';
import { moveMark, moveStore } from '../store/care/move.ts';
import { storeStatus } from '../store/care/status.ts';
import { openMoveTarget, openStore } from '../store/engines/open-store.ts';
import { type CommonFlags, configOf, withStore } from './context.ts';
import { longWork } from './long-work.ts';
import { printError, printJson, printRows } from './output.ts';

/** Opening a store migrates it, so what is shown is what stands then. */
export async function dbStatus(flags: CommonFlags): Promise<void> {
  const status = await withStore(flags, storeStatus);
  if (flags.json) return printJson(status);
  const rows = Object.entries(status).map(([name, value]) => ({ name, value }));
  printRows(rows, false, (row) => row);
}

/** Moves the configured store to `to`: a PostgreSQL address, or a directory. */
export async function dbMove(flags: CommonFlags & { to: string }): Promise<void> {
  const config = configOf(flags);
  const isServer = /^postgres(ql)?:/.test(flags.to);
  const target = isServer ? { dataDir: config.values.data, databaseUrl: flags.to } : { dataDir: flags.to };
  const from = await openStore(locationOf(config));
  const to = await openMoveTarget(target, await moveMark(from));
  const startedMs = performance.now();
  const left = () => 'the store to be moved is unchanged; the same command again goes on where this one ended';
  try {
    const tables = await longWork('db move', { left }, (show) =>
      moveStore({ from, to, onProgress: (table, does, rows, of) => show(`${table} ${does}`, rows, of) }),
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
    await from.close();
    await to.close();
  }
}
