/** Streams text into a response as fast as its reader takes it, and cuts off one who does not read. */
import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { BROTLI } from './answer.ts';
import type { Coding } from './content-coding.ts';

/** Who takes nothing of what lies there for this long reads none of it. */
const STALLED_MS = 30_000;

export interface StreamedResponse {
  coding: Coding;
  /** Cuts it, also while its reader takes nothing. */
  until?: AbortSignal | undefined;
  /** Called once, when nothing more will be sent; with what broke in `text`. A reader who left is no fault. */
  onEnd(fault?: unknown): void;
  /** Shortened by tests. */
  stalledMs?: number;
}

/** Sends the whole of `text` and ends the response. Where `text` breaks the connection is cut: nothing else shows it. */
export function streamResponse(
  response: ServerResponse,
  text: AsyncIterable<string>,
  { coding, until, onEnd, stalledMs = STALLED_MS }: StreamedResponse,
): void {
  // Whoever left before the first byte is one more reader who left; for `pipeline` it is an error of its caller's.
  if (response.destroyed) {
    onEnd();
    return;
  }
  let fault: unknown;
  // Of a response that waits behind another on its socket, its own `destroy` would wait too.
  const cut = () => response.req.socket.destroy();
  async function* fromText(): AsyncGenerator<string> {
    try {
      for await (const part of text) yield part;
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  // When the reader leaves, that is thrown in here; what comes from `text` is told apart by going through the other.
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const part of fromText()) yield Buffer.from(part);
  }
  // While nothing waits to be taken it is the text that is waited for.
  response.setTimeout(stalledMs, () => response.writableLength > 0 && cut());
  until?.addEventListener('abort', cut);
  const done = () => {
    until?.removeEventListener('abort', cut);
    onEnd(fault);
  };
  const source = Readable.from(bytes());
  if (coding === 'identity') pipeline(source, response, done);
  else pipeline(source, coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(), response, done);
}
