/** The audit and the matching over the whole English catalog. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type ClaimingCard, MARKETPLACES, type Marketplace } from '../../../src/catalog/claims.ts';
import { GAMES } from '../../../src/games/games.ts';
import { auditMappings, withheldIds } from '../../../src/ingest/matching/mapping-audit.ts';
import { matchPrintings } from '../../../src/ingest/matching/match-printings.ts';
import { KnownSubTypes } from '../../../src/ingest/matching/sub-types.ts';
import { fixturesMissing } from '../../support/sources/fixture-upstream.ts';
import { fixtureCards } from './fixture-catalog.ts';

const options = { skip: fixturesMissing };

/** Every ordinary sub type of every article, as if all had been seen on two days. */
function everySubType(cards: ClaimingCard[]): KnownSubTypes {
  const articles = new Map<number, Set<string>>();
  for (const { variants } of cards) {
    for (const { external_ids, type, stamps } of variants) {
      if (external_ids.tcgplayer === null) continue;
      const names = articles.get(external_ids.tcgplayer) ?? new Set();
      articles.set(external_ids.tcgplayer, names);
      const finish = type === 'normal' ? 'Normal' : type === 'reverse' ? 'Reverse Holofoil' : 'Holofoil';
      names.add(stamps.includes('1st-edition') ? `1st Edition${finish === 'Normal' ? '' : ' Holofoil'}` : finish);
    }
  }
  return new KnownSubTypes(
    [...articles].flatMap(([product_id, names]) =>
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
    const shared = auditMappings(cards);
    const withheld = { tcgplayer: withheldIds(shared, 'tcgplayer'), cardmarket: withheldIds(shared, 'cardmarket') };
    const { usd, eur } = matchPrintings(cards, {
      printings: GAMES.pokemon.printings,
      sub_types: everySubType(cards),
      withheld,
    });
    assert.deepEqual(
      usd.filter(({ product_id }) => withheld.tcgplayer.has(product_id)),
      [],
    );
    assert.deepEqual(
      eur.filter(({ product_id }) => withheld.cardmarket.has(product_id)),
      [],
    );

    const sharedIds = new Set(shared.map(({ market, id }) => `${market}/${id}`));
    const rows = { tcgplayer: usd, cardmarket: eur };
    for (const market of MARKETPLACES) {
      const priced = new Set(rows[market].map(({ variant_id }) => variant_id));
      // The control set: articles of one card that only one of its printings names.
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

test('a printing has at most one row of each market, and a row at most one printing of a card', options, () => {
  const cards = fixtureCards('full', '2026-08-21');
  const { usd, eur, unmatched } = matchPrintings(cards, {
    printings: GAMES.pokemon.printings,
    sub_types: everySubType(cards),
    withheld: { tcgplayer: new Set(), cardmarket: new Set() },
  });
  const printings = cards.flatMap(({ variants }) => variants).length;
  for (const [market, rows] of [
    ['tcgplayer', usd],
    ['cardmarket', eur],
  ] as const) {
    assert.equal(new Set(rows.map(({ variant_id }) => variant_id)).size, rows.length);
    assert.equal(rows.length + unmatched.filter((entry) => entry.market === market).length, printings);
  }
  assert.equal(new Set(usd.map((row) => `${row.card_id}/${row.product_id}/${row.sub_type}`)).size, usd.length);
  assert.equal(new Set(eur.map((row) => `${row.card_id}/${row.product_id}/${row.price_kind}`)).size, eur.length);
});
