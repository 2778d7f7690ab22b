/** Watches what the whole suite sees written: no key and no secret may stand in a log, a body or a metric. */
import { Writable } from 'node:stream';

const SECRET = /cs_live_[0-9A-Za-z]{39}|whsec_[0-9A-Za-z+/]{43}=/;

/** @throws Error naming where a key or a secret was written; what it was is not repeated */
export function assertNoSecret(text: string, where: string): void {
  const at = text.search(SECRET);
  if (at < 0) return;
  const before = text.slice(Math.max(0, at - 120), at);
  throw new Error(`a key or a secret was written to ${where}, after: ${before}`);
}

/** A place to write to, whose `close` fails if a key or a secret was among it. */
export function watchedSink(): { sink: Writable; close(): void } {
  let leak: unknown;
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      try {
        assertNoSecret(String(chunk), 'the log');
      } catch (error) {
        leak ??= error;
      }
      done();
    },
  });
  const close = () => {
    if (leak !== undefined) throw leak;
  };
  return { sink, close };
}
