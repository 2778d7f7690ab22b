/** Which row of the marketplaces speaks for which printing of a Magic card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimingVariant } from '../../../../src/catalog/claims.ts';
import { GAMES } from '../../../../src/games/games.ts';
import { knownClaims } from '../../../../src/ingest/matching/claims/mapping-audit.ts';
import { matchPrintings } from '../../../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../../../src/ingest/prices/sub-types.ts';
import { card, variant } from '../../ingest/claiming.ts';

/** What each of a card's printings reads in EUR and USD, or why it reads nothing. */
function read(variants: ClaimingVariant[], products: Record<number, string[]> = {}) {
  const facts = Object.entries(products).flatMap(([id, names]) =>
    names.map((sub_type) => ({ product_id: Number(id), sub_type, first_on: '2026-01-01', confirmed: true })),
  );
  const { usd, eur, unmatched } = matchPrintings([card('a', variants)], {
    printings: GAMES.magic.printings,
    sub_types: new KnownSubTypes(facts),
    claims: knownClaims([], new Map()),
  });
  const reason = (id: number, market: string) =>
    unmatched.find((none) => none.variant_id === id && none.market === market)?.reason;
  return variants.map(({ id }) => {
    const half = eur.find((match) => match.variant_id === id)?.part;
    const row = usd.find((match) => match.variant_id === id);
    return [half ?? reason(id, 'cardmarket'), row ? `${row.product_id} ${row.part}` : reason(id, 'tcgplayer')];
  });
}

const of = (type: string, tcgplayer: number, more: Parameters<typeof variant>[0] = {}) =>
  variant({ type, tp: tcgplayer, cm: 5, ...more });

test('the second side of a EUR row speaks for foil, also where a card is sold as foil alone', () => {
  assert.deepEqual(read([of('normal', 1), of('foil', 1)], { 1: ['Normal', 'Foil'] }), [
    ['plain', '1 Normal'],
    ['holo', '1 Foil'],
  ]);
  assert.deepEqual(read([of('foil', 1)], { 1: ['Foil'] }), [['holo', '1 Foil']]);
  assert.deepEqual(read([of('normal', 1)], { 1: ['Normal'] }), [['plain', '1 Normal']]);
});

test('an etched card is the foil of a marketplace product of its own; beside a foil the price side is that one', () => {
  assert.deepEqual(read([of('normal', 1), of('etched', 2)], { 1: ['Normal'], 2: ['Foil'] }), [
    ['plain', '1 Normal'],
    ['holo', '2 Foil'],
  ]);
  assert.deepEqual(read([of('normal', 1), of('foil', 1), of('etched', 2)], { 1: ['Normal', 'Foil'], 2: ['Foil'] }), [
    ['plain', '1 Normal'],
    ['holo', '1 Foil'],
    ['row-of-a-plainer-printing', '2 Foil'],
  ]);
  assert.deepEqual(read([of('foil', 1), of('etched', 1)], { 1: ['Foil'] }), [
    ['holo', '1 Foil'],
    ['row-of-a-plainer-printing', 'row-of-a-plainer-printing'],
  ]);
});

test('treatment, stamps and size are those of the marketplace product itself', () => {
  const look = { subtype: 'showcase', stamps: ['boosterfun'], size: 'oversized', foil: 'surgefoil' };
  assert.deepEqual(read([of('normal', 1, look), of('foil', 1, look)], { 1: ['Normal', 'Foil'] }), [
    ['plain', '1 Normal'],
    ['holo', '1 Foil'],
  ]);
});

test('a finish that no marketplace names takes the only row of a marketplace product of its own, and the plain side', () => {
  assert.deepEqual(read([of('glossy', 1)], { 1: ['Normal'] }), [['plain', '1 Normal']]);
  assert.deepEqual(read([of('glossy', 1), of('normal', 1)], { 1: ['Normal'] }), [
    ['row-of-a-plainer-printing', 'no-row-of-its-sub-type'],
    ['plain', '1 Normal'],
  ]);
});
