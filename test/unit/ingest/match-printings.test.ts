/** Which marketplace row speaks for which printing. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ClaimingCard, ClaimingVariant } from '../../../src/catalog/claims.ts';
import { GAMES } from '../../../src/games/games.ts';
import { knownClaims } from '../../../src/ingest/matching/claims/mapping-audit.ts';
import { matchPrintings } from '../../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../../src/ingest/prices/sub-types.ts';
import { card, variant } from './claiming.ts';

/** Sub types by marketplace product, seen on two days. */
function known(products: Record<number, string[]>): KnownSubTypes {
  return new KnownSubTypes(
    Object.entries(products).flatMap(([id, names]) =>
      names.map((sub_type) => ({ product_id: Number(id), sub_type, first_on: '2026-01-01', confirmed: true })),
    ),
  );
}

function match(cards: ClaimingCard[], sub_types = known({})) {
  return matchPrintings(cards, {
    printings: GAMES.pokemon.printings,
    sub_types,
    claims: knownClaims(cards, new Map()),
  });
}

/** What became of each printing: the sub type and rule it got, or why it got none. */
function usd(variants: ClaimingVariant[], subTypes: string[]): string[] {
  const matches = match([card('a', variants)], known({ 1: subTypes }));
  return variants.map(({ id }) => {
    const row = matches.usd.find((found) => found.variant_id === id);
    const none = matches.unmatched.find((found) => found.variant_id === id && found.market === 'tcgplayer');
    assert.ok((row === undefined) !== (none === undefined), 'a printing has either a row or a reason');
    return row ? `${row.part}, ${row.rule}` : String(none?.reason);
  });
}

function eur(variants: ClaimingVariant[]): string[] {
  const matches = match([card('a', variants)]);
  return variants.map(({ id }) => {
    const row = matches.eur.find((found) => found.variant_id === id);
    const none = matches.unmatched.find((found) => found.variant_id === id && found.market === 'cardmarket');
    assert.ok((row === undefined) !== (none === undefined), 'a printing has either a row or a reason');
    return row ? `${row.part}, ${row.rule}` : String(none?.reason);
  });
}

const first = ['1st-edition'];

test('USD: each printing of a marketplace product takes the row of its sub type', () => {
  assert.deepEqual(
    usd(
      [variant(), variant({ type: 'reverse' }), variant({ type: 'holo' })],
      ['Normal', 'Reverse Holofoil', 'Holofoil'],
    ),
    ['Normal, sub-type', 'Reverse Holofoil, sub-type', 'Holofoil, sub-type'],
  );
});

test('USD: a first edition and its unlimited printing are told apart by name', () => {
  assert.deepEqual(usd([variant({ stamps: first }), variant()], ['1st Edition', 'Unlimited']), [
    '1st Edition, sub-type',
    'Unlimited, sub-type',
  ]);
  assert.deepEqual(
    usd(
      [
        variant({ type: 'holo', subtype: 'shadowless', stamps: first }),
        variant({ type: 'holo', subtype: 'shadowless' }),
      ],
      ['1st Edition Holofoil', 'Unlimited Holofoil'],
    ),
    ['1st Edition Holofoil, sub-type', 'Unlimited Holofoil, sub-type'],
  );
});

test('USD: a printing whose sub type the marketplace product was never sold under has no price', () => {
  assert.deepEqual(usd([variant({ type: 'holo', stamps: first }), variant({ type: 'holo' })], ['Unlimited Holofoil']), [
    'no-row-of-its-sub-type',
    'Unlimited Holofoil, sub-type',
  ]);
  assert.deepEqual(usd([variant()], []), ['article-never-priced']);
});

test('USD: a printing that two rows of its marketplace product fit has no price', () => {
  assert.deepEqual(usd([variant({ type: 'holo' })], ['Holofoil', 'Unlimited Holofoil']), ['several-rows-fit']);
});

test('USD: of several printings that one row fits, the bare one takes it; without one, nobody does', () => {
  assert.deepEqual(usd([variant({ stamps: ['set-logo'] }), variant()], ['Normal']), [
    'row-of-a-plainer-printing',
    'Normal, bare-of-sub-type',
  ]);
  assert.deepEqual(
    usd(
      [variant({ type: 'reverse', foil: 'pokeball' }), variant({ type: 'reverse', foil: 'masterball' })],
      ['Reverse Holofoil'],
    ),
    ['row-fits-several-printings', 'row-fits-several-printings'],
  );
  assert.deepEqual(usd([variant({ stamps: ['set-logo'] }), variant({ stamps: ['staff', 'set-logo'] })], ['Normal']), [
    'row-fits-several-printings',
    'row-fits-several-printings',
  ]);
});

test('USD: an exact duplicate of a printing does not take its row away', () => {
  assert.deepEqual(usd([variant(), variant()], ['Normal']), ['Normal, bare-of-sub-type', 'row-of-a-plainer-printing']);
});

