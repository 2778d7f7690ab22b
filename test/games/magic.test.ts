/** Magic as recorded: every field, price and event of both snapshots, against an expectation worked out from the files. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import type { Card, Expansion, Variant } from '../../src/catalog/records.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { eventsAfter, numberEvents } from '../../src/store/events/events.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { apiOn, type TestApi } from '../support/api.ts';
import { differencesOf, stateOf, toldBy } from '../support/event-differences.ts';
import {
  expectedMagicCard,
  expectedMagicExpansion,
  expectedPrices,
  idsOf,
  isPlayed,
  marketRows,
  type RawMagicCard,
  rawMagic,
} from '../support/expected-magic.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/fixture-upstream.ts';
import { runAll } from '../support/ingest.ts';
import { ENGINES, newStore } from '../support/stores.ts';

const OLD = '2026-07-14';
const NEW = '2026-08-21';
const DAY = '2026-07-24';
/** The first day that is stored of the marketplaces. */
const FIRST = '2026-05-08';

const SHRUNK = /^(no|only \d+) (series|expansions|cards) came|^only \d+ of the \d+ cards/;

/** What each fault of each document comes to. */
const FAULTS: Record<string, Record<string, RegExp>> = {
  'bulk-data': {
    'status:500': /answered 500/,
    'wrong-type:root': /holds no list/,
    empty: /names no file/,
    html: /web page/,
  },
  'scryfall/sets': { empty: SHRUNK, half: SHRUNK, truncated: /not whole JSON/, 'wrong-type': /succeeded/ },
  'scryfall/migrations': { 'status:404': /answered 404/, 'wrong-type': /succeeded/ },
  'scryfall-data': {
    empty: /is empty|no cards came/,
    half: SHRUNK,
    truncated: /cannot be unpacked/,
    'truncated:drop': /gave up/,
    giant: /is larger than \d+ bytes|unpacks to more/,
    html: /web page/,
    'wrong-type': /succeeded/,
    'duplicate-rows': /records cannot be taken.*given twice/,
    'nul-names': /records cannot be taken/,
    'status:404': /answered 404/,
  },
};

const catalogOf = ({ base }: FixtureUpstream): SourceSettings =>
  ({ adapter: 'scryfall', url: `${base}/scryfall`, give_up_after: '1s' }) as SourceSettings;

function sourcesOf(upstream: FixtureUpstream): Record<string, SourceSettings> {
  const cardmarket = `${upstream.base}/cardmarket/productCatalog`;
  return {
    catalog: catalogOf(upstream),
    usd_market: { adapter: 'tcgcsv', url: `${upstream.base}/tcgcsv/tcgplayer`, category: 1 },
    eur_market: {
      adapter: 'cardmarket',
      prices: `${cardmarket}/priceGuide/price_guide_1.json`,
      products: ['singles', 'nonsingles'].map((kind) => `${cardmarket}/productList/products_${kind}_1.json`),
    },
  };
}

async function run(store: Store, sources: Record<string, SourceSettings>): Promise<RunReport[]> {
  const reports = await runAll(store, sources);
  for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
  return reports;
}

/** Bodies of the events that came since the position. */
async function eventsSince(store: Store, after: number): Promise<string[]> {
  while ((await numberEvents(store, new Date().toISOString(), () => true)) > 0);
  return (await eventsAfter(store.reads, { after, limit: 100_000 })).map(({ body }) => body);
}

const withoutPrices = ({ variants, ...card }: Card) => ({
  ...card,
  variants: variants.map(({ id, usd_market, eur_market, ...printing }) => printing),
});

/** What is expected of every card, by id, after a run on these records; what was there before and is gone stays. */
function expectedCards(cards: readonly RawMagicCard[], before = new Map<string, RawMagicCard>()) {
  const now = [...idsOf(cards.filter(isPlayed))];
  const came = new Set(now.map(([, id]) => id));
  const oldIds = new Map([...before].map(([id, card]) => [card.id, id]));
  const expected = new Map(before);
  for (const [card, id] of now) {
    // A record that lasts under another number keeps the id that it had, unless another card has that place now.
    const old = oldIds.get(card.id);
    expected.set(before.has(id) || old === undefined || came.has(old) ? id : old, card);
  }
  return expected;
}

