/** `cardstock export prices` and `cardstock import prices`: price history as lines of JSON. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportPrices } from '../store/prices/price-export.ts';
import { importPrices } from '../store/prices/price-import.ts';
import { BadPriceLine } from '../store/prices/price-lines.ts';
import { type CommonFlags, withStore } from './context.ts';
import { CommandFailure, EXIT, printJson, printNote } from './output.ts';

/** Writes every observation to `file`, or to standard output. */
export async function exportPricesTo(file: string | undefined, flags: CommonFlags): Promise<void> {
  if (file === undefined && flags.json) throw new CommandFailure('--json needs a file for the lines', EXIT.usage);
  await withStore(flags, async (store) => {
    let lines = 0;
    const counted = async function* () {
      for await (const line of exportPrices(store.reads)) {
        lines += 1;
        yield line;
      }
    };
    if (file === undefined) return pipeline(Readable.from(counted()), process.stdout, { end: false });
    await pipeline(Readable.from(counted()), createWriteStream(file));
    if (flags.json) printJson({ file, lines });
    else printNote(`${lines} lines are in ${file}`);
  });
}

/** Reads observations from `file`, or from standard input. */
export async function importPricesFrom(file: string | undefined, flags: CommonFlags): Promise<void> {
  if (file !== undefined && !existsSync(file)) throw new CommandFailure(`there is no file ${file}`, EXIT.notFound);
  const input = file === undefined ? process.stdin : createReadStream(file);
  try {
    const counts = await withStore(flags, (store) => importPrices(store, createInterface({ input })));
    if (flags.json) printJson(counts);
    else {
      const { lines, observations, unknown } = counts;
      printNote(`${lines} lines, ${observations} observations, ${unknown} of cards that are not here`);
    }
  } catch (error) {
    if (error instanceof BadPriceLine) throw new CommandFailure(error.message);
    throw error;
  }
}
