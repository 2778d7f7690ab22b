/** The thread that makes the mapping audit: it reads the whole catalog, which would stop every answer for seconds. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../store/engines/open-store.ts';
import type { StoreLocation } from '../../store/store.ts';
import { auditReport } from './audit-report.ts';

const store = await openStore(workerData as StoreLocation);
try {
  parentPort?.postMessage(await auditReport(store.reads));
} finally {
  await store.close();
}
