/** What every game passes over the recorded upstreams: its records, prices, events, search and failures, as the specification has them. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Card, Expansion, Series, Variant } from '../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { readCatalogIndexes } from '../../src/search/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { articleSubTypes } from '../../src/store/prices/market-knowledge.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { FollowedStore } from '../laws/followed-store.ts';
import { apiOn } from './api.ts';
import { stateOf } from './event-differences.ts';
import { type FixtureData, type FixtureUpstream, fixturesMissing, startFixtureUpstream } from './fixture-upstream.ts';
import { runAll } from './ingest.ts';
import { badIds, confusedPrintings, few, misplaced, misshapen, oddAttributes } from './record-rules.ts';
import { RUN_TABLES, storedDigests } from './stored.ts';
import { ENGINES, newStore, type TestStore } from './stores.ts';
import { readEverything, type Served } from './walk.ts';

const OLD = '2026-07-14';
const NEW = '2026-08-21';
/** The day of the older snapshot, and that of the newer one. */
const DAYS = { [OLD]: '2026-07-23', [NEW]: '2026-07-24' };
type Snapshot = keyof typeof DAYS;

/** What has to be served of a card before the prices, its printings without the ids that only the service knows. */
export type ExpectedCard = Omit<Card, 'variants'> & {
  variants: Omit<Variant, 'id' | 'usd_market' | 'eur_market'>[];
};

/** What has to be served of the upstream as it stands, in any order. */
export interface ExpectedCatalog {
  series: Omit<Series, 'expansions'>[];
  expansions: Expansion[];
  cards: ExpectedCard[];
  /** Records that are put aside, of whatever kind; 0 where it is not said. */
  aside?: number;
}

/**
 * Amounts in cents, by card, place of the printing on it, and condition or half: `base1-4/0/NM` is market, low and high,
 * `base1-4/0/plain` (or `holo`) the six of the guide.
 */
export type ExpectedAmounts = ReadonlyMap<string, readonly (number | null)[]>;

/** Documents that must not be believed when they are cut, empty, halved or no data. */
export interface FailingDocuments {
  /** The source that reads them, by its name in `sources`. */
  source: string;
  /** A regular expression on their path and query. */
  match: string;
  /** Kinds of fault that do no harm there, or cannot be told. */
  except?: readonly string[];
}

/** A game as the suite is told of it. Expectations are worked out from the documents, never by its adapter. */
export interface RecordedGame {
  /** In titles. */
  name: string;
  /** Where the upstream's own catalog and days lie. */
  data: FixtureData;
  /** The sources in the order in which they run, the catalog's first. */
  sources(upstream: FixtureUpstream): Record<string, SourceSettings>;
  /** What the upstream is told in order to stand at a snapshot. */
  at(snapshot: string): Parameters<FixtureUpstream['control']>[0];
  expected(upstream: FixtureUpstream): Promise<ExpectedCatalog>;
  prices(upstream: FixtureUpstream, day: string): Promise<ExpectedAmounts>;
  failing: readonly FailingDocuments[];
  /** Cards that name one printing twice upstream. */
  twice?: readonly string[];
  /** Types of printings that the marketplace of `usd_market` has no sub type for. */
  unsold?: readonly string[];
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

/** The record as the catalog's source alone determines it. */
const withoutPrices = ({ variants, ...card }: Card): ExpectedCard => ({
  ...card,
  variants: variants.map(({ id, usd_market, eur_market, ...printing }) => printing),
});

const byId = <Row extends { id: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Every amount that is served, under the keys of the expectation. */
function amountsOf({ cards }: Served): Map<string, (number | null)[]> {
  const amounts = new Map<string, (number | null)[]>();
  for (const { id, variants } of cards.values()) {
    for (const [at, { usd_market, eur_market }] of variants.entries()) {
      for (const { condition, market, low, high } of usd_market)
        amounts.set(`${id}/${at}/${condition}`, [market, low, high]);
      const { price_kind, avg, low, trend, avg_holo, low_holo, trend_holo } = eur_market;
      if (price_kind) amounts.set(`${id}/${at}/${price_kind}`, [avg, low, trend, avg_holo, low_holo, trend_holo]);
    }
  }
  return amounts;
}

function differences(actual: ExpectedAmounts, wanted: ExpectedAmounts): string[] {
  return [...new Set([...actual.keys(), ...wanted.keys()])].flatMap((key) => {
    const [one, other] = [actual.get(key), wanted.get(key)].map((amounts) => JSON.stringify(amounts));
    return one === other ? [] : [`${key}: ${one} instead of ${other}`];
  });
}

/** The expectation after a day on which `earlier` was served: its printings with those that were there. */
function gathered(wanted: ExpectedCatalog, earlier: Served): ExpectedCatalog {
  return {
    ...wanted,
    cards: wanted.cards.map((card) => {
      const before = earlier.cards.get(card.id);
      const texts = new Set([card, ...(before ? [withoutPrices(before)] : [])].flatMap(printingTexts));
      return { ...card, variants: [...texts].sort().map((text) => JSON.parse(text)) };
    }),
  };
}

const printingTexts = ({ variants }: ExpectedCard): string[] =>
  variants.map(({ type, subtype, size, stamps, foil, external_ids: { tcgplayer, cardmarket } }) =>
    JSON.stringify({ type, subtype, size, stamps, foil, external_ids: { tcgplayer, cardmarket } }),
  );

/** The same with the printings in the order of what they are, since days add to them. */
const inOneOrder = ({ cards, ...served }: Served): Served => ({
  ...served,
  cards: new Map(
    [...cards].map(([id, card]) => {
      const at = new Map(printingTexts(withoutPrices(card)).map((text, index) => [text, index]));
      const order = [...at].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, index]) => index);
      return [id, { ...card, variants: order.flatMap((index) => card.variants[index] ?? []) }];
    }),
  ),
});

