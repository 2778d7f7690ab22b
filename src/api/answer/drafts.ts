/** Bytes that large answers are written in, used again once they were sent: pages fresh from the system took a third of a history's time. */

const BYTES_MIN = 128 * 1024;
const KEPT_BYTES_MAX = 8 * 1024 * 1024;

/** Bytes, and the same to be written by words. */
export interface Draft {
  bytes: Buffer;
  view: DataView;
}

const kept: Draft[] = [];
let keptBytes = 0;

/** What was used last is the likeliest to be near the processor. */
export function takeDraft(): Draft {
  const draft = kept.pop();
  if (draft === undefined) return newDraft(BYTES_MIN);
  keptBytes -= draft.bytes.length;
  return draft;
}

/** Takes a draft back that nobody reads any more. */
export function giveBack(draft: Draft): void {
  if (keptBytes + draft.bytes.length > KEPT_BYTES_MAX) return;
  keptBytes += draft.bytes.length;
  kept.push(draft);
}

/** A draft of at least `size` bytes that begins with the first `used` of this one, which is done with. */
export function grown({ bytes }: Draft, size: number, used: number): Draft {
  const larger = newDraft(Math.max(size, bytes.length * 2));
  larger.bytes.set(bytes.subarray(0, used));
  return larger;
}

function newDraft(size: number): Draft {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) };
}
