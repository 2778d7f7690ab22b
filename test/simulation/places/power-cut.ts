/** What a disk has of SQLite's write-ahead log when the power goes in the middle of a commit: some of its last bytes are missing. */
import type { Random } from '../../../demo/random.ts';

const HEADER = 32;
const FRAME_HEADER = 24;
/** So long a log is brought into the file at once, which then must not be ahead of it. */
const CHECKPOINT_FRAMES = 1000;

/** The log as it is found again, and whether the last commit is in it: what came before had been waited for. */
export function cutLog(log: Buffer, random: Random): { bytes: Buffer; isWhole: boolean } {
  const frameBytes = FRAME_HEADER + (log.length < HEADER ? 0 : log.readUInt32BE(8));
  let [before, last, frames] = [0, 0, 0];
  for (let at = HEADER; at + frameBytes <= log.length; at += frameBytes) {
    // Frames of an earlier round stand behind those of this one, under other salts.
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break;
    frames += 1;
    const isCommit = log.readUInt32BE(at + 4) > 0;
    if (isCommit) [before, last] = [last || HEADER, at + frameBytes];
  }
  if (last === 0 || frames >= CHECKPOINT_FRAMES || random.chance(0.3)) return { bytes: log, isWhole: true };
  return { bytes: log.subarray(0, random.whole(before, last - 1)), isWhole: false };
}
