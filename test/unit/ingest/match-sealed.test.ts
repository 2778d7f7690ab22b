/** Sealed products found at the other marketplace. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { GAMES } from '../../../src/games/games.ts';
import { matchSealed } from '../../../src/ingest/matching/sealed/match-sealed.ts';
import { groupExpansions } from '../../../src/ingest/matching/sealed/sealed-products.ts';

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
  const products = (list: string[]) =>
    list.map((name, index) => ({ product_id: index + 1, name, expansion_id: expansion }));
  return matchSealed(products(tcgplayer), products(cardmarket), names, words)
    .toSorted((a, b) => a.product_id - b.product_id)
    .map((match) => [tcgplayer[match.product_id - 1], cardmarket[match.cardmarket_id - 1]]);
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

test('each marketplace’s words for one product are read alike', () => {
  const alike = {
    'Single Pack Blister [Spidops]': 'Scarlet & Violet: Spidops 1-Pack Blister',
    'Scarlet and Violet 3 Pack Blisters [Dondozo]': 'Scarlet & Violet: Dondozo 3-Pack Blister',
    'Scarlet & Violet Three Pack Pin Blisters [Mega Sobble]': 'Scarlet & Violet: Mega Sobble Pin 3-Pack Blister',
    'Premium Checklane Blister [Gengar]': 'Scarlet & Violet: Gengar Stage 1 Blister',
    'Scarlet & Violet Half Booster Box': 'Scarlet & Violet Booster Box (18 Boosters)',
    'Scarlet & Violet Build & Battle Box': 'Scarlet & Violet Build & Battle Kit',
    'Scarlet & Violet Build & Battle Stadium': 'Scarlet & Violet: Build & Battle Stadium Box',
    'Scarlet & Violet Booster Box Case': 'Scarlet & Violet 6 Booster Box Case',
    'Scarlet & Violet Sleeved Booster Pack Case': 'Scarlet & Violet 24 Sleeved Booster Case',
    'Scarlet & Violet Elite Trainer Box Case': 'Scarlet & Violet 10 Elite Trainer Box Case',
    'Mini Tin [Sonia & Yamper]': 'Scarlet & Violet Mini Tins: Sonia & Yamper Tin',
    'Scarlet Theme Deck - "Echo"': 'Scarlet & Violet: Echo Theme Deck',
    'Theme Deck - "Iron Tide" [Metagross]': 'Scarlet & Violet: Iron Tide Theme Deck',
    'Poke Ball Collection [Metagross]': 'Scarlet & Violet: Metagross GX Poke Ball Collection',
  };
  assert.deepEqual(pairs(Object.keys(alike), Object.values(alike)), Object.entries(alike));
});

test('nothing that both names say may differ: kind, boosters, pieces, container, language, region, artwork', () => {
  for (const [one, other] of [
    ['Poke Ball Tin', 'Poke Ball Collection'],
    ['3 Pack Blister [Dondozo]', 'Dondozo 1-Pack Blister'],
    ['Booster Box', 'Booster Box (18 Boosters)'],
    ['Booster Pack', 'Booster (6 Cards)'],
    ['12 Elite Trainer Box Case', '10 Elite Trainer Box Case'],
    ['Booster Bundle Case', 'Booster Bundle Display'],
    ['Booster Bundle', 'Booster Bundle Display'],
    ['Tin [Set of 3]', 'Tin'],
    ['Japanese Booster Box', 'Booster Box'],
    ['Tin [Zapdos] (International Version)', 'Zapdos Tin (US Version)'],
    ['Elite Trainer Box [Koraidon]', 'Elite Trainer Box (Miraidon)'],
    ['Elite Trainer Box [Koraidon]', 'Elite Trainer Box'],
    ['Metagross V Tin', 'Metagross GX Tin'],
    ['Premium Collection [Skeledirge]', 'Empty Skeledirge Premium Collection'],
  ] as const) {
    assert.deepEqual(pairs([one], [other]), [], `${one} is not ${other}`);
  }
});

test('each marketplace leaves its own region unsaid: a tin for one is never linked to that for the other', () => {
  const [american, other] = ['Crown Tin [Zapdos]', 'Crown Tin [Zapdos] (International Version)'];
  const [theirAmerican, theirOther] = ['Crown Zapdos Tin (US Version)', 'Crown Zapdos Tin'];
  assert.deepEqual(pairs([american, other], [theirAmerican, theirOther]), [
    [american, theirAmerican],
    [other, theirOther],
  ]);
  assert.deepEqual(pairs([american], [theirAmerican, theirOther]), [[american, theirAmerican]]);
  assert.deepEqual(pairs([american], [theirOther]), [[american, theirOther]], 'nobody tells of a second one');
  assert.deepEqual(pairs([american, other], [theirOther]), [], 'which of the two it is, is not known');
});

test('an exact description is paired before one that leaves a word out', () => {
  const usd = ['Tin [Metagross]', 'Tin [Metagross GX]'];
  assert.deepEqual(pairs(usd, ['Metagross GX Tin']), [[usd[1], 'Metagross GX Tin']]);
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
  const products = [1, 2, 3].map((product_id) => ({ product_id, group_id: 7 }));
  const of = (...ids: string[]) => new Set(ids);
  assert.deepEqual(
    [
      ...groupExpansions(
        products,
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
        products,
        new Map([
          [1, of('e1')],
          [3, of('e2')],
        ]),
      ),
    ],
    [],
  );
  assert.deepEqual([...groupExpansions(products, new Map([[1, of('e1', 'e2')]]))], []);
});
