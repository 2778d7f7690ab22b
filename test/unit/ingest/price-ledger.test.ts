/** What the ledger of believed amounts remembers of amounts that are missing for a while. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Amounts, PriceLedger } from '../../../src/ingest/prices/price-ledger.ts';

const day = (number: number) => `2026-03-0${number}`;
const missing = { market: null, low: null };

function ledgerOf(amounts: { market: number | null; low: number | null }): PriceLedger {
  return new PriceLedger('usd', new Map([['row', { amounts, observed_on: day(1), source: 'usd' }]]), []);
}

test('an amount that is back is asked for once, and not where it was never missing or nothing is known of its row', () => {
  const ledger = ledgerOf({ market: null, low: 50 });
  assert.ok(ledger.isBack('row', { market: 100, low: 50 }));
  assert.ok(!ledger.isBack('row', { market: null, low: 60 }));
  assert.ok(!ledger.isBack('other', { market: 100, low: 50 }));
  ledger.remember(new Map([['row', { market: 90, low: null }]]));
  assert.ok(!ledger.isBack('row', { market: 100, low: 50 }));
});

test('amounts of one row that come back on different days are each judged by what they were', () => {
  const ledger = ledgerOf(missing);
  assert.ok(ledger.isBack('row', { market: null, low: 6000 }));
  ledger.remember(new Map([['row', { market: null, low: 60 }]]));
  assert.deepEqual(ledger.judge('row', { market: null, low: 6000 }, day(2)).served, missing);
  assert.ok(ledger.isBack('row', { market: 9000, low: 6000 }));
  ledger.remember(new Map([['row', { market: 90, low: null }]]));
  assert.deepEqual(ledger.judge('row', { market: 9000, low: 6000 }, day(3)).served, { market: null, low: 6000 });
  assert.deepEqual(ledger.judge('row', { market: 9000, low: 6000 }, day(4)).served, { market: 9000, low: 6000 });
});

test('amounts are compared with those of at most 31 days before or after, where both are known', () => {
  const ledger = ledgerOf({ market: 100, low: null });
  const rows = [
    { name: 'row', amounts: { market: 150, low: 5 } },
    { name: 'other', amounts: { market: 1 } },
  ];
  const parts = {
    nameOf: ({ name }: (typeof rows)[number]) => name,
    amountsOf: ({ amounts }: (typeof rows)[number]): Amounts => ({ ...amounts }),
  };
  const ratiosOn = (observedOn: string) => ledger.ratios(rows, parts, observedOn);
  assert.deepEqual(['2026-04-01', '2026-01-29', '2026-03-01'].map(ratiosOn), [[1.5], [1.5], [1.5]]);
  assert.deepEqual(['2026-04-02', '2026-01-28'].map(ratiosOn), [[], []]);
});

test('what was believed while the ledger was open is remembered without being asked for', () => {
  const ledger = ledgerOf({ market: 100, low: 50 });
  for (const number of [2, 3]) ledger.judge('row', { market: null, low: 50 }, day(number));
  assert.ok(!ledger.isBack('row', { market: 10_000, low: 50 }));
  assert.deepEqual(ledger.judge('row', { market: 10_000, low: 50 }, day(4)).served, { market: null, low: 50 });
  assert.equal(ledger.waiting[0]?.previous, 100);
});
