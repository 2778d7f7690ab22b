/** Waiting for an answer that may never come. */

/** What `answer` comes to; rejects with what `late` makes when that takes longer. */
export function withinTime<T>(answer: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    // A busy event loop runs timers before it reads the answers that are there already: let it read first.
    const timer = setTimeout(() => setImmediate(() => reject(late())), timeoutMs);
    const settle = () => clearTimeout(timer);
    answer.then(resolve, reject).then(settle, settle);
  });
}
