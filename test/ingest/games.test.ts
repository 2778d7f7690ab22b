/** Several games in one store: the runs of one touch nothing of another, and ids of both are of one space. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Overview } from '../../src/api/operator/overview.ts';
import { addDays } from '../../src/catalog/days.ts';
import type { Card, Product } from '../../src/catalog/records.ts';
import { auditReport } from '../../src/ingest/audit/audit-report.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { removeGame } from '../../src/ingest/runs/remove-game.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { gameRows } from '../../src/store/catalog/game-versions.ts';
import { allProducts } from '../../src/store/catalog/products.ts';
import { putSourceDay } from '../../src/store/sources/source-days.ts';
import type { Store } from '../../src/store/store.ts';
import { storedDigests } from '../support/oracles/stored.ts';
import { readEverything, walkList } from '../support/oracles/walk.ts';
import { tinyCard } from '../support/sources/tiny-catalog.ts';
import { apiOn, testOperator } from '../support/stages/api.ts';
import { cardOf } from '../support/stages/catalog-stage.ts';
import { runGames } from '../support/stages/ingest.ts';
import { ENGINES } from '../support/stages/stores.ts';
import { DAY, deployed, type TwoGames, twoGames } from '../support/stages/two-games.ts';

/** What knows marketplace products by their numbers, not by games, and what tells of the past. */
const UNTOLD = [
  'article_sub_types',
  'article_months',
  'article_prices',
  'events',
  'games',
  'meta',
  'keys',
  'key_usage',
  'runs',
  'tasks',
];

const idsOf = async (store: Store, game: string): Promise<string[]> => {
  const rows = await store.reads.selectFrom('cards').select('id').where('game', '=', game).orderBy('id').execute();
  return rows.map(({ id }) => id);
};

const eventNames = async (store: Store): Promise<string[]> => {
  const rows = await store.reads.selectFrom('events').select('name').orderBy('seq').execute();
  return rows.map(({ name }) => name);
};

/** Everything that is answered of one game: records with their prices, and days. */
async function shownOf(s: TwoGames, game: string): Promise<string> {
  await using api = await apiOn(s.place.store, { games: deployed(s) });
  const { series, expansions, cards } = await readEverything(api);
  const products = await walkList<Product>(api, '/v1/products', 200);
  const own = [...series, ...expansions, ...cards.values(), ...products].filter((record) => record.game === game);
  const histories = [...cards.values()].flatMap((card) => (card.game === game ? `/v1/cards/${card.id}/prices` : []));
  const days = [];
  for (const path of histories) days.push(await api.data(`${path}?from=2026-02-01&to=2026-03-31`));
  return JSON.stringify([own, days]);
}

