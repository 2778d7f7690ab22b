/** How large a document may be: what its caller says, else a share of the memory that its run may take. */
import { Outage } from './document.ts';

const MEGABYTE = 1024 * 1024;
/** Megabytes that a run may take where nothing else is said; the whole English catalog needs about 150. */
export const MEMORY_MB = 1024;
/** Rows in memory take several times what they are as text; the whole English catalog has 30 MB. */
const SHARE = 8;

/** At most so many bytes, and why. */
export interface SizeLimit {
  bytes: number;
  says: string;
}

/** @param bytesMax what the caller says, who knows what it asks for */
export function sizeLimit(memoryMb = MEMORY_MB, bytesMax?: number): SizeLimit {
  if (bytesMax !== undefined) return { bytes: bytesMax, says: `${bytesMax} bytes` };
  const mb = memoryMb / SHARE;
  const says = `the ${mb} MB that a run of ${memoryMb} MB of memory takes: set CARDSTOCK_INGEST_MEMORY_MB higher`;
  return { bytes: mb * MEGABYTE, says };
}

/** @throws Outage when a document of `bytes` is too large */
export function requireRoom(url: string, bytes: number, limit: SizeLimit): void {
  if (bytes > limit.bytes) throw new Outage(`${url} is larger than ${limit.says}`);
}
