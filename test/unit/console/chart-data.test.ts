/** Histories as the lines of a chart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardPriceHistory } from '../../../client/src/records.ts';
import {
  asChange,
  chartOf,
  csvOf,
  daysBetween,
  joined,
  movesOf,
  observedDays,
  summary,
} from '../../../console/src/prices/chart-data.ts';
import { dayTicks, valueTicks } from '../../../console/src/prices/chart-scale.ts';

const usdDay = (observed_on: string, market: number | null) => ({ observed_on, market, low: null, high: null });
const eurDay = (observed_on: string, trend: number, trend_holo: number) => ({
  ...{ observed_on, avg: null, low: null, trend, avg_holo: null, low_holo: null, trend_holo },
});
const variant = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };
const history: CardPriceHistory = {
  game: 'game',
  from: '2026-02-27',
  to: '2026-03-02',
  variants: [
    {
      variant,
      usd_market: [
        { condition: 'NM', currency: 'USD', history: [usdDay('2026-02-27', 100), usdDay('2026-03-02', 120)] },
        { condition: 'LP', currency: 'USD', history: [usdDay('2026-03-01', 90)] },
      ],
      eur_market: { currency: 'EUR', price_kind: 'holo', history: [eurDay('2026-03-01', 1, 70)] },
    },
  ],
};

test('the window has every day once, over the ends of months and clocks', () => {
  assert.deepEqual(daysBetween('2026-02-27', '2026-03-02'), ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  assert.equal(daysBetween('2025-11-21', '2026-11-21').length, 366);
  assert.equal(daysBetween('2024-02-29', '2024-02-29').length, 1);
});

test('conditions are lines of their market prices, and a day without an observation has no point', () => {
  const { lines } = chartOf(history, 0, 'USD');
  assert.deepEqual(
    lines.map(({ label, points }) => [label, daysBetween('2026-02-27', '2026-03-02').map((day) => points.get(day))]),
    [
      ['NM', [100, undefined, undefined, 120]],
      ['LP', [undefined, undefined, 90, undefined]],
    ],
  );
});

test('EUR lines are of the price side that applies to the printing, and lines without any amount are left out', () => {
  const { lines } = chartOf(history, 0, 'EUR');
  assert.deepEqual(
    lines.map(({ label, points }) => [label, [...points]]),
    [['trend', [['2026-03-01', 70]]]],
  );
  assert.deepEqual(chartOf(history, 5, 'EUR').lines, []);
});

test('the table has the observed days, newest first', () => {
  assert.deepEqual(observedDays(chartOf(history, 0, 'USD')), ['2026-03-02', '2026-03-01', '2026-02-27']);
});

test('the chart is told in words', () => {
  const text = summary(chartOf(history, 0, 'USD'), 'Feb 27', 'Mar 2', String);
  assert.equal(text, 'Daily prices from Feb 27 to Mar 2. NM: 100 to 120, last 120; LP: 90 to 90, last 90.');
});

test('a line tells how it moved over a day, a week and a month, where an amount of that time is known', () => {
  const moves = (points: [string, number | null][]) => movesOf({ points: new Map(points) });
  const today: [string, number] = ['2026-03-31', 150];
  assert.deepEqual(moves([['2026-03-01', 100], ['2026-03-24', 200], ['2026-03-30', 149], today]), [
    { days: 1, percent: 0.7 },
    { days: 7, percent: -25 },
    { days: 30, percent: 50 },
  ]);
  assert.deepEqual(
    moves([['2026-03-21', 100], today]),
    [{ days: 7, percent: 50 }],
    'an amount holds for three days more',
  );
  assert.deepEqual(moves([['2026-03-20', 100], ['2026-03-30', null], today]), [], 'and not for a fourth');
  assert.deepEqual(moves([['2026-03-30', 0], today]), []);
  assert.deepEqual(moves([['2026-03-30', null]]), []);
});

test('both currencies stand beside each other, all printings as what each costs', () => {
  const both = chartOf(history, 0, 'both').lines;
  assert.deepEqual(
    both.map(({ label, currency }) => [label, currency]),
    [
      ['price, USD', 'USD'],
      ['price, EUR', 'EUR'],
    ],
  );
  assert.deepEqual(
    chartOf(history, 'all', 'USD', (at) => `printing ${at}`).lines.map(({ label }) => label),
    ['printing 0'],
  );
});

test('a change is since the first amount of its line, and a line of nothing has none', () => {
  const { lines, isChange } = asChange(chartOf(history, 0, 'USD'));
  assert.ok(isChange);
  assert.deepEqual(
    lines.map(({ points }) => [...points.values()]),
    [[0, 2000], [0]],
  );
});

test('what is shown is a file for spreadsheets, oldest day first, a day without an amount empty', () => {
  assert.equal(
    csvOf(chartOf(history, 0, 'USD')),
    'day,NM (USD),LP (USD)\r\n2026-02-27,1.00,\r\n2026-03-01,,0.90\r\n2026-03-02,1.20,\r\n',
  );
});

test('windows are joined by printing and condition', () => {
  const whole = joined(history, { ...history, from: '2025-01-01' });
  assert.equal(whole.from, '2025-01-01');
  assert.equal(whole.variants[0]?.usd_market[0]?.history.length, 4);
});

test('no label of an axis stands there twice, whatever the span and the amounts', () => {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
  const noneTwice = (labels: readonly string[], what: string) =>
    assert.equal(new Set(labels).size, labels.length, what);
  for (const low of [0, 1, 7, 99, 1234, 99_999]) {
    for (const span of [0, 1, 2, 3, 9, 50, 51, 4321, 1_000_000]) {
      const ticks = valueTicks(low, low + span, 5);
      noneTwice(
        ticks.map((cents) => money.format(cents / 100)),
        `${low} and ${span} more: ${ticks}`,
      );
      assert.ok((ticks[0] ?? 1) <= low && (ticks.at(-1) ?? 0) >= low + span && ticks.length <= 8);
    }
  }
  for (const length of [2, 3, 8, 31, 91, 120, 121, 367, 800, 3660]) {
    for (const most of [2, 4, 8]) {
      const ticks = dayTicks('2025-11-26', length, most);
      noneTwice(
        ticks.map(({ label }) => label),
        `${length} days`,
      );
      assert.ok(ticks.length <= most + 1 && ticks.length > 0, `${length} days, ${ticks.length} of ${most}`);
      assert.ok(ticks.every(({ at }) => at >= 0 && at < length));
    }
  }
});
