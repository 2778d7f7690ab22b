/** What an adapter reads: one upstream document, whatever scheme it came by, and the error for one that cannot be used. */

import { Scratch } from './scratch/scratch-file.ts';

export interface ReadOptions {
  /** Validator of the copy already held: an unchanged document then answers `unchanged` without a body. */
  etag?: string | null;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Largest body taken, in bytes; a longer one is an outage. */
  bytesMax?: number;
  /** Hand the body over as it lies on the wire: a file of hundreds of megabytes is unpacked by its reader, piece by piece. */
  packed?: true;
}

/** At most so many bytes, and why. */
export interface SizeLimit {
  bytes: number;
  says: string;
}

/** One upstream document. The body can be read once. */
export interface UpstreamDocument {
  url: string;
  unchanged: boolean;
  etag: string | null;
  body: AsyncIterable<Uint8Array>;
  /** How much of it may stand in memory together; without it as much as there is. */
  together?: SizeLimit;
}

/**
 * Reads one document by `http:`, `https:`, `file:` or `demo:` address. Retries, pacing and size caps are inside.
 * @throws Outage when the document cannot be had
 */
export type Read = (url: string, options?: ReadOptions) => Promise<UpstreamDocument>;

/** What upstream answered where it may answer otherwise later, and for how long it asked to be left alone. */
export interface PutOff {
  by?: number;
  waitMs?: number | undefined;
}

/**
 * An upstream that answers nothing usable: unreachable, cut short, of another shape, empty, or shrunk. The run that meets
 * one writes nothing and is recorded as failed with `message`.
 */
export class Outage extends Error {
  readonly status: number | undefined;
  readonly putOff: PutOff;

  constructor(message: string, options?: { cause?: unknown; status?: number; putOff?: PutOff }) {
    // It may repeat what came, and PostgreSQL keeps no text with a 0 in it.
    super(message.replaceAll('\0', '␀'), options);
    this.name = 'Outage';
    this.status = options?.status;
    this.putOff = options?.putOff ?? {};
  }
}

/** A document that came and cannot be read: it says nothing of those beside it, where each is of a part of its own. */
export class Unreadable extends Outage {}

/** What was asked for, undefined where upstream answers that there is no such document. */
export function ifThere<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof Outage && error.status === 404) return undefined;
    throw error;
  });
}

/** What was asked for, or the Outage that came instead. */
export function outageOf<Found>(asked: Promise<Found>): Promise<Found | Outage> {
  return asked.catch((error: unknown) => {
    if (error instanceof Outage) return error;
    throw error;
  });
}

/**
 * Asks for documents that are each of a part of its own: what is wrong with one leaves that part out by itself, as the Outage
 * that it is. Where two in a row cannot be had it is the source, of which no more is asked.
 * @param notThere what the source answers for a document that it has not
 */
export function partByPart(notThere: readonly number[] = [404]) {
  let isLost = false;
  return async <Found>(asked: Promise<Found>): Promise<Found | Outage> => {
    const came = await outageOf(asked);
    const wasLost = isLost;
    isLost = came instanceof Outage && !(came instanceof Unreadable || notThere.includes(came.status ?? 0));
    if (wasLost && isLost) throw came;
    return came;
  };
}

/** A document whose bytes are all here; they are freed as they are handed over. */
export function wholeDocument(
  url: string,
  chunks: Scratch | readonly Uint8Array[],
  etag: string | null,
  known: string | null | undefined,
): UpstreamDocument {
  const unchanged = etag !== null && etag === known;
  return { url, unchanged, etag, body: (unchanged ? new Scratch() : toScratch(chunks)).drained() };
}

function toScratch(chunks: Scratch | readonly Uint8Array[]): Scratch {
  if (chunks instanceof Scratch) return chunks;
  const scratch = new Scratch();
  for (const chunk of chunks) scratch.add(chunk);
  return scratch;
}
