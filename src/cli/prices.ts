/** `cardstock export` and `prices forget`: price history as lines of JSON, the catalog as files, a day of a source taken out again, and amounts derived anew from kept documents. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addDays, isDay } from '../catalog/days.ts';
import { filesIn, makeFiles } from '../files/make-files.ts';
import { priceLines } from '../files/price-lines.ts';
import { verifyPrices } from '../ingest/audit/verify-prices.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { forgetPrices } from '../ingest/runs/forget-prices.ts';
import { deployedGames, factsOf, filePlaceOf, sourcesConfig } from '../service/configured-parts.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { longWork, type ShowStep } from './long-work.ts';
import { EXIT, misused, printDone, printJson, printNote, printRows } from './output.ts';
import { writeWhole } from './output-file.ts';

/** Writes every observation to `file`, or to standard output. */
export async function exportPricesTo(file: string | undefined, flags: CommonFlags): Promise<void> {
  if (file === undefined && flags.json) throw misused('--json needs a file for the lines');
  await withPresentStore(flags, async (store) => {
    let lines = 0;
    const counted = async function* (show: ShowStep) {
      for await (const some of priceLines(store.reads, (done, total) => show('months', done, total))) {
        lines += some.split('\n').length - 1;
        yield some;
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
    await writeWhole(file, (path, undo) =>
      longWork('export', { undo, left: () => `${file} was not written` }, (show) =>
        pipeline(Readable.from(counted(show)), createWriteStream(path)),
      ),
    );
    printDone(flags.json, { file, lines }, `${lines} lines are in ${file}`);
  });
}

/** Takes the day out, or says what that would change. */
export async function pricesForget(flags: CommonFlags & { source: string; day: string; dryRun?: boolean }) {
  const { source, day, dryRun: isDry = false } = flags;
  if (!isDay(day)) throw misused('--day must be a day such as 2026-01-31');
  const done = await withPresentStore(flags, (store, config) =>
    forgetPrices(store, configuredSources(sourcesConfig(config, '')), { source, day, isDry }),
  );
  const { observations, parts, cards, products, events, still_held, next_day } = done;
  const held = parts === 0 ? '' : `, ${parts} parts that were left out`;
  const what = `${observations} observations of ${cards} cards and ${products} products${held}, reported in ${events} events`;
  for (const id of still_held)
    printNote(`${id} has later days, left out perhaps for this one: cardstock ingest accept ${id} takes them`);
  if (next_day !== null && next_day > addDays(day, 1))
    printNote(
      `the next day that was read is ${next_day}: one that was left out for this one is read with --from and --to`,
    );
  printDone(flags.json, done, isDry ? `would forget ${what}; without --dry-run it does` : `forgot ${what}`);
}

/** Says which amounts are served otherwise than their documents have them, and fails where any is. */
export async function pricesVerify({ sample, ...flags }: CommonFlags & { sample: string }): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(sample)) throw misused('--sample must be a count such as 10000');
  const found = await withPresentStore(flags, (store, config) =>
    verifyPrices(store.reads, deployedGames(config), Number(sample)),
  );
  if (flags.json) printJson(found);
  else if (found.differ.length > 0) printRows(found.differ, false, (row) => ({ ...row }));
  else printNote(`${found.amounts} amounts are as their documents have them`);
  if (found.amounts < Number(sample))
    printNote(`${found.amounts} of ${sample} amounts could be verified: of no others a kept document says the row`);
  if (found.differ.length > 0) process.exitCode = EXIT.failed;
}

export async function exportFiles(folder: string, flags: CommonFlags): Promise<void> {
  await withPresentStore(flags, async (store, config) => {
    const place = filePlaceOf(config);
    const served = place && filesIn(place.folder)?.manifest;
    const left = () => `${folder} has no manifest yet; the same command again writes it`;
    const manifest = await longWork('export', { left }, () =>
      makeFiles(store, { folder, now: new Date(), isServed: false, served, games: deployedGames(config).map(factsOf) }),
    );
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const { catalog_version, files } = manifest;
    const note = `${files.length} files of version ${catalog_version} are in ${folder}, ${bytes} bytes`;
    printDone(flags.json, { folder, catalog_version, files: files.length, bytes }, note);
  });
}
