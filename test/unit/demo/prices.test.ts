/** The demo's prices: plausible walks that any day can be asked for by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoDocument } from '../../../demo/demo.ts';
import { slippingOn } from '../../../demo/emit/mistakes.ts';
import { ORBWRIGHT } from '../../../demo/orbwright/game.ts';
import { dayNumber, quoteOf } from '../../../demo/price-walk.ts';
import { demoCategory } from '../../../demo/wickwild/game.ts';
import { isBorneOut, isWild } from '../../../src/ingest/prices/price-guards.ts';

const TODAY = Date.UTC(2026, 10, 21);
const DAYS = 420;
const days = Array.from({ length: DAYS }, (_, i) =>
  new Date(TODAY - (DAYS - 1 - i) * 86_400_000).toISOString().slice(0, 10),
);
const GROUPS = [
  ...Array.from({ length: 11 }, (_, i) => `${demoCategory}/${24_001 + i}`),
  ...Array.from({ length: 3 }, (_, i) => `${ORBWRIGHT.category}/${25_001 + i}`),
];

function text(path: string, day: string): string {
  const document = demoDocument(path, { day, pictureBase: '' });
  assert.ok(document !== undefined, path);
  return document;
}

/** Amounts of a day by series, in cents; an amount may be null. */
function usdOf(day: string): Map<string, (number | null)[]> {
  const series = new Map<string, (number | null)[]>();
  for (const group of GROUPS) {
    const { results } = JSON.parse(text(`tcgcsv/${group}/prices`, day)) as {
      results: Record<'lowPrice' | 'midPrice' | 'highPrice' | 'marketPrice', number | null>[] &
        { productId: number; subTypeName: string }[];
    };
    for (const row of results)
      series.set(`${row.productId} ${row.subTypeName}`, [row.marketPrice ?? row.midPrice, row.lowPrice, row.highPrice]);
  }
  return series;
}

function eurOf(day: string): Map<string, (number | null)[]> {
  const { priceGuides } = JSON.parse(text('cardmarket/price_guide.json', day)) as {
    priceGuides: Record<string, number | null>[];
  };
  const series = new Map<string, (number | null)[]>();
  for (const row of priceGuides) {
    series.set(`${row.idProduct} plain`, [row.trend ?? null, row.low ?? null, row.avg ?? null]);
    if (row['trend-holo'] != null) series.set(`${row.idProduct} holo`, [row['trend-holo'], row['low-holo'] ?? null]);
  }
  return series;
}

/** Above this an amount is far from all else that its series ever was. */
const slipsAbove = (values: readonly (number | undefined)[]): number => {
  const known = values.filter((other) => other !== undefined).sort((a, b) => a - b);
  return 20 * (known[Math.floor(known.length / 2)] ?? 0);
};

for (const [side, dayOf, slipsADay] of [
  ['USD', usdOf, 1],
  ['EUR', eurOf, 0],
] as const) {
  test(`${side}: no day is absent, most series are quiet, a few rows are missing, every amount is positive`, () => {
    const lead = new Map<string, (number | undefined)[]>();
    days.forEach((day, i) => {
      const rows = dayOf(day);
      assert.ok(rows.size > 400, `${day} has ${rows.size} series`);
      for (const [key, amounts] of rows) {
        for (const amount of amounts)
          assert.ok(amount === null || (amount >= 0.01 && amount < 10_000), `${key} ${day} ${amount}`);
        const values = lead.get(key) ?? Array.from<number | undefined>({ length: DAYS });
        values[i] = amounts[0] ?? undefined;
        lead.set(key, values);
      }
    });
    let [pairs, moves, holes, cells, leap] = [0, 0, 0, 0, 1];
    const slips = days.map(() => 0);
    for (const values of lead.values()) {
      const from = values.findIndex((value) => value !== undefined);
      const most = slipsAbove(values);
      let last: number | undefined;
      for (let i = from; i < DAYS; i += 1) {
        const value = values[i];
        cells++;
        if (value === undefined) holes++;
        else if (value > most) {
          slips[i] = (slips[i] ?? 0) + 1;
          assert.ok(last === undefined || value > last * 50, `a slip of ${value / (last ?? 1)} is not held back`);
        } else {
          if (last !== undefined) {
            pairs++;
            if (value !== last) moves++;
            if (value > 1) leap = Math.max(leap, value / last, last / value);
          }
          last = value;
        }
      }
    }
    const [moved, missing] = [moves / pairs, holes / cells];
    assert.ok(moved > 0.08 && moved < 0.2, `${moved} of the series move a day`);
    assert.ok(missing > 0.02 && missing < 0.04, `${missing} of the rows are missing`);
    // Ingest holds back a price that moves fifty-fold: but for the one that slips none may come near it.
    assert.ok(leap < 5, `largest move within a day ${leap}`);
    assert.deepEqual(
      slips,
      days.map(() => slipsADay),
    );
  });
}

