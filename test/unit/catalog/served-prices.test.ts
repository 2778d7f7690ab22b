/** Holds the short ways to the JSON of prices to the long ones: the same bytes, whatever stands in the card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printingOf, printingTextsIn } from '../../../src/catalog/changes.ts';
import { CONDITIONS } from '../../../src/catalog/price-rows.ts';
import type { Card } from '../../../src/catalog/records.ts';
import { NO_PRICES, pricedCard, pricedCardText } from '../../../src/catalog/served-prices.ts';
import { type CurrentCardPrice, cardPricesIn, currentText } from '../../../src/store/prices/current-prices.ts';
import { cardObservation } from '../../../src/store/prices/price-days.ts';
import { fc } from '../../support/made/properties.ts';

/** Text that tries to look like the JSON around it. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(JSON.stringify(NO_PRICES), JSON.stringify(NO_PRICES).slice(1), '{"id":', '"', '\\', '\\"', ',"'),
  fc.string({ unit: fc.constantFrom('"', '\\', '{', ':', ',', 'id', 'usd_market', '[]') }),
);
const cents = fc.option(fc.nat());
const day = fc.constantFrom('2026-11-20', '2026-11-21');
/** Of all digits, in one place and in several. */
const ids = fc.constantFrom(1, 2, 9, 10, 49, 90);

const variant = (id: number) =>
  fc.record({ type: text, stamps: fc.array(text), foil: fc.option(text) }).map((printing) => {
    const { type, stamps, foil } = printing;
    const external_ids = { tcgplayer: id, cardmarket: null };
    return { id, type, subtype: null, size: 'standard', stamps, foil, external_ids, ...NO_PRICES };
  });
const card = fc.record({
  id: text,
  name: text,
  metadata: fc.record({ description: text, effect: fc.option(text) }),
  variants: fc.uniqueArray(ids, { maxLength: 4 }).chain((own) => fc.tuple(...own.map(variant))),
}) as unknown as fc.Arbitrary<Card>;

const usd = fc.record({
  variant_id: ids,
  market: fc.constant('usd' as const),
  condition: fc.constantFrom(...CONDITIONS),
  amounts: fc.record({ market: cents, low: cents, high: cents }),
  observed_on: day,
  source: text,
});
const eur = fc.record({
  variant_id: ids,
  market: fc.constant('eur' as const),
  price_kind: fc.constantFrom('plain' as const, 'holo' as const, null),
  amounts: fc.record({ avg: cents, low: cents, trend: cents, avg_holo: cents, low_holo: cents, trend_holo: cents }),
  observed_on: day,
  source: text,
});

/** The text that the store has of these prices, of which one a series counts. */
function stored(prices: readonly CurrentCardPrice[]): string {
  const observed = prices.map((price) => ({ ...cardObservation(price, price.observed_on), source: price.source }));
  return currentText(new Map(observed.map((price) => [price.key, price])));
}
const prices = fc.array(fc.oneof(usd, eur), { maxLength: 12 }).map(stored);

test('prices put into the text of a card give what putting them into the card gives', () => {
  fc.assert(
    fc.property(card, prices, (record, body) => {
      const expected = JSON.stringify(pricedCard(record, cardPricesIn(body)));
      assert.equal(pricedCardText(JSON.stringify(record), cardPricesIn(body)), expected);
    }),
    { numRuns: 300 },
  );
});

test('prices that are not as they were stored are not answered', () => {
  const body = stored(fc.sample(fc.tuple(usd, eur), 1)[0] ?? []);
  for (let length = 0; length < body.length; length += 1) {
    assert.throws(() => cardPricesIn(body.slice(0, length)), `${length} of ${body}`);
  }
});

test('a card without prices is served as it is stored', () => {
  assert.equal(pricedCardText('{"id":"a","variants":[]}', []), '{"id":"a","variants":[]}');
});

test("the printings' own fields are cut out of a card's text as they are written, whatever stands in it and behind them", () => {
  fc.assert(
    fc.property(card, fc.option(fc.array(text)), (record, same_artwork) => {
      const own = record.variants.map((variant) => ({ id: variant.id, text: JSON.stringify(printingOf(variant)) }));
      const shown = same_artwork === null ? record : { ...record, same_artwork };
      assert.deepEqual(printingTextsIn(JSON.stringify(shown)), own);
    }),
    { numRuns: 500 },
  );
});
