/** The processes of a life that ingests: one works, the other stands by, and runs have threads of their own. */
import type { Random } from '../../demo/random.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import type { ingestInBackground } from '../../src/ingest/runs/background.ts';
import { type RunReport, runSources } from '../../src/ingest/runs/runner.ts';
import { startSchedule } from '../../src/ingest/runs/schedule.ts';
import { standForElection, type Work } from '../../src/service/leader-election.ts';
import { releaseAllDeliveries } from '../../src/store/events/deliveries.ts';
import type { Store } from '../../src/store/store.ts';
import type { Time } from '../../src/time.ts';
import type { CrawlPolicy } from '../../src/upstream/http-reader.ts';
import type { Clockwork } from './clockwork.ts';
import type { FaultDraws } from './fault-draws.ts';
import { Host, isStruck, StruckFault, storeOf, WriterTurn } from './faults.ts';
import { BEGIN_MS, SEAL } from './furnished-store.ts';
import type { Ledger } from './ledger.ts';
import type { Place } from './places/place.ts';
import { readerBy } from './source-network.ts';
import { postBy, type Subscriber } from './subscribers.ts';
import { type Reading, SOURCE_SECRET, type SourceName, sourcesOf, type Upstream } from './upstream.ts';

const PROCESSES = 2;
const ENDED = 'the thread ended';
const configuredBy = (isDated: boolean) =>
  configuredSources({
    games: [{ scope: DEFAULT_SCOPE, sources: sourcesOf(isDated) }],
    ...{ userAgent: 'simulation/1', publicUrl: 'http://127.0.0.1:1' },
  });

type Ingest = typeof ingestInBackground;

/** What has a connection of its own, and ends with it: a process, or the thread of one. */
interface Part {
  host: Host;
  real: Store;
  store: Store;
}

interface Life {
  clock: Clockwork;
  ledger: Ledger;
  faultDraws: FaultDraws;
  place: Place;
  upstream: Upstream;
  /** Each day's guide has an address of its own. */
  isDated: boolean;
  subscribers: readonly Subscriber[];
  /** How far apart looks are, about. */
  paceMs(): number;
  /** Every connection is gone, the life's own too. */
  onPowerLost(): void;
}

export class Workers {
  readonly turn = new WriterTurn();
  readonly #life: Life;
  readonly #sources: ReturnType<typeof configuredSources>;
  readonly #processes: (Part | undefined)[] = [];
  readonly #threads = new Map<Host, { part: Part; of: Host }>();
  /** What the run of a thread reads. */
  readonly #reading = new Map<Host, Map<SourceName, Reading>>();
  #committed: Host[] = [];
  /** Who works: one at a time, unless a lock was taken away. */
  readonly #working = new Set<Host>();

  constructor(life: Life) {
    this.#life = life;
    this.#sources = configuredBy(life.isDated);
  }

  async start(): Promise<void> {
    for (let at = 0; at < PROCESSES; at += 1) await this.#start(at);
  }

  get hasCommitted(): boolean {
    return this.#committed.length > 0;
  }

  /** What those were reading that have committed since the last time; threads alone read, and only a thread ends a run well. */
  takeCommitted(): ReadonlyMap<SourceName, Reading>[] {
    const hosts = this.#committed;
    this.#committed = [];
    return hosts.flatMap((host) => this.#reading.get(host) ?? []);
  }

  someone(): Store | undefined {
    return this.#processes[this.#life.clock.random.whole(0, PROCESSES - 1)]?.store;
  }

  #open(): Promise<Store> {
    const { clock, place, faultDraws } = this.#life;
    return place.open(faultDraws.ways(clock));
  }

