/** The scan as the API holds it: photos in, cards of the catalog out; nothing of a photo is kept. */
import { availableParallelism } from 'node:os';
import { Failure } from '../../failure.ts';
import type { Network } from '../../network/guarded-connector.ts';
import { hasVectors } from '../../store/pictures/scan-pictures.ts';
import type { Store, StoreLocation } from '../../store/store.ts';
import { photoAt } from '../photo/photo-at.ts';
import { nothingToCompare, openPhotoProcesses, type PhotoProcessParts, ScanBusy } from './photo-processes.ts';

/** Photos fetched at once: each may hold 10 MB and a socket for 10 s. */
const FETCHES_MAX = 8;
const PROCESSES_MAX = 2;

export type Scanner = ReturnType<typeof openScanner>;

export interface ScannerParts extends Partial<Pick<PhotoProcessParts, 'jobLimitMs' | 'program'>> {
  store: Store;
  location: StoreLocation;
  network: Network;
  /** Photo processes at most; 0 turns the scan off, undefined takes half of the processor's cores, at most 2. */
  processes: number | undefined;
}

/** Opens the scan; its processes start with the first photo. */
export function openScanner({ store, location, network, processes, ...rest }: ScannerParts) {
  const width = processes ?? Math.min(PROCESSES_MAX, Math.max(1, Math.floor(availableParallelism() / 2)));
  const pool = openPhotoProcesses({ location, width, ...rest });
  let hasIndex = false;
  let fetches = 0;
  return {
    /** @throws Failure scan_unavailable while there is nothing to compare with */
    requireIndex: async () => {
      if (width === 0) throw new Failure('scan_unavailable', 'Scanning is turned off on this deployment.');
      // Once there were any a process says by itself that all are gone.
      hasIndex ||= await hasVectors(store.reads);
      if (!hasIndex) throw nothingToCompare();
    },
    /**
     * The photo at an address that a stranger chose.
     * @throws Failure url_not_allowed, url_fetch_failed; ScanBusy
     */
    photoAt: async (url: string) => {
      if (fetches >= FETCHES_MAX) throw new ScanBusy('too many photos are being fetched');
      fetches += 1;
      try {
        return await photoAt(url, network);
      } finally {
        fetches -= 1;
      }
    },
    identify: pool.identify,
    stop: pool.stop,
  };
}
