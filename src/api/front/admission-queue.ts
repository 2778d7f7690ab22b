/** Lets work into the router a little at a time, and turns away what would wait too long. */

/**
 * How much of one turn of the event loop goes to the router. Node accepts one connection a turn and answers cached
 * reads in between: with turns of 100 ms the last of 128 new connections waited for 3 s.
 */
const TURN_MS = 1;
/** Who has waited this long is refused: callers had rather hear it soon, and what they gave up on is not done in vain. */
const WAIT_MS_MAX = 350;
const WAITING_MAX = 2048;
/** How many requests may wait for the store or the scanner at once. */
const UNFINISHED_MAX = 512;

/** A request before the router. */
export interface Entrant {
  enter: () => void;
  refuse: () => void;
}

export class AdmissionQueue {
  readonly #nowMs: () => number;
  readonly #waiting: (Entrant & { sinceMs: number })[] = [];
  #turnStartedMs = Number.NEGATIVE_INFINITY;
  #isTurnOpen = false;
  #unfinished = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Lets the entrant in now, later in its order, or not at all. Who was let in is counted until `leave`. */
  pass(entrant: Entrant): void {
    if (this.#waiting.length >= WAITING_MAX || this.#unfinished >= UNFINISHED_MAX) entrant.refuse();
    else if (this.#waiting.length === 0 && this.#hasTime()) this.#admit(entrant);
    else {
      this.#waiting.push({ ...entrant, sinceMs: this.#nowMs() });
      this.#openTurn();
    }
  }

  /** To be called when what was let in is finished. */
  readonly leave = (): void => {
    this.#unfinished -= 1;
  };

  #admit({ enter }: Entrant): void {
    this.#openTurn();
    this.#unfinished += 1;
    enter();
  }

  #hasTime(): boolean {
    return !this.#isTurnOpen || this.#nowMs() - this.#turnStartedMs < TURN_MS;
  }

  #openTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    this.#turnStartedMs = this.#nowMs();
    setImmediate(() => {
      this.#isTurnOpen = false;
      this.#admitNext();
    });
  }

  #admitNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    if (!this.#hasTime()) {
      this.#openTurn();
      return;
    }
    this.#waiting.shift();
    const isTooLate = this.#nowMs() - next.sinceMs > WAIT_MS_MAX || this.#unfinished >= UNFINISHED_MAX;
    if (isTooLate) next.refuse();
    else this.#admit(next);
    // What was let in goes on in microtasks: only when they are through does its time show.
    queueMicrotask(() => process.nextTick(() => this.#admitNext()));
  }
}
