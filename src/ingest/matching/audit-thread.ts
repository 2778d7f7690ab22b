/** The thread that makes the mapping audit: it reads the whole catalog, which would stop every answer for seconds. */
import { parentPort, workerData } from 'node:worker_threads';
import { gameOf } from '../../games/games.ts';
import { openStore } from '../../store/engines/open-store.ts';
import type { StoreLocation } from '../../store/store.ts';
import type { SourcesConfig } from '../configured-sources.ts';
import { auditReport } from './audit-report.ts';

/** What the thread is told to do. */
export interface AuditJob {
  location: StoreLocation;
  config: Pick<SourcesConfig, 'games'>;
}

const { location, config } = workerData as AuditJob;
const store = await openStore(location);
try {
  parentPort?.postMessage(
    await auditReport(
      store.reads,
      config.games.map(({ scope, sources }) => gameOf(sources, scope)),
    ),
  );
} finally {
  await store.close();
}
