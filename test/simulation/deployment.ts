/** A whole deployment in one process: two that write, deliver and answer on one store, and subscribers, all in virtual time. */
import type { Random } from '../../demo/random.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { type DeliveryParts, startDeliveries } from '../../src/events/deliver.ts';
import { setPaused } from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { MemoryBudgets } from '../../src/keys/gcra.ts';
import { KeyRing, keyLookup } from '../../src/keys/key-ring.ts';
import { allSeries, putSeries } from '../../src/store/catalog/expansions.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { eventsAfter } from '../../src/store/events/events.ts';
import { allSubscriptions } from '../../src/store/events/subscriptions.ts';
import { revokeKey } from '../../src/store/keys.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { type SeriesPosition, seriesPage } from '../../src/store/views/priced/catalog-pages.ts';
import { Clockwork, fullnessOf } from './clockwork.ts';
import { FaultDraws, NO_FAULTS } from './fault-draws.ts';
import { Host, storeOf, WriterTurn } from './faults.ts';
import { BEGIN_MS, furnishedPlace, pairIds, SEAL } from './furnished-store.ts';
import { KEY, Ledger } from './ledger.ts';
import type { Place } from './places/place.ts';
import { seriesAt } from './series-at.ts';
import { postBy, Subscriber } from './subscribers.ts';

const PROCESSES = 2;
const URLS = ['http://all.example/', 'http://some.example/'];
const PAGE = 2;
const RATE = 30;
const LOOKS = 60;
const SPANS_MS = [60_000, 3_600_000, 86_400_000, 6 * 86_400_000];
/** About what a change takes: a look begins before it is committed, or just after. */
const MEANWHILE_MS = 40;
const CALM_PACE_MS = 60_000;
const UNDER_WAY_MS = 200_000;
const HOUR_MS = 3_600_000;
const KEYS_MS = 60_000;
const STEPS_MAX = 200_000;

interface Process {
  host: Host;
  store: Store & { tag: unknown };
  real: Store;
  keys: KeyRing;
  budgets: MemoryBudgets;
}

/** What came of a seed. */
export interface Outcome {
  violations: readonly string[];
  steps: number;
  days: number;
  struck: Record<string, number>;
  /** Of each strike the number, by which it can be left out. */
  faultDraws: readonly number[];
  seen: Record<string, number>;
}

/** A deployment under the faults of its seed. */
export class Deployment {
  readonly clock: Clockwork;
  readonly ledger: Ledger;
  readonly spanMs: number;
  /** How much happens in it: of a long life all, of the others a part. */
  readonly #fullness: number;
  readonly #faultDraws: FaultDraws;
  readonly #place: Place;
  readonly #turn = new WriterTurn();
  readonly #processes: (Process | undefined)[] = [];
  readonly #subscribers: Subscriber[];
  /** What happens outside of every process: it does not end with one. */
  readonly #outside = { isAlive: true };
  #isCalm = false;
  #calmFromMs = 0;
  #changes = 0;

