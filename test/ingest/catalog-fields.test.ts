/** What is served of a crawled catalog equals what the upstream's REST answers hold, field by field. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Card, CardSummary, Expansion, Series } from '../../src/catalog/records.ts';
import {
  expectedCard,
  expectedExpansion,
  expectedSeries,
  expectedSummaries,
  inReleaseOrder,
  type RawCard,
  type RawCatalog,
} from '../support/oracles/expected-catalog.ts';
import { walkList } from '../support/oracles/walk.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore, type TestStore } from '../support/stages/stores.ts';

async function compiled({ json, files }: FixtureUpstream): Promise<RawCatalog> {
  return {
    series: await json(`${files}/series.json`),
    sets: await json(`${files}/sets.json`),
    cards: await json(`${files}/cards.json`),
  };
}

/** The REST answers name marketplace ids only inside price blocks, so the cards are compared as REST gives them. */
async function crawled(upstream: FixtureUpstream): Promise<RawCatalog> {
  const { series, sets, cards } = await compiled(upstream);
  const answers: RawCard[] = [];
  for (const { id } of cards) answers.push(await upstream.json(`${upstream.rest}/en/cards/${encodeURIComponent(id)}`));
  return { series, sets, cards: answers };
}

/** The record as a catalog source alone determines it. */
const withoutPrices = ({ variants, ...card }: Card) => ({
  ...card,
  variants: variants.map(({ id, usd_market, eur_market, ...printing }) => {
    assert.ok(Number.isSafeInteger(id) && Array.isArray(usd_market) && eur_market.currency === 'EUR');
    return printing;
  }),
});

for (const [engine, missing] of ENGINES) {
  const skip = fixturesMissing || missing;
  suite(`the sample by the REST crawl on ${engine} is served and equals the upstream's data field by field`, {
    skip,
  }, () => {
    let upstream: FixtureUpstream;
    let place: TestStore;
    let api: TestApi;
    let catalog: RawCatalog;

    before(async () => {
      upstream = await startFixtureUpstream('sample');
      place = await newStore(engine);
      catalog = await crawled(upstream);
      const [report] = await runAll(place.store, { catalog: { adapter: 'tcgdex', url: upstream.rest } });
      assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
      assert.equal(report?.reason, null, 'nothing is put aside');
      api = await apiOn(place.store);
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });

    test('every series, in the list and by its id', async () => {
      const expected = expectedSeries(catalog);
      for (const limit of [7, 200]) assert.deepEqual(await walkList<Series>(api, '/v1/series', limit), expected);
      for (const series of expected) assert.deepEqual(await api.data(`/v1/series/${series.id}`), series);
    });

    test('every expansion, in the list and by its id', async () => {
      const expected = inReleaseOrder(catalog).map(expectedExpansion);
      for (const limit of [7, 200]) {
        assert.deepEqual(await walkList<Expansion>(api, '/v1/expansions', limit), expected);
      }
      for (const expansion of expected) {
        assert.deepEqual(await api.data(`/v1/expansions/${encodeURIComponent(expansion.id)}`), expansion);
      }
    });

    test('every card in the list, by cursor at 7 and at 200 rows a page, each once in catalog order', async () => {
      const expected = expectedSummaries(catalog);
      assert.equal(expected.length, 1325);
      for (const limit of [7, 200]) assert.deepEqual(await walkList<CardSummary>(api, '/v1/cards', limit), expected);
    });

    test('every card and printing by its id, each printing with an id of its own', async () => {
      const ids = new Set<number>();
      let printings = 0;
      for (const card of catalog.cards) {
        const served = await api.data<Card>(`/v1/cards/${encodeURIComponent(card.id)}`);
        assert.deepEqual(withoutPrices(served), expectedCard(card));
        for (const { id } of served.variants) ids.add(id);
        printings += served.variants.length;
      }
      assert.equal(printings, 2370);
      assert.equal(ids.size, printings);
    });
  });
}
