/** The thread that ingests: its own connection to the store, so that parsing and publishing never stop an answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../store/engines/open-store.ts';
import type { StoreLocation } from '../../store/store.ts';
import { keepScratchIn } from '../../upstream/kept/scratch.ts';
import { configuredSources, type SourcesConfig } from '../configured-sources.ts';
import { demoDocuments } from '../demo-documents.ts';
import { scanSource } from '../pictures/scan-source.ts';
import type { Progress, RunOptions } from '../source.ts';
import type { Lane } from './lanes.ts';
import { type RunReport, runSources } from './runner.ts';

/** What the thread is told to do. */
export interface IngestJob {
  location: StoreLocation;
  config: SourcesConfig;
  lane: Lane;
  /** Names of the sources to run. */
  names: readonly string[];
  options: RunOptions;
}

/** What the thread says. */
export type ThreadMessage = { progress: Progress } | { report: RunReport } | { reports: RunReport[] | undefined };

const PROGRESS_EVERY_MS = 100;

async function ingest({ location, config, lane, names, options }: IngestJob, say: (message: ThreadMessage) => void) {
  const store = await openStore(location);
  keepScratchIn(location.dataDir);
  let lastSaid = 0;
  try {
    const known = lane === 'scan' ? [await scanSource(store.reads, config)] : configuredSources(config);
    const sources = known.filter((source) => names.includes(source.name));
    const onProgress = (progress: Progress) => {
      if (Date.now() - lastSaid < PROGRESS_EVERY_MS && progress.done !== progress.total) return;
      lastSaid = Date.now();
      say({ progress });
    };
    const onReport = (report: RunReport) => say({ report });
    const runner = { store, lane, sources, demo: demoDocuments(config.publicUrl), onProgress, onReport };
    say({ reports: await runSources(runner, options) });
  } finally {
    await store.close();
  }
}

await ingest(workerData as IngestJob, (message) => parentPort?.postMessage(message));
