/** A deployment that ingests: a worker and a stand-by on one store, sources that change and fail, and what is delivered of it. */
import { type Random, randomOf } from '../../demo/random.ts';
import { setPaused } from '../../src/events/manage-subscriptions.ts';
import { verifyPrices } from '../../src/ingest/audit/verify-prices.ts';
import { eventsAfter } from '../../src/store/events/events.ts';
import { allSubscriptions } from '../../src/store/events/subscriptions.ts';
import { heldParts } from '../../src/store/sources/held-parts.ts';
import { keptDocuments } from '../../src/store/sources/source-documents.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { type CardPosition, cardPageText } from '../../src/store/views/priced/catalog-pages.ts';
import { GAME } from '../support/stages/game.ts';
import { CatalogModel } from './catalog-model.ts';
import { Clockwork, fullnessOf } from './clockwork.ts';
import type { Outcome } from './deployment.ts';
import { FaultDraws, NO_FAULTS } from './fault-draws.ts';
import { Host, storeOf } from './faults.ts';
import { Follower } from './follower.ts';
import { BEGIN_MS, furnishedPlace, SECRET } from './furnished-store.ts';
import { Ledger } from './ledger.ts';
import type { Place } from './places/place.ts';
import { Subscriber } from './subscribers.ts';
import { groupOf, SOURCE_SECRET, type SourceName, Upstream } from './upstream.ts';
import { Workers } from './workers.ts';

const NOTHING_VERIFIED = { amounts: 0, differ: [] };
const URLS = ['http://all.example/', 'http://too.example/'];
const DAY_MS = 86_400_000;
const SPANS_MS = [2 * DAY_MS, 10 * DAY_MS, 40 * DAY_MS];
/** Days read together are one transaction up to a month of them: what a longer life may miss would be several. */
const DATED_SPAN_MS_MAX = 10 * DAY_MS;
const LOOKS = 60;
const CALM_PACE_MS = 120_000;
const CALM_MS = 60 * 3_600_000;
const STEPS_MAX = 200_000;
const PAGE = 3;
/** Of lives with a copy, and of moments at which it follows: to make files takes as long as a short life. */
const FOLLOWED = 0.3;
const FOLLOWS = 0.1;
const HOUR_MS = 3_600_000;
export class IngestLife {
  readonly #clock: Clockwork;
  readonly #ledger: Ledger;
  readonly #faultDraws: FaultDraws;
  readonly #place: Place;
  readonly #upstream: Upstream;
  readonly #subscribers: Subscriber[];
  readonly #outside = { isAlive: true };
  readonly #spanMs: number;
  readonly #fullness: number;
  readonly #workers: Workers;
  /** Of its own, so that what is looked at changes nothing that happens. */
  readonly #walks: Random;
  /** Who looks at the store from outside. */
  #observer: Store;
  #follower: Follower | undefined;
  /** Of the catalog, at the last look. */
  #version = 0;
  #isCalm = false;
  #calmFromMs = 0;

