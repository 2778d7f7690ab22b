/** Which texts are days of the calendar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDay } from '../../../src/catalog/days.ts';

test('every day that the clock gives is one, and no other number of a month is', () => {
  for (const year of ['0001', '0004', '0100', '0400', '1900', '1999', '2000', '2024', '2026', '9999']) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const time = Date.parse(text);
        const isReal = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
        assert.equal(isDay(text), isReal, text);
      }
    }
  }
});

test('nothing in another form is one', () => {
  const others = [
    '',
    '0000-01-01',
    '2026-1-01',
    '2026-01-01 ',
    ' 2026-01-01',
    '+2026-01-01',
    '2026-01-01T00:00',
    '20260101',
  ];
  for (const text of others) assert.equal(isDay(text), false, text);
});
