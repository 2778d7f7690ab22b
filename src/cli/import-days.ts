/** `cardstock import days`: takes days and months of prices from files, ours or others' in that form, and tells them by events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crawlPolicyFor } from '../ingest/configured-sources.ts';
import { fetchFile, type OriginFile } from '../ingest/origin/read-origin.ts';
import { type ImportedDays, importDays } from '../ingest/runs/import-prices.ts';
import { Outage } from '../upstream/document.ts';
import { openReader } from '../upstream/reader.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { CommandFailure, EXIT, printJson, printNote } from './output.ts';

const NAME =
  /^(card_prices|product_prices)\.([a-z][a-z0-9_]*)\.(usd|eur)\.(\d{4}-\d\d(?:-\d\d)?)(?:\.[0-9a-f]{12})?\.(?:ndjson(?:\.gz|\.zst)?|csv(?:\.gz)?)$/;

/** Reads the files in their order; one that cannot be taken stops before anything is written. */
export async function importDaysFrom(
  places: readonly string[],
  flags: CommonFlags & { dryRun?: boolean; source?: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-days-'));
  try {
    await withPresentStore(flags, async (store, { games, userAgent }) => {
      const fetched = [];
      for (const place of places) {
        const address = /^(https?|file):/.test(place) ? place : pathToFileURL(resolve(place)).href;
        const name = basename(new URL(address).pathname);
        const [, entity, game, currency, span] = NAME.exec(name) ?? [];
        if (game === undefined)
          throw new CommandFailure(
            `${place}: is no name of a day or month of prices, as in card_prices.game.usd.2026-05-01.ndjson.gz`,
            EXIT.usage,
          );
        const file = { name, entity, game, currency } as OriginFile;
        const reader = openReader(
          { userAgent, ...crawlPolicyFor(address), giveUpAfterMs: 30_000, memoryMb: 1024 },
          () => undefined,
        );
        fetched.push({
          span: span ?? '',
          ...(await fetchFile(reader.read, dirname(address), file, {}, folder).finally(() => reader.close())),
        });
      }
      const source = flags.source ?? 'import';
      const counts = await importDays(store, fetched, {
        source,
        isDry: flags.dryRun ?? false,
        games: games.map(({ scope }) => scope),
        now: new Date(),
      });
      print(counts, flags);
    });
  } catch (error) {
    if (error instanceof Outage) throw new CommandFailure(error.message);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(counts: ImportedDays, { json }: CommonFlags): void {
  if (json) {
    printJson(counts);
    return;
  }
  const { observations, days, rows_changed, unknown, dry_run } = counts;
  const would = dry_run ? ' (nothing was written)' : '';
  printNote(
    `${observations} observations of ${days} days, ${rows_changed} rows changed, ${unknown} of nothing that is here${would}`,
  );
}
