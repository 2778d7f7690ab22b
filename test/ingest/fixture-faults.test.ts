/** The price sources against every fault that the fixture upstream knows: nothing wrong is ever published. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { currentCardPrices } from '../../src/store/prices/current-prices.ts';
import type { Store } from '../../src/store/store.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const options = { skip: fixturesMissing };
const DAY = '2026-07-23';
const NEXT = '2026-07-24';

/** Every current price as text, by card and printing; the source's name is left out. */
async function everyPrice(store: Store): Promise<Map<string, string>> {
  const cards = await store.reads.selectFrom('cards').select(['id', 'body']).orderBy('id').execute();
  const places = new Map<number, string>();
  for (const { id, body } of cards) {
    for (const [at, variant] of (JSON.parse(body) as Card).variants.entries()) places.set(variant.id, `${id}/${at}`);
  }
  const prices = await currentCardPrices(
    store.reads,
    cards.map(({ id }) => id),
  );
  return new Map(
    [...prices.values()].flat().map((price) => {
      const { variant_id, source, ...rest } = price;
      const part = price.market === 'usd' ? price.condition : 'EUR';
      return [`${places.get(variant_id)}/${part}`, JSON.stringify(rest)];
    }),
  );
}

/** The first differences of two price lists: a whole list would fill a screen a thousand times. */
function differences(actual: Map<string, string>, wanted: Map<string, string>): string[] {
  return [...new Set([...actual.keys(), ...wanted.keys()])]
    .filter((key) => actual.get(key) !== wanted.get(key))
    .map((key) => `${key}: ${actual.get(key)} instead of ${wanted.get(key)}`)
    .slice(0, 5);
}

/** Faults on the documents that carry prices, and whether a run then fails; or leaves out all rows of it, each being a part. */
const faults: [kind: string, match: string, outcome: 'failed' | 'left out' | 'succeeded'][] = [
  ['status:500', 'prices$|price_guide|justtcg', 'failed'],
  ['empty', 'prices$|price_guide|justtcg', 'failed'],
  ['half', 'prices$|price_guide', 'failed'],
  ['truncated', 'prices$|price_guide|justtcg', 'failed'],
  ['truncated:drop', 'prices$|price_guide|justtcg', 'failed'],
  ['html', 'prices$|price_guide|justtcg', 'failed'],
  ['drop', 'prices$|price_guide|justtcg', 'failed'],
  ['scale100', 'prices$|price_guide', 'failed'],
  ['scale100', 'justtcg', 'left out'],
  ['wrong-type:root', 'prices$|price_guide|justtcg', 'failed'],
  ['version2', 'price_guide', 'failed'],
  ['duplicate-rows', 'prices$|price_guide|justtcg', 'succeeded'],
  ['strings', 'prices$|price_guide|justtcg', 'succeeded'],
  ['wrong-type', 'prices$|price_guide', 'succeeded'],
];

test('a fault either fails the run and changes nothing, or changes no price', options, async () => {
  await using server = await startFixtureUpstream('sample', ['--day', DAY]);
  await using healthy = await newStore('sqlite');
  await using place = await newStore('sqlite');
  const sources = fixtureSources(server.base);
  for (const { store } of [healthy, place]) await runAll(store, sources);
  const before = await everyPrice(place.store);
  await server.control({ day: NEXT });
  await runAll(healthy.store, sources);
  const after = await everyPrice(healthy.store);

  for (const [kind, match, outcome] of faults.filter((fault) => fault[2] !== 'succeeded')) {
    await server.control({ faults: [{ match, kind }] });
    const met = Object.entries(sources).filter(([name]) => isFaulty(name, match));
    for (const report of await runAll(place.store, Object.fromEntries(met))) {
      assert.equal(report.outcome, outcome === 'failed' ? 'failed' : 'succeeded', `${kind}: ${report.source}`);
      assert.match(report.reason ?? '', outcome === 'failed' ? /./ : /wrong unit\?: left out/);
    }
    assert.deepEqual(differences(await everyPrice(place.store), before), [], kind);
  }
  for (const [kind, match] of faults.filter((fault) => fault[2] === 'succeeded')) {
    await using fresh = await newStore('sqlite');
    await server.control({ day: DAY, faults: [] });
    await runAll(fresh.store, sources);
    await server.control({ day: NEXT, faults: [{ match, kind }] });
    for (const report of await runAll(fresh.store, sources)) {
      assert.equal(report.outcome, 'succeeded', `${kind}: ${report.source}: ${report.reason}`);
      if (kind === 'wrong-type' && isFaulty(report.source, match)) assert.ok((report.counts.quarantined ?? 0) > 0);
    }
    if (kind !== 'wrong-type') assert.deepEqual(differences(await everyPrice(fresh.store), after), [], kind);
  }
});

const isFaulty = (source: string, match: string) =>
  match.includes({ usd_market: 'prices$', usd_conditions: 'justtcg', eur_market: 'price_guide' }[source] ?? ' ');

test('an operator with TCGdex alone has the prices that the marketplaces’ own files give', options, async () => {
  await using server = await startFixtureUpstream('sample', ['--day', DAY]);
  await using own = await newStore('sqlite');
  await using embedded = await newStore('sqlite');
  const crawl = { files: undefined, url: server.rest, language: 'en' };
  const { catalog, usd_market, eur_market } = fixtureSources(server.base, crawl as object);
  assert.ok(catalog && usd_market && eur_market);
  for (const report of await runAll(embedded.store, { catalog }))
    assert.equal(report.outcome, 'succeeded', report.reason ?? '');
  for (const report of await runAll(own.store, { catalog, usd_market, eur_market })) {
    assert.equal(report.outcome, 'succeeded', report.reason ?? '');
  }
  const wanted = await everyPrice(own.store);
  assert.ok(wanted.size > 3000);
  assert.deepEqual(differences(await everyPrice(embedded.store), wanted), []);
});