test('on each day one series slips, which did not the day before and is as it was the day after', () => {
  const first = dayNumber(days[0] ?? '');
  const slipping = Array.from({ length: 3 * DAYS }, (_, i) => slippingOn(first + i));
  for (const [i, walk] of slipping.entries()) {
    assert.ok(walk, `nothing slips ${i} days on`);
    assert.notEqual(walk, slipping[i - 1]);
    assert.notEqual(quoteOf(walk, first + i + 1), undefined, `what slips ${i} days on goes on waiting`);
  }
});

test('what slips has nothing beside it that bears it out, whatever the day', () => {
  for (const [i, day] of days.slice(-16).entries()) {
    const [before, now] = [usdOf(days.at(-17 + i) ?? ''), usdOf(day)];
    // The one that slipped the day before is back where it was.
    const wild = [...now].filter(([key, [market]]) => {
      const last = before.get(key)?.[0] ?? market;
      return market && last && market > last && isWild(last, market);
    });
    assert.ok(wild.length > 0, `nothing slips on ${day}`);
    for (const [key, [market]] of wild) {
      const [last, ...others] = before.get(key) ?? [];
      const known = others.filter((cents) => cents !== null);
      assert.ok(!isBorneOut(last ?? 0, market ?? 0, known), `${key} on ${day}: ${market} after ${last}, ${others}`);
    }
  }
});

test('a day is the same whichever days were asked for before it', () => {
  const path = `tcgcsv/${demoCategory}/24004/prices`;
  const first = text(path, '2026-03-01');
  for (const day of ['2025-01-01', '2026-11-21', '2024-02-29']) text(path, day);
  assert.equal(text(path, '2026-03-01'), first);
  assert.notEqual(text(path, '2026-03-15'), first);
});

test('a month of charts moves: hardly any series stands still for 60 days', () => {
  const [before, after] = [usdOf('2026-08-01'), usdOf('2026-09-30')];
  const dear = [...before].filter(([key, [market]]) => (market ?? 0) > 1 && after.has(key));
  const still = dear.filter(([key, [market]]) => after.get(key)?.[0] === market);
  assert.ok(still.length < dear.length * 0.05, `${still.length} of ${dear.length}`);
});

test('an expansion has no price before its presale', () => {
  const carnival = 24_009;
  const rows = (day: string) =>
    (JSON.parse(text(`tcgcsv/${demoCategory}/${carnival}/prices`, day)) as { results: unknown[] }).results.length;
  assert.equal(rows('2025-10-05'), 0);
  assert.ok(rows('2025-10-06') > 30);
});

test('amounts have two decimals and files name their day', () => {
  const guide = text('cardmarket/price_guide.json', '2026-03-01');
  assert.match(
    guide,
    /^\{"version":1,"createdAt":"2026-03-01T02:47:21\+0100","priceGuides":\[\{"idProduct":\d+,"idCategory":51,"avg":\d+\.\d\d,/,
  );
  assert.equal(text('tcgcsv/last-updated.txt', '2026-03-01'), '2026-03-01T04:05:33+0000');
  assert.match(text(`tcgcsv/${demoCategory}/24001/prices`, '2026-03-01'), /"marketPrice":\d+\.\d\d,/);
});
