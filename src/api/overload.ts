/** Tells when requests wait so long for this process that more of them had better be refused at once. */

/** How long a request may have waited for its turn of the event loop: far above a healthy one, far below a time-out. */
const WAIT_MS_MAX = 300;
/** Fewer requests than this in one turn are no crowd: then it was the machine that stood still, not this process. */
const CROWD = 128;
/** How many requests may wait for the store or the scanner at once. */
const UNFINISHED_MAX = 512;

export class Overload {
  readonly #nowMs: () => number;
  #turnStartedMs = 0;
  #turnRequests = 0;
  #unfinished = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Whether to refuse the request now at hand. Node hands over all that has arrived in one turn of its loop: a
   * request has waited at least since the first one of this turn.
   */
  isShedding(): boolean {
    if (this.#turnRequests === 0) {
      this.#turnStartedMs = this.#nowMs();
      setImmediate(() => {
        this.#turnRequests = 0;
      });
    }
    this.#turnRequests += 1;
    if (this.#unfinished >= UNFINISHED_MAX) return true;
    return this.#turnRequests > CROWD && this.#nowMs() - this.#turnStartedMs > WAIT_MS_MAX;
  }

  begin(): void {
    this.#unfinished += 1;
  }

  end(): void {
    this.#unfinished -= 1;
  }
}
