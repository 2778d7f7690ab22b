/** Holds the history's bytes, written by hand for speed, to the objects that they stand for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyJson } from '../../../src/api/catalog/prices/price-history.ts';
import { addDays } from '../../../src/catalog/days.ts';
import { CONDITIONS } from '../../../src/catalog/price-rows.ts';
import {
  type Amounts,
  dayBit,
  daysBetween,
  findSeries,
  type PackedSeries,
  withObservations,
} from '../../../src/store/prices/observation-codec.ts';
import type { SeriesMonth } from '../../../src/store/prices/price-history.ts';
import { dayOfMonth, monthOf } from '../../../src/store/prices/price-series.ts';
import { fc } from '../../support/made/properties.ts';
import type { ObservedDay } from '../../support/oracles/shown-histories.ts';

const window = { from: '2025-12-01', to: '2026-12-01' };
const cents = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 20 }));

/** Runs of days with equal amounts, with gaps between days. */
const daysOf = (columns: number): fc.Arbitrary<ObservedDay[]> =>
  fc
    .array(
      fc.record({
        amounts: fc.array(cents, { minLength: columns, maxLength: columns }),
        gaps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
      }),
      { maxLength: 8 },
    )
    .map((runs) => {
      let day = window.from;
      return runs.flatMap(({ amounts, gaps }) =>
        gaps.map((gap) => {
          day = addDays(day, gap);
          return { day, amounts };
        }),
      );
    });

/** As the store packs them, and with days beside the window that are not to be shown. */
function monthsOf(days: readonly ObservedDay[], columns: number): SeriesMonth[] {
  const beside = new Array<number>(columns).fill(7);
  return [...Map.groupBy(days, ({ day }) => monthOf(day))].map(([month, shown]) => {
    const numbers = shown.map(({ day }) => dayOfMonth(day));
    const [first = 1, last = 31] = [Math.min(...numbers), Math.max(...numbers)];
    const observations = shown.map(({ day, amounts }) => ({ key: 1, days: dayBit(dayOfMonth(day)), amounts }));
    if (first > 1) observations.push({ key: 1, days: dayBit(first - 1), amounts: beside });
    if (last < 31) observations.push({ key: 1, days: dayBit(last + 1), amounts: beside });
    const found: PackedSeries[] = [];
    findSeries(withObservations(undefined, observations), (_key, series) => found.push(series));
    const [series] = found;
    assert.ok(series);
    return { month, window: daysBetween(first, last), series };
  });
}

const variants = fc.array(
  fc.record({
    variant: fc.record({
      type: fc.string(),
      subtype: fc.constant(null),
      size: fc.constant('standard'),
      stamps: fc.array(fc.string({ unit: 'binary' }), { maxLength: 2 }),
      foil: fc.option(fc.string()),
    }),
    usd: fc.array(fc.record({ condition: fc.constantFrom(...CONDITIONS), days: daysOf(3) }), { maxLength: 3 }),
    eur: fc.record({ price_kind: fc.constantFrom('plain' as const, 'holo' as const, null), days: daysOf(6) }),
  }),
  { maxLength: 3 },
);

const objects = (days: readonly ObservedDay[], names: readonly string[]) =>
  days.map(({ day, amounts }) => ({
    observed_on: day,
    ...Object.fromEntries(names.map((name, at) => [name, (amounts as Amounts)[at]])),
  }));
const USD = ['market', 'low', 'high'];
const EUR = ['avg', 'low', 'trend', 'avg_holo', 'low_holo', 'trend_holo'];

test('the text of a history is that of its objects, for any days, runs and amounts', () => {
  fc.assert(
    fc.property(variants, (histories) => {
      const expected = {
        game: 'game',
        ...window,
        variants: histories.map(({ variant, usd, eur }) => ({
          variant,
          usd_market: usd.map(({ condition, days }) => ({ condition, currency: 'USD', history: objects(days, USD) })),
          eur_market: { currency: 'EUR', price_kind: eur.price_kind, history: objects(eur.days, EUR) },
        })),
      };
      const packed = histories.map(({ variant, usd, eur }) => ({
        variant: JSON.stringify(variant),
        usd: usd.map(({ condition, days }) => ({ condition, months: monthsOf(days, 3) })),
        eur: { price_kind: JSON.stringify(eur.price_kind), months: monthsOf(eur.days, 6) },
      }));
      assert.equal(historyJson(window, { game: 'game', variants: packed }), JSON.stringify(expected));
    }),
  );
});
