/** How the days of one marketplace row are judged, and what the ledger knows of them while they are not written. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Amounts } from '../../../src/ingest/prices/judge-days.ts';
import { judgeDays } from '../../../src/ingest/prices/judge-days.ts';
import { PriceLedger } from '../../../src/ingest/prices/price-ledger.ts';

const day = (number: number) => `2026-03-0${number}`;
/** What is served of an amount that is alone in its row, day by day; null says that none came. */
const served = (amounts: (number | null)[], isAccepted: (day: string) => boolean = () => false) => {
  const days = amounts.map((market, at): [string, Amounts] => [day(at + 1), { market }]);
  const now = judgeDays(days, [], day(1), isAccepted);
  return [amounts.map((_, at) => now.served.get(day(at + 1))?.market), now.waiting.get('market')?.held] as const;
};

test('a single amount that moves 50-fold waits until a second day confirms it, and is written on its day then', () => {
  assert.deepEqual(served([100, 5000]), [[100, null], 5000]);
  assert.deepEqual(served([100, 5000, 4000]), [[100, 5000, 4000], undefined]);
  assert.deepEqual(served([100, 5000, null, 4000]), [[100, 5000, null, 4000], undefined]);
});

test('a second day that shows the old amount, or yet another one, does not confirm the move', () => {
  assert.deepEqual(served([100, 5000, 110]), [[100, null, 110], undefined]);
  assert.deepEqual(served([100, 5000, 1]), [[100, null, null], 1]);
});

test('a second day confirms a move by an amount of half to twice what it saw, and by no other', () => {
  for (const [cents, isServed] of [
    [5000, true],
    [4999, false],
    [20_000, true],
    [20_001, false],
  ] as const) {
    assert.equal(served([10, 10_000, cents])[0][2] !== null, isServed, String(cents));
  }
});

test('a fall to a fiftieth waits as well; anything less, or with nothing known before, is served', () => {
  assert.deepEqual(served([100, 2])[0], [100, null]);
  assert.deepEqual(served([100, 3])[0], [100, 3]);
  assert.deepEqual(served([100, 4999])[0], [100, 4999]);
  assert.deepEqual(served([null, 1])[0], [null, 1]);
});

test('what an operator has accepted is served, and is what the next day is judged by', () => {
  const isAccepted = (accepted: string) => accepted === day(2);
  assert.deepEqual(served([100, 5000, 5100, 100], isAccepted), [[100, 5000, 5100, null], 100]);
});

test('an amount that moves 50-fold is served at once where its row bears it out, and as a lowest offer that falls alone', () => {
  const days: [string, Amounts][] = [
    [day(1), { avg: 5000, low: 900, trend: 60 }],
    [day(2), { avg: 5000, low: 1, trend: 4000 }],
  ];
  assert.deepEqual(judgeDays(days, [], day(1), () => false).served.get(day(2)), { avg: 5000, low: null, trend: null });
  days[1] = [day(2), { avg: 5000, low: 900, trend: 4000 }];
  assert.deepEqual(judgeDays(days, [], day(1), () => false).served.get(day(2)), { avg: 5000, low: 900, trend: 4000 });
  days[1] = [day(2), { avg: 5000, low: 1, trend: 60 }];
  assert.deepEqual(judgeDays(days, [], day(1), () => false).served.get(day(2)), { avg: 5000, low: 1, trend: 60 });
  // An average that falls alone is no offer.
  days[0] = [day(1), { avg: 5000, low: 4000, trend: 4800 }];
  days[1] = [day(2), { avg: 90, low: 4000, trend: 4800 }];
  assert.deepEqual(judgeDays(days, [], day(1), () => false).served.get(day(2)), { avg: null, low: 4000, trend: 4800 });
});

