/** How large a document may be: what its caller says, else what fits the memory that its run may take. */
import { MORE_MEMORY } from '../failure.ts';
import { Outage, type SizeLimit } from './document.ts';

const MEGABYTE = 1024 * 1024;
/** Megabytes that a run may take where nothing else is said; the whole English catalog needs about 150. */
export const MEMORY_MB = 1024;
/** Text that stands in memory as a whole takes several times what it is as bytes. */
const TOGETHER = 1 / 8;
/** A document that is read row by row lies on the disk meanwhile. What is kept of each row, its ids, is a fifth of it. */
const BY_ROWS = 2;

/** @param bytesMax what the caller says, who knows what it asks for */
export const sizeLimit = (memoryMb = MEMORY_MB, bytesMax?: number): SizeLimit =>
  bytesMax === undefined ? ofMemory(memoryMb, BY_ROWS) : { bytes: bytesMax, says: `${bytesMax} bytes` };

/** What of a document may stand in memory together. */
export const togetherLimit = (memoryMb = MEMORY_MB): SizeLimit => ofMemory(memoryMb, TOGETHER);

function ofMemory(memoryMb: number, share: number): SizeLimit {
  const mb = memoryMb * share;
  const says = `the ${mb} MB that a run of ${memoryMb} MB of memory takes: ${MORE_MEMORY}`;
  return { bytes: mb * MEGABYTE, says };
}

/** @throws Outage when a document of `bytes` is too large */
export function requireRoom(url: string, bytes: number, limit: SizeLimit): void {
  if (bytes > limit.bytes) throw new Outage(`${url} is larger than ${limit.says}`);
}
