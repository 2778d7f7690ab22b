/** `cardstock ingest`: running sources by hand, looking at what they did, and taking what guards leave out. */
import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { faultOfDay, isDay } from '../catalog/days.ts';
import { backups } from '../ingest/backup-source.ts';
import { configuredSources, sourcesNamed } from '../ingest/configured-sources.ts';
import { type BackgroundIngest, ingestInBackground } from '../ingest/runs/background.ts';
import { reasonOf } from '../ingest/runs/reasons.ts';
import { endStopped, type RunLock, recordFault } from '../ingest/runs/run-locks.ts';
import type { RunReport } from '../ingest/runs/runner.ts';
import { SCAN_TASK } from '../ingest/source.ts';
import { claimGames } from '../service/claim-games.ts';
import { claimLanguages } from '../service/claim-languages.ts';
import { checkOneCatalog, knownPublicUrl, locationOf, sourcesConfig } from '../service/configured-parts.ts';
import { recentRuns } from '../store/runs.ts';
import { acceptHeld, allHeld, type HeldListing } from '../store/sources/held-parts.ts';
import { type CommonFlags, configOf, withPresentStore, withStore } from './context.ts';
import { CommandFailure, countsText, EXIT, minute, misused, printError, printNote, printRows } from './output.ts';
import { progressDisplay } from './progress.ts';

type RunFlags = { acceptPrune?: boolean } & Partial<Record<'from' | 'to', string>>;

/** The days asked for; null without them. */
function daysOf({ from, to }: RunFlags): { from: string; to: string } | null {
  if (from === undefined && to === undefined) return null;
  const days = { from: from ?? to ?? '', to: to ?? from ?? '' };
  if (!isDay(days.from) || !isDay(days.to) || days.from > days.to) {
    throw misused('--from and --to must be days such as 2026-01-31, in this order');
  }
  const fault = faultOfDay(days.to, Date.now());
  if (fault !== undefined) throw misused(`--to ${fault}`);
  return days;
}

/** Ends the run on a signal; a second one ends the process. */
function stoppedBySignal(run: BackgroundIngest): { by?: NodeJS.Signals } {
  const stopped: { by?: NodeJS.Signals } = {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopped.by = signal;
      run.stop();
    });
  }
  return stopped;
}

/**
 * The reports of a run; one that ended without them is put on record, since nobody else does.
 * @throws CommandFailure after a signal, or what ended the thread
 */
async function ended(run: BackgroundIngest, runLock: RunLock, names: readonly string[], flags: CommonFlags) {
  const stopped = stoppedBySignal(run);
  const since = new Date().toISOString();
  try {
    const reports = (await run.done) ?? [];
    if (stopped.by === undefined) return reports;
  } catch (error) {
    const recording = withPresentStore(flags, (store) => recordFault(store, runLock, { names, since, error }));
    await recording.catch((fault) => printError(`what ended the run is not on record: ${reasonOf(fault)}`));
    throw error;
  }
  await withPresentStore(flags, (store) => endStopped(store, runLock));
  throw new CommandFailure(
    `stopped by ${stopped.by}: what it had not published is due`,
    128 + constants.signals[stopped.by],
  );
}

/** Runs the source or all of the game `name`, every source for `all`, or the index of the scan for `scan`, in this process; a server on the same data goes on answering. */
export async function ingestRun(name: string, flags: CommonFlags & RunFlags): Promise<void> {
  const config = configOf(flags);
  const location = locationOf(config);
  const jobConfig = await withStore(flags, async (store) => {
    await checkOneCatalog(store, config);
    await claimGames(store, config);
    for (const { game, language, texts } of await claimLanguages(store, config)) {
      printError(`${texts} texts of ${game} in ${language} were removed: the language is not configured any more`);
    }
    return sourcesConfig(config, await knownPublicUrl(config, store));
  });
  const known = configuredSources(jobConfig).map((source) => source.name);
  const own = [SCAN_TASK, ...backups(jobConfig)].map((task) => task.name);
  const names = own.includes(name) ? [name] : sourcesNamed(known, name);
  if (names.length === 0)
    throw new CommandFailure(`there is no source ${name}; known are ${[...known, ...own].join(', ')}`, EXIT.notFound);
  const display = progressDisplay();
  // This process does nothing else, so its heap grows by small steps: of the whole English catalog 270 MB, not 313.
  // `--optimize-for-size` came to 225, at 12 of the 20 s of processor time that a day of prices took.
  setFlagsFromString('--heap-growing-percent=20');
  const options = { acceptPrune: flags.acceptPrune ?? false, days: daysOf(flags), scheduled: false };
  const runLock: RunLock = name === SCAN_TASK.name ? 'scan' : 'sources';
  const run = ingestInBackground(
    { location, config: jobConfig, runLock, names, options },
    {
      onProgress: display.show,
      onReport: ({ source, outcome }) => display.finish(source, outcome === 'succeeded'),
    },
  );
  const reports = await ended(run, runLock, names, flags).finally(() => display.end());
  // There is no log here.
  for (const { fault } of reports) if (fault !== undefined) printError(fault);
  const shown = reports.map(({ fault, ...report }) => report);
  const cells = ({ source, outcome, duration_ms, counts, reason }: Omit<RunReport, 'fault'>) => ({
    source,
    outcome,
    seconds: (duration_ms / 1000).toFixed(1),
    counts: countsText(counts),
    reason,
  });
  printRows(shown, flags.json, cells, 'wrap');
  if (reports.some(({ outcome }) => outcome === 'failed')) process.exitCode = EXIT.failed;
}

export async function ingestRuns(flags: CommonFlags & { limit: string }): Promise<void> {
  const runs = await withPresentStore(flags, (store) => recentRuns(store.reads, { limit: Number(flags.limit) || 20 }));
  printRows(runs, flags.json, ({ task, started_at, finished_at, outcome, counts, reason }) => ({
    source: task,
    started: minute(started_at),
    seconds: finished_at ? ((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1) : null,
    outcome,
    counts: countsText(counts),
    reason,
  }));
}

const printHeld = (held: readonly HeldListing[], { json }: CommonFlags) =>
  printRows(held, json, ({ days, ...row }) => ({ ...row, days: days.join(', ') }), 'wrap');

export const ingestHeld = async (flags: CommonFlags) =>
  printHeld(await withPresentStore(flags, (store) => allHeld(store.reads)), flags);

/** Has one part, or all of a source, taken with its next run. */
export async function ingestAccept(idOrSource: string, flags: CommonFlags & { part?: string }): Promise<void> {
  const { part } = flags;
  const accepted = await withPresentStore(flags, (store) =>
    store.write(async (writes) => {
      const held = (await allHeld(writes)).filter(
        (each) => each.id === idOrSource || (each.source === idOrSource && (part === undefined || each.part === part)),
      );
      await acceptHeld(writes, held);
      return held;
    }),
  );
  if (accepted.length === 0) {
    const of = part === undefined ? idOrSource : `${part} of ${idOrSource}`;
    throw new CommandFailure(`nothing is held of ${of}: cardstock ingest held shows what is`, EXIT.notFound);
  }
  printHeld(accepted, flags);
  const sources = [...new Set(accepted.map(({ source }) => source))];
  if (!flags.json) printNote(`the next run takes them: cardstock ingest run ${sources.join(', ')}`);
}
