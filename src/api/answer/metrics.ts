/** What operators measure of this process, in Prometheus' form. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestTimes } from './request-times.ts';
import type { ResponseCache } from './response-cache.ts';

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
  /** Bytes free on the disk of the store; null where a server has it. */
  freeBytes: () => Promise<number | null>;
  isBudgetStoreConnected: () => boolean;
  /** Whether reads go where they are configured to; where no replica is, always. */
  isReplicaConnected: () => boolean;
  /** Whether other processes' commits are told; on SQLite, where they need not be, always. */
  isHearing: () => boolean;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly requestTimes = new RequestTimes();
  readonly #shed: Counter;
  readonly #decisions = new Map<BudgetName, { admitted: number; refused: number }>();

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#shed = new Counter({ name: 'cardstock_shed_total', help: 'Requests refused for overload', registers });
    this.#watch(sources);
    this.#watchStore(sources);
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
    return { type: this.#registry.contentType, text: `${await this.#registry.metrics()}${this.requestTimes.text()}` };
  }

  #watch({ cache, isBudgetStoreConnected, isReplicaConnected, isHearing }: MetricSources): void {
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
    gauge(
      'cardstock_replica_up',
      '1 while reads go to the configured replica, 0 while they go to the main server',
      () => (isReplicaConnected() ? 1 : 0),
    );
    gauge('cardstock_announcements_up', '1 while commits of other processes are told, not only looked for', () =>
      isHearing() ? 1 : 0,
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
  }

  /** What is known of the store, which it is not waited for. */
  #watchStore({ taskAges, freeBytes }: MetricSources): void {
    const registers = [this.#registry];
    new Gauge({
      name: 'cardstock_disk_free_bytes',
      help: 'Bytes free on the disk of the embedded store',
      // Without a label a gauge shows 0 from the start, also where there is nothing to show.
      labelNames: [],
      registers,
      async collect() {
        const free = await freeBytes();
        this.remove();
        if (free !== null) this.set(free);
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
