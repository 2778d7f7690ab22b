/** Every price of the fixture upstream, 30 days of it and all four sources, against an expectation worked out from the files. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { allProducts } from '../../src/store/catalog/products.ts';
import { currentCardPrices, currentProductPrices } from '../../src/store/prices/current-prices.ts';
import type { Store } from '../../src/store/store.ts';
import { ExpectedPrices, type RawCard, readDay } from '../support/oracles/expected-prices.ts';
import { cardHistory, productHistory } from '../support/oracles/shown-histories.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const FIRST = '2026-05-08';
/** All ninety that are recorded take four minutes of .ci/run. */
const DAYS = 30;
const LAST = addDays(FIRST, DAYS - 1);
const window = { from: FIRST, to: LAST };

/** A card's history as days of amounts by printing and series, in the shape of the expectation. */
async function servedHistory(store: Store, id: string): Promise<Record<string, Record<string, unknown>>> {
  const served: Record<string, Record<string, unknown>> = {};
  for (const [index, { usd, eur }] of ((await cardHistory(store.reads, id, window))?.variants ?? []).entries()) {
    const series: Record<string, unknown> = {};
    for (const { condition, days } of usd) series[condition] = days.map(({ day, amounts }) => [day, ...amounts]);
    if (eur.days.length > 0) series[eur.price_kind ?? ''] = eur.days.map(({ day, amounts }) => [day, ...amounts]);
    if (Object.keys(series).length > 0) served[`${id}/${index}`] = series;
  }
  return served;
}

/** A card's current prices by printing and series. */
async function servedCurrent(store: Store, id: string, variantIds: number[]) {
  const served: Record<string, Record<string, unknown>> = {};
  for (const price of (await currentCardPrices(store.reads, [id])).get(id) ?? []) {
    const place = `${id}/${variantIds.indexOf(price.variant_id)}`;
    const series = price.market === 'usd' ? price.condition : (price.price_kind ?? '');
    served[place] = { ...served[place], [series]: [price.observed_on, ...Object.values(price.amounts)] };
  }
  return served;
}

test('every current price and every day of history is what the files of all four sources say, cent by cent', {
  skip: fixturesMissing,
  timeout: 600_000,
}, async () => {
  await using server = await startFixtureUpstream('sample', ['--day', FIRST]);
  await using place = await newStore('sqlite');
  const { store } = place;
  const cards = await server.json<RawCard[]>(`${server.files}/cards.json`);
  const { results } = await server.json<{ results: { groupId: number }[] }>(`${server.base}/tcgcsv/tcgplayer/3/groups`);
  const groups = results.map(({ groupId }) => groupId);
  const expected = new ExpectedPrices(cards);
  for (let day = FIRST; day <= LAST; day = addDays(day, 1)) {
    await server.control({ day });
    for (const report of await runAll(store, fixtureSources(server.base))) {
      assert.equal(report.outcome, 'succeeded', `${report.source} on ${day}: ${report.reason}`);
    }
    expected.addDay(await readDay(server, day, groups));
  }
  let amounts = 0;
  for (const { id } of cards) {
    const wanted: Record<string, Record<string, unknown>> = {};
    const newest: Record<string, Record<string, unknown>> = {};
    for (const [place, series] of expected.printings) {
      if (place.slice(0, place.lastIndexOf('/')) !== id) continue;
      for (const [name, days] of series) {
        const rows = [...days].map(([day, values]) => [day, ...values]);
        amounts += rows.length;
        wanted[place] = { ...wanted[place], [name]: rows };
        newest[place] = { ...newest[place], [name]: rows.at(-1) };
      }
    }
    assert.deepEqual(await servedHistory(store, id), wanted);
    const { body } = await store.reads
      .selectFrom('cards')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const variantIds = (JSON.parse(body) as { variants: { id: number }[] }).variants.map((variant) => variant.id);
    assert.deepEqual(await servedCurrent(store, id, variantIds), newest);
  }
  assert.ok(amounts > 300_000, `${amounts} observations`);
  await checkSealed(store, server);
});

/** The sealed products: every one is listed, and its newest prices are those of the last day's files. */
async function checkSealed(store: Store, { base, json }: FixtureUpstream): Promise<void> {
  const { priceGuides } = await json<{ priceGuides: { idProduct: number; trend: number | null }[] }>(
    `${base}/cardmarket/productCatalog/priceGuide/price_guide_6.json`,
  );
  const trendOf = new Map(priceGuides.map(({ idProduct, trend }) => [idProduct, trend]));
  const products = await allProducts(store.reads, DEFAULT_SCOPE.game);
  assert.equal(products.length, 19);
  assert.equal(products.filter(({ expansions }) => expansions.length === 1).length, 19);
  assert.equal(products.filter(({ external_ids }) => external_ids.cardmarket !== null).length, 16);
  const prices = await currentProductPrices(
    store.reads,
    products.map(({ id }) => id),
  );
  for (const { id, external_ids } of products) {
    const eur = prices.get(id)?.find((price) => price.market === 'eur');
    assert.equal(eur === undefined, external_ids.cardmarket === null);
    const trend = trendOf.get(external_ids.cardmarket ?? 0);
    if (eur?.observed_on === LAST) assert.equal(eur.amounts.trend, Math.round((trend ?? 0) * 100));
    const [usd] = (await productHistory(store.reads, id, window))?.variants ?? [];
    assert.equal(usd?.variant, 'normal');
    assert.ok((usd?.usd[0]?.days.length ?? 0) > 22);
    assert.equal(usd?.usd[0]?.condition, 'Unopened');
  }
}