for (const [engine, skip] of ENGINES) {
  suite(`two games on ${engine}`, { skip }, () => {
    test('the overview counts each game by itself, with its sources and their last runs', async () => {
      await using s = await twoGames(engine);
      await s.run();
      await s.frost.folder.write({ ...s.frost.catalog, cards: [] });
      await runGames(s.place.store, s.games, { only: 'frost.catalog' });
      const sources = s.games.flatMap(({ scope, sources }) =>
        Object.entries(sources).map(([name, { adapter }]) => ({ name, game: scope.game, adapter, every_s: 60 })),
      );
      const operator = { ...testOperator(s.place.store, () => undefined), sources };
      await using api = await apiOn(s.place.store, { games: deployed(s).slice(0, 1), operator });
      const { games, counts, expansions } = await api.data<Overview>('/admin/overview');
      assert.deepEqual(
        games.map(({ name, series, expansions, cards, with_usd, products, observed_on }) => [
          ...[name, series, expansions, cards, with_usd, products, observed_on],
        ]),
        [
          ['ember', 2, 3, 36, 36, 1, DAY],
          ['frost', 2, 3, 36, 36, 1, DAY],
        ],
      );
      assert.equal(counts.cards, 72);
      assert.equal(expansions.filter(({ game }) => game === 'frost').length, 3);
      assert.deepEqual(
        games.map(({ sources }) => sources.map(({ name, last_run }) => `${name} ${last_run?.outcome}`)),
        [
          ['ember.catalog succeeded', 'ember.usd succeeded', 'ember.eur succeeded'],
          ['frost.catalog failed', 'frost.usd succeeded', 'frost.eur succeeded'],
        ],
      );
      assert.match(games[1]?.sources[0]?.last_run?.reason ?? '', /cards came/);
    });

    test('equal ids of their sources are records of each, priced by its own markets, told by its own events', async () => {
      await using s = await twoGames(engine);
      await s.run();
      const { store } = s.place;
      const [ember, frost] = [await idsOf(store, 'ember'), await idsOf(store, 'frost')];
      assert.equal(ember.length, 36);
      assert.deepEqual(
        frost,
        ember.map((id) => `frost-${id}`),
      );
      const [one, other] = [await cardOf(store, 'ember1-3'), await cardOf(store, 'frost-ember1-3')];
      assert.deepEqual([one.game, one.expansion_id, one.name], ['ember', 'ember1', 'Glimmer 3 of ember1 in ember']);
      assert.deepEqual(
        [other.game, other.expansion_id, other.name],
        ['frost', 'frost-ember1', 'Glimmer 3 of ember1 in frost'],
      );
      await using api = await apiOn(store, { games: deployed(s) });
      for (const id of ['ember1-3', 'frost-ember1-3']) {
        const { variants } = await api.data<Card>(`/v1/cards/${id}`);
        assert.deepEqual(
          variants.map(({ usd_market, eur_market }) => [usd_market.length, eur_market.trend !== null]),
          [
            [1, true],
            [1, true],
          ],
        );
      }
      const names = await eventNames(store);
      for (const kind of ['series.created', 'expansions.created', 'cards.updated', 'card_prices.updated']) {
        for (const game of ['ember', 'frost']) assert.ok(names.includes(`${game}.${kind}`), `${game}.${kind}`);
      }
      const products = await store.reads.selectFrom('products').select(['id', 'game']).orderBy('id').execute();
      assert.deepEqual(products, [
        { id: 900, game: 'ember' },
        { id: 5900, game: 'frost' },
      ]);
    });

    test('guards count by game, and what one game loses, gains or renames leaves all that is answered of the other as it is', async () => {
      await using s = await twoGames(engine);
      await s.run();
      const { store } = s.place;
      const before = await shownOf(s, 'ember');
      const told = (await eventNames(store)).length;
      // A renamed card, a new one, one printing fewer, other amounts: all that a run can do.
      const [first, second] = s.frost.catalog.cards;
      assert.ok(first && second);
      Object.assign(first, { id: 'ember1-01', localId: '01' });
      second.variants_detailed = [{ type: 'normal', size: 'standard' }];
      for (const day of ['2026-03-02', '2026-03-03']) await s.run('frost', day);
      assert.equal(await shownOf(s, 'ember'), before);
      assert.ok((await eventNames(store)).slice(told).every((name) => name.startsWith('frost.')));
      await using api = await apiOn(store, { games: deployed(s) });
      const renamed = await api.data<Card>('/v1/cards/frost-ember1-01');
      assert.equal(renamed.id, 'frost-ember1-1', 'it keeps its id and answers to the new one');
      const runs = await store.reads
        .selectFrom('tasks')
        .select('last_counts')
        .where('name', '=', 'frost.catalog')
        .execute();
      assert.equal(JSON.parse(runs[0]?.last_counts ?? '').prune_withheld, 1, 'one of 72 is over 1 %, of 144 it is not');
    });

    test('a source of one game that fails touches no other, and says so under its own name', async () => {
      await using s = await twoGames(engine);
      await s.run();
      const before = await shownOf(s, 'frost');
      s.ember.catalog.cards = [];
      await assert.rejects(s.run('ember'), /ember\.catalog/);
      assert.equal(await shownOf(s, 'frost'), before);
      const tasks = await s.place.store.reads.selectFrom('tasks').select(['name', 'last_error']).execute();
      assert.deepEqual(
        tasks.filter(({ last_error }) => last_error !== null).map(({ name }) => name),
        ['ember.catalog'],
      );
    });

    test('an id that is a record of another game is quarantined, with both named', async () => {
      await using s = await twoGames(engine);
      await s.run('frost');
      // The game whose ids begin with nothing gives one that begins as the other's do.
      const [card] = s.ember.catalog.cards;
      assert.ok(card);
      card.id = 'frost-ember1-5';
      // One in a hundred is as much as a source may get wrong.
      for (let number = 13; number < 100; number += 1) s.ember.catalog.cards.push(tinyCard('ember2', number));
      const [report] = await s.run('ember.catalog');
      assert.equal(report?.counts.quarantined, 1);
      assert.match(report?.reason ?? '', /card: its id is one of frost here.*frost-ember1-5/);
      assert.equal((await cardOf(s.place.store, 'frost-ember1-5')).game, 'frost');
      assert.equal((await idsOf(s.place.store, 'ember')).length, 35 + 87);
    });

    test('the audit counts by game, and a card is explained by the rules of its own', async () => {
      await using s = await twoGames(engine);
      await s.run();
      const { markets } = await auditReport(s.place.store.reads, deployed(s));
      assert.deepEqual(
        markets.map(({ game, market, printings_matched }) => [game, market, printings_matched]),
        ['ember', 'frost'].flatMap((game) => [
          [game, 'tcgplayer', 72],
          [game, 'cardmarket', 72],
        ]),
      );
      const explained = await explainCard(s.place.store.reads, 'frost-ember1-3', deployed(s));
      assert.deepEqual(
        explained?.variants.map(({ usd_market }) => usd_market.row),
        ['5003/Normal', '5003/Reverse Holofoil'],
      );
    });

    test('a game moves too where a product that was its own turns out to be the other’s', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      await claimGames(store, s);
      await s.run();
      const [{ id = 0, name = '' } = {}] = await allProducts(store.reads, 'frost');
      const product = { productId: id, name, cleanName: null, imageUrl: null, url: null, extendedData: [] };
      await s.ember.market.put('now/3/7/products', { success: true, results: [product] });
      const before = await gameRows(store.reads);
      await s.run('ember.usd', addDays(DAY, 1));
      assert.deepEqual(await allProducts(store.reads, 'frost'), []);
      for (const { name: game, version } of await gameRows(store.reads))
        assert.ok(version > (before.find((row) => row.name === game)?.version ?? 0), game);
    });

    test('a game that is taken out goes with all that is kept of it, told as gone; the other stays as it is', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      await claimGames(store, s);
      // Of a game whose name begins with the one's.
      await store.write((writes) => putSourceDay(writes, 'frostbite.usd', DAY, 'read'));
      await s.run('ember');
      const alone = await storedDigests(store, UNTOLD);
      await s.run('frost');
      const shown = await shownOf(s, 'ember');
      assert.deepEqual(await removeGame(store, 'frost'), { cards: 36, products: 1 });
      assert.equal(await shownOf(s, 'ember'), shown);
      assert.deepEqual(await storedDigests(store, UNTOLD), alone, 'nothing of it is left');
      const told = await store.reads.selectFrom('events').select('name').orderBy('seq', 'desc').limit(4).execute();
      assert.deepEqual(
        told.map(({ name }) => name),
        ['frost.series.deleted', 'frost.expansions.deleted', 'frost.products.removed', 'frost.cards.deleted'],
      );
      await assert.rejects(removeGame(store, 'frost'), /there is no game frost in this store; there are ember/);
      await claimGames(store, s);
      await s.run('frost');
      assert.equal((await idsOf(store, 'frost')).length, 36, 'and it may come again');
    });
  });
}
