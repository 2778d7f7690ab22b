/** What every game skips the recorded upstreams: its records, prices, events, search and failures, as the specification has them. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Card } from '../../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { gameOf } from '../../../src/games/games.ts';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import { readCatalogIndexes } from '../../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../../src/search/game-indexes.ts';
import { marketplaceSubTypes } from '../../../src/store/prices/market-knowledge.ts';
import type { Engine, Store } from '../../../src/store/store.ts';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';
import { FollowedStore } from '../../invariants/followed-store.ts';
import {
  type FixtureData,
  type FixtureUpstream,
  fixturesMissing,
  startFixtureUpstream,
} from '../sources/fixture-upstream.ts';
import { apiOn } from '../stages/api.ts';
import { runAll } from '../stages/ingest.ts';
import { ENGINES, newStore, type TestStore } from '../stages/stores.ts';
import { stateOf } from './event-differences.ts';
import {
  amountsOf,
  checkCatalog,
  checkKept,
  differences,
  type ExpectedAmounts,
  type ExpectedCatalog,
  gathered,
  inOneOrder,
  withoutHeld,
} from './expected-records.ts';
import { badIds, confusedPrintings, few, misplaced, misshapen, oddAttributes } from './record-rules.ts';
import { RUN_TABLES, storedDigests } from './stored.ts';
import { readEverything, type Served } from './walk.ts';

const OLD = '2026-07-14';
const NEW = '2026-08-21';
/** The day of the older snapshot, and that of the newer one. */
const DAYS = { [OLD]: '2026-07-23', [NEW]: '2026-07-24' };
type Snapshot = keyof typeof DAYS;

/** Documents that must not be believed when they are cut, empty, halved or no data. */
export interface FailingDocuments {
  /** The source that reads them, by its name in `sources`. */
  source: string;
  /** A regular expression on their path and query. */
  match: string;
  /** Kinds of fault that do no harm there, or cannot be told. */
  except?: readonly string[];
}

/** A game as the suite is notified of it. Expectations are worked out from the documents, never by its adapter. */
export interface RecordedGame {
  /** In titles. */
  name: string;
  /** Where the upstream's own catalog and days lie. */
  data: FixtureData;
  /** The sources in the order in which they run, the catalog's first. */
  sources(upstream: FixtureUpstream): Record<string, SourceSettings>;
  /** What the upstream is told in order to stand at a snapshot. */
  at(snapshot: string): Parameters<FixtureUpstream['control']>[0];
  /** @param earlier what was served before the catalog came, where a record may stand under the id that it had */
  expected(upstream: FixtureUpstream, earlier?: Served): Promise<ExpectedCatalog>;
  /** @param days that the store has seen, the last of them the upstream's: the amounts of that one */
  prices(upstream: FixtureUpstream, days: readonly string[], earlier?: Served): Promise<ExpectedAmounts>;
  failing: readonly FailingDocuments[];
  /** Cards that name one printing twice upstream. */
  twice?: readonly string[];
  /** Types of printings that the marketplace of `usd_market` has no sub type for. */
  unsold?: readonly string[];
  /** Sub types of editions that the catalog tells nothing of. */
  editions?: readonly string[];
  /** A day's prices tell its printings: those of earlier days stay beside them. */
  gathers?: true;
}

const FAULTS = ['truncated', 'truncated:drop', 'empty', 'half', 'html', 'wrong-type:root'];
const NAMES_SEARCHED = 300;

/** One game on one engine: what was served after each run. */
class Stage {
  readonly game: RecordedGame;
  readonly upstream: FixtureUpstream;
  readonly place: TestStore;
  readonly followed: FollowedStore;

  constructor(game: RecordedGame, upstream: FixtureUpstream, place: TestStore) {
    this.game = game;
    this.upstream = upstream;
    this.place = place;
    this.followed = new FollowedStore(place.store);
  }

  get sources(): Record<string, SourceSettings> {
    const settings = Object.entries(this.game.sources(this.upstream));
    return Object.fromEntries(settings.map(([name, source]) => [name, { ...source, give_up_after: '1s' }]));
  }

  async stand(snapshot: Snapshot): Promise<void> {
    await this.upstream.control({ ...this.game.at(snapshot), day: DAYS[snapshot], faults: [] });
  }

  /** Runs every source; their reports. */
  async run(store: Store = this.place.store): Promise<RunReport[]> {
    const reports = await runAll(store, this.sources, { acceptPrune: true });
    for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
    return reports;
  }
}

async function servedOf(store: Store): Promise<Served> {
  await using api = await apiOn(store);
  return await readEverything(api);
}

