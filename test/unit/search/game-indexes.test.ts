/** Indexes of several games side by side answer as one index over all would, and a game alone as that one with its rows alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameIndexes } from '../../../src/search/game-indexes.ts';
import { type Hit, SearchIndex } from '../../../src/search/search-index.ts';
import type { SearchRow } from '../../../src/search/tables/index-columns.ts';
import type { GameLists } from '../../../src/search/tables/index-data.ts';
import { buildIndexData } from '../../../src/search/tables/index-data.ts';
import { fc } from '../../support/made/properties.ts';

const GAMES = ['ember', 'frost', 'tide'];
const WORDS = ['Glimmer', 'Warden', 'Tide', 'Élan', 'Oak', 'Reed', 'of', 'ex'];
const OFFICIAL = new Map(GAMES.map((game, at) => [`${game}1`, 30 + at]));

interface GameRow extends SearchRow {
  game: string;
}

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const row = fc
  .record({ game: fc.constantFrom(...GAMES), at: fc.integer({ min: 1, max: 400 }), name: text, number: fc.nat(40) })
  .map(({ game, at, name, number }): GameRow => {
    const groups = [`${game}${(at % 2) + 1}`];
    // One game prints no numbers: what it scores must not depend on that.
    return { game, id: String(at), name, number: number === 0 || game === 'tide' ? null : String(number), groups };
  });
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 80 });
const query = fc.oneof(
  text,
  text.map((typed) => typed.slice(1)),
  fc.tuple(text, fc.nat(40)).map(([name, number]) => `${name} ${number}`),
  fc.constantFrom('4', '4/30', '12/31', 'gli', 'o', 'gat 4', 'ember1-4', 'rare', 'rare zzz', 'ash'),
  text.map((typed) => `${typed} gate rare`),
);

const GROUPS = new Map(
  GAMES.flatMap((game) =>
    [1, 2].map((of) => [`${game}${of}`, { phrases: ['Long Gate'], codes: [`${game}${of}`, 'GAT'] }]),
  ),
);

const dataOf = (list: readonly SearchRow[], integerIds: boolean) =>
  buildIndexData({
    rows: list,
    officialCounts: OFFICIAL,
    integerIds,
    hasNumbers: !integerIds,
    facts: {
      phrasesOf: (at) => ['Nell Ash', Number(list[at]?.id) % 3 === 0 ? 'Rare' : 'Rare Gate'],
      groups: GROUPS,
    },
  });

const listsOf = (list: readonly SearchRow[]): GameLists => {
  const cards = dataOf(list, false);
  return { cards, expansions: cards, series: cards, products: dataOf(list, true) };
};

function indexesOf(all: readonly GameRow[]): GameIndexes {
  const built = new Map(GAMES.map((game) => [game, listsOf(all.filter((each) => each.game === game))]));
  return new GameIndexes({ versions: { names: 1, games: new Map() }, games: GAMES, built });
}

/** Every page of a walk by cursors. */
function walk(limit: number, page: (after: Hit | undefined) => Hit[]): Hit[][] {
  const pages: Hit[][] = [];
  for (;;) {
    const hits = page(pages.at(-1)?.at(-1));
    pages.push(hits);
    if (hits.length < limit) return pages;
  }
}

test('a search over all games is, page by page, that of one index over all; within one that of its rows', () => {
  fc.assert(
    fc.property(rows, query, fc.integer({ min: 1, max: 9 }), (all, typed, limit) => {
      const indexes = indexesOf(all);
      for (const list of ['cards', 'products'] as const) {
        const joint = new SearchIndex(dataOf(all, list === 'products'));
        for (const groups of [[], ['ember1'], ['frost2']]) {
          const request = { query: typed, groups, limit };
          assert.deepEqual(
            walk(limit, (after) => indexes.search(list, { ...request, after })),
            walk(limit, (after) => joint.search({ ...request, after })),
          );
        }
        const whole = joint.search({ query: typed, limit: 1000 });
        for (const game of GAMES) {
          const own = new Set(all.flatMap((each) => (each.game === game ? each.id : [])));
          assert.deepEqual(
            walk(limit, (after) => indexes.search(list, { game, query: typed, limit, after })).flat(),
            whole.filter(({ id }) => own.has(id)),
          );
        }
      }
      assert.deepEqual(indexes.search('cards', { game: 'chess', query: typed, limit }), []);
    }),
    { numRuns: 60 },
  );
});

test('what was not built anew stays, and what is gone goes', () => {
  const of = (game: string, name: string): GameRow => ({ game, id: `${game}-1`, name, number: null, groups: [] });
  const versions = { names: 1, games: new Map() };
  const built = new Map([
    ['ember', listsOf([of('ember', 'Reed')])],
    ['frost', listsOf([of('frost', 'Reed')])],
  ]);
  const first = new GameIndexes({ versions, games: ['ember', 'frost'], built });
  const found = (indexes: GameIndexes, typed: string) =>
    indexes.search('cards', { query: typed, limit: 9 }).map(({ id }) => id);
  assert.deepEqual(found(first, 'reed'), ['ember-1', 'frost-1']);
  const renamed = new Map([['frost', listsOf([of('frost', 'Oak')])]]);
  const second = new GameIndexes({ versions, games: ['ember', 'frost'], built: renamed }, first);
  assert.deepEqual([found(second, 'reed'), found(second, 'oak')], [['ember-1'], ['frost-1']]);
  assert.deepEqual(found(first, 'reed'), ['ember-1', 'frost-1'], 'who searches the old ones goes on');
  const third = new GameIndexes({ versions, games: ['frost'], built: new Map() }, second);
  assert.deepEqual([found(third, 'reed'), found(third, 'oak')], [[], ['frost-1']]);
});