  #part(host: Host, real: Store): Part {
    const committed = () => void this.#committed.push(host);
    const losePower = this.#life.place.losePower && ((cut: Random) => this.#losePower(cut));
    return { host, real, store: storeOf(host, real, this.turn, committed, losePower) };
  }

  #host(onCrash: () => void): Host {
    return new Host(this.#life.clock, this.#life.faultDraws, onCrash);
  }

  async #start(at: number): Promise<void> {
    const { ledger } = this.#life;
    const host = this.#host(() => void this.#bury(at));
    const process = this.#part(host, await this.#open());
    this.#processes[at] = process;
    standForElection({
      ...{ store: process.store, time: this.#time(host) },
      onFault: (error: unknown) => ledger.fault(error),
      start: () => this.#work(process),
      onChange: (state) => ledger.count(state),
    });
  }

  /** As the service does it. */
  #work({ host, store }: Part): Work {
    const { clock, ledger, faultDraws, subscribers } = this.#life;
    const time = this.#time(host);
    const onFault = (error: unknown) => ledger.fault(error);
    this.#working.add(host);
    const working = [...this.#working].filter(({ isAlive }) => isAlive);
    if (working.length > 1 && faultDraws.faults.lock === 0) ledger.violation('two work at once');
    const schedule = startSchedule({
      ...{ store, time, onFault, onProgress: () => undefined, onReport: (report) => this.#reported(report) },
      job: {
        location: { dataDir: '' },
        config: { games: [], userAgent: '', publicUrl: '' },
        runLock: 'sources',
      },
      sources: async () => this.#sources,
      ingest: (job, followers) => this.#ingest(host, job, followers),
    });
    const post = postBy(host, subscribers, (heard) => ledger.posted(heard));
    const deliveries = store
      .write(releaseAllDeliveries)
      .catch(onFault)
      .then(() =>
        startDeliveries({
          ...{ store, onFault, seal: SEAL, network: { resolve: async () => [] }, userAgent: 'simulation' },
          keptDays: 3650,
          surroundings: { ...time, random: () => clock.random.next(), turn: async () => undefined, post },
        }),
      );
    return {
      firstRound: schedule.firstRound,
      stop: async () => {
        this.#working.delete(host);
        await Promise.all([schedule.stop(), deliveries.then((started) => started.stop())]);
      },
    };
  }

  /** The thread of a process: it has a connection of its own, may end by itself, and ends with its process. */
  #ingest(
    of: Host,
    { runLock, names, options }: Parameters<Ingest>[0],
    { onProgress, onReport }: Parameters<Ingest>[1],
  ): ReturnType<Ingest> {
    const ended = Promise.withResolvers<never>();
    const thread = this.#host(() => {
      ended.reject(new StruckFault(ENDED));
      void this.#end(thread);
    });
    const run = async () => {
      const real = await this.#open();
      if (!thread.isAlive || !of.isAlive) return real.close().then(() => undefined);
      const part = this.#part(thread, real);
      this.#threads.set(thread, { part, of });
      const reading = new Map<SourceName, Reading>();
      this.#reading.set(thread, reading);
      const { clock, ledger, upstream } = this.#life;
      const time = this.#time(thread);
      const openReader = (crawlPolicy: CrawlPolicy) =>
        readerBy(crawlPolicy, {
          ...{ clock, host: thread, time, onWrong: (what: string) => ledger.violation(what) },
          serve: upstream.visit((source, read) => reading.set(source, read)),
        });
      const sources = this.#sources.filter(({ name }) => names.includes(name));
      const surroundings = { ...time, openReader };
      try {
        return await runSources(
          { store: part.store, runLock, sources, demo: () => undefined, onProgress, onReport, surroundings },
          options,
        );
      } finally {
        await this.#end(thread);
      }
    };
    const done = Promise.race([run(), ended.promise]);
    return { done, stop: () => this.#end(thread) };
  }

  #reported({ outcome, reason, fault }: RunReport): void {
    const { ledger } = this.#life;
    ledger.count(outcome);
    if (reason?.includes(SOURCE_SECRET)) ledger.violation(`a run tells a secret: ${reason}`);
    if (fault !== undefined && !isStruck(fault)) {
      ledger.violation(`a run failed by itself: ${fault}`);
    }
  }

  /** Every process is gone at once with its threads, and what the disk did not have yet. */
  #losePower(cut: Random): boolean {
    for (const process of this.#processes) if (process !== undefined) process.host.isAlive = false;
    for (const thread of this.#threads.keys()) thread.isAlive = false;
    const isKept = this.#life.place.losePower?.(cut) ?? true;
    this.#life.onPowerLost();
    for (const at of this.#processes.keys()) void this.#bury(at);
    return isKept;
  }

  async #end(thread: Host): Promise<void> {
    const known = this.#threads.get(thread);
    this.#threads.delete(thread);
    thread.isAlive = false;
    if (known === undefined) return;
    await thread.end();
    await known.part.real.close();
    this.turn.release(thread);
  }

  async #bury(at: number): Promise<void> {
    const dead = this.#processes[at];
    this.#processes[at] = undefined;
    if (dead === undefined) return;
    for (const [thread, { of }] of this.#threads) if (of === dead.host) await this.#end(thread);
    await dead.host.end();
    await dead.real.close();
    this.turn.release(dead.host);
    const { clock } = this.#life;
    await clock.pause(clock.random.between(500, 60_000), { isAlive: true });
    await this.#start(at);
  }

  /** A timer may always come late: what nobody needs at once is not looked for at every moment of a week. */
  #time(host: Host): Time {
    const { clock, paceMs } = this.#life;
    return {
      now: () => new Date(BEGIN_MS + clock.nowMs + host.clockOffMs),
      sleep: (ms, signal) => clock.pause(ms + clock.random.between(0, 2 * paceMs()), host, signal),
    };
  }
}