async function checkCards(store: Store, expected: ReadonlyMap<string, RawMagicCard>) {
  const { cards } = await stateOf(store);
  assert.deepEqual(cards.map(({ id }) => id).toSorted(), [...expected.keys()].toSorted());
  for (const card of cards) {
    const raw = expected.get(card.id);
    assert.ok(raw);
    assert.deepEqual(withoutPrices(card), expectedMagicCard(raw, card.id));
  }
}

/** The amounts that a printing shows, in the shape of the expectation. */
const shownPrices = ({ usd_market, eur_market }: Variant) => {
  const [usd] = usd_market.filter(({ observed_on }) => observed_on === DAY);
  const { price_kind, avg, low, trend, avg_holo, low_holo, trend_holo } = eur_market;
  return {
    usd: usd && [usd.market, usd.low, usd.high],
    eur: eur_market.observed_on === DAY ? [price_kind, avg, low, trend, avg_holo, low_holo, trend_holo] : undefined,
  };
};

async function checkPrices(upstream: FixtureUpstream, store: Store, expected: ReadonlyMap<string, RawMagicCard>) {
  const rows = await marketRows(upstream);
  const priced = { usd: 0, eur: 0 };
  for (const card of (await stateOf(store)).cards) {
    const raw = expected.get(card.id);
    assert.ok(raw);
    const wanted = expectedPrices(raw, rows);
    assert.deepEqual(card.variants.map(shownPrices), wanted, card.id);
    for (const { usd, eur } of wanted) {
      priced.usd += usd ? 1 : 0;
      priced.eur += eur ? 1 : 0;
    }
  }
  assert.ok(priced.usd > 7000 && priced.eur > 7000, JSON.stringify(priced));
}

const answeringId = async (api: TestApi, id: string) =>
  (await api.data<Card>(`/v1/cards/${encodeURIComponent(id)}`)).id;

async function switchSnapshots(engine: Engine) {
  await using upstream = await startFixtureUpstream('sample', ['--day', DAY]);
  await using place = await newStore(engine);
  await using api = await apiOn(place.store);
  const { store } = place;
  await upstream.control({ games: { magic: OLD } });
  const old = await rawMagic(upstream);
  const [first] = await run(store, sourcesOf(upstream));
  const before = expectedCards(old.cards);
  await checkCards(store, before);
  await checkPrices(upstream, store, before);

  const out = Map.groupBy(
    old.cards.filter((card) => !isPlayed(card)),
    ({ digital }) => (digital ? 'digital' : 'other'),
  );
  const { passed_over_digital, passed_over_tokens, passed_over_art_series, passed_over_memorabilia, ...counts } =
    first?.counts ?? {};
  assert.equal(passed_over_digital, out.get('digital')?.length);
  const others = Number(passed_over_tokens) + Number(passed_over_art_series) + Number(passed_over_memorabilia);
  assert.equal(others, out.get('other')?.length);
  assert.deepEqual([counts.quarantined, counts.fields_left_out, counts.words_unknown], [0, undefined, undefined]);

  const shown = await stateOf(store);
  const position = (await eventsSince(store, 0)).length;
  await upstream.control({ games: { magic: NEW } });
  const now = await rawMagic(upstream);
  const [second] = await run(store, sourcesOf(upstream));
  const after = expectedCards(now.cards, before);
  assert.equal(second?.counts.cards_new, 261);
  assert.equal(second?.counts.cards_renamed, 3);
  await checkCards(store, after);
  await checkPrices(upstream, store, after);
  assert.deepEqual(toldBy(await eventsSince(store, position)), differencesOf(shown, await stateOf(store)));

  const wanted = now.sets.map(expectedMagicExpansion);
  for (const expansion of (await stateOf(store)).expansions) {
    assert.deepEqual(expansion, wanted.find(({ id }) => id === expansion.id) satisfies Expansion | undefined);
  }
  for (const id of ['chk-250', 'chk-250a']) assert.equal(await answeringId(api, id), 'chk-250');
  // Merged into the record that stands at its own place now, under another lasting id; and one merged years ago.
  assert.equal(await answeringId(api, 'dee17e12-e08f-4449-9f49-05f20e0d1670'), 'mid-151');
  assert.equal(await answeringId(api, 'lea-999'), 'lea-134');
  for (const gone of ['all-71a', 'clb-858', 'fem-38c']) assert.equal(await answeringId(api, gone), gone);
  const again = await eventsSince(store, 0);
  assert.deepEqual(
    (await run(store, sourcesOf(upstream))).map(({ counts }) => counts),
    [{}, {}, {}],
  );
  assert.equal((await eventsSince(store, 0)).length, again.length);
}