test("USD: a marketplace product's only sub type goes to its only claimant, whatever its type", () => {
  assert.deepEqual(usd([variant({ type: 'lenticular' })], ['Holofoil']), ['Holofoil, only-sub-type']);
  assert.deepEqual(usd([variant({ type: 'lenticular' })], ['Holofoil', 'Normal']), ['no-row-of-its-sub-type']);
  const claimants = [card('a', [variant({ type: 'lenticular' })]), card('b', [variant()], { name: 'Name of a' })];
  assert.deepEqual(match(claimants, known({ 1: ['Holofoil'] })).usd, []);
});

test("USD: one day's row proves no marketplace product's only sub type", () => {
  const printing = variant({ type: 'lenticular' });
  const subTypes = new KnownSubTypes([]);
  subTypes.learn([{ product_id: 1, sub_type: 'Holofoil' }], '2026-01-01');
  assert.equal(match([card('a', [printing])], subTypes).usd.length, 0);
  subTypes.learn([{ product_id: 1, sub_type: 'Holofoil' }], '2026-01-02');
  assert.equal(match([card('a', [printing])], subTypes).usd.length, 1);
  subTypes.learn([{ product_id: 1, sub_type: 'Normal' }], '2026-01-03');
  subTypes.learn([{ product_id: 1, sub_type: 'Holofoil' }], '2026-01-04');
  assert.equal(match([card('a', [printing])], subTypes).usd.length, 0);
});

test('what is learned is told once: new facts, then their confirmation by a second day', () => {
  const subTypes = new KnownSubTypes([]);
  const rows = [{ product_id: 1, sub_type: 'Normal' }];
  const fact = { product_id: 1, sub_type: 'Normal', first_on: '2026-01-02' };
  assert.deepEqual(structuredClone(subTypes.learn(rows, '2026-01-02')), [{ ...fact, confirmed: false }]);
  assert.deepEqual(subTypes.learn(rows, '2026-01-02'), []);
  assert.deepEqual(subTypes.learn(rows, '2026-01-01'), [{ ...fact, confirmed: true }]);
  assert.deepEqual(subTypes.learn(rows, '2026-01-03'), []);
});

test('EUR: a printing alone on its marketplace product reads the plain side, even a holo or a reverse', () => {
  assert.deepEqual(eur([variant({ type: 'holo' })]), ['plain, alone']);
  assert.deepEqual(eur([variant({ type: 'reverse', foil: 'pokeball' })]), ['plain, alone']);
});

test('EUR: of a normal or holo and a reverse on one marketplace product, the first reads plain and the reverse holo', () => {
  assert.deepEqual(eur([variant(), variant({ type: 'reverse' })]), ['plain, pair', 'holo, pair']);
  assert.deepEqual(eur([variant({ type: 'reverse' }), variant({ type: 'holo' })]), ['holo, pair', 'plain, pair']);
});

test('EUR: of other sharers the plainest reads plain, the rest have no price', () => {
  assert.deepEqual(eur([variant({ stamps: first }), variant()]), ['row-of-a-plainer-printing', 'plain, plainest']);
  assert.deepEqual(eur([variant({ subtype: 'shadowless', stamps: first }), variant({ subtype: 'shadowless' })]), [
    'row-of-a-plainer-printing',
    'plain, plainest',
  ]);
  assert.deepEqual(eur([variant({ type: 'holo' }), variant({ type: 'metal', foil: 'gold' })]), [
    'plain, plainest',
    'row-of-a-plainer-printing',
  ]);
  assert.deepEqual(eur([variant(), variant({ stamps: ['countdown-calendar'] }), variant({ type: 'reverse' })]), [
    'plain, plainest',
    'row-of-a-plainer-printing',
    'holo, pair',
  ]);
});

test('EUR: where two printings are equally plain, nobody has a price', () => {
  assert.deepEqual(eur([variant(), variant({ type: 'holo' })]), [
    'row-fits-several-printings',
    'row-fits-several-printings',
  ]);
});

test('a printing without an id, or whose id differently named cards claim, has no price and says why', () => {
  const matches = match(
    [
      card('a', [variant({ tp: null, cm: 11 })]),
      card('b', [variant({ tp: null, cm: 11 })]),
      card('c', [variant({ tp: 1, cm: 12 })]),
    ],
    known({ 1: ['Normal'] }),
  );
  assert.deepEqual(
    matches.eur.map(({ card_id }) => card_id),
    ['c'],
  );
  assert.deepEqual(
    matches.unmatched.map(({ card_id, market, reason }) => [card_id, market, reason]),
    [
      ['a', 'tcgplayer', 'no-id'],
      ['a', 'cardmarket', 'contradictory-id'],
      ['b', 'tcgplayer', 'no-id'],
      ['b', 'cardmarket', 'contradictory-id'],
    ],
  );
});
