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

export interface Entrant {
  enter: () => void;
  refuse: () => void;
}

export interface AdmissionQueue {
  /** Lets the entrant in now, later in its order, or not at all. Who was let in is counted until `leave`. */
  pass(entrant: Entrant): void;
  leave(): void;
}

export function admissionQueueOf(nowMs = () => performance.now()): AdmissionQueue {
  const waiting: (Entrant & { sinceMs: number })[] = [];
  let turnStartedMs = Number.NEGATIVE_INFINITY;
  let isTurnOpen = false;
  let unfinished = 0;
  const hasTime = () => !isTurnOpen || nowMs() - turnStartedMs < TURN_MS;

  const openTurn = () => {
    if (isTurnOpen) return;
    isTurnOpen = true;
    turnStartedMs = nowMs();
    setImmediate(() => {
      isTurnOpen = false;
      admitNext();
    });
  };

  const admit = ({ enter }: Entrant) => {
    openTurn();
    unfinished += 1;
    enter();
  };

  const admitNext = () => {
    const [next] = waiting;
    if (next === undefined) return;
    if (!hasTime()) return openTurn();
    waiting.shift();
    const isTooLate = nowMs() - next.sinceMs > WAIT_MS_MAX || unfinished >= UNFINISHED_MAX;
    if (isTooLate) next.refuse();
    else admit(next);
    // What was let in goes on in microtasks: only when they are through does its time show.
    queueMicrotask(() => process.nextTick(admitNext));
  };

  return {
    pass: (entrant) => {
      if (waiting.length >= WAITING_MAX || unfinished >= UNFINISHED_MAX) return entrant.refuse();
      if (waiting.length === 0 && hasTime()) return admit(entrant);
      waiting.push({ ...entrant, sinceMs: nowMs() });
      openTurn();
    },
    leave: () => {
      unfinished -= 1;
    },
  };
}
