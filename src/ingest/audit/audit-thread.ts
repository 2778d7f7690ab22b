/** The thread that makes the mapping audit: it reads the whole catalog, which would stop every answer for seconds. */
import { parentPort, workerData } from 'node:worker_threads';
import { gameOf } from '../../games/games.ts';
import { openStore } from '../../store/open-store.ts';
import type { StoreLocation } from '../../store/store.ts';
import type { ConfiguredGame } from '../source.ts';
import { auditReport } from './audit-report.ts';

export interface AuditJob {
  location: StoreLocation;
  config: { games: readonly ConfiguredGame[] };
}

const { location, config } = workerData as AuditJob;
const store = await openStore(location);
try {
  const games = config.games.map(({ scope, sources }) => gameOf(sources, scope));
  parentPort?.postMessage(await auditReport(store.reads, games));
} finally {
  await store.close();
}
