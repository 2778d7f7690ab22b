/** Sends a file of the disk: whole, a part of it, or word that the caller has it. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isHeld } from './answer.ts';
import { takesGzip } from './content-coding.ts';

/** A file that never changes under its tag. */
export interface FileBody {
  path: string;
  bytes: number;
  /** Quoted, as it stands in `ETag`. */
  etag: string;
  /** Where it lies packed and is told as what is in it: who does not take the coding is sent that, whole. */
  coding?: 'gzip';
}

/** A file that nobody takes from for this long is read by nobody. */
const STALLED_MS = 30_000;
/** What is read and handed on at once. */
const PIECE = 128 * 1024;
/** One range, its unit in any case (RFC 9110 14.1); several at once are answered whole, as they may be. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/i;

/** What is sent of a file: its status, its bytes from `start` to `end` (both included), headers as a flat list. */
export interface FilePlan {
  status: 200 | 206 | 304 | 416;
  start: number;
  end: number;
  headers: readonly string[];
  /** Whether what is in it is sent. */
  isUnpacked?: boolean;
}

/** Reads If-None-Match, Range and If-Range (RFC 9110 13, 14). */
export function planFile({ method, headers }: IncomingMessage, { bytes, etag, coding }: FileBody): FilePlan {
  const held = headers['if-none-match'];
  if (coding !== undefined && !takesGzip(headers['accept-encoding'])) {
    // Other bytes, so another tag; how many they are is known when they are sent, and no part of them is.
    const tag = `${etag.slice(0, -1)}-unpacked"`;
    const status = held !== undefined && isHeld(held, tag) ? 304 : 200;
    const end = status === 304 ? -1 : bytes - 1;
    return { status, start: 0, end, headers: ['ETag', tag, 'Vary', 'Accept-Encoding'], isUnpacked: true };
  }
  const coded = coding === undefined ? [] : ['Content-Encoding', coding, 'Vary', 'Accept-Encoding'];
  const common = ['ETag', etag, 'Accept-Ranges', 'bytes', ...coded];
  if (held !== undefined && isHeld(held, etag)) return { status: 304, start: 0, end: -1, headers: common };
  const whole: FilePlan = {
    status: 200,
    start: 0,
    end: bytes - 1,
    headers: [...common, 'Content-Length', String(bytes)],
  };
  const condition = headers['if-range'];
  const range = RANGE.exec(headers.range ?? '');
  if (method !== 'GET' || range === null || (condition !== undefined && condition !== etag)) return whole;
  const [, from, to, last] = range;
  const start = from === undefined ? Math.max(0, bytes - Number(last)) : Number(from);
  const end = Math.min(bytes - 1, from === undefined || to === undefined ? bytes - 1 : Number(to));
  if (to !== undefined && Number(to) < Number(from)) return whole;
  if (start >= bytes || last === '0') {
    return { status: 416, start: 0, end: -1, headers: [...common, 'Content-Range', `bytes */${bytes}`] };
  }
  const part = ['Content-Range', `bytes ${start}-${end}/${bytes}`, 'Content-Length', String(end - start + 1)];
  return { status: 206, start, end, headers: [...common, ...part] };
}

/** Writes the bytes at the caller's pace. @param onEnd called once, with what broke on our side */
export function streamFile(
  response: ServerResponse,
  { path }: FileBody,
  { start, end, isUnpacked = false }: FilePlan,
  onEnd: (fault?: unknown) => void,
): void {
  let fault: unknown;
  const broken = (error: unknown) => {
    fault = error;
    response.destroy();
  };
  response.setTimeout(STALLED_MS, () => response.req.socket.destroy());
  finished(response, () => onEnd(fault));
  if (isUnpacked) {
    pipeline(createReadStream(path).once('error', broken), createGunzip(), response, () => undefined);
  } else sendPieces(response, path, start, end).catch(broken);
}

/** A piece has left before the next is read into its place: a stream of the file takes twice as long of the thread, and in all. */
async function sendPieces(response: ServerResponse, path: string, start: number, end: number): Promise<void> {
  await using file = await open(path);
  const piece = Buffer.allocUnsafeSlow(PIECE);
  const isSent = (bytes: Buffer) =>
    new Promise<boolean>((resolve) => response.write(bytes, (error) => resolve(error == null)));
  for (let at = start; at <= end; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, end + 1 - at), at);
    if (bytesRead === 0) throw new Error(`${path} ends before its time`);
    if (!(await isSent(piece.subarray(0, bytesRead)))) return;
    at += bytesRead;
  }
  response.end();
}
