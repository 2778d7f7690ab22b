/** Holds finished answers until the requests that came in with theirs are at hand, and writes them together. */
import type { ServerResponse } from 'node:http';

/** How many answers are held at most: the first of them waits for the work of all. */
const HELD_MAX = 32;

interface Held {
  response: ServerResponse;
  body: string | Buffer | undefined;
  onWritten: (() => void) | undefined;
}

/**
 * Every write wakes the caller's end, unless it is still busy with the one before: answers written in a row cost the
 * system half of what they cost with work between them.
 */
export class Outbox {
  #held: Held[] = [];

  /**
   * Ends the response, whose head is written already, before this turn of the event loop is over.
   * @param body a string is one of bytes (latin1)
   * @param onWritten called when the system has all of it, unless the connection breaks before
   */
  end(response: ServerResponse, body?: string | Buffer, onWritten?: () => void): void {
    const count = this.#held.push({ response, body, onWritten });
    if (count === HELD_MAX) this.flush();
    else if (count === 1) setImmediate(() => this.flush());
  }

  /** Writes what is held now, as before a connection is cut. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    for (const { response, body, onWritten } of held) {
      if (onWritten !== undefined) response.once('finish', onWritten);
      if (typeof body === 'string') response.end(body, 'latin1');
      else response.end(body);
    }
  }
}