test('a move is borne out by amounts of its own price side, and by the other side only where its own has none', () => {
  const servedAvg = (known: Amounts) => {
    const days: [string, Amounts][] = [
      [day(1), { avg: 5000, ...known }],
      [day(2), { avg: 95, ...known }],
    ];
    return judgeDays(days, [], day(1), () => false).served.get(day(2))?.avg;
  };
  const foil = { avg_holo: 9000, trend_holo: 9000 };
  assert.equal(servedAvg({ low: 90, trend: 100 }), 95);
  assert.equal(servedAvg({ low: 90, trend: 100, ...foil }), 95);
  assert.equal(servedAvg(foil), null);
  assert.equal(servedAvg({ avg_holo: 90, trend_holo: 100 }), 95);
});

test('days before the first that is judged stand as they are', () => {
  const days: [string, Amounts][] = [10, 5000, 10].map((market, at) => [day(at + 1), { market }]);
  const now = judgeDays(days, [], day(3), () => false);
  assert.deepEqual([...now.served.values()], [{ market: 10 }, { market: 5000 }, { market: null }]);
});

const ledgerOf = (amounts: Amounts): PriceLedger =>
  new PriceLedger('usd', new Map([['row', { amounts, observed_on: day(2), source: 'usd' }]]), []);

test('a row is ordinary on a new day without a move, and on the day that is accepted; nothing else is', () => {
  const ledger = ledgerOf({ market: 100, low: null });
  assert.ok(ledger.isOrdinary('row', { market: 4999, low: null }, day(3)));
  assert.ok(ledger.isOrdinary('row', { market: 100, low: null }, day(2)));
  assert.ok(ledger.isOrdinary('other', { market: 1, low: null }, day(1)));
  assert.ok(!ledger.isOrdinary('row', { market: 5000, low: null }, day(3)));
  assert.ok(
    !ledger.isOrdinary('row', { market: 100, low: 90 }, day(3)),
    'what it was before it was missing is to be known',
  );
  assert.ok(!ledger.isOrdinary('row', { market: 101, low: null }, day(2)));
  assert.ok(!ledger.isOrdinary('row', { market: 100, low: null }, day(1)));
});

test('what was judged and is not written yet is known; a late day that says otherwise changes the days behind it', () => {
  const ledger = ledgerOf({ market: 100 });
  ledger.take('row', { market: 110 }, day(3));
  const stored = new Map([[day(2), { market: 100 }]]);
  const { days } = ledger.judge('row', { market: 9000 }, day(1), { stored });
  assert.deepEqual(
    days.map(({ observed_on, amounts }) => [observed_on, amounts.market]),
    [
      [day(1), 9000],
      [day(2), 100],
      [day(3), 110],
    ],
  );
  assert.deepEqual(ledger.waiting, []);
  assert.deepEqual(ledger.last('row')?.amounts, { market: 110 });
});

test('a day that others changed before in its batch is written once more behind them; in the next batch it stands as it came', () => {
  const held = { key: 'row/market', previous: 100, held: 9000, observed_on: day(3) };
  const accepted = { amounts: { market: 100 }, observed_on: day(2), source: 'usd' };
  const ledger = new PriceLedger('usd', new Map([['row', accepted]]), [held]);
  const judged = (market: number, on: number, stored: Amounts[]) => {
    const days = new Map(stored.map((amounts, at) => [day(2 + at), amounts]));
    return ledger
      .judge('row', { market }, day(on), { stored: days })
      .days.map(({ observed_on, amounts }) => [observed_on, amounts.market]);
  };
  // The day before is corrected: beside that the amount that waits is no wild one.
  assert.deepEqual(judged(8000, 2, [{ market: 100 }]), [
    [day(2), 8000],
    [day(3), 9000],
  ]);
  assert.deepEqual(judged(8500, 3, [{ market: 100 }]), [[day(3), 8500]]);
  ledger.batch.number += 1;
  assert.deepEqual(judged(8600, 3, [{ market: 8000 }, { market: 8500 }]), []);
});
