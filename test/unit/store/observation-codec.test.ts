/** What the packed price history promises: every observation comes back as written, and damage is never misread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import {
  DamagedMonth,
  dayBit,
  decodeMonth as decodeNamed,
  findSeries,
  mergedMonths,
  type Observation,
  splitMonth,
  withObservations,
  withSeries,
} from '../../../src/store/prices/observation-codec.ts';
import { fc } from '../../support/made/properties.ts';

const CENTS_MAX = 2 ** 31 - 1;
const cents = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5000 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, 1, CENTS_MAX - 1, CENTS_MAX) },
);
const usdAmounts = fc.array(cents, { minLength: 3, maxLength: 3 });
const eurAmounts = fc.array(cents, { minLength: 6, maxLength: 6 });
// Even keys stand for USD series and odd ones for EUR series, so that a series keeps its number of amounts.
const seriesNumber = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2 ** 49 }));
const row = fc.oneof(
  fc.tuple(
    seriesNumber.map((number) => number * 2),
    usdAmounts,
  ),
  fc.tuple(
    seriesNumber.map((number) => number * 2 + 1),
    eurAmounts,
  ),
);
const day = fc.integer({ min: 1, max: 31 });
const writes = fc.array(fc.tuple(day, fc.array(row, { maxLength: 6 })), { minLength: 1, maxLength: 40 });

type Write = readonly [number, (readonly [number, (number | null)[]])[]];

const dayNumbers = [...Array(32).keys()];
const decodeMonth = (blob: Uint8Array) => decodeNamed(blob, dayNumbers);

/** Both ways to read a month refuse it. */
function assertRefused(blob: Uint8Array): void {
  assert.throws(() => decodeMonth(blob), DamagedMonth);
  assert.throws(() => findSeries(blob, () => undefined), DamagedMonth);
}

/** The days of each series, as its place in the blob tells them. */
function daysFound(blob: Uint8Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  findSeries(blob, (key, { days }) => {
    found.set(
      key,
      dayNumbers.filter((day) => (days & (1 << day)) !== 0),
    );
  });
  return found;
}

const withDay = (blob: Uint8Array | undefined, number: number, rows: Write[1]) =>
  withObservations(
    blob,
    rows.map(([key, amounts]) => ({ key, days: dayBit(number), amounts })),
  );

function written(days: readonly Write[]): Uint8Array {
  let blob: Uint8Array | undefined;
  for (const [number, rows] of days) blob = withDay(blob, number, rows);
  assert.ok(blob);
  return blob;
}

/** The same writes kept plainly: the last write of a series and day wins. */
function expected(days: readonly Write[]): Map<number, Observation<number>[]> {
  const months = new Map<number, Map<number, (number | null)[]>>();
  for (const [number, rows] of days) {
    for (const [key, amounts] of rows) months.set(key, (months.get(key) ?? new Map()).set(number, amounts));
  }
  return new Map(
    [...months]
      .sort(([a], [b]) => a - b)
      .map(([key, byDay]) => [
        key,
        [...byDay].sort(([a], [b]) => a - b).map(([number, amounts]) => ({ day: number, amounts })),
      ]),
  );
}

const monthOf = (...amounts: (number | null)[]) => withDay(undefined, 1, [[7, amounts]]);

test('any sequence of observations, corrections, out-of-order days, nulls and extremes comes back as written', () => {
  fc.assert(
    fc.property(writes, (days) => {
      const [blob, observed] = [written(days), expected(days)];
      assert.deepEqual(decodeMonth(blob), observed);
      const observedDays = [...observed].map(
        ([key, observations]) => [key, observations.map(({ day }) => day)] as const,
      );
      assert.deepEqual(daysFound(blob), new Map(observedDays));
    }),
    { numRuns: 500 },
  );
});

test('the order in which different days arrive leaves no trace in the bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(day, fc.array(row)), { selector: ([d]) => d, minLength: 1 }), (days) => {
      assert.deepEqual(written(days), written(days.toReversed()));
    }),
  );
});

test('the same day twice changes nothing: the very bytes that were stored are handed back', () => {
  fc.assert(
    fc.property(writes, fc.tuple(day, fc.uniqueArray(row, { selector: ([key]) => key })), (days, [number, rows]) => {
      const once = withDay(written(days), number, rows);
      assert.equal(withDay(once, number, rows), once);
    }),
  );
});

test('a blob with a flipped bit is refused, wherever the bit is', () => {
  fc.assert(
    fc.property(writes, fc.nat(), (days, position) => {
      const blob = written(days).slice();
      const at = position % (blob.length * 8);
      blob[at >> 3] = (blob[at >> 3] ?? 0) ^ (1 << (at & 7));
      assertRefused(blob);
    }),
    { numRuns: 1000 },
  );
});