/** Whether all of what came is there, field by field; nothing else is where `only` says so. */
function checkCatalog(served: Served, wanted: ExpectedCatalog, only: boolean): void {
  const own = served.series.map(({ expansions, ...series }) => series);
  const came = (ids: readonly { id: string }[]) => new Set(ids.map(({ id }) => id));
  const kept = <Row extends { id: string }>(rows: readonly Row[], wantedRows: readonly { id: string }[]) =>
    only ? rows : rows.filter(({ id }) => came(wantedRows).has(id));
  assert.deepEqual(byId(kept(own, wanted.series)), byId(wanted.series));
  assert.deepEqual(byId(kept(served.expansions, wanted.expansions)), byId(wanted.expansions));
  const summaries = new Map(served.summaries.map((row) => [row.id, row]));
  for (const card of wanted.cards) {
    const { game, id, expansion_id, number, name, rarity, image } = card;
    const { number_normalized, ...shown } = summaries.get(id) ?? {};
    assert.deepEqual(shown, { game, id, expansion_id, number, name, rarity, image });
    const found = served.cards.get(card.id);
    assert.ok(found, `${card.id} is served`);
    assert.deepEqual(withoutPrices(found), card);
  }
  for (const { id, expansions } of served.series) {
    const inOrder = served.expansions.filter(({ series_id }) => series_id === id).map((expansion) => expansion.id);
    assert.deepEqual(
      expansions.map((expansion) => expansion.id),
      inOrder,
    );
  }
  if (only) assert.equal(served.cards.size, wanted.cards.length);
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

/** What the marketplace's days have taught: the sub types under which cards' articles are sold. */
async function checkSubTypes({ game: { unsold = [] }, place, sources }: Stage, { cards }: Served): Promise<void> {
  const { subTypesOf } = gameOf(sources, DEFAULT_SCOPE).printings;
  const named = new Set<string>();
  const articles = new Set<number>();
  const wordless = new Set<string>();
  for (const variant of [...cards.values()].flatMap(({ variants }) => variants)) {
    if (variant.external_ids.tcgplayer === null) continue;
    articles.add(variant.external_ids.tcgplayer);
    const names = subTypesOf(variant);
    for (const name of names) named.add(name);
    if (names.length === 0) wordless.add(variant.type);
  }
  assert.deepEqual(
    [...wordless].filter((type) => !unsold.includes(type)),
    [],
  );
  const sold = (await articleSubTypes(place.store.reads)).filter(({ product_id }) => articles.has(product_id));
  assert.deepEqual(
    [...new Set(sold.map(({ sub_type }) => sub_type))].filter((name) => !named.has(name)),
    [],
  );
}

/** That a run on a document which is no good fails with a reason, and leaves the store as it was. */
async function checkFailing({ game, upstream, place, sources }: Stage): Promise<void> {
  const digests = () => storedDigests(place.store, RUN_TABLES);
  const before = await digests();
  for (const { source, match, except = [] } of game.failing) {
    // Configured anew it holds no validators: what has not changed upstream is read as well.
    const configured = { ...sources, [source]: { ...sources[source], window: '27h' } as SourceSettings };
    for (const kind of FAULTS.filter((fault) => !except.includes(fault))) {
      await upstream.control({ faults: [{ match, kind }] });
      const [report] = await runAll(place.store, configured, { only: source });
      assert.equal(report?.outcome, 'failed', `${source} with ${kind} on ${match}`);
      assert.ok((report?.reason ?? '').length > 0);
      assert.deepEqual(await digests(), before, `${source} with ${kind} on ${match}`);
    }
  }
  await upstream.control({ faults: [] });
}

/** Registers the suite of one game, on every engine or on these. */
export function conforms(game: RecordedGame, engines = ENGINES): void {
  for (const [engine, missing] of engines) {
    const skip = fixturesMissing || missing;
    suite(`${game.name} over the recorded upstreams on ${engine}`, { skip, timeout: 900_000 }, () =>
      registerTests(game, engine),
    );
  }
}

function registerTests(game: RecordedGame, engine: Engine): void {
  let stage: Stage;
  let catalogReport: RunReport | undefined;
  let wanted: ExpectedCatalog;
  let first: Served;
  let served: Served;

  before(async () => {
    const upstream = await startFixtureUpstream(game.data);
    stage = new Stage(game, upstream, await newStore(engine));
    await stage.stand(OLD);
    [catalogReport] = await stage.run();
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
    const { counts = {}, reason = null } = catalogReport ?? {};
    const { aside = 0 } = wanted;
    assert.deepEqual([counts.cards, counts.quarantined], [wanted.cards.length, aside]);
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
    const prices = await game.prices(stage.upstream, DAYS[OLD]);
    assert.ok(prices.size > 0);
    assert.deepEqual(few(differences(amountsOf(served), prices)), []);
  });

  test('an exact name is found first', () => checkSearch(stage.place.store, served));

  test('a source that fails changes nothing', async () => {
    await stage.stand(NEW);
    await checkFailing(stage);
  });

  test('the newer snapshot is told as it differs from the older one', async () => {
    await stage.stand(NEW);
    await stage.run();
    assert.deepEqual((await stage.followed.follow()).slice(0, 10), []);
    // A printing is let go in the second run without it.
    await stage.run();
    assert.deepEqual((await stage.followed.follow()).slice(0, 10), []);
    served = await servedOf(stage.place.store);
    wanted = await game.expected(stage.upstream);
    if (game.gathers) checkCatalog(inOneOrder(served), gathered(wanted, first), false);
    else checkCatalog(served, wanted, false);
  });

  test('a run of what is known writes nothing and tells nothing', async () => {
    const before = await storedDigests(stage.place.store, RUN_TABLES);
    await stage.run();
    assert.deepEqual(await storedDigests(stage.place.store, RUN_TABLES), before);
    assert.deepEqual(await stage.followed.follow(), []);
  });

  test('ids are stable: what was there answers under its id, and a printing stays on its card', () => {
    const cards = new Map([...served.cards.values()].flatMap((card) => card.variants.map(({ id }) => [id, card.id])));
    for (const { id } of [...first.series, ...first.expansions, ...first.summaries]) {
      const lists = [served.series, served.expansions, served.summaries];
      assert.ok(
        lists.some((rows) => rows.some((row) => row.id === id)),
        `${id} is there`,
      );
    }
    for (const { id, variants } of first.cards.values()) {
      for (const variant of variants) assert.equal(cards.get(variant.id) ?? id, id, `printing ${variant.id}`);
    }
  });

  test('a store that begins with the newer snapshot shows it whole, with the same ids and its prices', async () => {
    await using fresh = await newStore(engine);
    await stage.run(fresh.store);
    const shown = await servedOf(fresh.store);
    checkCatalog(shown, wanted, true);
    assert.deepEqual(few(misshapen(shown, await stateOf(fresh.store))), []);
    assert.deepEqual(few([...badIds(shown), ...misplaced(shown), ...oddAttributes(shown)]), []);
    assert.deepEqual(few(differences(amountsOf(shown), await game.prices(stage.upstream, DAYS[NEW]))), []);
  });
}
