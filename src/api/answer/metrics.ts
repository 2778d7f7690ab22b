/** What operators measure of this process, in Prometheus' form. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { nextTurn } from '../../time.ts';
import { LAGS, LoopLag } from './loop-lag.ts';
import type { ResponseCache } from './response-cache.ts';

/** Who counted a request: the caller's address, its key by the minute or the day, or the key's budget of scans. */
export type BudgetName = 'address' | 'default' | 'day' | 'scan';

export interface MetricSources {
  cache: ResponseCache;
  /** Seconds since the last success of each task; undefined before the first. */
  taskAges: () => Promise<{ name: string; ageS: number | undefined }[]>;
  /** Bytes free on the disk of the store; null where a server has it. */
  freeBytes: () => Promise<number | null>;
  isBudgetStoreConnected: () => boolean;
  /** Whether reads go where they are configured to; where no replica is, always. */
  isReplicaConnected: () => boolean;
  /** Whether other processes' commits are told; on SQLite, where they need not be, always. */
  isHearing: () => boolean;
}

/** prom-client's own monitor wakes the thread as often as this says, whether anybody asks or not. */
const NEVER_MS = 2 ** 31 - 1;
const SECONDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export class Metrics {
  readonly #registry = new Registry();
  readonly #lag = new LoopLag();
  readonly #times: Histogram;
  readonly #shed: Counter;
  readonly #decisions: Counter;

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: NEVER_MS });
    this.#watchLag();
    this.#shed = new Counter({ name: 'cardstock_shed_total', help: 'Requests refused for overload', registers });
    this.#watch(sources);
    this.#decisions = new Counter({
      name: 'cardstock_budget_decisions_total',
      help: 'Requests counted against a budget, by budget and decision',
      labelNames: ['budget', 'decision'],
      registers,
    });
    this.#times = new Histogram({
      name: 'cardstock_http_request_seconds',
      help: 'Time from the request at hand to its answer made, by route and status',
      labelNames: ['route', 'status'],
      buckets: SECONDS,
      registers,
    });
  }

  observe(route: string, status: number, seconds: number): void {
    this.#lag.note();
    this.#times.observe({ route, status }, seconds);
  }

  countDecision(budget: BudgetName, isAdmitted: boolean): void {
    this.#decisions.inc({ budget, decision: 'admitted' }, isAdmitted ? 1 : 0);
    this.#decisions.inc({ budget, decision: 'refused' }, isAdmitted ? 0 : 1);
  }

  countShed(): void {
    this.#shed.inc();
  }

  async scrape(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #gauge(name: string, help: string, read: (shown: Gauge) => unknown, labelNames: string[] = []): void {
    new Gauge({
      ...{ name, help, labelNames, registers: [this.#registry] },
      async collect() {
        await read(this);
      },
    });
  }

  /** In place of what prom-client shows of its own monitor. */
  #watchLag(): void {
    const gauge = (part: string, help: string, read: () => Promise<number>) => {
      const name = `nodejs_eventloop_lag_${part}seconds`;
      this.#registry.removeSingleMetric(name);
      this.#gauge(name, help, async (shown) => shown.set(await read()));
    };
    gauge('', 'Lag of event loop in seconds.', async () => {
      const began = performance.now();
      await nextTurn();
      return (performance.now() - began) / 1000;
    });
    for (const [part, help, of] of LAGS) gauge(`${part}_`, help, async () => of(await this.#lag.read()) / 1e9);
  }

  #watch({ cache, taskAges, freeBytes, isBudgetStoreConnected, isReplicaConnected, isHearing }: MetricSources): void {
    const value = (name: string, help: string, read: () => number | boolean) =>
      this.#gauge(name, help, (shown) => shown.set(Number(read())));
    const counter = (name: string, help: string, read: () => number) =>
      new Counter({
        ...{ name, help, registers: [this.#registry] },
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    counter('cardstock_cache_hits_total', 'Answers found in the cache', () => cache.figures.hits);
    counter('cardstock_cache_misses_total', 'Answers not found in the cache', () => cache.figures.misses);
    value('cardstock_cache_bytes', 'Bytes held by the answer cache', () => cache.figures.bytes);
    value('cardstock_cache_entries', 'Answers held by the cache', () => cache.figures.entries);
    const budgets = '1 while budgets are counted across processes as configured';
    value('cardstock_budget_store_up', budgets, isBudgetStoreConnected);
    const replica = '1 while reads go to the configured replica, 0 while they go to the main server';
    value('cardstock_replica_up', replica, isReplicaConnected);
    const announcements = '1 while other processes announce their commits, 0 while this one polls for them';
    value('cardstock_announcements_up', announcements, isHearing);
    // What is known of the store, which it is not waited for.
    this.#gauge('cardstock_disk_free_bytes', 'Bytes free on the disk of the embedded store', async (shown) => {
      const free = await freeBytes();
      // Without a label a gauge shows 0 from the start, also where there is nothing to show.
      shown.remove();
      if (free !== null) shown.set(free);
    });
    const setAges = async (shown: Gauge) => {
      for (const { name, ageS } of await taskAges()) if (ageS !== undefined) shown.set({ task: name }, ageS);
    };
    this.#gauge('cardstock_task_age_seconds', 'Seconds since a task last succeeded', setAges, ['task']);
  }
}
