/** A deployment that ingests: a worker and a stand-by on one store, sources that change and fail, and what is delivered of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { setPaused } from '../../src/events/manage-subscriptions.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import type { ingestInBackground } from '../../src/ingest/runs/background.ts';
import { type RunReport, runSources } from '../../src/ingest/runs/runner.ts';
import { startSchedule } from '../../src/ingest/runs/schedule.ts';
import { standForDuty, type Work } from '../../src/service/standby.ts';
import { type CardPosition, cardPage } from '../../src/store/catalog/catalog-pages.ts';
import { releaseAllDeliveries } from '../../src/store/events/deliveries.ts';
import { eventsAfter } from '../../src/store/events/events.ts';
import { allSubscriptions } from '../../src/store/events/subscriptions.ts';
import type { Store } from '../../src/store/store.ts';
import type { Time } from '../../src/time.ts';
import { CatalogModel } from './catalog-model.ts';
import { Clockwork } from './clockwork.ts';
import type { Outcome } from './deployment.ts';
import { Host, StruckFault, storeOf, WriterTurn } from './faults.ts';
import { BEGIN_MS, furnishedPlace, SEAL, SECRET } from './furnished-store.ts';
import { Ledger } from './ledger.ts';
import type { Place } from './place.ts';
import { NO_FAULTS, Strikes } from './strikes.ts';
import { postBy, Subscriber } from './subscribers.ts';
import { type Reading, SOURCE_SECRET, SOURCES, type SourceName, Upstream } from './upstream.ts';

const PROCESSES = 2;
const URLS = ['http://all.example/', 'http://too.example/'];
const DAY_MS = 86_400_000;
const SPANS_MS = [2 * DAY_MS, 10 * DAY_MS, 40 * DAY_MS];
const LOOKS = 100;
const CALM_PACE_MS = 120_000;
const CALM_MS = 60 * 3_600_000;
const STEPS_MAX = 200_000;
const PAGE = 3;
const HOUR_MS = 3_600_000;
const ENDED = 'the thread ended';
const configured = configuredSources({
  games: [{ scope: DEFAULT_SCOPE, sources: SOURCES }],
  ...{ userAgent: 'simulation/1', publicUrl: 'http://127.0.0.1:1' },
});

type Ingest = typeof ingestInBackground;

/** What has a connection of its own, and ends with it: a process, or the thread of one. */
interface Part {
  host: Host;
  real: Store;
  store: Store;
}

export class IngestLife {
  readonly #clock: Clockwork;
  readonly #ledger: Ledger;
  readonly #strikes: Strikes;
  readonly #place: Place;
  readonly #turn = new WriterTurn();
  readonly #upstream: Upstream;
  readonly #subscribers: Subscriber[];
  readonly #processes: (Part | undefined)[] = [];
  readonly #threads = new Map<Host, { part: Part; of: Host }>();
  readonly #outside = { isAlive: true };
  readonly #spanMs: number;
  /** What the run of a thread reads. */
  readonly #reading = new Map<Host, Map<SourceName, Reading>>();
  #committed: Host[] = [];
  /** Who works: one at a time, unless a lock was taken away. */
  readonly #working = new Set<Host>();
  #isCalm = false;

  private constructor(seed: number, place: Place, only?: readonly number[]) {
    this.#clock = new Clockwork(seed);
    const { random } = this.#clock;
    this.#place = place;
    this.#spanMs = random.pick(SPANS_MS);
    const some = (chance: number) => (random.chance(0.5) ? chance : 0);
    const lost = some(0.003);
    const swarm = {
      ...NO_FAULTS,
      lost,
      lostAfter: some(0.02),
      crash: some(0.001),
      stall: some(0.002),
      clock: some(0.001),
      lock: some(0.2),
      full: some(0.001),
      subscriber: random.chance(0.5) ? 0.6 : 0,
      source: lost > 0 ? 0.5 : 0,
    };
    this.#strikes = new Strikes(seed, random.chance(0.15) ? NO_FAULTS : swarm, only);
    this.#upstream = new Upstream(this.#clock);
    this.#subscribers = URLS.map((url) => new Subscriber(url, this.#clock));
    this.#ledger = new Ledger(this.#clock, this.#subscribers, false);
  }

  /** Lives the seed from the first moment to the last, and says what did not hold. */
  static async live(seed: number, only?: readonly number[]): Promise<Outcome> {
    const place = await furnishedPlace(URLS, { ids: [], second: 'game.*' });
    const life = new IngestLife(seed, place, only);
    await life.#live();
    const { violations, seen } = life.#ledger;
    const { steps, nowMs } = life.#clock;
    const { counts, numbers } = life.#strikes;
    return { violations, steps, days: nowMs / 86_400_000, struck: counts, strikes: numbers, seen };
  }

