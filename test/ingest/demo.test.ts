/** The demo shows what matters: two games, a price that is withheld, an amount that waits, a failed run, changes that are told. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { failedRunOf } from '../../demo/past.ts';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { configuredGames } from '../../src/config/games-section.ts';
import { auditReport } from '../../src/ingest/audit/audit-report.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { unitFault } from '../../src/ingest/prices/price-guards.ts';
import type { ConfiguredGame } from '../../src/ingest/source.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { deployedGames } from '../../src/service/configured-parts.ts';
import { lastRuns, recentRuns, tasks } from '../../src/store/runs.ts';
import type { Store } from '../../src/store/store.ts';
import { apiOn } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

/** The demo's games with a week of prices. */
const GAMES = configuredGames({ game: undefined, sources: undefined, games: undefined }).map(
  ({ scope, sources }): ConfiguredGame => ({
    scope,
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [
        name,
        'history_days' in source ? { ...source, history_days: 6 } : source,
      ]),
    ),
  }),
);

/** The demo as it was while it had one game. */
const [wickwild] = GAMES;
const EARLIER: ConfiguredGame = {
  scope: DEFAULT_SCOPE,
  sources: Object.fromEntries(
    Object.entries(wickwild?.sources ?? {}).map(([name, source]) => [name.replace(/^.*\./, ''), source]),
  ),
};

const KINDS = [
  'card_prices.updated',
  'cards.updated',
  'expansions.created',
  'price_days.recorded',
  'product_prices.updated',
  'products.updated',
  'series.created',
];
/** What a first load tells. */
const EVENTS = ['game', 'orbwright'].flatMap((game) => KINDS.map((kind) => `${game}.${kind}`));

type Fields = Record<string, unknown>;

const deployed = deployedGames({ games: GAMES });

const reasonsOf = async (store: Store, id: string) =>
  (await explainCard(store.reads, id, deployed))?.variants.map(({ usd_market }) => usd_market.reason);

/** Another promo slips each day, from what it was the day before: which and how much is not said here. */
const ofAnyDay = (reason: string | null) =>
  reason?.replace(/^\d+\/\w+\/NM\/market is (\d+), and was (\d+)(?=:)/, (words, is, was) => {
    const times = Number(is) / Number(was);
    return times > 50 && times < 200 ? 'a market price a hundredfold' : words;
  }) ?? null;

