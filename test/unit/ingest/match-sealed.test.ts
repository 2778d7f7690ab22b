/** Sealed products found at the other marketplace. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { GAMES } from '../../../src/games/games.ts';
import { groupExpansions } from '../../../src/ingest/sealed/group-expansions.ts';
import { matchSealed } from '../../../src/ingest/sealed/match-sealed.ts';

const words = GAMES.pokemon.sealed;
const names = new Map([
  ['e1', 'Base Set'],
  ['e2', 'Scarlet & Violet'],
]);

/** Pairs of names that were found to be one product. */
function pairs(
  tcgplayer: string[],
  cardmarket: string[],
  expansion = 'e2',
): [string | undefined, string | undefined][] {
  const articles = (list: string[]) =>
    list.map((name, index) => ({ product_id: index + 1, name, expansion_id: expansion }));
  return matchSealed(articles(tcgplayer), articles(cardmarket), names, words).map((match) => [
    tcgplayer[match.tcgplayer - 1],
    cardmarket[match.cardmarket - 1],
  ]);
}

test('products are found under the other marketplace’s spelling and word for the kind', () => {
  const usd = [
    'Scarlet & Violet Booster Pack',
    'Scarlet & Violet Booster Box',
    '3 Pack Blister',
    'Scarlet & Violet Pokemon Center Elite Trainer Box (Exclusive)',
  ];
  const eur = [
    'Scarlet & Violet Booster',
    'Scarlet & Violet Booster Display',
    'Scarlet & Violet: 3-Pack Blister',
    'Scarlet & Violet Pokémon Center Elite Trainer Box',
  ];
  assert.deepEqual(
    pairs(usd, eur),
    usd.map((name, index) => [name, eur[index]]),
  );
});

test('a product of the same kind with a word more is another product', () => {
  assert.deepEqual(
    pairs(
      ['Base Set Booster Pack', 'Base Set Booster Box'],
      [
        'Base Set Sleeved Booster',
        'Base Set Booster (6 Cards)',
        'Base Set Booster Box (18 Boosters)',
        'Base Set 6 Booster Box Case',
      ],
      'e1',
    ),
    [],
  );
});

test('one word of ten may be missing, one of nine not', () => {
  const nine = 'One Two Three Four Five Six Seven Eight Tin';
  assert.equal(pairs([nine], [`${nine} Ten`]).length, 1);
  assert.equal(
    pairs(['One Two Three Four Five Six Seven Tin'], ['One Two Three Four Five Six Seven Tin Ten']).length,
    0,
  );
});

test('where two candidates are equally good there is none', () => {
  assert.deepEqual(pairs(['Elite Trainer Box'], ['Elite Trainer Box', 'Scarlet & Violet Elite Trainer Box']), []);
  assert.deepEqual(pairs(['Elite Trainer Box', 'Scarlet & Violet ETB'], ['Elite Trainer Box']), []);
});

test('products of different expansions are never one product', () => {
  assert.deepEqual(
    matchSealed(
      [{ product_id: 1, name: 'Booster Box', expansion_id: 'e1' }],
      [{ product_id: 2, name: 'Booster Box', expansion_id: 'e2' }],
      names,
      words,
    ),
    [],
  );
});

test('a group is the expansion that most of its cards are of; a tie, or an id on two expansions, decides nothing', () => {
  const articles = [1, 2, 3].map((product_id) => ({ product_id, group_id: 7 }));
  const of = (...ids: string[]) => new Set(ids);
  assert.deepEqual(
    [
      ...groupExpansions(
        articles,
        new Map([
          [1, of('e1')],
          [2, of('e1')],
          [3, of('e2')],
        ]),
      ),
    ],
    [[7, 'e1']],
  );
  assert.deepEqual(
    [
      ...groupExpansions(
        articles,
        new Map([
          [1, of('e1')],
          [3, of('e2')],
        ]),
      ),
    ],
    [],
  );
  assert.deepEqual([...groupExpansions(articles, new Map([[1, of('e1', 'e2')]]))], []);
});
