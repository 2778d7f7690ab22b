/** Lists of several games and languages over shared numbers, walked as chance draws it: every row once, in its order. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { randomOf } from '../../demo/random.ts';
import { gameOf } from '../../src/games/games.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { readEverything } from '../support/oracles/walk.ts';
import { catalogFolder, tinyCard, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import { deployedIn, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';
import { priceVaried, variedCatalog } from '../support/stages/varied-catalog.ts';
import { drawnWalk, wrongIn } from '../support/walks/generated-walks.ts';

const WALKS = 80;

/** Eight cards a set, of which every two share a number, and one that has none; each set prints another count. */
function sharedNumbers(word: string): UpstreamCatalog {
  const catalog = variedCatalog(8);
  const [first] = catalog.sets;
  if (first !== undefined) delete first.releaseDate;
  const cards = catalog.cards.map((card) => ({
    ...card,
    name: card.name.replace('Glimmer', word),
    localId: String(Math.ceil(Number(card.localId) / 2)),
  }));
  const sets = catalog.sets.map((set, at) => ({ ...set, cardCount: { official: 4 + at, total: 9 } }));
  return { ...catalog, sets, cards: [...cards, { ...tinyCard('ember2', 9), localId: 'TG1', name: `${word} x` }] };
}

for (const [engine, skip] of ENGINES) {
  suite(`walks that chance draws on ${engine}`, { skip }, () => {
    test('show what a plain pass over the records comes to', async () => {
      const languages = { en: sharedNumbers('Glimmer'), fr: sharedNumbers('Lueur') };
      await using s = await severalLanguages(engine, languages);
      await using folder = await catalogFolder(sharedNumbers('Spark'));
      const scope = { game: 'other', idPrefix: 'o-', language: 'en' };
      const other = { scope, sources: { 'other.catalog': { adapter: 'tcgdex', files: folder.files } } };
      const reports = [...(await s.run()), ...(await runGames(s.place.store, [other]))];
      for (const { outcome, reason } of reports) assert.equal(outcome, 'succeeded', reason ?? '');
      for (const game of ['game', 'other'])
        await priceVaried(s.place.store, '2026-05-01', (at) => ((at * 37) % 7) * 10 + 5, game);

      const indexes = new GameIndexes(await readCatalogIndexes(s.place.store));
      const index = { versions: undefined, search: indexes.search.bind(indexes) };
      const search = { index: async () => index, versions: () => undefined, stop: async () => undefined };
      const games = [...deployedIn(s), gameOf(other.sources, scope)];
      await using api = await apiOn(s.place.store, { games, search });
      const { cards, expansions } = await readEverything(api);
      const records = { cards: [...cards.values()], expansions };
      const random = randomOf('walks');
      for (let walk = 0; walk < WALKS; walk += 1) {
        const asked = drawnWalk(random, records, ['en', 'fr']);
        const wrong = await wrongIn((query) => api.data(`/v1/cards?${new URLSearchParams(query)}`), records, asked);
        assert.equal(wrong, undefined);
      }
    });
  });
}
