/** `cardstock ingest`: running sources by hand, and looking at what they did. */
import { setFlagsFromString } from 'node:v8';
import { isDay } from '../catalog/days.ts';
import { SCAN_TASK } from '../ingest/pictures/scan-task.ts';
import { ingestInBackground } from '../ingest/runs/background.ts';
import { knownPublicUrl, locationOf, sourcesConfig } from '../service/configured-parts.ts';
import { recentRuns } from '../store/runs.ts';
import { type CommonFlags, configOf, withStore } from './context.ts';
import { CommandFailure, EXIT, printError, printRows } from './output.ts';
import { progressDisplay } from './progress.ts';

const countsText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

type RunFlags = {
  acceptPrune?: boolean;
  from?: string;
  to?: string;
};

/** The days asked for; null without them. */
function daysOf({ from, to }: RunFlags): { from: string; to: string } | null {
  if (from === undefined && to === undefined) return null;
  const days = { from: from ?? to ?? '', to: to ?? from ?? '' };
  if (!isDay(days.from) || !isDay(days.to) || days.from > days.to) {
    throw new CommandFailure('--from and --to must be days such as 2026-01-31, in this order', EXIT.usage);
  }
  return days;
}

/** Runs `name`, every source for `all`, or the index of the scan for `scan`, in this process; a server on the same data goes on answering. */
export async function ingestRun(name: string, flags: CommonFlags & RunFlags): Promise<void> {
  const config = configOf(flags);
  const location = locationOf(config);
  const jobConfig = await withStore(flags, async (store) => sourcesConfig(config, await knownPublicUrl(config, store)));
  const known = Object.keys(jobConfig.sources);
  const isScan = name === SCAN_TASK.name;
  const names = isScan ? [name] : known.filter((source) => name === 'all' || source === name);
  if (names.length === 0)
    throw new CommandFailure(
      `there is no source ${name}; known are ${[...known, SCAN_TASK.name].join(', ')}`,
      EXIT.notFound,
    );
  const display = progressDisplay();
  // This process does nothing else: its thread collects garbage early. 398 → 313 MB for the whole English catalog.
  setFlagsFromString('--optimize-for-size');
  const options = { acceptPrune: flags.acceptPrune ?? false, days: daysOf(flags), scheduled: false };
  const lane = isScan ? 'scan' : 'sources';
  const run = ingestInBackground({ location, config: jobConfig, lane, names, options }, display.show);
  const reports = (await run.done) ?? [];
  display.end();
  // There is no log here.
  for (const { fault } of reports) if (fault !== undefined) printError(fault);
  const shown = reports.map(({ fault, ...report }) => report);
  printRows(shown, flags.json ?? false, ({ source, outcome, duration_ms, counts, reason }) => ({
    source,
    outcome,
    seconds: (duration_ms / 1000).toFixed(1),
    counts: countsText(counts),
    reason,
  }));
  if (reports.some(({ outcome }) => outcome === 'failed')) process.exitCode = EXIT.failed;
}

/** Shows the newest runs. */
export async function ingestRuns(flags: CommonFlags & { limit: string }): Promise<void> {
  const runs = await withStore(flags, (store) => recentRuns(store.reads, { limit: Number(flags.limit) || 20 }));
  printRows(runs, flags.json ?? false, ({ task, started_at, finished_at, outcome, counts, reason }) => ({
    source: task,
    started: started_at,
    seconds: finished_at ? ((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1) : null,
    outcome,
    counts: countsText(counts),
    reason,
  }));
}