/** Whether each name that cards have is found first when it is asked for, with a score of 1. */
async function checkSearch(store: Store, { summaries }: Served): Promise<void> {
  const index = new GameIndexes(await readCatalogIndexes(store));
  await using api = await apiOn(store, {
    search: {
      index: async () => ({ versions: undefined, search: (list, request) => index.search(list, request) }),
      versions: () => undefined,
      stop: async () => undefined,
    },
  });
  const names = [...new Set(summaries.map(({ name }) => name))].filter((name) => /[\p{L}\p{N}]/u.test(name));
  const step = Math.max(1, Math.floor(names.length / NAMES_SEARCHED));
  for (const name of names.filter((_, at) => at % step === 0)) {
    const q = encodeURIComponent(name.slice(0, 200));
    const { items } = await api.data<{ items: { name: string; score: number }[] }>(`/v1/cards?limit=200&q=${q}`);
    const equal = items.findIndex((row) => row.name === name);
    assert.ok(equal >= 0, `${name} is found`);
    assert.ok(
      items.slice(0, equal + 1).every(({ score }) => score === 1),
      `${name} is found first`,
    );
  }
}

/** What the marketplace's days have taught: the sub types under which cards' products are sold. */
async function checkSubTypes(
  { game: { unsold = [], editions = [] }, place, sources }: Stage,
  { cards }: Served,
): Promise<void> {
  const { subTypesOf } = gameOf(sources, DEFAULT_SCOPE).printings;
  const named = new Set<string>(editions);
  const products = new Set<number>();
  const wordless = new Set<string>();
  for (const variant of [...cards.values()].flatMap(({ variants }) => variants)) {
    if (variant.external_ids.tcgplayer === null) continue;
    products.add(variant.external_ids.tcgplayer);
    const names = subTypesOf(variant);
    for (const name of names) named.add(name);
    if (names.length === 0) wordless.add(variant.type);
  }
  assert.deepEqual(
    [...wordless].filter((type) => !unsold.includes(type)),
    [],
  );
  const sold = (await marketplaceSubTypes(place.store.reads)).filter(({ product_id }) => products.has(product_id));
  assert.deepEqual(
    [...new Set(sold.map(({ sub_type }) => sub_type))].filter((name) => !named.has(name)),
    [],
  );
}

/** That a run on a document which is no good fails with a reason, and leaves the store as it was. */
async function checkFailing({ game, upstream, place, sources }: Stage, kinds: readonly string[]): Promise<void> {
  // What a guard leaves out of a file is kept, for the day on which it turns out right.
  const digests = () => storedDigests(place.store, [...RUN_TABLES, 'held_parts', 'held_rows']);
  const before = await digests();
  for (const { source, match, except = [] } of game.failing) {
    // Configured anew it holds no validators: what has not changed upstream is read as well.
    const configured = { ...sources, [source]: { ...sources[source], window: '27h' } as SourceSettings };
    for (const kind of kinds.filter((fault) => !except.includes(fault))) {
      await upstream.control({ faults: [{ match, kind }] });
      const [report] = await runAll(place.store, configured, { only: source });
      assert.equal(report?.outcome, 'failed', `${source} with ${kind} on ${match}`);
      assert.ok((report?.reason ?? '').length > 0);
    }
    assert.deepEqual(await digests(), before, `${source} with faults on ${match}`);
  }
  await upstream.control({ faults: [] });
}

/** Registers the suite of one game on SQLite, or on these: how a store keeps records does not depend on the game. */
export function conforms(game: RecordedGame, engines: typeof ENGINES = ENGINES.slice(0, 1)): void {
  for (const [engine, missing] of engines) {
    const skip = fixturesMissing || missing;
    suite(`${game.name} over the recorded upstreams on ${engine}`, { skip, timeout: 900_000 }, () =>
      registerTests(game, engine),
    );
  }
}

