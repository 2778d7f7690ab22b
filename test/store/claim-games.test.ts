/** A store and the games of its configuration: names may change, what ids begin with never does. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { heldPartsOfRuns } from '../../src/ingest/held-parts.ts';
import type { ConfiguredGame } from '../../src/ingest/source.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { storedGames } from '../../src/store/games.ts';
import { keepUnreadDays } from '../../src/store/marketplace-products/hand-over.ts';
import { metaValue } from '../../src/store/meta.ts';
import { registerTasks, tasks } from '../../src/store/runs.ts';
import { allHeld } from '../../src/store/sources/held-parts.ts';
import type { Store } from '../../src/store/store.ts';
import { readEverything } from '../support/oracles/walk.ts';
import { apiOn } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import { ENGINES } from '../support/stages/stores.ts';
import { type TwoGames, twoGames } from '../support/stages/two-games.ts';

/** The first game as the form of one game has it: bare ids, sources by their own names. */
function older({ ember }: TwoGames, game = 'game'): ConfiguredGame {
  const sources = Object.entries(ember.configured.sources).map(([name, source]) => [name.split('.')[1], source]);
  return { scope: { game, idPrefix: '', language: 'en' }, sources: Object.fromEntries(sources) };
}

const claim = (store: Store, ...games: ConfiguredGame[]) => claimGames(store, { games });

async function servedOf(store: Store): Promise<string> {
  await using api = await apiOn(store);
  const { cards, ...rest } = await readEverything(api);
  return JSON.stringify({ ...rest, cards: [...cards.values()] });
}

async function refusal(claiming: Promise<void>): Promise<string> {
  const error = await claiming.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ConfigurationError);
  return error.message;
}

for (const [engine, skip] of ENGINES) {
  suite(`a store's games on ${engine}`, { skip }, () => {
    test('the form of several games goes on with a store of the older one: same ids, same answers, nothing read anew', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      await claim(store, older(s));
      await s.ember.market.write({ day: '2026-03-01', usd: [], eur: [] });
      await runGames(store, [older(s)], { only: 'catalog' });
      const before = await servedOf(store);
      assert.equal(await metaValue(store.reads, 'schema_least'), '1');
      await claim(store, ...s.games);
      assert.equal(
        await metaValue(store.reads, 'schema_least'),
        '12',
        'a release before games would take both for one',
      );
      assert.equal(await servedOf(store), before.replaceAll('"game":"game"', '"game":"ember"'));
      assert.deepEqual(await storedGames(store.reads), [
        { name: 'ember', id_prefix: '' },
        { name: 'frost', id_prefix: 'frost-' },
      ]);
      assert.deepEqual(
        (await tasks(store.reads)).map(({ name }) => name),
        ['ember.catalog'],
      );
      const [again] = await runGames(store, s.games, { only: 'ember.catalog' });
      assert.deepEqual(again?.counts, {}, 'nothing has changed upstream');
      await claim(store, older(s, 'ember'));
      assert.equal(await servedOf(store), before.replaceAll('"game":"game"', '"game":"ember"'));
    });

    test('prices keep their source when its task is called otherwise', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      await claim(store, ...s.games);
      await s.run('ember');
      const amounts = { market: 100, low: null, high: null };
      const rows = new Map([['usd/1/Normal', [{ variant_id: 0, market: 'usd', condition: 'NM', amounts } as const]]]);
      const unread = [{ observed_on: '2026-05-01', rows }];
      await store.write((writes) => keepUnreadDays(writes, { source: 'ember.usd', game: 'ember' }, unread));
      await claim(store, older(s));
      for (const table of ['current_prices', 'article_prices'] as const) {
        const rows = await store.reads.selectFrom(table).select('body').execute();
        assert.ok(rows.length > 0);
        assert.ok(
          rows.every(({ body }) => !body.includes('ember.') && /"(usd|eur)"/.test(body)),
          table,
        );
      }
    });

    test('what is left out of a source stays left out, with its days, when its task is called otherwise', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      await claim(store, older(s));
      await runGames(store, [older(s)], { only: 'catalog' });
      const judged = (task: string, observed_on: string) =>
        store.write(async (writes) => {
          const held = await heldPartsOfRuns(writes, task, false);
          const verdict = held.judge({ guard: 'rows', observed_on, fault: 'only 1 cards came', rows: [] });
          await held.changes()(writes);
          return verdict.isHeld;
        });
      assert.ok(await judged('catalog', '2026-03-01'));
      assert.ok(await judged('catalog', '2026-03-02'));
      await claim(store, ...s.games);
      assert.ok(!(await judged('ember.catalog', '2026-03-03')), 'the third day');
      assert.deepEqual(await allHeld(store.reads), []);
    });

    test('a task that is there under its name of today keeps it, whatever is left of the one before', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      await claim(store, older(s));
      const names = ['catalog', 'ember.catalog'];
      await store.write((writes) => registerTasks(writes, names, '2026-03-01T00:00:00.000Z'));
      await claim(store, ...s.games);
      assert.deepEqual(
        (await tasks(store.reads)).map(({ name }) => name),
        names,
      );
    });

    test('ids that would begin otherwise are refused, with the line that keeps them', async () => {
      await using s = await twoGames(engine);
      const { store } = s.place;
      const withPrefix = ({ scope, sources }: ConfiguredGame, idPrefix: string) => ({
        scope: { ...scope, idPrefix },
        sources,
      });
      await claim(store, older(s));
      await runGames(store, [older(s)], { only: 'catalog' });
      assert.match(await refusal(claim(store, s.frost.configured)), /add "id_prefix": "" to the game/);
      await claim(store, ...s.games);
      const other = withPrefix(s.frost.configured, 'f-');
      assert.match(await refusal(claim(store, s.ember.configured, other)), /"id_prefix": "frost-" keeps them/);
      const named = withPrefix(s.ember.configured, 'ember-');
      assert.match(await refusal(claim(store, named, s.frost.configured)), /"id_prefix": "" keeps them/);
      await claim(store, s.frost.configured);
      assert.equal((await storedGames(store.reads)).length, 2, 'a game that is not configured any more stays');
    });
  });
}
