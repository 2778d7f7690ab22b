/** The way to the sources as the reader of HTTP has it: answers that fail, drag, ask for patience, are torn or unchanged. */

import type { Time } from '../../src/time.ts';
import {
  type CrawlPolicy,
  type HttpAnswer,
  type HttpSurroundings,
  httpReader,
} from '../../src/upstream/http-reader.ts';
import type { Reader } from '../../src/upstream/reader.ts';
import type { Clockwork } from './clockwork.ts';
import type { Host } from './faults.ts';

const SILENCE_MS = 30_000;
const SLOW_MS = 90_000;
/** Of attempts, where those of one document do not all fare alike. */
const TORN = 0.6;
const PATIENCE_S_MAX = 100;
/** How late an attempt may be that was to begin in time: it was under way, or had to wait for its turn. */
const LATE_MS = 150_000;

/** How an attempt to read a document fares. */
export type Fare = 'well' | 'failing' | 'hanging' | 'slow' | 'busy' | 'torn' | 'portal' | 'fickle';
const FARES: readonly Fare[] = ['well', 'failing', 'busy', 'torn'];

/** A document as it stands there now; undefined where there is none. */
export interface Served {
  fare: Fare;
  document: { text: string; etag: string } | undefined;
}

interface Way {
  clock: Clockwork;
  host: Host;
  time: Time;
  serve(url: string): Served;
  /** A document is handed over that was none. */
  onWrong(what: string): void;
}

/** One reading of a document, with all its attempts. */
interface Reading {
  beganMs: number;
  /** Before that nobody may ask again. */
  patientUntilMs: number;
  /** What was answered last as a whole; null where it was that nothing is new. */
  whole: string | null | undefined;
}

/** The reader of the service, on simulated connections; what it hands over and when it asks is looked at. */
export function readerBy(crawlPolicy: CrawlPolicy, way: Way): Reader {
  const { clock, host, time, onWrong } = way;
  const readings = new Map<string, Reading>();
  const surroundings: HttpSurroundings = {
    now: time.now,
    sleep: (ms, signal) => clock.pause(ms, host, signal),
    elapsedMs: () => clock.nowMs,
    random: () => clock.random.next(),
    connect: () => ({
      destroy: async () => undefined,
      request: (url, { headers }) => {
        const reading = readings.get(url) as Reading;
        if (clock.nowMs < reading.patientUntilMs) onWrong(`${url} was asked again before it had said`);
        if (clock.nowMs > reading.beganMs + crawlPolicy.giveUpAfterMs + LATE_MS) onWrong(`${url} was never given up`);
        return answerOf(url, headers['if-none-match'], reading, way);
      },
    }),
  };
  const http = httpReader(crawlPolicy, surroundings);
  return {
    close: http.close,
    read: async (url, options) => {
      const reading: Reading = { beganMs: clock.nowMs, patientUntilMs: 0, whole: undefined };
      readings.set(url, reading);
      const document = await http.read(url, options);
      if (document.unchanged !== (reading.whole === null)) onWrong(`${url} is taken for unchanged, or for another`);
      return {
        ...document,
        body: lookedAt(
          document.body,
          () => reading.whole ?? '',
          () => onWrong(`${url} was cut and is handed over`),
        ),
      };
    },
  };
}

async function answerOf(url: string, known: string | undefined, reading: Reading, way: Way): Promise<HttpAnswer> {
  const { clock, host } = way;
  const { random } = clock;
  await host.point().catch(() => {
    throw new Error('the connection was lost');
  });
  const { fare: usual, document } = way.serve(url);
  const fare = usual === 'fickle' ? random.pick(FARES) : usual;
  await clock.pause(fare === 'hanging' ? SILENCE_MS : random.between(0, fare === 'slow' ? SLOW_MS : 500), host);
  if (fare === 'hanging') throw new Error('no answer within 30 s');
  if (fare === 'busy') {
    const seconds = random.whole(1, PATIENCE_S_MAX);
    reading.patientUntilMs = clock.nowMs + seconds * 1000;
    return answer(429, { 'retry-after': String(seconds) });
  }
  if (fare === 'failing') return answer(random.pick([500, 503]));
  if (fare === 'portal') return answer(200, { 'content-type': 'text/html' }, ['<html>']);
  if (document === undefined) return answer(404);
  const { text, etag } = document;
  reading.whole = known === etag ? null : text;
  if (known === etag) return answer(304);
  const half = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  if (fare === 'torn' && random.chance(TORN)) {
    reading.whole = undefined;
    return answer(200, { etag }, half.slice(0, 1), true);
  }
  return answer(200, { etag }, half);
}

function answer(
  statusCode: number,
  headers: HttpAnswer['headers'] = {},
  parts: readonly string[] = [],
  isTorn = false,
): HttpAnswer {
  const body = async function* () {
    for (const part of parts) yield Buffer.from(part);
    if (isTorn) throw new Error('the other side closed the connection');
  };
  return { statusCode, headers, body: Object.assign(body(), { dump: async () => undefined }) };
}

/** What is handed over, held at its end against what was said. */
async function* lookedAt(body: AsyncIterable<Uint8Array>, said: () => string, onWrong: () => void) {
  const parts: Uint8Array[] = [];
  for await (const part of body) {
    parts.push(part);
    yield part;
  }
  if (Buffer.concat(parts).toString() !== said()) onWrong();
}
