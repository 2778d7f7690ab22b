/** Which of several cards of one name a marketplace product is. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ClaimingCard, Marketplace } from '../../../src/catalog/claims.ts';
import { contests, judgeContest, pairedByAmounts } from '../../../src/ingest/matching/claims/judge-claims.ts';
import { bearsNumber, contestedSingles, singleKey } from '../../../src/ingest/matching/claims/listed-singles.ts';
import { auditMappings, knownClaims } from '../../../src/ingest/matching/claims/mapping-audit.ts';
import type { ListedSingle } from '../../../src/store/prices/market-knowledge.ts';
import { card, variant } from './claiming.ts';

const NAME = 'Glimmer';
const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'];

const single = (product_id: number, over: Partial<ListedSingle> = {}): ListedSingle => ({
  ...{ market: 'cardmarket', product_id, group_id: 7, name: NAME, number: null, expansions: ['e1'] },
  ...over,
});

/** Cards that claim products 1 and 11, by their numbers; in USD each has a product of its own, unless both are asked of TCGplayer. */
const cardsOf = (numbers: readonly string[], over: (at: number) => Partial<ClaimingCard> = () => ({})) =>
  numbers.map((number, at) => card(`c${number}`, [variant({ tp: 1 })], { name: NAME, number, ...over(at) }));

const days = (...cents: number[]) => new Map(cents.map((amount, at) => [DAYS[at] ?? '', amount]));

interface Known {
  market?: Marketplace;
  listed?: ListedSingle[];
  eur?: Record<number, Map<string, number>>;
  usd?: Record<string, Map<string, number>>;
}

/** Which product each of the cards is, and by what. */
function judged(cards: ClaimingCard[], { market = 'cardmarket', listed = [], eur = {}, usd = {} }: Known) {
  const contest = contests(auditMappings(cards), cards).find((one) => one.market === market);
  assert.ok(contest);
  const decided = judgeContest(contest, {
    listedWith: () => listed,
    productDays: (id) => eur[id] ?? new Map(),
    cardDays: ({ id }) => usd[id] ?? new Map(),
  });
  return Object.fromEntries([...decided].map(([id, { product_id, by }]) => [id, `${product_id} ${by}`]));
}

suite('a product that cards of one name claim', () => {
  test('at TCGplayer is the card whose number its list says, and the other card is the product of its own number there', () => {
    const cards = cardsOf(['12', '79']);
    const listed = [single(1, { market: 'tcgplayer', number: '079/060' })];
    assert.deepEqual(judged(cards, { market: 'tcgplayer', listed }), { c79: '1 number' });
    const both = [...listed, single(2, { market: 'tcgplayer', number: '12/60' })];
    assert.deepEqual(judged(cards, { market: 'tcgplayer', listed: both }), { c79: '1 number', c12: '2 number' });
    assert.deepEqual(judged(cards, { market: 'tcgplayer' }), {});
    assert.deepEqual(
      judged(cards, { market: 'tcgplayer', listed: [single(1, { market: 'tcgplayer', number: '80' })] }),
      {},
    );
  });

  test('at Cardmarket is the card whose number stands in its name, never by a version or by digits of the card itself', () => {
    const cards = cardsOf(['2', '79']);
    for (const name of ['Glimmer (XXX 079)', 'Glimmer - 079/060', 'Glimmer (79)', 'Glimmer [Spark] (ABC 079)']) {
      assert.deepEqual(judged(cards, { listed: [single(11, { name })] }), { c79: '11 name' }, name);
    }
    for (const name of ['Glimmer (V.2)', 'Glimmer (V.2 - Rare)', 'Glimmer [2 Sparks]', 'Glimmer 2']) {
      assert.deepEqual(judged(cards, { listed: [single(11, { name })] }), {}, name);
    }
    const digits = { name: 'Unit (79)', number: '79' };
    assert.equal(bearsNumber(single(11, { name: 'Unit (79)' }), digits), false);
    assert.equal(bearsNumber(single(11, { name: 'Unit (79) (XXX 079)' }), digits), true);
  });

  test('is the card whose amounts at the other market stand within a factor of three on three days, where the others do not', () => {
    const cards = cardsOf(['1', '2', '3']);
    const usd = { c1: days(10, 11, 9), c2: days(100, 120, 90), c3: days(4000, 4000, 4200) };
    assert.deepEqual(judged(cards, { usd, eur: { 11: days(250, 250, 250) } }), { c2: '11 amounts' });
    assert.deepEqual(judged(cards, { usd, eur: { 11: days(250, 250) } }), {});
    assert.deepEqual(judged(cards, { usd, eur: { 11: days(250, 250, 25) } }), {});
    assert.deepEqual(judged(cards, { usd, eur: { 11: days(34, 34, 34) } }), {});
    // A row that a card lacks is a day that proves nothing.
    assert.deepEqual(judged(cards, { usd: { ...usd, c3: days(4000, 4000) }, eur: { 11: days(250, 250, 250) } }), {});
  });

  test('as many products as cards are paired by amounts as a whole; more products than cards are not', () => {
    const cards = cardsOf(['1', '2']);
    const usd = { c1: days(10, 11, 9), c2: days(900, 900, 900) };
    const eur = { 11: days(800, 900, 700), 12: days(8, 8, 8) };
    const listed = [single(11), single(12)];
    assert.deepEqual(judged(cards, { listed, usd, eur }), { c1: '12 amounts', c2: '11 amounts' });
    assert.deepEqual(judged(cards, { listed: [...listed, single(13)], usd, eur: { ...eur, 13: days(1, 1, 1) } }), {});
    // What states another number is none of them, whatever it costs.
    const stated = [single(11), single(12, { name: 'Glimmer (XXX 009)' })];
    assert.deepEqual(judged(cards, { listed: stated, usd, eur }), { c2: '11 amounts' });
  });

  test('is each of them where the marketplace lists one number for several expansions, all of that group', () => {
    const cards = cardsOf(['9', '9'], (at) => ({ id: `e${at}-9`, expansion_id: `e${at}` }));
    const everyone = { 'e0-9': '11 listed-under-both', 'e1-9': '11 listed-under-both' };
    assert.deepEqual(judged(cards, { listed: [single(11, { expansions: ['e0', 'e1'] })] }), everyone);
    assert.deepEqual(judged(cards, { listed: [single(11, { expansions: ['e0'] })] }), {});
    const others = cardsOf(['9', '10'], (at) => ({ expansion_id: `e${at}` }));
    assert.deepEqual(judged(others, { listed: [single(11, { expansions: ['e0', 'e1'] })] }), {});
  });
});

