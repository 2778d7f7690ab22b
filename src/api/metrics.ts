/** What operators measure of this process, in Prometheus' form. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ResponseCache } from './response-cache.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Who counted a request: the caller's address, its key, or the key's budget of scans. */
export type BudgetName = 'address' | 'default' | 'scan';

export interface TaskAge {
  name: string;
  /** Seconds since the last success; undefined before the first. */
  ageS: number | undefined;
}

export interface MetricSources {
  cache: ResponseCache;
  taskAges: () => Promise<TaskAge[]>;
  isBudgetStoreConnected: () => boolean;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'route' | 'status'>;
  readonly #shed: Counter;
  /** Looking a series up by its labels costs more than observing it. */
  readonly #series = new Map<string, Map<number, (seconds: number) => void>>();
  readonly #decisions = new Map<BudgetName, { admitted: number; refused: number }>();

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'cardstock_http_request_seconds',
      help: 'Time from the request at hand to its answer written, by route and status',
      labelNames: ['route', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.#shed = new Counter({ name: 'cardstock_shed_total', help: 'Requests refused for overload', registers });
    this.#watch(sources);
  }

  observeRequest(route: string, status: number, seconds: number): void {
    const observe = this.#series.get(route)?.get(status) ?? this.#seriesOf(route, status);
    observe(seconds);
  }

  #seriesOf(route: string, status: number): (seconds: number) => void {
    const series = this.#requests.labels(route, String(status));
    const observe = (seconds: number) => series.observe(seconds);
    const byStatus = this.#series.get(route) ?? new Map();
    this.#series.set(route, byStatus.set(status, observe));
    return observe;
  }

  countDecision(budget: BudgetName, isAdmitted: boolean): void {
    let counts = this.#decisions.get(budget);
    if (counts === undefined) {
      counts = { admitted: 0, refused: 0 };
      this.#decisions.set(budget, counts);
    }
    if (isAdmitted) counts.admitted += 1;
    else counts.refused += 1;
  }

  countShed(): void {
    this.#shed.inc();
  }

  /** The content type and text of a scrape. */
  async scrape(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #watch({ cache, taskAges, isBudgetStoreConnected }: MetricSources): void {
    const registers = [this.#registry];
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    const counter = (name: string, help: string, read: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    counter('cardstock_cache_hits_total', 'Answers found in the cache', () => cache.figures.hits);
    counter('cardstock_cache_misses_total', 'Answers not found in the cache', () => cache.figures.misses);
    gauge('cardstock_cache_bytes', 'Bytes held by the answer cache', () => cache.figures.bytes);
    gauge('cardstock_cache_entries', 'Answers held by the cache', () => cache.figures.entries);
    gauge('cardstock_budget_store_up', '1 while budgets are counted across processes as configured', () =>
      isBudgetStoreConnected() ? 1 : 0,
    );
    const decisions = this.#decisions;
    new Counter({
      name: 'cardstock_budget_decisions_total',
      help: 'Requests counted against a budget, by budget and decision',
      labelNames: ['budget', 'decision'],
      registers,
      collect() {
        this.reset();
        for (const [budget, { admitted, refused }] of decisions) {
          this.inc({ budget, decision: 'admitted' }, admitted);
          this.inc({ budget, decision: 'refused' }, refused);
        }
      },
    });
    new Gauge({
      name: 'cardstock_task_age_seconds',
      help: 'Seconds since a task last succeeded',
      labelNames: ['task'],
      registers,
      async collect() {
        for (const { name, ageS } of await taskAges()) if (ageS !== undefined) this.set({ task: name }, ageS);
      },
    });
  }
}
