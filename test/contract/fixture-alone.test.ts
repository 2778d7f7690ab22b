/** One language alone: a deployment in French, German or Japanese has the cards of its build and the prices of its printings. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Card, CardSummary } from '../../src/catalog/records.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { readEverything } from '../support/oracles/walk.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { filesOf, restOf, spokenFixture } from '../support/sources/localized-fixture.ts';

interface UpstreamCard {
  id: string;
  name: string;
}

const cardsOf = ({ base, json }: FixtureUpstream, language: string) =>
  json<UpstreamCard[]>(`${base}/tcgdex/generated/${language}/cards.json`);

/** How many printings of the cards have a price at each marketplace. */
function priced(cards: ReadonlyMap<string, Card>, ids: ReadonlySet<string>) {
  const variants = [...cards].flatMap(([id, card]) => (ids.has(id) ? card.variants : []));
  return {
    usd: variants.filter(({ usd_market }) => usd_market.length > 0).length,
    eur: variants.filter(({ eur_market }) => eur_market.observed_on !== null).length,
  };
}

suite('one language alone', { skip: fixturesMissing }, () => {
  let upstream: FixtureUpstream;
  let inEnglish: Map<string, Card>;
  before(async () => {
    upstream = await startFixtureUpstream('sample');
    await using english = await spokenFixture(upstream, filesOf(upstream), ['en']);
    ({ cards: inEnglish } = await readEverything(english.api));
  });
  after(() => upstream[Symbol.asyncDispose]());

  for (const [language, sources] of [
    ['fr', [filesOf, restOf]],
    ['de', [filesOf]],
  ] as const) {
    test(`${language}: every card of its build, and as many prices as the same cards have in English`, async () => {
      const theirs = await cardsOf(upstream, language);
      for (const catalog of sources.map((source) => source(upstream))) {
        await using alone = await spokenFixture(upstream, catalog, [language]);
        const { cards } = await readEverything(alone.api);
        assert.deepEqual([...cards.keys()].sort(), theirs.map(({ id }) => id).sort());
        for (const { id, name } of theirs) assert.equal(cards.get(id)?.name, name);
        const here = new Set(cards.keys());
        const [own, others] = [priced(cards, here), priced(inEnglish, here)];
        assert.ok(own.usd > 1000 && own.eur > 1000, JSON.stringify(own));
        // By REST a printing without a price bears no marketplace id, and one that is told by its card's alone has none.
        if ('files' in catalog) assert.deepEqual(own, others);
        else assert.ok(own.usd >= others.usd * 0.95 && own.eur >= others.eur * 0.95, JSON.stringify({ own, others }));
      }
    });
  }

  test('ja: every card of its build, found in either kana, with the prices of the Japanese marketplace products', async () => {
    const usd_market = { adapter: 'tcgcsv', url: `${upstream.base}/tcgcsv/tcgplayer`, category: 85 } as SourceSettings;
    const theirs = await cardsOf(upstream, 'ja');
    for (const catalog of [filesOf(upstream), restOf(upstream)]) {
      await using alone = await spokenFixture(upstream, catalog, ['ja'], { usd_market });
      const { cards } = await readEverything(alone.api);
      assert.deepEqual([...cards.keys()].sort(), theirs.map(({ id }) => id).sort());
      const sold = [...cards.values()].flatMap(({ variants }) =>
        variants.filter(({ external_ids }) => external_ids.tcgplayer !== null),
      );
      const inUsd = sold.filter(({ usd_market: prices }) => prices.length > 0);
      // The market has no amount for some of its marketplace products on any day.
      assert.ok(inUsd.length > 600 && inUsd.length >= sold.length * 0.95, `${inUsd.length} of ${sold.length}`);
      for (const [q, name] of [
        ['ぴかちゅう', 'ピカチュウ'],
        ['ピカチュウ', 'ピカチュウ'],
      ] as const) {
        const { items } = await alone.api.data<{ items: CardSummary[] }>(`/v1/cards?q=${encodeURIComponent(q)}`);
        assert.equal(items[0]?.name, name, q);
      }
    }
  });
});
