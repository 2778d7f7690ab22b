/** The thread that ingests: its own connection to the store, so that parsing and publishing never stop an answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { openLog } from '../../log.ts';
import { openStore } from '../../store/open-store.ts';
import type { StoreLocation } from '../../store/store.ts';
import { keepScratchIn } from '../../upstream/scratch/scratch-file.ts';
import { scheduledSources } from '../backup-source.ts';
import type { SourcesConfig } from '../configured-sources.ts';
import { scanSource } from '../pictures/scan-source.ts';
import type { Progress, RunOptions } from '../source.ts';
import { demoDocuments } from './demo.ts';
import type { RunLock } from './run-locks.ts';
import { type RunReport, runSources } from './runner.ts';

export interface IngestJob {
  location: StoreLocation;
  config: SourcesConfig;
  runLock: RunLock;
  names: readonly string[];
  options: RunOptions;
}

export type ThreadMessage = { progress: Progress } | { report: RunReport } | { reports: RunReport[] | undefined };

const PROGRESS_EVERY_MS = 100;

async function ingest({ location, config, runLock, names, options }: IngestJob, say: (message: ThreadMessage) => void) {
  const store = await openStore(location);
  keepScratchIn(location.dataDir, (err) =>
    openLog('warn').warn({ err }, 'the data directory takes no files: what runs put by goes to the temporary folder'),
  );
  let lastSaid = 0;
  try {
    const known = runLock === 'scan' ? [await scanSource(store.reads, config)] : scheduledSources(config);
    const sources = known.filter((source) => names.includes(source.name));
    const onProgress = (progress: Progress) => {
      if (Date.now() - lastSaid < PROGRESS_EVERY_MS && progress.done !== progress.total) return;
      lastSaid = Date.now();
      say({ progress });
    };
    const onReport = (report: RunReport) => say({ report });
    const runner = { store, runLock, sources, demo: demoDocuments(config.publicUrl), onProgress, onReport };
    say({ reports: await runSources(runner, options) });
  } finally {
    await store.close();
  }
}

await ingest(workerData as IngestJob, (message) => parentPort?.postMessage(message));
