/** `cardstock sources`: looking at the configured sources. Apart from `ingest`, whose process need not load the adapters. */
import { sourcesConfig } from '../deployment.ts';
import { demoDocuments } from '../ingest/demo-documents.ts';
import { configuredSources } from '../ingest/sources.ts';
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

/** Reads one document of each source and says what came. */
export async function sourcesTest(flags: CommonFlags): Promise<void> {
  const config = configOf(flags);
  const publicUrl = config.values.publicUrl ?? `http://${config.values.host}:${config.values.port}`;
  const rows = [];
  for (const { name, manners, probe } of configuredSources(sourcesConfig(config, publicUrl))) {
    const reader = openReader({ ...manners, giveUpAfterMs: 0 }, demoDocuments(publicUrl));
    try {
      const text = await readText(await reader.read(probe.address, { headers: probe.headers ?? {} }));
      rows.push({ source: name, outcome: 'answers', address: probe.address, says: text.slice(0, SAMPLE_LENGTH) });
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      rows.push({ source: name, outcome: 'failed', address: probe.address, says: error.message });
    } finally {
      await reader.close();
    }
  }
  printRows(rows, flags.json ?? false, (row) => row);
  if (rows.some(({ outcome }) => outcome === 'failed')) process.exitCode = EXIT.failed;
}
