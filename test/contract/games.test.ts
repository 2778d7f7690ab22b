/** `game` on every record, `game=` wherever it is taken, and events of several games at once. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Health } from '../../src/api/health.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import type { DeployedGame, Game } from '../../src/games/game.ts';
import { GAMES, gameOf } from '../../src/games/games.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { walkList } from '../support/oracles/walk.ts';
import { apiOn, type TestApi, testOperator } from '../support/stages/api.ts';
import { deployed, type TwoGames, twoGames } from '../support/stages/two-games.ts';

interface Row {
  id: string | number;
  game: string;
}

const LISTS = ['/v1/series', '/v1/expansions', '/v1/cards', '/v1/products'];

let s: TwoGames;
let api: TestApi;
before(async () => {
  s = await twoGames('sqlite');
  await s.run();
  while ((await numberEvents(s.place.store, new Date().toISOString(), isWanted)) > 0);
  api = await apiOn(s.place.store, { games: deployed(s) });
});
after(async () => {
  await api[Symbol.asyncDispose]();
  await s[Symbol.asyncDispose]();
});

const gamesIn = (rows: readonly { game: string }[]) => [...new Set(rows.map(({ game }) => game))].sort();

/** Every row of a list with a filter, by cursors. */
const walk = (path: string, limit: number) =>
  walkList<Row>({ data: (asked) => api.data(asked.replace(/(\?.*)\?/, '$1&')) }, path, limit);

