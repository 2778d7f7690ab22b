/** `cardstock export prices` and `cardstock import prices`: price history as lines of JSON. */
import { createReadStream, createWriteStream, existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportPrices } from '../store/prices/price-export.ts';
import { importPrices } from '../store/prices/price-import.ts';
import { BadPriceLine } from '../store/prices/price-lines.ts';
import { type CommonFlags, withStore } from './context.ts';
import { longWork, type ShowStep } from './long-work.ts';
import { CommandFailure, EXIT, printJson, printNote } from './output.ts';

/** Where the lines go: into a file that is there once it is whole, or straight to what is no plain file. */
function targetOf(file: string): { path: string; partial: string | undefined } {
  const isPlain = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  return isPlain ? { path: `${file}.partial`, partial: `${file}.partial` } : { path: file, partial: undefined };
}

/** Writes every observation to `file`, or to standard output. */
export async function exportPricesTo(file: string | undefined, flags: CommonFlags): Promise<void> {
  if (file === undefined && flags.json) throw new CommandFailure('--json needs a file for the lines', EXIT.usage);
  await withStore(flags, async (store) => {
    let lines = 0;
    const counted = async function* (show: ShowStep) {
      for await (const line of exportPrices(store.reads, (done, total) => show('months', done, total))) {
        lines += 1;
        yield line;
      }
    };
    if (file === undefined) {
      // A bar would stand between the lines where both go to the same terminal.
      const quiet = () => undefined;
      await longWork('export', { left: () => 'not all lines are written' }, (show) =>
        pipeline(Readable.from(counted(process.stdout.isTTY ? quiet : show)), process.stdout, { end: false }),
      );
      return;
    }
    const { path, partial } = targetOf(file);
    const undo = () => partial && rmSync(partial, { force: true });
    try {
      await longWork('export', { undo, left: () => `${file} was not written` }, (show) =>
        pipeline(Readable.from(counted(show)), createWriteStream(path)),
      );
      if (partial) renameSync(partial, file);
    } finally {
      undo();
    }
    if (flags.json) printJson({ file, lines });
    else printNote(`${lines} lines are in ${file}`);
  });
}

/** Reads observations from `file`, or from standard input. */
export async function importPricesFrom(file: string | undefined, flags: CommonFlags): Promise<void> {
  if (file !== undefined && !existsSync(file)) throw new CommandFailure(`there is no file ${file}`, EXIT.notFound);
  const input = file === undefined ? process.stdin : createReadStream(file);
  const size = file === undefined ? undefined : statSync(file).size;
  const left = () => 'the lines so far are kept; the same command again adds the rest';
  try {
    const counts = await withStore(flags, (store) =>
      longWork('import', { left }, (show) =>
        importPrices(store, createInterface({ input }), (lines) => {
          if ('bytesRead' in input && size) show('bytes', input.bytesRead, size);
          else show(`${lines.toLocaleString('en')} lines`, lines, undefined);
        }),
      ),
    );
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