  private constructor(seed: number, place: Place, only?: readonly number[]) {
    this.clock = new Clockwork(seed, () => place.settled());
    const { random } = this.clock;
    this.#place = place;
    this.spanMs = random.pick(SPANS_MS);
    this.#fullness = fullnessOf(random);
    const some = (chance: number) => (random.chance(0.5) ? chance : 0);
    const swarm = {
      ...NO_FAULTS,
      lost: some(0.01),
      lostAfter: some(0.05),
      crash: some(0.002),
      stall: some(0.003),
      clock: some(0.001),
      full: some(0.001),
      power: some(0.01),
      cut: place.spared.cut ?? some(0.002),
      subscriber: random.chance(0.7) ? 0.6 : 0,
      ...place.spared,
    };
    this.#faultDraws = new FaultDraws(seed, random.chance(0.15) ? NO_FAULTS : swarm, only);
    this.#subscribers = URLS.map((url) => new Subscriber(url, this.clock));
    this.ledger = new Ledger(
      this.clock,
      this.#subscribers,
      Object.values(this.#faultDraws.faults).every((chance) => chance === 0),
    );
  }

  /** Lives the seed from the first moment to the last, and says what did not hold. */
  static async live(seed: number, only?: readonly number[], engine?: Engine): Promise<Outcome> {
    const deployment = new Deployment(seed, await furnishedPlace(URLS, engine), only);
    await deployment.#live();
    const { clock, ledger } = deployment;
    return {
      violations: ledger.violations,
      steps: clock.steps,
      days: clock.nowMs / 86_400_000,
      struck: deployment.#faultDraws.counts,
      faultDraws: deployment.#faultDraws.numbers,
      seen: ledger.seen,
    };
  }

  async #live(): Promise<void> {
    for (let at = 0; at < PROCESSES; at += 1) await this.#start(at);
    const { random } = this.clock;
    const every = (ms: number, act: () => unknown) => void this.#outsideEvery(ms, act);
    const manyMs = this.spanMs / this.#fullness;
    every(manyMs / 12, () => this.#change());
    every(manyMs / 12, () => random.pick(this.#subscribers).change(this.#faultDraws));
    every(manyMs / 15, () => this.#operate());
    every(manyMs / 20, () => this.#walk());
    void this.#askAwhile();
    this.#follow();
    const revokeAtMs = random.between(0, KEYS_MS);
    void this.clock.pause(revokeAtMs, this.#outside).then(() => this.#revoke());
    await this.clock.run(() => this.clock.nowMs > this.spanMs || this.#isLost());
    await this.#calmDown();
  }

  /** Faults end, who is down comes up: what was promised has to come by itself now. */
  async #calmDown(): Promise<void> {
    this.#isCalm = true;
    this.#faultDraws.isOver = true;
    this.#outside.isAlive = false;
    for (const subscriber of this.#subscribers) subscriber.mood = 'well';
    const from = this.clock.nowMs;
    this.#calmFromMs = from;
    const operator = await this.#place.open();
    const isHurried = this.clock.random.chance(0.5);
    // The longest wait for a retry, and an hour that a clock may be behind.
    const limitMs = from + (isHurried ? 6 : 60) * HOUR_MS + this.spanMs;
    let isDone = false;
    const host = new Host(this.clock, this.#faultDraws);
    const store = storeOf(host, operator, this.#turn, () => undefined);
    const asking = (async () => {
      // What was under way may still end in a failure, or in a 410.
      await this.clock.pause(UNDER_WAY_MS, host);
      for (const { id, state } of await allSubscriptions(store.reads)) {
        const now = new Date(this.#wallMs() + (this.#faultDraws.faults.clock === 0 ? 0 : HOUR_MS));
        if (isHurried || state !== 'active') await setPaused({ store }, id, false, now);
      }
      while (!isDone) {
        await this.clock.pause(this.#paceMs(), host);
        isDone = await this.ledger.isSettled(operator);
      }
    })();
    await this.clock.run(() => isDone || this.clock.nowMs > limitMs || this.#isLost());
    if (isDone) await asking;
    else
      this.ledger.violation(
        `after ${Math.round((this.clock.nowMs - from) / 1000)} s without faults deliveries still wait`,
      );
    await this.ledger.judge(operator);
    await this.ledger.judgeReplay(operator);
    await operator.close();
  }

  #isLost(): boolean {
    const stale = this.#place.stale.splice(0);
    for (const table of stale) this.ledger.violation(`${table} is not what its rebuild makes it`);
    return this.ledger.violations.length > 0 || this.clock.steps > STEPS_MAX;
  }

  /** How far apart looks are, about: in the calm nobody is in a hurry, and the longer it lasts the less. */
  #paceMs(): number {
    const calmMs = this.#isCalm ? Math.max(CALM_PACE_MS, (this.clock.nowMs - this.#calmFromMs) / 8) : 0;
    return Math.max(this.spanMs / (LOOKS * this.#fullness), calmMs);
  }

  #wallMs(host?: Host): number {
    return BEGIN_MS + this.clock.nowMs + (host?.clockOffMs ?? 0);
  }

  async #outsideEvery(meanMs: number, act: () => unknown): Promise<void> {
    for (;;) {
      await this.clock.pause(this.clock.random.between(0, 2 * meanMs), this.#outside);
      act();
    }
  }

  async #start(at: number): Promise<void> {
    const { clock } = this;
    const faultDraws = this.#faultDraws;
    const real = await this.#place.open(faultDraws.ways(clock));
    const host = new Host(clock, faultDraws, () => void this.#bury(at));
    const committed = (tag: unknown) => this.ledger.committed(tag);
    const store = storeOf(host, real, this.#turn, committed, this.#place.losePower && ((cut) => this.#losePower(cut)));
    this.#processes[at] = {
      ...{ host, real, store, budgets: new MemoryBudgets(10) },
      keys: new KeyRing(
        keyLookup(store, () => new Date(this.#wallMs(host))),
        () => this.#wallMs(host),
      ),
    };
    const parts: DeliveryParts = {
      ...{ store, seal: SEAL, network: { resolve: async () => [] }, userAgent: 'simulation', keptDays: 3650 },
      onFault: (error) => this.ledger.fault(error),
      surroundings: {
        now: () => new Date(this.#wallMs(host)),
        // A timer may always come late: what nobody needs at once is not looked for at every moment of a week.
        sleep: (ms, signal) => this.clock.pause(ms + this.clock.random.between(0, 2 * this.#paceMs()), host, signal),
        random: () => this.clock.random.next(),
        turn: async () => undefined,
        post: postBy(host, this.#subscribers, (post) => this.ledger.posted(post)),
      },
    };
    startDeliveries(parts);
  }

  /** Every process is gone at once, and what the disk did not have yet. */
  #losePower(cut: Random): boolean {
    for (const process of this.#processes) if (process !== undefined) process.host.isAlive = false;
    const isKept = this.#place.losePower?.(cut) ?? true;
    for (const at of this.#processes.keys()) void this.#bury(at);
    return isKept;
  }

  /** The process is gone, with its connections; another comes up in its place. */
  async #bury(at: number): Promise<void> {
    const dead = this.#processes[at];
    this.#processes[at] = undefined;
    if (dead === undefined) return;
    // Closing the connection undoes what was not committed, as the system does for a process that died.
    await dead.host.end();
    await dead.real.close();
    this.#turn.release(dead.host);
    await this.clock.pause(this.clock.random.between(500, 60_000), { isAlive: true });
    await this.#start(at);
  }

  #someone(): Process | undefined {
    return this.#processes[this.clock.random.whole(0, PROCESSES - 1)];
  }

  /** Does something in a process; what struck it is no defect. */
  #inOne(act: (process: Process) => Promise<void>): void {
    const process = this.#someone();
    if (process !== undefined) act(process).catch((error) => this.ledger.fault(error));
  }

  /** A run of a source: two records that belong together, their events, and the version, in one transaction. */
  #change(): void {
    this.#inOne(async ({ store, host }) => {
      this.#changes += 1;
      const state = this.#changes;
      const pair = this.clock.random.pick(pairIds());
      // Now and then a record comes that was not there: its id says which change it came with.
      const ids = this.clock.random.chance(0.2) ? [...pair, `extra-${String(state).padStart(4, '0')}`] : pair;
      void this.clock.pause(this.clock.random.between(0, MEANWHILE_MS), this.#outside).then(() => this.#look(pair));
      const records = ids.map((id) => seriesAt(id, state));
      await store.write(async (writes) => {
        for (const record of records) await putSeries(writes, record);
        for (const record of records) {
          await recordEvents(
            writes,
            DEFAULT_SCOPE,
            [groupOf('series.updated', [record])],
            new Date(this.#wallMs(host)),
          );
        }
        await bumpCatalogVersion(writes);
        store.tag = { state, ids };
      });
      const { value } = await store.snapshot((reads) => allSeries(reads, DEFAULT_SCOPE.game));
      const seen = value.find(({ id }) => id === pair[0])?.name ?? 'State 0';
      if (Number(seen.slice(6)) < state) this.ledger.violation(`who wrote state ${state} reads ${seen}`);
    });
  }

  /** A reader of the catalog: both records of a pair are of one state, also read one after the other. */
  #look(pair: readonly string[]): void {
    this.#inOne(async ({ store }) => {
      const { value } = await store.snapshot(async (reads) => {
        const names: string[] = [];
        for (const id of pair) {
          const page = await reads.selectFrom('series').select('name').where('id', '=', id).executeTakeFirstOrThrow();
          names.push(page.name);
        }
        return names;
      });
      this.ledger.count('snapshots');
      if (new Set(value).size > 1) this.ledger.violation(`one snapshot shows ${value.join(' and ')}`);
    });
  }

  /** A walk by cursor sees what is there all the time once, in order. */
  #walk(): void {
    this.#inOne(async ({ store }) => {
      const before = [...pairIds().flat(), ...this.ledger.extras()];
      const seen: string[] = [];
      for (let after: SeriesPosition | undefined; ; ) {
        const page = await seriesPage(store.reads, { after, limit: PAGE });
        seen.push(...page.map(({ row }) => row.id));
        after = page.at(-1)?.position;
        if (page.length < PAGE || seen.length > 1000) break;
      }
      this.ledger.walked(before, seen);
    });
  }

  /** A reader of the feed, who is outside and goes on from its last position for ever. */
  #follow(): void {
    void (async () => {
      const { random } = this.clock;
      for (let after = 0; ; ) {
        await this.clock.pause(random.between(0, this.spanMs / (20 * this.#fullness)), this.#outside);
        const store = this.#someone()?.store;
        if (store === undefined) continue;
        const page = await Promise.race([
          eventsAfter(store.reads, { after, limit: random.whole(1, 5) }).catch(() => []),
          // A process that died does not answer.
          this.clock.pause(60_000, this.#outside).then(() => []),
        ]);
        for (const event of page) this.ledger.followed(event);
        after = page.at(-1)?.position ?? after;
      }
    })();
  }

  /** An operator takes a subscription up again that was disabled. */
  #operate(): void {
    this.#inOne(async ({ store, host }) => {
      for (const { id, state } of await allSubscriptions(store.reads)) {
        if (state !== 'disabled') continue;
        this.ledger.resumed();
        await setPaused({ store }, id, false, new Date(this.#wallMs(host)));
      }
    });
  }

  #revoke(): void {
    this.#inOne(async ({ store }) => {
      await store.write(async (writes) => {
        await revokeKey(writes, KEY.row.id, new Date(this.#wallMs()).toISOString());
        store.tag = 'revoked';
      });
    });
  }

  /** Callers are there for two minutes, around the moment at which their key is revoked. */
  async #askAwhile(): Promise<void> {
    while (this.clock.nowMs < 2 * KEYS_MS) {
      await this.clock.pause(this.clock.random.between(0, 3000 / this.#fullness), this.#outside);
      this.#ask();
    }
  }

  /** A caller with the key, and its budget. */
  #ask(): void {
    this.#inOne(async ({ keys, budgets, host }) => {
      const { nowMs } = this.clock;
      const key = keys.known(KEY.header, nowMs) ?? (await keys.read(KEY.header, nowMs));
      this.ledger.asked(nowMs, key !== undefined);
      for (let times = this.clock.random.whole(1, 2 * RATE); times > 0; times -= 1) {
        this.ledger.spent(host, budgets.take('key', RATE, this.clock.nowMs).isAdmitted, RATE);
      }
    });
  }
}
