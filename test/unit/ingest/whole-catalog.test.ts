/** The audit and the matching over the whole English catalog. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type ClaimingCard, MARKETPLACES, type Marketplace } from '../../../src/catalog/claims.ts';
import { GAMES } from '../../../src/games/games.ts';
import { auditMappings, knownClaims } from '../../../src/ingest/matching/claims/mapping-audit.ts';
import { matchPrintings } from '../../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../../src/ingest/prices/sub-types.ts';
import { fixturesMissing } from '../../support/sources/fixture-upstream.ts';
import { fixtureCards } from './fixture-catalog.ts';

const options = { skip: fixturesMissing };

/** Every ordinary sub type of every marketplace product, as if all had been seen on two days. */
function everySubType(cards: ClaimingCard[]): KnownSubTypes {
  const products = new Map<number, Set<string>>();
  for (const { variants } of cards) {
    for (const { external_ids, type, stamps } of variants) {
      if (external_ids.tcgplayer === null) continue;
      const names = products.get(external_ids.tcgplayer) ?? new Set();
      products.set(external_ids.tcgplayer, names);
      const finish = type === 'normal' ? 'Normal' : type === 'reverse' ? 'Reverse Holofoil' : 'Holofoil';
      names.add(stamps.includes('1st-edition') ? `1st Edition${finish === 'Normal' ? '' : ' Holofoil'}` : finish);
    }
  }
  return new KnownSubTypes(
    [...products].flatMap(([product_id, names]) =>
      [...names].map((sub_type) => ({ product_id, sub_type, first_on: '2026-01-01', confirmed: true })),
    ),
  );
}

test('the counts of shared and contradictory ids are those of the whole catalog', options, () => {
  const cards = fixtureCards('full', '2026-08-21');
  const shared = auditMappings(cards);
  const facts = (market: Marketplace) => {
    const all = shared.filter((entry) => entry.market === market);
    const contradictory = all.filter((entry) => entry.contradictory);
    const cardsOf = (entries: typeof all) => new Set(entries.flatMap((entry) => entry.cards.map(({ id }) => id))).size;
    return [all.length, cardsOf(all), contradictory.length, cardsOf(contradictory)];
  };
  assert.deepEqual(facts('cardmarket'), [958, 2045, 260, 566]);
  assert.deepEqual(facts('tcgplayer'), [44, 73, 16, 27]);
});

test(
  'no contradictory id prices a printing, and an id of one card alone loses no printing that its rules fit',
  options,
  () => {
    const cards = fixtureCards('full', '2026-08-21');
    const claims = knownClaims(cards, new Map());
    const { shared } = claims;
    const unsettled = shared.filter(({ contradictory, contested }) => contradictory || contested);
    const isShared = new Set(unsettled.map(({ market, id }) => `${market}/${id}`));
    const { usd, eur } = matchPrintings(cards, {
      printings: GAMES.pokemon.printings,
      sub_types: everySubType(cards),
      claims,
    });
    assert.deepEqual(
      usd.filter(({ product_id }) => isShared.has(`tcgplayer/${product_id}`)),
      [],
    );
    assert.deepEqual(
      eur.filter(({ product_id }) => isShared.has(`cardmarket/${product_id}`)),
      [],
    );

    const sharedIds = new Set(shared.map(({ market, id }) => `${market}/${id}`));
    const rows = { tcgplayer: usd, cardmarket: eur };
    for (const market of MARKETPLACES) {
      const priced = new Set(rows[market].map(({ variant_id }) => variant_id));
      // The control set: marketplace products of one card that only one of its printings names.
      const good = cards.flatMap(({ variants }) =>
        variants.filter(
          ({ external_ids: { [market]: id } }) =>
            id !== null &&
            !sharedIds.has(`${market}/${id}`) &&
            variants.filter((other) => other.external_ids[market] === id).length === 1,
        ),
      );
      assert.ok(good.length > 10_000);
      assert.deepEqual(
        good.filter(({ id }) => !priced.has(id)),
        [],
      );
    }
  },
);

test('cards of one name and several numbers do not read one product, as each did', options, () => {
  const cards = fixtureCards('full', '2026-08-21');
  const claims = knownClaims(cards, new Map());
  const fieldCases = ['sm10-130', 'sm10-204', 'sm10-205', 'bw1-26', 'bw1-113', 'xy5-125', 'xy5-161'];
  for (const { id, variants } of cards.filter((card) => fieldCases.includes(card.id))) {
    const refused = variants.map((variant) => claims.productOf(variant, 'cardmarket').refused);
    assert.ok(refused.includes('claimed-by-several'), id);
  }
});

test(
  'cards that were confused elsewhere have rows of their own: one name twice in a set, first editions',
  options,
  () => {
    const cards = fixtureCards('full', '2026-08-21');
    const { usd, eur, unmatched } = matchPrintings(cards, {
      printings: GAMES.pokemon.printings,
      sub_types: everySubType(cards),
      claims: knownClaims(cards, new Map()),
    });
    const rows = (id: string, all: typeof usd) =>
      all.filter(({ card_id }) => card_id === id).map(({ product_id, part }) => `${product_id} ${part}`);
    // P04 and P09 of the cases from the field.
    assert.deepEqual(rows('ecard3-12', eur), ['275236 plain', '275236 holo']);
    assert.deepEqual(rows('ecard3-H11', eur), ['275270 plain']);
    assert.deepEqual(rows('base2-3', usd), ['45129 Holofoil', '45129 1st Edition Holofoil']);
    // P05: one article on differently named cards prices none of them.
    for (const id of ['xyp-XY101', 'xyp-XY107', 'xyp-XY125', 'xyp-XY192']) {
      assert.deepEqual(rows(id, eur), []);
      const why = unmatched.filter(({ card_id, market }) => card_id === id && market === 'cardmarket');
      assert.deepEqual(
        why.map(({ product_id, reason }) => `${product_id} ${reason}`),
        ['554275 contradictory-id'],
      );
    }
  },
);

test('a printing has at most one row of each market, and a row at most one printing of a card', options, () => {
  const cards = fixtureCards('full', '2026-08-21');
  const { usd, eur, unmatched } = matchPrintings(cards, {
    printings: GAMES.pokemon.printings,
    sub_types: everySubType(cards),
    claims: knownClaims(cards, new Map()),
  });
  const printings = cards.flatMap(({ variants }) => variants).length;
  for (const [market, rows] of [
    ['tcgplayer', usd],
    ['cardmarket', eur],
  ] as const) {
    assert.equal(new Set(rows.map(({ variant_id }) => variant_id)).size, rows.length);
    assert.equal(rows.length + unmatched.filter((entry) => entry.market === market).length, printings);
  }
  assert.equal(new Set(usd.map((row) => `${row.card_id}/${row.product_id}/${row.part}`)).size, usd.length);
  assert.equal(new Set(eur.map((row) => `${row.card_id}/${row.product_id}/${row.part}`)).size, eur.length);
});
