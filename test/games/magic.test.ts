/** Magic over the recorded upstreams: Scryfall and both marketplaces, and what Scryfall alone gives and does wrong. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import type { Card } from '../../src/catalog/records.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import type { Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { stateOf } from '../support/oracles/event-differences.ts';
import {
  expectedMagicCard,
  expectedMagicExpansion,
  expectedPrices,
  idsOf,
  isPlayed,
  listedElsewhere,
  marketRows,
  type RawMagicCard,
  type RawMagicSet,
  rawMagic,
  sharingProducts,
} from '../support/oracles/expected-magic.ts';
import type { ExpectedCard } from '../support/oracles/expected-records.ts';
import { conforms } from '../support/oracles/game-conformance.ts';
import type { Served } from '../support/oracles/walk.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const DAY = '2026-07-24';
/** The first day that is stored of the marketplaces. */
const FIRST = '2026-05-08';

const SHRUNK = /^(no|only \d+) (series|expansions|cards) came|^only \d+ of the \d+ cards/;

/** What each fault of each document comes to. */
const FAULTS: Record<string, Record<string, RegExp>> = {
  'bulk-data': { 'status:500': /answered 500/, empty: /names no file/ },
  'scryfall/sets': { half: SHRUNK, 'wrong-type': /succeeded/ },
  'scryfall/migrations': { 'status:404': /answered 404/, 'wrong-type': /succeeded/ },
  'scryfall-data': {
    giant: /is larger than \d+ bytes|unpacks to more/,
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

const withoutPrices = ({ variants, ...card }: Card) => ({
  ...card,
  variants: variants.map(({ id, usd_market, eur_market, ...printing }) => printing),
});

/**
 * The records by the ids of their cards. One that lasts under another number keeps the id that it had, unless another card
 * has that place now.
 */
function recordsById(cards: readonly RawMagicCard[], earlier?: Served): Map<string, RawMagicCard> {
  const now = [...idsOf(cards.filter(isPlayed))];
  const came = new Set(now.map(([, id]) => id));
  const had = new Map(
    [...(earlier?.cards.values() ?? [])].map(({ id, metadata }) => [metadata.attributes?.scryfall_id, id]),
  );
  return new Map(
    now.map(([card, id]) => {
      const old = had.get(card.id);
      return [earlier?.cards.has(id) || old === undefined || came.has(old) ? id : old, card];
    }),
  );
}

const EXTRAS: Readonly<Record<string, string>> = {
  art_series: 'art_series',
  front_card: 'memorabilia',
  token: 'tokens',
  double_faced_token: 'tokens',
  emblem: 'tokens',
};

/** How many records are no cards to play with on paper, by what they are. */
const skipped = (cards: readonly RawMagicCard[]): Record<string, number> => {
  const kinds = cards
    .filter((card) => !isPlayed(card))
    .map(({ digital, layout, set_type }) =>
      digital ? 'digital' : (EXTRAS[layout] ?? (set_type === 'token' ? 'tokens' : 'memorabilia')),
    );
  return Object.fromEntries(
    [...Map.groupBy(kinds, (kind) => `passed_over_${kind}`)].map(([name, all]) => [name, all.length]),
  );
};

const inCapitals = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

// On PostgreSQL the smaller games go through the same statements; this one would take a minute more there.
conforms({
  name: 'Magic',
  data: 'sample',
  sources: sourcesOf,
  at: (snapshot) => ({ games: { magic: snapshot } }),
  expected: async (upstream, earlier) => {
    const { cards, sets } = await rawMagic(upstream);
    const records = recordsById(cards, earlier);
    const named = new Set([...records.values()].map(({ set }) => set));
    const isOfCards = ({ code, digital, set_type }: RawMagicSet) =>
      named.has(code) || !(digital || /^(token|memorabilia|minigame)$/.test(set_type));
    const shown = sets.filter(isOfCards);
    return {
      series: [...new Set(shown.map(({ set_type }) => set_type))].map((type) => ({
        game: 'game',
        id: type,
        name: type.split('_').map(inCapitals).join(' '),
        logo: null,
      })),
      expansions: shown.map(expectedMagicExpansion),
      cards: [...records].map(([id, card]) => expectedMagicCard(card, id) as ExpectedCard),
      skipped: skipped(cards),
    };
  },
  prices: async (upstream, _days, earlier) => {
    const rows = await marketRows(upstream);
    const { cards } = await rawMagic(upstream);
    const elsewhere = listedElsewhere(cards);
    const amounts = [...recordsById(cards, earlier)].flatMap(([id, card]) =>
      expectedPrices(card, elsewhere.has(card) ? { ...rows, usd: new Map() } : rows).flatMap(
        ({ usd, eur }, at): [string, (number | null)[]][] => {
          const [half, ...guide] = eur ?? [];
          return [
            ...(usd ? [[`${id}/${at}/NM`, usd] as [string, (number | null)[]]] : []),
            ...(half ? [[`${id}/${at}/${half}`, guide] as [string, (number | null)[]]] : []),
          ];
        },
      ),
    );
    return new Map(amounts);
  },
  unsold: ['glossy'],
  // The marketplaces' documents are read as those of any game are.
  failing: [
    // The price side that is left of the list may hold the file of all cards.
    { source: 'catalog', match: 'bulk-data', except: ['half'] },
    { source: 'catalog', match: 'scryfall/sets' },
    // There may be no migrations.
    { source: 'catalog', match: 'scryfall/migrations', except: ['empty', 'half'] },
    { source: 'catalog', match: 'scryfall-data' },
  ],
});

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
    const expected = recordsById(cards);
    // Without the marketplace's own list nothing says whose the product is.
    const contested = new Set(sharingProducts(cards).map(({ id }) => id));
    const cents = (text: string | null | undefined) => (text ? Math.round(Number(text) * 100) : null);
    const served = (await stateOf(place.store)).cards;
    // P07 of the cases from the field: three finishes, each with an amount of its own, the etched one by a product of its own.
    const finishes = served.find(({ id }) => id === 'mh2-408')?.variants ?? [];
    assert.deepEqual(
      finishes.map(({ type, external_ids }) => `${type} ${external_ids.tcgplayer}`),
      ['normal 2503640', 'foil 2503640', 'etched 2950001'],
    );
    assert.equal(new Set(finishes.map(({ usd_market }) => usd_market[0]?.market ?? null)).size, 3);
    for (const { id, variants } of served) {
      const { id: record, prices, tcgplayer_id, finishes } = expected.get(id) ?? assert.fail(id);
      for (const { type, usd_market, eur_market } of variants) {
        const usd = { normal: prices.usd, foil: prices.usd_foil, etched: prices.usd_etched }[type];
        assert.equal(usd_market[0]?.market ?? null, contested.has(record) ? null : cents(usd), `${id} ${type}`);
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
