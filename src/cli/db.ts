/** `cardstock db`: the state of the store. */
import { storeStatus } from '../store/status.ts';
import { type CommonFlags, withStore } from './context.ts';
import { printJson, printRows } from './output.ts';

export async function dbStatus(flags: CommonFlags): Promise<void> {
  const status = await withStore(flags, storeStatus);
  if (flags.json) return printJson(status);
  const rows = Object.entries(status).map(([name, value]) => ({ name, value }));
  printRows(rows, false, (row) => row);
}

/** Opening a store migrates it, so this only says what stands then. */
export const dbMigrate = dbStatus;
