/** `cardstock sources`: looking at the configured sources. Apart from `ingest`, whose process need not load the adapters. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { demoDocuments } from '../ingest/runs/demo.ts';
import { runSources } from '../ingest/runs/runner.ts';
import type { Source } from '../ingest/source.ts';
import { sourcesConfig } from '../service/configured-parts.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { Outage } from '../upstream/document.ts';
import { readText } from '../upstream/json-rows.ts';
import { openReader } from '../upstream/reader.ts';
import { type CommonFlags, configOf } from './context.ts';
import { EXIT, printRows } from './output.ts';

const SAMPLE_LENGTH = 60;

export function sourcesList(flags: CommonFlags): void {
  const config = configOf(flags);
  const sources = configuredSources(sourcesConfig(config, ''));
  const rows = sources.map(({ name, adapter, everyMs, windowMs, probe }) => ({
    name,
    adapter,
    every_s: everyMs / 1000,
    window_s: windowMs / 1000,
    address: probe.address,
  }));
  printRows(rows, flags.json, (row) => row);
}

/** Reads one document of each source, all at once; `onProbe` hears of each that has come. */
export async function probeSources(config: Config, onProbe: () => void = () => undefined) {
  const publicUrl = config.values.publicUrl ?? `http://${config.values.host}:${config.values.port}`;
  const probed = configuredSources(sourcesConfig(config, publicUrl)).map(async (source) => {
    const probe = await probeSource(source, publicUrl);
    onProbe();
    return probe;
  });
  return Promise.all(probed);
}

async function probeSource(probed: Source, publicUrl: string) {
  const { name: source, crawlPolicy, probe, check } = probed;
  const reader = openReader({ ...crawlPolicy, giveUpAfterMs: 0 }, demoDocuments(publicUrl));
  const { address, headers = {}, lacks } = probe;
  const told = (outcome: 'answers' | 'failed', says: string) => {
    return { source, outcome, address, says, ...(lacks && { lacks }) };
  };
  try {
    const text = check
      ? ((await check(reader.read)) ?? (await tryRun(probed)))
      : await readText(await reader.read(address, { headers }));
    return told('answers', text.slice(0, SAMPLE_LENGTH));
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    return told('failed', error.message);
  } finally {
    await reader.close();
  }
}

/** Runs them once, as an operator does, and tells nobody how far they are. */
export function runQuietly(store: Store, sources: readonly Source[]) {
  const ignore = () => undefined;
  const runner = { store, runLock: 'sources' as const, sources, demo: ignore, onProgress: ignore, onReport: ignore };
  return runSources(runner, { acceptPrune: false, days: null, scheduled: false });
}

/** Runs the source into a store that then goes: what it finds is what a run finds. @throws Outage with each fault */
async function tryRun(source: Source): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-test-'));
  const store = await openStore({ dataDir: folder.path });
  try {
    const [report] = (await runQuietly(store, [source])) ?? [];
    if (report?.outcome !== 'succeeded') throw new Outage(report?.reason ?? 'it did not run');
    const counts = Object.entries(report.counts).filter(([name]) => !name.endsWith('_changed'));
    return counts.map(([name, count]) => `${count} ${name}`).join(', ');
  } finally {
    await store.close();
  }
}

export const probeCells = ({ lacks, ...probe }: Awaited<ReturnType<typeof probeSource>>) => ({
  ...probe,
  says: (probe.outcome === 'answers' && lacks) || probe.says,
});

/** Reads one document of each source and says what came. */
export async function sourcesTest(flags: CommonFlags): Promise<void> {
  const probes = await probeSources(configOf(flags));
  printRows(probes, flags.json, probeCells, 'wrap');
  if (probes.some(({ outcome }) => outcome === 'failed')) process.exitCode = EXIT.failed;
}
