/** `cardstock sources`: looking at the configured sources. Apart from `ingest`, whose process need not load the adapters. */
import type { Config } from '../config/settings.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { demoDocuments } from '../ingest/demo-documents.ts';
import { sourcesConfig } from '../service/configured-parts.ts';
import { Outage } from '../upstream/document.ts';
import { readText } from '../upstream/json-rows.ts';
import { openReader } from '../upstream/reader.ts';
import { type CommonFlags, configOf } from './context.ts';
import { EXIT, printRows } from './output.ts';

const SAMPLE_LENGTH = 60;

/** Shows the configured sources. */
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
  printRows(rows, flags.json ?? false, (row) => row);
}

/** What one source's document said, or why it did not come. */
export interface Probe {
  source: string;
  outcome: 'answers' | 'failed';
  address: string;
  says: string;
}

/** Reads one document of each source. */
export async function probeSources(config: Config): Promise<Probe[]> {
  const publicUrl = config.values.publicUrl ?? `http://${config.values.host}:${config.values.port}`;
  const probes: Probe[] = [];
  for (const { name, manners, probe } of configuredSources(sourcesConfig(config, publicUrl))) {
    const reader = openReader({ ...manners, giveUpAfterMs: 0 }, demoDocuments(publicUrl));
    const { address, headers = {} } = probe;
    try {
      const text = await readText(await reader.read(address, { headers }));
      probes.push({ source: name, outcome: 'answers', address, says: text.slice(0, SAMPLE_LENGTH) });
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      probes.push({ source: name, outcome: 'failed', address, says: error.message });
    } finally {
      await reader.close();
    }
  }
  return probes;
}

/** Reads one document of each source and says what came. */
export async function sourcesTest(flags: CommonFlags): Promise<void> {
  const probes = await probeSources(configOf(flags));
  printRows(probes, flags.json ?? false, (probe) => ({ ...probe }), 'wrap');
  if (probes.some(({ outcome }) => outcome === 'failed')) process.exitCode = EXIT.failed;
}
