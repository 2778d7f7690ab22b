/** How late the thread of requests turns to what is due, by the names that prom-client has for it. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const RESOLUTION_MS = 10;
/** How long it is measured after a request: a timer of 10 ms is most of what a process does that nobody asks. */
const MEASURED_MS = 5000;
const FIRST_MS = 50;

/** What is shown, by the end of the metric's name. */
export const LAGS: readonly [name: string, help: string, read: (lag: RecordableHistogram) => number][] = [
  ['min', 'The minimum recorded event loop delay.', ({ min }) => min],
  ['max', 'The maximum recorded event loop delay.', ({ max }) => max],
  ['mean', 'The mean of the recorded event loop delays.', ({ mean }) => mean],
  ['stddev', 'The standard deviation of the recorded event loop delays.', ({ stddev }) => stddev],
  ['p50', 'The 50th percentile of the recorded event loop delays.', (lag) => lag.percentile(50)],
  ['p90', 'The 90th percentile of the recorded event loop delays.', (lag) => lag.percentile(90)],
  ['p99', 'The 99th percentile of the recorded event loop delays.', (lag) => lag.percentile(99)],
];

export class LoopLag {
  #histogram = createHistogram();
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;
  #reading: Promise<RecordableHistogram> | undefined;

  /** Measures from now on, as requests come. */
  note(): void {
    this.#isAsked = true;
    if (this.#timer !== undefined) return;
    let [lastMs, askedMs] = [performance.now(), 0];
    const measure = () => {
      const nowMs = performance.now();
      this.#histogram.record(Math.max(1, Math.round((nowMs - lastMs) * 1e6)));
      lastMs = nowMs;
      if (this.#isAsked) askedMs = nowMs;
      this.#isAsked = false;
      if (nowMs - askedMs < MEASURED_MS) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
    this.#timer = setInterval(measure, RESOLUTION_MS).unref();
  }

  /** What was measured since it was read last; where no request came it is measured for a moment. One scrape is one reading. */
  read(): Promise<RecordableHistogram> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<RecordableHistogram> {
    if (this.#histogram.count === 0) {
      this.note();
      await sleep(FIRST_MS);
    }
    const read = this.#histogram;
    this.#histogram = createHistogram();
    return read;
  }
}
