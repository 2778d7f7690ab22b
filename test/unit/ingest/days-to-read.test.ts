/** Which days a run reads of an address that holds days, oldest first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNoDaysAsked, daysToRead, holdsDays, onDay } from '../../../src/ingest/marketplaces/day-addresses.ts';
import { Outage } from '../../../src/upstream/document.ts';

const today = '2026-03-02';

test('the first run reads as many days before today as are wanted, a later one all since the last', () => {
  const plan = { asked: null, historyDays: 2, today };
  assert.deepEqual(daysToRead({ ...plan, last: undefined }), ['2026-02-28', '2026-03-01', '2026-03-02']);
  assert.deepEqual(daysToRead({ ...plan, historyDays: 0, last: undefined }), ['2026-03-02']);
  assert.deepEqual(daysToRead({ ...plan, last: '2026-02-27' }), ['2026-02-28', '2026-03-01', '2026-03-02']);
  assert.deepEqual(daysToRead({ ...plan, last: '2026-03-01' }), ['2026-03-02']);
  assert.deepEqual(daysToRead({ ...plan, last: today }), []);
});

test('days that are asked for are read, both ends included, whatever was read before', () => {
  const asked = { from: '2025-12-31', to: '2026-01-01' };
  assert.deepEqual(daysToRead({ asked, historyDays: 9, last: today, today }), ['2025-12-31', '2026-01-01']);
});

test('an address without a day holds whatever is newest: no days can be asked of it', () => {
  assert.ok(holdsDays('https://a.example/{day}/x') && !holdsDays('https://a.example/x'));
  assert.equal(onDay('https://a.example/{day}/{day}.json', today), `https://a.example/${today}/${today}.json`);
  checkNoDaysAsked('usd', null);
  assert.throws(() => checkNoDaysAsked('usd', { from: today, to: today }), Outage);
});
