/** Which days a run reads of an address that holds days, oldest first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysToRead, holdsDays, onDay } from '../../../src/ingest/marketplaces/day-addresses.ts';

const today = '2026-03-02';

test('the first run reads as many days before today as are wanted, a later one all since the last', () => {
  const plan = { historyDays: 2, today };
  assert.deepEqual(daysToRead(null, { ...plan, last: undefined }), ['2026-02-28', '2026-03-01', '2026-03-02']);
  assert.deepEqual(daysToRead(null, { ...plan, historyDays: 0, last: undefined }), ['2026-03-02']);
  assert.deepEqual(daysToRead(null, { ...plan, last: '2026-02-27' }), ['2026-02-28', '2026-03-01', '2026-03-02']);
  assert.deepEqual(daysToRead(null, { ...plan, last: '2026-03-01' }), ['2026-03-02']);
  assert.deepEqual(daysToRead(null, { ...plan, last: today }), []);
});

test('days that are asked for are read, both ends included, whatever was read before', () => {
  const asked = { from: '2025-12-31', to: '2026-01-01' };
  assert.deepEqual(daysToRead(asked, { historyDays: 9, last: today, today }), ['2025-12-31', '2026-01-01']);
});

test('an address may hold each day at a place of its own', () => {
  assert.ok(holdsDays('https://a.example/{day}/x') && !holdsDays('https://a.example/x'));
  assert.equal(onDay('https://a.example/{day}/{day}.json', today), `https://a.example/${today}/${today}.json`);
});
