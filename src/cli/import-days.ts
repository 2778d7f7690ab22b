/** `cardstock import`: takes days and months of prices from files, ours or others' in that form, and tells them by events. */
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileTrouble } from '../failure.ts';
import { crawlPolicyFor } from '../ingest/configured-sources.ts';
import { fetchFile, keptBytes, type OriginFile } from '../ingest/origin/read-origin.ts';
import { type ImportedFile, importDays } from '../ingest/runs/import-prices.ts';
import { Outage } from '../upstream/document.ts';
import { openReader } from '../upstream/reader.ts';
import { Scratch } from '../upstream/scratch/scratch-file.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { longWork } from './long-work.ts';
import { CommandFailure, EXIT, misused, printJson, printNote } from './output.ts';

const NAME =
  /^(card_prices|product_prices)\.([a-z][a-z0-9_]*)\.(usd|eur)\.(\d{4}-\d\d(?:-\d\d)?)(?:\.[0-9a-f]{12})?\.(?:ndjson(?:\.gz|\.zst)?|csv(?:\.gz)?)$/;

type ImportFlags = CommonFlags & { dryRun?: boolean; source?: string; accept?: boolean };

/** Reads files whose names say their days in their order; one that cannot be taken stops before anything is written. */
export const importDaysFrom = (places: readonly string[], flags: ImportFlags): Promise<void> =>
  importFrom(flags, async (scratch, userAgent) => {
    const fetched: ImportedFile[] = [];
    for (const place of places) {
      const address = /^(https?|file):/.test(place) ? place : pathToFileURL(resolve(place)).href;
      if (address.startsWith('file:')) checkFile(place, fileURLToPath(address));
      const name = basename(new URL(address).pathname);
      const [, entity, game, currency, span = ''] = NAME.exec(name) ?? [];
      if (game === undefined)
        throw misused(
          `${place}: is no name of a day or month of prices, as in card_prices.game.usd.2026-05-01.ndjson.gz`,
        );
      const reader = openReader(
        { userAgent, ...crawlPolicyFor(address), giveUpAfterMs: 30_000, memoryMb: 1024 },
        () => undefined,
      );
      const to = { file: { name, entity, game, currency } as OriginFile, scratch };
      const taken = fetchFile(reader.read, address, to).finally(() => reader.close());
      fetched.push({ span, ...(await taken) });
    }
    return fetched;
  });

/** Reads what `export prices` wrote from `file`, or from standard input. */
export const importPricesFrom = (file: string | undefined, flags: ImportFlags): Promise<void> =>
  importFrom(flags, async (scratch) => {
    if (file !== undefined) checkFile(file, file);
    // It is read twice: all is looked through before any is written.
    const bytes = file === undefined ? await keptBytes(process.stdin, scratch) : () => createReadStream(file);
    return [
      { file: { name: file === undefined ? 'standard input' : basename(file) } as OriginFile, bytes, sha256: '' },
    ];
  });

/** @throws CommandFailure where it is a folder, or is not there */
function checkFile(place: string, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  const code = found === undefined ? 'ENOENT' : found.isDirectory() ? 'EISDIR' : undefined;
  if (code !== undefined)
    throw new CommandFailure(`${place}: ${fileTrouble({ code })}`, found ? EXIT.usage : EXIT.notFound);
}

async function importFrom(
  { dryRun: isDry = false, accept: isAccepted = false, source = 'import', ...flags }: ImportFlags,
  filesIn: (scratch: Scratch, userAgent: string) => Promise<ImportedFile[]>,
): Promise<void> {
  const scratch = new Scratch();
  const left = () => 'what is read so far is kept; the same command again adds the rest';
  try {
    await withPresentStore(flags, async (store, { userAgent }) => {
      const files = await filesIn(scratch, userAgent);
      const counts = await longWork('import', { left }, (show) => {
        const onRows = (written: number, all: number) => show('observations', written, all);
        return importDays(store, files, { source, isDry, isAccepted, now: new Date(), onRows });
      });
      print(counts, flags);
    });
  } catch (error) {
    if (error instanceof Outage) throw new CommandFailure(error.message);
    throw error;
  } finally {
    scratch.close();
  }
}

function print(counts: Awaited<ReturnType<typeof importDays>>, { json }: CommonFlags) {
  if (json) return printJson(counts);
  const { observations, days, rows_changed, unknown, left_out, reasons, dry_run } = counts;
  const would = dry_run ? ' (nothing was written)' : '';
  printNote(
    `${observations} observations of ${days} days, ${rows_changed} rows changed, ${unknown} name no record that is here${would}`,
  );
  if (left_out > 0)
    printNote(
      `${left_out} days or amounts were left out; --accept takes them${reasons.map((one) => `\n  ${one}`).join('')}`,
    );
}
