/** Takes made-up histories through the real pipeline, side by side in one store, and holds that store to the two laws. */
import assert from 'node:assert/strict';
import type { Engine, Store } from '../../src/store/store.ts';
import { staleIn } from '../support/oracles/derived.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';
import { FollowedStore } from './followed-store.ts';
import { type Difference, differencesBetween, misnamed, pricedPhantoms, shownCatalog, shownProducts } from './shown.ts';
import { documentsOf, type Published, published, remembered, SOURCES, worldOf } from './upstream.ts';
import { changed, firstWorld, type History, type Schedule, type SourceName, type World } from './world.ts';

/** A law that did not hold. */
export interface Violation {
  law: string;
  /** The world's number, from 1 on in the order of the histories. */
  world: number;
  /** When, and what differs. */
  what: string;
}

/** What came of some histories. */
export interface Judgement {
  violations: Violation[];
  runs: number;
  /** Runs that a guard stopped, as it would in life: they deliver nothing. */
  stopped: number;
  /** Texts of both stores that were compared. */
  compared: number;
}

const WINDOW = { from: '2026-01-01', to: '2026-12-31' };

/** Walks the histories and judges them. */
export async function judge(engine: Engine, schedule: Schedule, histories: readonly History[]): Promise<Judgement> {
  await using place = await newStore(engine);
  const walk = new Walk(place.store);
  let worlds = new Map(histories.map(({ cards }, at): [number, World] => [at + 1, firstWorld(cards)]));
  for (const [step, { day, runs }] of schedule.steps.entries()) {
    if (step > 0) {
      worlds = new Map(
        [...worlds].map(([number, world]) => [number, changed(world, histories[number - 1]?.steps[step - 1] ?? [])]),
      );
    }
    const now = published(worlds, day);
    for (const source of runs) await walk.run(source, now, `step ${step}, ${source}`);
  }
  await using other = await newStore(engine);
  await walk.compareWithFresh(other.store);
  return walk.judgement;
}

/** One store on its way through the steps. */
class Walk {
  readonly judgement: Judgement = { violations: [], runs: 0, stopped: 0, compared: 0 };
  readonly #store: Store;
  readonly #copy: FollowedStore;
  #serial = 0;
  /** Every record as it came last: one that is missing upstream stays. */
  #memory: Published | undefined;
  /** The catalog as it came last: what is missing of it claims nothing of what it claims. */
  #last: Published | undefined;
  /** The price files that were taken, in their order. */
  readonly #days: { source: SourceName; from: Published; serial: number }[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#copy = new FollowedStore(store);
  }

  /** Runs a source on what is published now; what a guard refuses was not delivered. */
  async run(source: SourceName, now: Published, when: string): Promise<void> {
    this.#serial += 1;
    this.judgement.runs += 1;
    const isTaken = await runOn(this.#store, source, now, this.#serial);
    if (isTaken) {
      this.#memory = remembered(this.#memory, now, [source]);
      if (source === 'catalog') this.#last = now;
      if (source !== 'catalog') this.#days.push({ source, from: now, serial: this.#serial });
    } else this.judgement.stopped += 1;
    await this.#checkReads(when, isTaken && source !== 'catalog' ? [{ currency: source }] : []);
  }

  /**
   * Events are exactly the differences of what the reads show; a product calls its expansions as they are called; what
   * does not come has no price; derived tables are what their rebuild makes them.
   */
  async #checkReads(when: string, days: Parameters<typeof staleIn>[1]): Promise<void> {
    this.#violated('events', when, await this.#copy.follow());
    for (const table of await staleIn(this.#store, days)) {
      const what = `${when}: ${table} is not what its rebuild makes it`;
      this.judgement.violations.push({ law: 'derived tables', world: 0, what });
    }
    this.#violated('truth', when, misnamed(this.#copy.state));
    this.#violated('truth', when, await pricedPhantoms(this.#store, this.#copy.state));
  }

  /** What is served depends on what the sources say now, and on the known history, never on the way there. */
  async compareWithFresh(fresh: Store): Promise<void> {
    const [memory, last] = [this.#memory, this.#last];
    if (memory === undefined || last === undefined) return;
    for (const catalog of [memory, last]) if (!(await runOn(fresh, 'catalog', catalog, 0))) return;
    for (const { source, from, serial } of this.#days) {
      const { usd, eur, day } = from;
      // A guard measures against the days before: where it stops the fresh store alone, there is nothing to compare.
      if (!(await runOn(fresh, source, { ...memory, usd, eur, day }, serial))) return;
    }
    const compare = async (shownOf: typeof shownCatalog, when: string) => {
      const [one, other] = [await shownOf(this.#store, WINDOW), await shownOf(fresh, WINDOW)];
      this.judgement.compared += other.size;
      this.#violated('truth', when, differencesBetween(one, other));
    };
    await compare(shownCatalog, 'at once');
    // A printing goes when its card came complete twice without it, and one in a hundred may go unasked. The lists of
    // sealed products are not stored: what changes in the catalog reaches them when their source is read again.
    for (let more = 0; more < 2; more += 1) {
      for (const store of [this.#store, fresh]) await runOn(store, 'catalog', memory, 0);
      await this.#checkReads('pruned in the end', []);
    }
    for (const source of ['usd', 'eur'] as const) {
      const last = this.#days.findLast((day) => day.source === source);
      if (last === undefined) continue;
      const { usd, eur, day } = last.from;
      for (const store of [this.#store, fresh]) {
        if (!(await runOn(store, source, { ...memory, usd, eur, day }, 3000))) return;
      }
    }
    await compare(shownCatalog, 'in the end');
    await compare(shownProducts, 'in the end');
  }

  #violated(law: string, when: string, found: readonly Difference[]): void {
    for (const [name, one, other] of found) {
      const id = name.split(' ')[0] ?? '';
      const world = worldOf(/^\d+$/.test(id) ? this.#worldId(name, Number(id)) : id);
      this.judgement.violations.push({ law, world, what: `${when}: ${name}\n    ${one}\n    ${other}` });
    }
  }

  /** Events name a printing by its id alone. */
  #worldId(name: string, id: number): string | number {
    if (!name.includes('card_variants')) return id;
    return this.#copy.state.cards.find(({ variants }) => variants.some((variant) => variant.id === id))?.id ?? id;
  }
}

/** Runs one source; false where a guard stopped it. */
async function runOn(store: Store, source: SourceName, from: Published, serial: number): Promise<boolean> {
  const demo = documentsOf(from, serial);
  const [report] = await runAll(store, { [source]: SOURCES[source] }, { acceptPrune: serial === 0, demo });
  assert.ok(report);
  assert.equal(report.fault, undefined, report.reason ?? '');
  return report.outcome === 'succeeded';
}