  private constructor(seed: number, place: Place, observer: Store, only?: readonly number[]) {
    this.#observer = observer;
    this.#clock = new Clockwork(seed, () => place.settled());
    this.#walks = randomOf(`walks ${seed}`);
    const { random } = this.#clock;
    this.#place = place;
    this.#spanMs = random.pick(SPANS_MS);
    this.#fullness = fullnessOf(random);
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
      power: some(0.003),
      full: some(0.001),
      cut: place.spared.cut ?? some(0.001),
      subscriber: random.chance(0.5) ? 0.6 : 0,
      source: lost > 0 ? 0.5 : 0,
      ...place.spared,
    };
    this.#faultDraws = new FaultDraws(seed, random.chance(0.15) ? NO_FAULTS : swarm, only);
    const isDated = this.#spanMs <= DATED_SPAN_MS_MAX && random.chance(0.5);
    this.#upstream = new Upstream(this.#clock, isDated);
    this.#subscribers = URLS.map((url) => new Subscriber(url, this.#clock));
    this.#ledger = new Ledger(this.#clock, this.#subscribers, false);
    this.#workers = new Workers({
      ...{ clock: this.#clock, ledger: this.#ledger, faultDraws: this.#faultDraws, place },
      ...{ upstream: this.#upstream, isDated, subscribers: this.#subscribers },
      paceMs: () => this.#paceMs(),
      onPowerLost: () => {
        void place.open().then((store) => {
          this.#observer = store;
        });
      },
    });
  }

  /** Lives the seed from the first moment to the last, and says what did not hold. */
  static async live(seed: number, only?: readonly number[], engine?: Engine): Promise<Outcome> {
    const place = await furnishedPlace(URLS, engine, { ids: [], second: 'game.*' });
    const life = new IngestLife(seed, place, await place.open(), only);
    await life.#live();
    const { violations, seen } = life.#ledger;
    const { steps, nowMs } = life.#clock;
    const { counts, numbers } = life.#faultDraws;
    return { violations, steps, days: nowMs / 86_400_000, struck: counts, faultDraws: numbers, seen };
  }

  async #live(): Promise<void> {
    await using follower = new Follower(this.#walks);
    if (this.#walks.chance(FOLLOWED)) this.#follower = follower;
    const model = new CatalogModel(() => this.#observer);
    await this.#workers.start();
    const { random } = this.#clock;
    const every = (ms: number, act: () => unknown) => void this.#outsideEvery(ms, act);
    const manyMs = this.#spanMs / this.#fullness;
    every(manyMs / 12, () => this.#upstream.change());
    every(manyMs / 12, () => this.#upstream.changeMood(this.#faultDraws));
    every(manyMs / 12, () => random.pick(this.#subscribers).change(this.#faultDraws));
    every(manyMs / 10, () => this.#walk(model));
    this.#follow();
    const look = () => (this.#workers.hasCommitted ? this.#look(model) : undefined);
    await this.#clock.run(() => this.#clock.nowMs > this.#spanMs || this.#isLost(), look);
    await this.#calmDown(model, look);
    await this.#judgeSecrets();
    await this.#observer.close();
  }

  /** Faults end: upstream is well and stands still, and the catalog has to become what it says, told to everybody. */
  async #calmDown(model: CatalogModel, look: () => Promise<void> | undefined): Promise<void> {
    this.#isCalm = true;
    this.#faultDraws.isOver = true;
    this.#outside.isAlive = false;
    for (const subscriber of this.#subscribers) subscriber.mood = 'well';
    this.#upstream.calmDown();
    this.#calmFromMs = this.#clock.nowMs;
    const until = this.#clock.nowMs + CALM_MS + this.#spanMs;
    let isDone = false;
    const host = new Host(this.#clock, this.#faultDraws);
    const observer = this.#observer;
    const store = storeOf(host, observer, this.#workers.turn, () => undefined);
    const asking = (async () => {
      await this.#clock.pause(HOUR_MS, host);
      for (const { id } of await allSubscriptions(store.reads)) {
        await setPaused({ store }, id, false, new Date(BEGIN_MS + this.#clock.nowMs + HOUR_MS));
      }
      while (!isDone) {
        await this.#clock.pause(CALM_PACE_MS * 10, host);
        const isSettled = (await this.#ledger.isSettled(observer)) && (await openRuns(observer)).length === 0;
        isDone = isSettled && model.isOf(this.#upstream.world);
      }
    })();
    await this.#clock.run(() => isDone || this.#clock.nowMs > until || this.#isLost(), look);
    if (isDone) await asking;
    else if (!this.#isLost()) {
      const open = (await openRuns(observer)).map(
        ({ task, started_at }) => `a run of ${task} since ${started_at} is open`,
      );
      const is = model.isOf(this.#upstream.world) ? 'deliveries still wait' : 'the catalog is not what upstream says';
      this.#ledger.violation(`without faults for ${CALM_MS / HOUR_MS} hours and more ${open[0] ?? is}`);
    }
    if (this.#isLost()) return;
    await this.#ledger.judge(observer);
    await this.#copy();
    for (const wrong of await model.judgeHistory(this.#clock.nowMs)) this.#ledger.violation(wrong);
    // Whatever was killed when: each price is what the document says that is kept beside it.
    const isKept = (await keptDocuments(observer.reads)).length > 0;
    const { amounts, differ } = isKept ? await verifyPrices(observer.reads, [GAME], 1000) : NOTHING_VERIFIED;
    this.#ledger.count('amounts verified', amounts);
    for (const wrong of differ) this.#ledger.violation(`no document says ${JSON.stringify(wrong)}`);
    for (const day of this.#upstream.skipped()) this.#ledger.violation(`the guide of ${day} was never read`);
  }

  async #copy(): Promise<void> {
    const wrong = await this.#follower?.follow(this.#observer, new Date(BEGIN_MS + this.#clock.nowMs));
    if (wrong !== undefined) this.#ledger.count('copies');
    for (const each of wrong ?? []) this.#ledger.violation(each);
  }

  #isLost(): boolean {
    const stale = this.#place.stale.splice(0);
    for (const table of stale) this.#ledger.violation(`${table} is not what its rebuild makes it`);
    return this.#ledger.violations.length > 0 || this.#clock.steps > STEPS_MAX;
  }

  /** Something was committed: who published what, is it all told, and does the store show that and nothing else? */
  async #look(model: CatalogModel): Promise<void> {
    const readings = this.#workers.takeCommitted();
    // What a run told and moved is looked at whoever commits.
    const succeeded = readings.length > 0 ? await model.succeeded() : [];
    for (const source of succeeded) {
      const read = readings.map((reading) => reading.get(source)).find((known) => known !== undefined);
      if (read?.isWhole === false)
        this.#ledger.violation(`what ${source} said was cut, empty or of another unit, and was believed`);
      // A run that reads several days leaves one of too few rows out, and publishes the others.
      const { days, groups } = await this.#leftOut(source);
      for (const all of read?.worlds ?? []) {
        const world = { ...all, priced: all.priced.filter((at) => !groups.has(groupOf(at))) };
        if (days.has(world.day)) model.leaveOut(source, world);
        else model.take(source, world);
        this.#upstream.take(source, world);
      }
      this.#ledger.count(`runs of ${source}`);
    }
    for (const [source, { worlds }] of readings.flatMap((reading) => [...reading])) {
      if (!succeeded.includes(source)) for (const world of worlds) model.leaveOut(source, world);
    }
    const marks = await this.#place.marks();
    const told = await model.told(marks);
    for (const { name, data } of told) this.#ledger.tell(name, data);
    this.#ledger.count('events', told.length);
    const hasMoved = marks.version !== this.#version;
    this.#version = marks.version;
    if (!hasMoved && succeeded.length + told.length === 0) return;
    if (hasMoved && this.#walks.chance(FOLLOWS)) await this.#copy();
    for (const wrong of await model.judge()) this.#ledger.violation(wrong);
    for (const wrong of await model.judgeWalk(this.#walks)) this.#ledger.violation(wrong);
    this.#ledger.count('drawn walks');
  }

  /** Days of a source that a guard leaves out, and groups whose file could not be read. */
  async #leftOut(source: SourceName) {
    const parts = [...(await heldParts(this.#observer.reads, source)).values()];
    const days = new Set(parts.flatMap((part) => [...part.days.keys()]));
    return { days, groups: new Set(parts.flatMap((part) => (part.days.size === 0 ? [part.part] : []))) };
  }

  /** How far apart looks are, about: in the calm nobody is in a hurry, and the longer it lasts the less. */
  #paceMs(): number {
    const calmMs = this.#isCalm ? Math.max(CALM_PACE_MS, (this.#clock.nowMs - this.#calmFromMs) / 8) : 0;
    return Math.max(this.#spanMs / (LOOKS * this.#fullness), calmMs);
  }

  async #outsideEvery(meanMs: number, act: () => unknown): Promise<void> {
    for (;;) {
      await this.#clock.pause(this.#clock.random.between(0, 2 * meanMs), this.#outside);
      act();
    }
  }

  /** A walk by cursor beside ingest sees what is there all the time once, in order. */
  #walk(model: CatalogModel): void {
    const store = this.#workers.someone();
    if (store === undefined) return;
    const before = model.cardIds();
    const walk = async () => {
      const seen: string[] = [];
      for (let after: CardPosition | undefined; ; ) {
        const { items, last } = await cardPageText(store.reads, { after, limit: PAGE, isPriced: false });
        seen.push(...(JSON.parse(`[${items}]`) as { id: string }[]).map(({ id }) => id));
        after = last;
        if (last === undefined || seen.length > 1000) break;
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
        await this.#clock.pause(random.between(0, this.#spanMs / (10 * this.#fullness)), this.#outside);
        const store = this.#workers.someone();
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
  async #judgeSecrets(): Promise<void> {
    for (const { name, bytes } of await this.#place.written()) {
      for (const secret of [SECRET, SOURCE_SECRET]) {
        if (bytes.includes(secret)) this.#ledger.violation(`${name} holds a secret: ${secret}`);
      }
    }
  }
}

const openRuns = ({ reads }: Store) =>
  reads.selectFrom('runs').select(['task', 'started_at']).where('outcome', '=', 'running').execute();
