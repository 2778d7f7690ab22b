/** Bytes that large answers are written in, used again once they were sent: pages fresh from the system took a third of a history's time. */

const BYTES_MIN = 128 * 1024;
const KEPT_BYTES_MAX = 8 * 1024 * 1024;
/** An answer that fills less of its draft than this has a copy of its own: callers who are slow to read would hold much more than they read. */
const LENT_SHARE_MIN = 1 / 4;

/** Bytes, and the same to be written by words. */
export interface Draft {
  bytes: Buffer;
  view: DataView;
}

/** Those of the least size, and larger ones, which only what needs them gets. */
const [small, large]: [Draft[], Draft[]] = [[], []];
let keptBytes = 0;

export const takeDraft = (): Draft => taken(small) ?? newDraft(BYTES_MIN);

/** The first `used` bytes of a draft that was written to its end; they are lent where something is to be called when they were read. */
export function finished(draft: Draft, used: number): { bytes: Buffer; giveBack: (() => void) | undefined } {
  const bytes = draft.bytes.subarray(0, used);
  if (used >= draft.bytes.length * LENT_SHARE_MIN) return { bytes, giveBack: () => keep(draft) };
  const copy = Buffer.from(bytes);
  keep(draft);
  return { bytes: copy, giveBack: undefined };
}

/** A draft of at least `size` bytes that begins with the first `used` of this one, which is done with. */
export function grown(draft: Draft, size: number, used: number): Draft {
  const known = taken(large);
  const isEnough = known !== undefined && known.bytes.length >= size;
  const larger = isEnough ? known : newDraft(Math.max(size, draft.bytes.length * 2));
  larger.bytes.set(draft.bytes.subarray(0, used));
  if (draft.bytes.length === BYTES_MIN) keep(draft);
  return larger;
}

/** What was used last is the likeliest to be near the processor. */
function taken(drafts: Draft[]): Draft | undefined {
  const draft = drafts.pop();
  keptBytes -= draft?.bytes.length ?? 0;
  return draft;
}

function keep(draft: Draft): void {
  const { length } = draft.bytes;
  if (keptBytes + length > KEPT_BYTES_MAX) return;
  keptBytes += length;
  (length === BYTES_MIN ? small : large).push(draft);
}

function newDraft(size: number): Draft {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) };
}
