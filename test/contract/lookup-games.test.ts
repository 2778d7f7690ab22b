/** The look-up of lists where several games stand in one store: what is the one's is never the other's. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { DeployedGame } from '../../src/games/game.ts';
import { gameOf } from '../../src/games/games.ts';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { apiOn, lookedUp, type TestApi } from '../support/stages/api.ts';
import { deployed, type TwoGames, twoGames } from '../support/stages/two-games.ts';

interface Item {
  card: { game: string; id: string } | null;
  variant: { type: string } | null;
  is_certain: boolean;
  problem: string | null;
}

const ask = (api: TestApi, row: ListedRow) => lookedUp<Item>(api, row);

suite('POST /v1/lookup over two games', () => {
  let stage: TwoGames;
  before(async () => {
    stage = await twoGames('sqlite');
    await stage.run();
  });
  after(() => stage[Symbol.asyncDispose]());

  test('an id of a catalog of one game leads to cards of that game only, prefix or not', async () => {
    // `ember`, whose ids begin with nothing, is of another catalog here: tcgdex is that of `frost` alone.
    const [ember, frost] = deployed(stage) as [DeployedGame, DeployedGame];
    await using api = await apiOn(stage.place.store, {
      games: [
        { ...ember, external: {} },
        { ...frost, idPrefix: '' },
      ],
    });
    for (const external_id of ['tcgdex:ember1-3', 'tcgdex:EMBER1-3']) {
      const { card, problem } = await ask(api, { external_id });
      assert.equal(card, null, external_id);
      assert.match(problem ?? '', /leads to no card/);
    }
    assert.equal((await ask(api, { external_id: 'ember1-3' })).card?.game, 'ember', 'a card is called by its own id');
    await using both = await apiOn(stage.place.store, { games: [ember, frost] });
    const row = { external_id: 'tcgdex:ember1-3' };
    assert.equal((await ask(both, { ...row, game: 'ember' })).card?.id, 'ember1-3');
    assert.equal((await ask(both, { ...row, game: 'frost' })).card?.id, 'frost-ember1-3');
  });

  test('a game that left the configuration is looked up as long as it is served', async () => {
    const [ember] = deployed(stage) as [DeployedGame];
    await using api = await apiOn(stage.place.store, { games: [ember] });
    for (const [printing, type] of [
      ['', 'normal'],
      ['Reverse', 'reverse'],
      ['Reverse Holofoil', 'reverse'],
    ] as const) {
      const row = {
        name: 'Glimmer 3 of ember1 in frost',
        number: '3',
        expansion: 'Ember Dawn',
        game: 'Frost',
        printing,
      };
      const { card, variant, is_certain, problem } = await ask(api, row);
      assert.deepEqual([card?.id, variant?.type, is_certain, problem], ['frost-ember1-3', type, true, null], printing);
    }
  });

  test('a game is known by what its collectors call it', async () => {
    const [ember, frost] = deployed(stage) as [DeployedGame, DeployedGame];
    const { lists } = gameOf({ catalog: { adapter: 'ygoprodeck' } }, { game: 'x', idPrefix: '', language: 'en' });
    await using api = await apiOn(stage.place.store, { games: [{ ...ember, lists }, frost] });
    for (const game of ['YGO', 'Yu-Gi-Oh!', 'yugioh', 'Ember Card Game']) {
      assert.equal((await ask(api, { external_id: 'ember1-3', game })).card?.id, 'ember1-3', game);
    }
  });
});