for (const [engine, missing] of ENGINES) {
  suite(`Magic on ${engine}`, { skip: fixturesMissing || missing, timeout: 600_000 }, () => {
    test('every field and price of both snapshots is what the files say, and events are the differences', () =>
      switchSnapshots(engine));
  });
}

suite('Scryfall as recorded', { skip: fixturesMissing, timeout: 600_000 }, () => {
  test('the array form of the file gives the same catalog as the lines', async () => {
    const shown = [];
    for (const scryfall of ['jsonl', 'legacy'] as const) {
      await using upstream = await startFixtureUpstream('sample', ['--day', DAY]);
      await using place = await newStore('sqlite');
      await upstream.control({ scryfall });
      await run(place.store, {
        catalog: { ...catalogOf(upstream), include: ['tokens', 'digital', 'memorabilia', 'art_series'] },
      });
      const state = await stateOf(place.store);
      shown.push(
        JSON.stringify(state, (key, value) => (key === 'observed_on' ? undefined : value)).replaceAll(
          upstream.base,
          '',
        ),
      );
      // Of the array form only the service makes lines.
      if (scryfall === 'jsonl') assert.equal(state.cards.length, (await rawMagic(upstream)).cards.length);
    }
    assert.equal(shown[0], shown[1]);
  });

  test('where no marketplace source is configured, the prices in the records are those of the day of the file', async () => {
    await using upstream = await startFixtureUpstream('sample', ['--day', DAY]);
    await using place = await newStore('sqlite');
    await run(place.store, { catalog: catalogOf(upstream) });
    const { cards } = await rawMagic(upstream);
    const expected = expectedCards(cards);
    const cents = (text: string | null | undefined) => (text ? Math.round(Number(text) * 100) : null);
    for (const { id, variants } of (await stateOf(place.store)).cards) {
      const { prices, tcgplayer_id, finishes } = expected.get(id) ?? assert.fail(id);
      for (const { type, usd_market, eur_market } of variants) {
        const usd = { normal: prices.usd, foil: prices.usd_foil, etched: prices.usd_etched }[type];
        assert.equal(usd_market[0]?.market ?? null, cents(usd), `${id} ${type}`);
        if (usd_market[0]) assert.equal(usd_market[0].observed_on, DAY);
        const isSpokenFor = type === 'etched' && finishes.includes('foil');
        const own = type === 'normal' ? eur_market.trend : eur_market.trend_holo;
        if (!isSpokenFor && type !== 'glossy')
          assert.equal(own, cents(type === 'normal' ? prices.eur : prices.eur_foil), `${id} ${type} ${tcgplayer_id}`);
      }
    }
  });

  test('what the upstream does wrong is an outage or put aside, and never a changed catalog', async (t) => {
    await using upstream = await startFixtureUpstream('sample', ['--day', FIRST]);
    await using place = await newStore('sqlite');
    const sources = { catalog: catalogOf(upstream) };
    await run(place.store, sources);
    const shown = async () => JSON.stringify((await stateOf(place.store)).cards.map(withoutPrices));
    const before = await shown();
    const outcomes: Record<string, string> = {};
    let day = FIRST;
    for (const [match, kinds] of Object.entries(FAULTS)) {
      for (const [kind, wanted] of Object.entries(kinds)) {
        // The file is another one every day.
        day = addDays(day, 1);
        await upstream.control({ day, faults: [{ match, kind }] });
        const [report] = await runAll(place.store, sources);
        outcomes[`${match} ${kind}`] = report?.outcome === 'failed' ? (report.reason ?? '') : 'succeeded';
        assert.match(outcomes[`${match} ${kind}`] ?? '', wanted, `${match} ${kind}`);
      }
      assert.equal(await shown(), before, match);
    }
    t.diagnostic(JSON.stringify(outcomes));
  });
});
