/** `cardstock db`: the state of the store. */
import { storeStatus } from '../store/status.ts';
import { type CommonFlags, withStore } from './context.ts';
import { printJson, printRows } from './output.ts';

/** Opening a store migrates it, so what is shown is what stands then. */
export async function dbStatus(flags: CommonFlags): Promise<void> {
  const status = await withStore(flags, storeStatus);
  if (flags.json) return printJson(status);
  const rows = Object.entries(status).map(([name, value]) => ({ name, value }));
  printRows(rows, false, (row) => row);
}