test('a blob cut short, grown, or with bytes overwritten is refused', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(writes, fc.nat(), bytes, (days, position, noise) => {
      const blob = written(days);
      const at = position % blob.length;
      assertRefused(blob.subarray(0, at));
      assertRefused(Buffer.concat([blob, noise]));
      const overwritten = Buffer.concat([blob.subarray(0, at), noise, blob.subarray(at + noise.length)]);
      fc.pre(!overwritten.equals(blob));
      assertRefused(overwritten);
      assert.throws(() => withDay(overwritten, 1, []), DamagedMonth);
    }),
    { numRuns: 1000 },
  );
});

test('a blob of another version is refused even when its checksum is right', () => {
  const blob = monthOf(1, 2, 3).slice();
  blob[0] = 2;
  new DataView(blob.buffer).setUint32(blob.length - 4, crc32(blob.subarray(0, -4)));
  assertRefused(blob);
});

test('a blob is read rightly as a window of a larger buffer, as database drivers hand it over', () => {
  const blob = monthOf(5, null, 7);
  const pool = Buffer.concat([Buffer.from([9, 9, 9]), blob, Buffer.from([9])]);
  assert.deepEqual(decodeMonth(pool.subarray(3, 3 + blob.length)), decodeMonth(blob));
});

test('an observation whose columns are all null is an observation, not an absent day', () => {
  assert.deepEqual(decodeMonth(monthOf(null, null, null)).get(7), [{ day: 1, amounts: [null, null, null] }]);
});

test('amounts that are no cents, days that are no days and series of another shape are refused', () => {
  for (const amount of [-1, 0.5, CENTS_MAX + 1, Number.NaN]) assert.throws(() => monthOf(amount, 0, 0), RangeError);
  for (const number of [0, 32, 1.5]) assert.throws(() => withDay(undefined, number, [[1, [1, 2, 3]]]), RangeError);
  for (const key of [-1, 0.5, 2 ** 53]) assert.throws(() => withDay(undefined, 1, [[key, [1, 2, 3]]]), RangeError);
  assert.throws(() => monthOf(1, 2), RangeError);
  assert.throws(() => withDay(monthOf(1, 2, 3), 2, [[7, [1, 2, 3, 4, 5, 6]]]), RangeError);
});

test('a month of 18 quiet series costs under half a byte an observation', () => {
  let blob: Uint8Array | undefined;
  for (let number = 1; number <= 31; number += 1) {
    blob = withDay(
      blob,
      number,
      Array.from({ length: 18 }, (_, series) => [16_000 + series, [1200, 900, 5000]]),
    );
  }
  assert.ok(blob && blob.length / (18 * 31) < 0.5, `${blob?.length} bytes`);
});

test('a month in two holds every series once, and both together are the month', () => {
  fc.assert(
    fc.property(writes, fc.func(fc.boolean()), (days, isTaken) => {
      const blob = written(days);
      const { rest, taken } = splitMonth(blob, (key) => (isTaken(key) ? key : undefined));
      const series = [...decodeMonth(blob)];
      const [left, right] = [rest, taken].map((part) => (part ? [...decodeMonth(part)] : []));
      assert.deepEqual(
        left,
        series.filter(([key]) => !isTaken(key)),
      );
      assert.deepEqual(
        right,
        series.filter(([key]) => isTaken(key)),
      );
      if (rest && taken) assert.deepEqual(mergedMonths(rest, taken), blob);
      if (!taken) assert.equal(rest, blob);
    }),
  );
});

test('of two months the days of both are kept, and of a day that both have the one laid over', () => {
  fc.assert(
    fc.property(writes, writes, (under, over) => {
      assert.deepEqual(mergedMonths(written(under), written(over)), written([...under, ...over]));
    }),
  );
});

test('days that come at once are what they are one by one, in place of what was there or beside it', () => {
  const bits = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((days) => days * 2);
  const some = fc.array(fc.tuple(bits, row), { maxLength: 12 });
  fc.assert(
    fc.property(fc.option(writes), some, (days, added) => {
      const before = days === null ? undefined : written(days);
      const stretches = added.map(([bitmap, [key, amounts]]) => ({ key, days: bitmap | 0, amounts }));
      const single = stretches.flatMap((of) =>
        dayNumbers.slice(1).flatMap((number) => (of.days & dayBit(number) ? { ...of, days: dayBit(number) } : [])),
      );
      assert.deepEqual(withObservations(before, stretches), withObservations(before, single));
      const isReplaced = (key: number) => key % 2 === 1;
      const { rest } =
        before === undefined ? { rest: before } : splitMonth(before, (key) => (isReplaced(key) ? key : undefined));
      const replaced = rest === undefined && single.length === 0 ? undefined : withObservations(rest, single);
      assert.deepEqual(withSeries(before, isReplaced, stretches), replaced);
    }),
  );
});
