/** `cardstock import`: takes days and months of prices from files, ours or others' in that form, and tells them by events. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileTrouble } from '../failure.ts';
import { crawlPolicyFor } from '../ingest/configured-sources.ts';
import { fetchFile, type OriginFile } from '../ingest/origin/read-origin.ts';
import { type ImportedDays, type ImportedFile, importDays } from '../ingest/runs/import-prices.ts';
import { Outage } from '../upstream/document.ts';
import { openReader } from '../upstream/reader.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { longWork } from './long-work.ts';
import { CommandFailure, EXIT, misused, printJson, printNote } from './output.ts';

const NAME =
  /^(card_prices|product_prices)\.([a-z][a-z0-9_]*)\.(usd|eur)\.(\d{4}-\d\d(?:-\d\d)?)(?:\.[0-9a-f]{12})?\.(?:ndjson(?:\.gz|\.zst)?|csv(?:\.gz)?)$/;

type ImportFlags = CommonFlags & { dryRun?: boolean; source?: string; accept?: boolean };

/** Reads files whose names say their days in their order; one that cannot be taken stops before anything is written. */
export const importDaysFrom = (places: readonly string[], flags: ImportFlags): Promise<void> =>
  importFrom(flags, async (folder, userAgent) => {
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
      // Files of two places may have one name.
      const to = { file: { name, entity, game, currency } as OriginFile, path: join(folder, String(fetched.length)) };
      const taken = fetchFile(reader.read, address, to).finally(() => reader.close());
      fetched.push({ span, ...(await taken) });
    }
    return fetched;
  });

/** Reads what `export prices` wrote from `file`, or from standard input. */
export const importPricesFrom = (file: string | undefined, flags: ImportFlags): Promise<void> =>
  importFrom(flags, async (folder) => {
    if (file !== undefined) checkFile(file, file);
    // It is read twice: all is looked through before any is written.
    const path = file ?? join(folder, 'lines');
    if (file === undefined) await pipeline(process.stdin, createWriteStream(path));
    return [{ file: { name: basename(path) } as OriginFile, path, sha256: '' }];
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
  filesIn: (folder: string, userAgent: string) => Promise<ImportedFile[]>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-days-'));
  const undo = () => rmSync(folder, { recursive: true, force: true });
  const left = () => 'what is read so far is kept; the same command again adds the rest';
  try {
    await withPresentStore(flags, async (store, { userAgent }) => {
      const files = await filesIn(folder, userAgent);
      const counts = await longWork('import', { undo, left }, (show) => {
        const onRows = (written: number, all: number) => show('observations', written, all);
        return importDays(store, files, { source, isDry, isAccepted, now: new Date(), onRows });
      });
      print(counts, flags);
    });
  } catch (error) {
    if (error instanceof Outage) throw new CommandFailure(error.message);
    throw error;
  } finally {
    undo();
  }
}

function print(counts: ImportedDays, { json }: CommonFlags): void {
  if (json) {
    printJson(counts);
    return;
  }
  const { observations, days, rows_changed, unknown, left_out, reasons, dry_run } = counts;
  const would = dry_run ? ' (nothing was written)' : '';
  printNote(
    `${observations} observations of ${days} days, ${rows_changed} rows changed, ${unknown} of nothing that is here${would}`,
  );
  if (left_out > 0)
    printNote(
      `${left_out} days or amounts were left out; --accept takes them${reasons.map((one) => `\n  ${one}`).join('')}`,
    );
}