test('amounts pair nothing where one pairing is all there is, and at exactly a factor of three they pair', () => {
  assert.equal(pairedByAmounts([days(1, 1, 1)], [days(1, 1, 1)]), undefined);
  assert.deepEqual(pairedByAmounts([days(30, 30, 30)], [days(10, 10, 10), days(4, 4, 4)]), [0]);
  // A card is left without a product: it stands further off than its own might by chance.
  assert.equal(pairedByAmounts([days(30, 30, 30)], [days(10, 10, 10), days(5, 5, 5)]), undefined);
  const two = [days(30, 30, 30), days(9, 9, 9)];
  assert.deepEqual(pairedByAmounts(two, [days(10, 10, 10), days(3, 3, 3)]), [0, 1]);
});

test('of a list are kept what is contested and what stands beside it under its name', () => {
  const cards = [
    ...cardsOf(['1', '2']),
    card('other', [variant({ tp: 5, cm: 15 })]),
    card('away', [variant({ tp: 6, cm: 16 })], { expansion_id: 'e2' }),
  ];
  const claims = knownClaims(cards, new Map());
  const listed = [
    { product_id: 11, group_id: 7, name: 'Glimmer [Spark]' },
    { product_id: 12, group_id: 7, name: 'Glimmer (V.2)' },
    { product_id: 13, group_id: 8, name: 'Glimmer' },
    { product_id: 15, group_id: 7, name: 'Name of other' },
    { product_id: 16, group_id: 7, name: 'Name of away' },
  ];
  const kept = contestedSingles({ cards, claims }, 'cardmarket', listed);
  assert.deepEqual(
    kept.map(({ product_id, expansions }) => [product_id, expansions]),
    [
      [11, ['e1', 'e2']],
      [12, ['e1', 'e2']],
    ],
  );
  const names = ['Glimmer', 'Glimmer (XXX 079)', 'Glimmer - 079/060', 'Glimmer [Spark | Flash] (V.2)'];
  assert.equal(new Set(names.map((name) => singleKey({ group_id: 7, name }))).size, 1);
  assert.notEqual(singleKey({ group_id: 7, name: 'Glimmer (Oak)' }), singleKey({ group_id: 7, name: 'Glimmer (Elm)' }));
});