for (const [engine, skip] of ENGINES) {
  suite(`the demo on ${engine}`, { skip }, () => {
    const AMOUNT_THAT_WAITS = 'a market price a hundredfold: left out until a second day confirms it, or you accept it';
    test('has a marketplace product that two cards claim, an amount that waits, a field left out, and events', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const today = dayOf(Date.now());
      const reports = await runGames(store, GAMES);
      assert.deepEqual(
        reports.map(({ source, outcome, reason }) => [source, outcome, ofAnyDay(reason?.replace(/ \(.*/, '') ?? null)]),
        [
          ['game.catalog', 'succeeded', 'fields left out: 1 × card: /retreat must be integer'],
          ['orbwright.catalog', 'succeeded', null],
          ['game.usd_market', 'succeeded', AMOUNT_THAT_WAITS],
          ['game.usd_conditions', 'succeeded', null],
          ['game.eur_market', 'succeeded', null],
          ['orbwright.usd_market', 'succeeded', null],
        ],
      );
      const { withheld, held } = await auditReport(store.reads, deployed);
      assert.deepEqual(
        withheld.map(({ market, cards }) => [market, ...cards.map(({ name }) => name)]),
        [['tcgplayer', 'Dusk Glow', 'Fool’s Glow']],
      );
      for (const { id } of withheld[0]?.cards ?? []) {
        assert.deepEqual(await reasonsOf(store, id), ['contradictory-id', 'contradictory-id'], id);
      }
      assert.deepEqual(
        held.map(({ source, observed_on }) => [source, observed_on]),
        [['game.usd_market', today]],
      );
      const told = await store.reads.selectFrom('events').select('name').distinct().orderBy('name').execute();
      assert.deepEqual(
        told.map(({ name }) => name),
        EVENTS,
      );
    });

    test('had a run the day before that failed, told once, as the guard tells it, and mended since', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const started = Date.now();
      await runGames(store, GAMES);
      await runGames(store, GAMES);
      const runs = await recentRuns(store.reads, { limit: 99 });
      const failed = runs.filter(({ outcome }) => outcome === 'failed');
      const yesterday = addDays(dayOf(started), -1);
      assert.equal(runs.indexOf(failed[0] as (typeof runs)[number]), runs.length - 1, 'it is the oldest');
      assert.deepEqual(
        failed.map(({ task, started_at, reason }) => [task, dayOf(Date.parse(started_at)), reason]),
        [['game.eur_market', yesterday, failedRunOf(yesterday).reason]],
      );
      const file = `demo:@${yesterday}/cardmarket/price_guide.json`;
      const ratios = Array.from({ length: 10 }, () => 100);
      assert.equal(unitFault(file, ratios), failedRunOf(yesterday).reason);
      assert.ok((await lastRuns(store.reads)).every(({ outcome }) => outcome === 'succeeded'));
      assert.ok((await tasks(store.reads)).every(({ last_error }) => last_error === null));
    });

    test('has a second game: ids of its own, finishes and words of its own, a USD price for what is sold', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await claimGames(store, { games: GAMES });
      await runGames(store, GAMES);
      await using api = await apiOn(store);
      const { items } = await api.data<{ items: { id: string; game: string }[] }>('/v1/cards?limit=50');
      assert.deepEqual([...new Set(items.map(({ game }) => game))], ['orbwright', 'game'], 'the first page shows both');
      const all = await api.data<{ items: Fields[] }>('/v1/cards?game=orbwright&limit=200&include=prices');
      assert.equal(all.items.length, 46);
      assert.ok(all.items.every(({ id }) => String(id).startsWith('orbwright-')));
      const unpriced = all.items.filter(({ prices }) => (prices as unknown[]).length === 0);
      assert.ok(unpriced.length < 5, `${unpriced.length} cards have no price today`);
      const world = await api.data<Fields & { metadata: Fields; variants: Fields[] }>('/v1/cards/orbwright-FMO-008');
      const { name, rarity, category, illustrator, expansion_id, metadata } = world;
      assert.deepEqual(
        [name, rarity, category, illustrator !== null, expansion_id],
        ['Twice-Lit Isobel', 'Rare', 'World', true, 'orbwright-FMO'],
      );
      assert.deepEqual(metadata.attributes, {
        ...{ card_type: 'World', color: 'Cobalt', cost: 4, orbit: 'Inner', pull: 4, mass: 3 },
      });
      assert.deepEqual(
        world.variants.map(({ type }) => type),
        ['normal', 'gilt'],
      );
      const twins = await api.data<{ items: Fields[] }>('/v1/cards?game=orbwright&q=010');
      assert.deepEqual(
        twins.items.slice(0, 2).map(({ name, number }) => [name, number]),
        [
          ['The Quiet Giant', '010'],
          ['The Quiet Giant (Other Sky)', '010'],
        ],
      );
    });

    test('one that was begun with one game goes on with the same ids and days, the second game beside it', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await claimGames(store, { games: [EARLIER] });
      await runGames(store, [EARLIER]);
      const served = async () => {
        await using api = await apiOn(store);
        const cards = await api.data('/v1/cards?game=game&limit=200&include=prices');
        return [cards, await api.data('/v1/cards/fl1-2'), await api.data('/v1/cards/fl1-2/prices')];
      };
      const before = await served();
      await claimGames(store, { games: GAMES });
      assert.deepEqual(await served(), before);
      const reports = await runGames(store, GAMES);
      const created = new Map(reports.map(({ source, counts }) => [source, counts.cards_new ?? 0]));
      const sources = Object.keys({ ...GAMES[0]?.sources, ...GAMES[1]?.sources });
      assert.deepEqual(created, new Map(sources.map((name) => [name, name === 'orbwright.catalog' ? 46 : 0])));
      assert.deepEqual(await served(), before);
      const names = (await tasks(store.reads)).map(({ name }) => name);
      assert.deepEqual(names.toSorted(), GAMES.flatMap(({ sources }) => Object.keys(sources)).toSorted());
    });
  });
}