  async #live(): Promise<void> {
    const observer = await this.#place.open();
    const model = new CatalogModel(observer);
    for (let at = 0; at < PROCESSES; at += 1) await this.#start(at);
    const { random } = this.#clock;
    const every = (ms: number, act: () => unknown) => void this.#outsideEvery(ms, act);
    every(this.#spanMs / 12, () => this.#upstream.change());
    every(this.#spanMs / 12, () => this.#upstream.changeMood(this.#strikes));
    every(this.#spanMs / 12, () => random.pick(this.#subscribers).change(this.#strikes));
    every(this.#spanMs / 10, () => this.#walk(model));
    this.#follow();
    const look = () => (this.#committed.length > 0 ? this.#look(model) : undefined);
    await this.#clock.run(() => this.#clock.nowMs > this.#spanMs || this.#isLost(), look);
    await this.#calmDown(observer, model, look);
    this.#judgeSecrets();
    await observer.close();
  }

  /** Faults end: upstream is well and stands still, and the catalog has to become what it says, told to everybody. */
  async #calmDown(observer: Store, model: CatalogModel, look: () => Promise<void> | undefined): Promise<void> {
    this.#isCalm = true;
    this.#strikes.isOver = true;
    this.#outside.isAlive = false;
    for (const subscriber of this.#subscribers) subscriber.mood = 'well';
    this.#upstream.calmDown();
    const until = this.#clock.nowMs + CALM_MS;
    let isDone = false;
    const host = new Host(this.#clock, this.#strikes);
    const store = storeOf(host, observer, this.#turn, () => undefined);
    const asking = (async () => {
      await this.#clock.pause(HOUR_MS, host);
      for (const { id } of await allSubscriptions(store.reads)) {
        await setPaused({ store }, id, false, new Date(BEGIN_MS + this.#clock.nowMs + HOUR_MS));
      }
      while (!isDone) {
        await this.#clock.pause(CALM_PACE_MS * 10, host);
        isDone = (await this.#ledger.isSettled(observer)) && model.isOf(this.#upstream.world);
      }
    })();
    await this.#clock.run(() => isDone || this.#clock.nowMs > until || this.#isLost(), look);
    if (isDone) await asking;
    else if (!this.#isLost()) {
      const is = model.isOf(this.#upstream.world) ? 'deliveries still wait' : 'the catalog is not what upstream says';
      this.#ledger.violation(`after ${CALM_MS / HOUR_MS} hours without faults ${is}`);
    }
    if (this.#isLost()) return;
    await this.#ledger.judge(observer);
    const since = new Date(BEGIN_MS + this.#clock.nowMs - 3 * HOUR_MS).toISOString();
    for (const { task, started_at } of await openRuns(observer)) {
      if (started_at < since) this.#ledger.violation(`a run of ${task} since ${started_at} never ends`);
    }
  }

  #isLost(): boolean {
    return this.#ledger.violations.length > 0 || this.#clock.steps > STEPS_MAX;
  }

  /** Something was committed: who published what, is it all told, and does the store show that and nothing else? */
  async #look(model: CatalogModel): Promise<void> {
    const hosts = this.#committed;
    this.#committed = [];
    // Only a thread ends a run well; what it told and moved is looked at whoever commits.
    const succeeded = hosts.some((host) => this.#reading.has(host)) ? await model.succeeded() : [];
    for (const source of succeeded) {
      const read = hosts.map((host) => this.#reading.get(host)?.get(source)).find((known) => known !== undefined);
      if (read?.isWhole === false)
        this.#ledger.violation(`what ${source} said was cut, empty or of another unit, and was believed`);
      if (read?.world !== undefined) {
        model.take(source, read.world);
        this.#upstream.take(source, read.world);
      }
      this.#ledger.count(`runs of ${source}`);
    }
    const told = await model.told();
    for (const { name, data } of told) this.#ledger.tell(name, data);
    this.#ledger.count('events', told.length);
    if (!(await model.hasMoved()) && succeeded.length + told.length === 0) return;
    for (const wrong of await model.judge()) this.#ledger.violation(wrong);
  }

  #open(): Promise<Store> {
    return this.#place.open(() => !this.#isCalm && this.#clock.nowMs < this.#strikes.fullUntilMs);
  }

  #part(host: Host, real: Store): Part {
    return { host, real, store: storeOf(host, real, this.#turn, () => void this.#committed.push(host)) };
  }

  #host(onCrash: () => void): Host {
    return new Host(this.#clock, this.#strikes, onCrash);
  }

  async #start(at: number): Promise<void> {
    const host = this.#host(() => void this.#bury(at));
    const process = this.#part(host, await this.#open());
    this.#processes[at] = process;
    const onFault = (error: unknown) => this.#ledger.fault(error);
    standForDuty({
      ...{ store: process.store, onFault, time: this.#time(host) },
      start: () => this.#work(process),
      onChange: (state) => this.#ledger.count(state),
    });
  }

  /** As the service does it. */
  #work({ host, store }: Part): Work {
    const time = this.#time(host);
    const onFault = (error: unknown) => this.#ledger.fault(error);
    this.#working.add(host);
    const working = [...this.#working].filter(({ isAlive }) => isAlive);
    if (working.length > 1 && this.#strikes.faults.lock === 0) this.#ledger.violation('two work at once');
    const schedule = startSchedule({
      ...{ store, time, onFault, onProgress: () => undefined, onReport: (report) => this.#reported(report) },
      job: {
        location: { dataDir: this.#place.dataDir },
        config: { games: [], userAgent: '', publicUrl: '' },
        lane: 'sources',
      },
      sources: async () => configured,
      ingest: (job, followers) => this.#ingest(host, job, followers),
    });
    const deliveries = store
      .write(releaseAllDeliveries)
      .catch(onFault)
      .then(() =>
        startDeliveries({
          ...{
            store,
            onFault,
            seal: SEAL,
            network: { resolve: async () => [] },
            userAgent: 'simulation',
            keptDays: 3650,
          },
          surroundings: {
            ...time,
            random: () => this.#clock.random.next(),
            post: postBy(host, this.#subscribers, (post) => this.#ledger.posted(post)),
          },
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
    { lane, names, options }: Parameters<Ingest>[0],
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
      const openReader = () => this.#upstream.reader(thread, (source, read) => reading.set(source, read));
      const sources = configured.filter(({ name }) => names.includes(name));
      const surroundings = { ...this.#time(thread), openReader };
      try {
        return await runSources(
          { store: part.store, lane, sources, demo: () => undefined, onProgress, onReport, surroundings },
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
    this.#ledger.count(outcome);
    if (reason?.includes(SOURCE_SECRET)) this.#ledger.violation(`a run tells a secret: ${reason}`);
    if (fault !== undefined && !/StruckFault|did not answer|SQLITE_FULL/.test(fault)) {
      this.#ledger.violation(`a run failed by itself: ${fault}`);
    }
  }

  async #end(thread: Host): Promise<void> {
    const known = this.#threads.get(thread);
    this.#threads.delete(thread);
    thread.isAlive = false;
    if (known === undefined) return;
    await thread.end();
    await known.part.real.close();
    this.#turn.release(thread);
  }

  async #bury(at: number): Promise<void> {
    const dead = this.#processes[at];
    this.#processes[at] = undefined;
    if (dead === undefined) return;
    for (const [thread, { of }] of this.#threads) if (of === dead.host) await this.#end(thread);
    await dead.host.end();
    await dead.real.close();
    this.#turn.release(dead.host);
    await this.#clock.pause(this.#clock.random.between(500, 60_000), { isAlive: true });
    await this.#start(at);
  }

  /** A timer may always come late: what nobody needs at once is not looked for at every moment of a week. */
  #time(host: Host): Time {
    const paceMs = () => Math.max(this.#spanMs / LOOKS, this.#isCalm ? CALM_PACE_MS : 0);
    return {
      now: () => new Date(BEGIN_MS + this.#clock.nowMs + host.clockOffMs),
      sleep: (ms, signal) => this.#clock.pause(ms + this.#clock.random.between(0, 2 * paceMs()), host, signal),
    };
  }

  async #outsideEvery(meanMs: number, act: () => unknown): Promise<void> {
    for (;;) {
      await this.#clock.pause(this.#clock.random.between(0, 2 * meanMs), this.#outside);
      act();
    }
  }

  #someone(): Part | undefined {
    return this.#processes[this.#clock.random.whole(0, PROCESSES - 1)];
  }

  /** A walk by cursor beside ingest sees what is there all the time once, in order. */
  #walk(model: CatalogModel): void {
    const store = this.#someone()?.store;
    if (store === undefined) return;
    const before = model.cardIds();
    const walk = async () => {
      const seen: string[] = [];
      for (let after: CardPosition | undefined; ; ) {
        const page = await cardPage(store.reads, { after, limit: PAGE });
        seen.push(...page.map(({ row }) => row.id));
        after = page.at(-1)?.position;
        if (page.length < PAGE || seen.length > 1000) break;
      }
      this.#ledger.walked(before, seen);
    };
    walk().catch((error) => this.#ledger.fault(error));
  }

  /** A reader of the feed, who is outside and goes on from its last position for ever. */
  #follow(): void {
    void (async () => {
      const { random } = this.#clock;
      for (let after = 0; ; ) {
        await this.#clock.pause(random.between(0, this.#spanMs / 10), this.#outside);
        const store = this.#someone()?.store;
        if (store === undefined) continue;
        const page = await Promise.race([
          eventsAfter(store.reads, { after, limit: random.whole(1, 5) }).catch(() => []),
          this.#clock.pause(60_000, this.#outside).then(() => []),
        ]);
        for (const event of page) this.#ledger.followed(event);
        after = page.at(-1)?.position ?? after;
      }
    })();
  }

  /** Nothing that was written holds a secret in the clear. */
  #judgeSecrets(): void {
    for (const name of readdirSync(this.#place.dataDir)) {
      const bytes = readFileSync(join(this.#place.dataDir, name));
      for (const secret of [SECRET, SOURCE_SECRET]) {
        if (bytes.includes(secret)) this.#ledger.violation(`${name} holds a secret: ${secret}`);
      }
    }
  }
}

const openRuns = ({ reads }: Store) =>
  reads.selectFrom('runs').select(['task', 'started_at']).where('outcome', '=', 'running').execute();