suite('several games over HTTP', () => {
  test('each list holds all games, or one of them by game=, whole by its cursors; an unknown one is an empty page', async () => {
    for (const path of LISTS) {
      const all = await walk(path, 7);
      assert.deepEqual(gamesIn(all), ['ember', 'frost'], path);
      for (const game of ['ember', 'frost']) {
        const rows = await walk(`${path}?game=${game}`, 3);
        assert.deepEqual(
          rows,
          all.filter((row) => row.game === game),
          `${path} of ${game}`,
        );
      }
      assert.deepEqual(await api.data(`${path}?game=chess`), { items: [], next_cursor: null });
    }
  });

  test('the games are listed with what people call them; two of one title by their names; one that is read no more stays', async () => {
    interface ListedGame {
      name: string;
      title: string;
      languages: string[];
      facts: Record<string, string>;
    }
    const titles = async (games: readonly DeployedGame[]) => {
      await using other = await apiOn(s.place.store, { games });
      const { items } = await other.data<{ items: ListedGame[] }>('/v1/games');
      return items.map(({ name, title, languages }) => [name, title, languages]);
    };
    const [ember, frost] = deployed(s) as [DeployedGame, DeployedGame];
    const called = (game: DeployedGame, title?: string): DeployedGame => {
      const { title: _, ...rules } = game;
      return { ...rules, ...(title !== undefined && { title }) };
    };
    assert.deepEqual(await titles([called(frost, 'Frost & Sons'), called(ember, 'Ember')]), [
      ['frost', 'Frost & Sons', ['en']],
      ['ember', 'Ember', ['en']],
    ]);
    const twice = [called(ember, 'Ember'), called(frost, 'Ember'), { ...called(frost), name: 'late_frost' }];
    assert.deepEqual(
      (await titles(twice)).map(([, title]) => title),
      ['Ember', 'Frost', 'Late Frost'],
    );
    await claimGames(s.place.store, s);
    assert.deepEqual(await titles([called(ember, 'Ember')]), [
      ['ember', 'Ember', ['en']],
      ['frost', 'Frost', []],
    ]);
  });

  test('each game of this release has a title of its own, and the demo is called what it is', () => {
    const scope = { game: 'mine', idPrefix: '', language: 'en' };
    const titled = Object.values<Game>(GAMES).map(({ sources }) => gameOf(sources as never, scope).title);
    assert.deepEqual(
      titled,
      Object.values<Game>(GAMES).map(({ title }) => title),
    );
    const given = titled.filter((title) => title !== undefined);
    assert.deepEqual([...new Set(given)], given);
  });

  test('game= joins the other filters and the search, whose scores stay; a cursor belongs to its game', async () => {
    const of = async (query: string) => (await api.data<{ items: Row[] }>(`/v1/cards?limit=200&${query}`)).items;
    assert.equal((await of('expansion_id=frost-ember1&game=frost')).length, 12);
    assert.deepEqual(await of('expansion_id=frost-ember1&game=ember'), []);
    const found = await of('q=glimmer+3');
    assert.deepEqual(gamesIn(found), ['ember', 'frost']);
    assert.deepEqual(
      await of('q=glimmer+3&game=frost'),
      found.filter(({ game }) => game === 'frost'),
    );
    assert.deepEqual(await of('q=glimmer+3&game=frost&expansion_id=ember1'), []);
    const first = await api.data<{ items: Row[]; next_cursor: string }>('/v1/cards?limit=3&game=frost');
    const other = await api.data<{ items: Row[] }>(`/v1/cards?limit=3&game=ember&cursor=${first.next_cursor}`);
    assert.deepEqual(other.items, (await api.data<{ items: Row[] }>('/v1/cards?limit=3&game=ember')).items);
    // One of all games is not taken by the list of the game that it stopped in, which would begin behind its first row.
    for (const list of ['cards', 'expansions', 'series', 'products']) {
      const { items, next_cursor } = await api.data<{ items: Row[]; next_cursor: string | null }>(
        `/v1/${list}?limit=1`,
      );
      assert.ok(next_cursor, list);
      const path = `/v1/${list}?limit=1&game=${items[0]?.game}&cursor=${next_cursor}`;
      assert.deepEqual((await api.data<{ items: Row[] }>(path)).items, items, list);
    }
    assert.equal((await api.get('/v1/cards?game=%00')).status, 400);
  });

  test('details and histories say their game', async () => {
    for (const path of ['/v1/series/frost-ember', '/v1/expansions/frost-ember1', '/v1/cards/frost-ember1-3']) {
      assert.equal((await api.data<Row>(path)).game, 'frost', path);
    }
    for (const path of ['/v1/products/5900', '/v1/products/5900/prices', '/v1/cards/frost-ember1-3/prices']) {
      assert.equal((await api.data<Row>(path)).game, 'frost', path);
    }
  });

  test('resolve takes a marketplace’s id over all games, or within one', async () => {
    const cards = async (query: string) => {
      const { items } = await api.data<{ items: { card_id: string }[] }>(`/v1/resolve?source=tcgplayer&${query}`);
      return items.map(({ card_id }) => card_id);
    };
    assert.deepEqual(await cards('id=5003'), ['frost-ember1-3']);
    assert.deepEqual(await cards('id=5003&game=frost'), ['frost-ember1-3']);
    assert.deepEqual(await cards('id=5003&game=ember'), []);
  });

  test('an export holds one game where it is asked for', async () => {
    for (const [entity, count] of [
      ['cards', 36],
      ['expansions', 3],
      ['series', 2],
      ['products', 1],
    ] as const) {
      const { text } = await api.get(`/export/${entity}.ndjson?game=frost`);
      const [, ...rows] = text.trim().split('\n');
      const foot = JSON.parse(rows.pop() ?? '');
      assert.equal(foot.foot.count, count);
      assert.deepEqual(gamesIn(rows.map((row) => JSON.parse(row))), ['frost'], entity);
    }
  });

  test('the feed takes one game, names of any game, and patterns over all of them', async () => {
    const names = async (query: string) => {
      const { items } = await api.data<{ items: { name: string }[] }>(`/v1/events?limit=200&${query}`);
      return [...new Set(items.map(({ name }) => name))].sort();
    };
    const all = await names('');
    assert.deepEqual(
      await names('game=frost'),
      all.filter((name) => name.startsWith('frost.')),
    );
    assert.deepEqual(await names('name=*.cards.updated'), ['ember.cards.updated', 'frost.cards.updated']);
    assert.deepEqual(await names('name=frost.cards.*,ember.series.created'), [
      'ember.series.created',
      'frost.cards.updated',
    ]);
    assert.deepEqual(await names('name=*.cards.*&game=ember'), ['ember.cards.updated']);
    assert.deepEqual(await names('game=chess'), []);
    for (const name of ['chess.*', '*.nothing.*', 'frost']) {
      assert.equal((await api.get(`/v1/events?name=${name}`)).status, 400, name);
    }
  });

  test('a subscription takes patterns over all games, and is sent what they name', async () => {
    const { subscriptions: service } = testOperator(s.place.store, () => undefined);
    const network = { resolve: async () => ['93.184.216.34'] };
    const request = { url: 'https://shop.example/hooks', events: ['*.cards.updated', 'frost.*'], allowPrivate: false };
    const made = await createSubscription({ ...service, games: ['ember', 'frost'], network }, request);
    assert.ok(made.id);
    const unknown = createSubscription(
      { ...service, games: ['ember', 'frost'], network },
      { ...request, events: ['chess.*'] },
    );
    await assert.rejects(unknown, /there is no event chess/i);
    assert.deepEqual(
      ['ember.cards.updated', 'ember.series.created', 'frost.series.created'].map((name) =>
        isWanted(['*.cards.updated', 'frost.*'], name),
      ),
      [true, false, true],
    );
  });

  test('a game that left the configuration is served, and /health names it without being degraded', async () => {
    await claimGames(s.place.store, s);
    await using left = await apiOn(s.place.store, { games: deployed({ games: [s.ember.configured] }) });
    assert.equal((await left.data<Row>('/v1/cards/frost-ember1-3')).game, 'frost');
    const health = async (of: TestApi): Promise<Health> => JSON.parse((await of.get('/health')).text);
    const { status, tasks } = await health(left);
    const [row, ...others] = tasks.filter(({ name }) => name === 'games');
    assert.deepEqual([status, row?.status, row?.notice], ['ok', 'ok', 'frost: served, but not configured any more']);
    assert.deepEqual(others, []);
    assert.ok((await health(api)).tasks.every(({ name }) => name !== 'games'));
  });
});