function registerTests(game: RecordedGame, engine: Engine): void {
  let stage: Stage;
  let reports: RunReport[];
  let wanted: ExpectedCatalog;
  let first: Served;
  let served: Served;

  before(async () => {
    const upstream = await startFixtureUpstream(game.data);
    stage = new Stage(game, upstream, await newStore(engine));
    await stage.stand(OLD);
    reports = await stage.run();
    first = await servedOf(stage.place.store);
    served = first;
    wanted = await game.expected(upstream);
  });
  after(async () => {
    await stage.place[Symbol.asyncDispose]();
    await stage.upstream[Symbol.asyncDispose]();
  });

  test('every series, expansion, card and printing is served as the documents have it, field by field', () => {
    checkCatalog(served, wanted, true);
  });

  test('nothing is lost: what came is taken, or put aside with a reason', () => {
    const { counts = {}, reason = null } = reports[0] ?? {};
    const { aside = 0, skipped = {} } = wanted;
    const passed = Object.entries(counts).filter(([name, count]) => name.startsWith('passed_over') && count !== 0);
    assert.deepEqual([counts.cards, counts.quarantined], [wanted.cards.length, aside]);
    assert.deepEqual(Object.fromEntries(passed), skipped);
    assert.deepEqual([counts.fields_left_out, counts.words_unknown], [undefined, undefined]);
    for (const { source, counts } of reports.slice(1)) assert.equal(counts.quarantined, 0, source);
    assert.match(reason ?? '', aside > 0 ? /put aside; the first: \w+: / : /^(?!.*put aside)/);
  });

  test('the events of the first run are what the reads show', async () => {
    assert.deepEqual((await stage.followed.follow()).slice(0, 10), []);
  });

  test('every record fits its schema with no field missing', () => {
    assert.deepEqual(few(misshapen(served, stage.followed.state)), []);
  });

  test('ids are unique and can stand in an address; the list is in the order of the numbers', () => {
    assert.deepEqual(few(badIds(served)), []);
    assert.deepEqual(few(misplaced(served)), []);
  });

  test('printings are distinct, each with a name of its own within its card, and sold under sub types we know', async () => {
    const { twice, unnamed } = confusedPrintings(served);
    assert.deepEqual(twice, game.twice ?? []);
    assert.deepEqual(few(unnamed), []);
    await checkSubTypes(stage, served);
  });

  test('attributes are in snake case, with numbers as numbers', () => {
    assert.deepEqual(few(oddAttributes(served)), []);
  });

  test('every price of the day is what the marketplaces\u2019 files say, cent by cent', async () => {
    const prices = await game.prices(stage.upstream, [DAYS[OLD]]);
    assert.ok(prices.size > 0);
    assert.deepEqual(few(differences(amountsOf(served, wanted, DAYS[OLD]), prices)), []);
  });

  test('an exact name is found first', () => checkSearch(stage.place.store, served));

  test('a source that fails changes nothing', async () => {
    await stage.stand(NEW);
    // How a document is read does not depend on the engine: there one fault shows that nothing is written.
    await checkFailing(stage, engine === 'sqlite' ? FAULTS : FAULTS.slice(0, 1));
  });

  test('the newer snapshot is told as it differs from the older one', async () => {
    await stage.stand(NEW);
    await stage.run();
    assert.deepEqual((await stage.followed.follow()).slice(0, 10), []);
    // A printing is let go in the second run without it.
    await stage.run();
    assert.deepEqual((await stage.followed.follow()).slice(0, 10), []);
    served = await servedOf(stage.place.store);
    wanted = await game.expected(stage.upstream, first);
    if (game.gathers) checkCatalog(inOneOrder(served), gathered(wanted, first), false);
    else checkCatalog(served, wanted, false);
    checkKept(served, wanted, first);
  });

  const nextDay = async () => {
    const prices = await game.prices(stage.upstream, [DAYS[OLD], DAYS[NEW]], first);
    const amounts = amountsOf(served, wanted, DAYS[NEW]);
    const told = withoutHeld(prices, amountsOf(first, wanted, DAYS[OLD]), amounts);
    assert.deepEqual(few(differences(amounts, told)), []);
  };
  // Where days add to the printings they stand in another order than today's files have them: the last test has these.
  if (!game.gathers) test('every price of the next day is what the files say', nextDay);

  test('a run of what is known writes nothing and tells nothing', async () => {
    const before = await storedDigests(stage.place.store, RUN_TABLES);
    await stage.run();
    assert.deepEqual(await storedDigests(stage.place.store, RUN_TABLES), before);
    assert.deepEqual(await stage.followed.follow(), []);
  });

  test('ids are stable: what was there answers under its id, and a printing stays on its card', async () => {
    await using api = await apiOn(stage.place.store);
    const cards = new Map([...served.cards.values()].flatMap((card) => card.variants.map(({ id }) => [id, card.id])));
    for (const list of ['series', 'expansions'] as const) {
      const there = new Set(served[list].map(({ id }) => id));
      assert.deepEqual(
        first[list].filter(({ id }) => !there.has(id)),
        [],
      );
    }
    for (const { id, variants } of first.cards.values()) {
      // One that was merged into another answers as that one.
      const now = served.cards.has(id) ? id : (await api.data<Card>(`/v1/cards/${encodeURIComponent(id)}`)).id;
      for (const variant of variants) assert.equal(cards.get(variant.id) ?? now, now, `printing ${variant.id}`);
    }
  });

  const fresh = async () => {
    await using begun = await newStore(engine);
    await stage.run(begun.store);
    const shown = await servedOf(begun.store);
    wanted = await game.expected(stage.upstream);
    checkCatalog(shown, wanted, true);
    assert.deepEqual(few(misshapen(shown, await stateOf(begun.store))), []);
    assert.deepEqual(few([...badIds(shown), ...misplaced(shown), ...oddAttributes(shown)]), []);
    assert.deepEqual(
      few(differences(amountsOf(shown, wanted, DAYS[NEW]), await game.prices(stage.upstream, [DAYS[NEW]]))),
      [],
    );
  };
  // That the way there does not matter is proved on both engines by generated histories (test/laws); here on one: a minute less.
  if (engine === 'sqlite') {
    test('a store that begins with the newer snapshot shows it whole, with the same ids and its prices', fresh);
  }
}
