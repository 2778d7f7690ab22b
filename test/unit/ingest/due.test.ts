/** When a source has to run: at its pace, sooner after a failure or when it is configured otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { isDue } from '../../../src/ingest/runs/runner.ts';
import type { Source } from '../../../src/ingest/source.ts';
import type { Tables } from '../../../src/store/schema/tables.ts';
import { GAME } from '../../support/stages/game.ts';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-03-01T12:00:00.000Z');
const HOURLY = 60 * MINUTE_MS;

const source = (everyMs: number): Source => ({
  ...{ name: 'a', adapter: 'tcgdex', everyMs, windowMs: 2 * everyMs, configured: 'one', probe: { address: '' } },
  scope: DEFAULT_SCOPE,
  game: GAME,
  crawlPolicy: { userAgent: 't', pauseMs: 0, connections: 1, giveUpAfterMs: 1 },
  fetch: () => Promise.reject(new Error('not in this test')),
});

/** A task that last ran at START. */
const ran = (last: 'good' | 'failed' | 'never good', configured = 'one'): Tables['tasks'] => {
  const at = (ms: number) => new Date(START + ms).toISOString();
  const success = { good: at(0), failed: at(-HOURLY), 'never good': null }[last];
  const none = { last_error: null, last_rows: null, last_counts: null, notice: null };
  return { name: 'a', since: at(-HOURLY), last_run_at: at(0), last_success_at: success, ...none, configured };
};

/** Minutes after START from which it is due, found by halving; undefined where it is not within a day. */
const dueFrom = (task: Tables['tasks'], everyMs = HOURLY): number | undefined =>
  Array.from({ length: 24 * 60 + 1 }, (_, minute) => minute).find((minute) =>
    isDue(source(everyMs), task, START + minute * MINUTE_MS),
  );

test('what never ran is due at once, what succeeded when its pace is up, to the millisecond', () => {
  assert.ok(isDue(source(HOURLY), undefined, START));
  assert.ok(isDue(source(HOURLY), { ...ran('good'), last_run_at: null }, START));
  assert.ok(!isDue(source(HOURLY), ran('good'), START + HOURLY - 1));
  assert.ok(isDue(source(HOURLY), ran('good'), START + HOURLY));
});

test('what failed is due after 10 minutes, or at its own pace where that is quicker', () => {
  for (const task of [ran('failed'), ran('never good')]) {
    assert.equal(dueFrom(task), 10);
    assert.equal(dueFrom(task, 4 * MINUTE_MS), 4);
  }
  assert.ok(!isDue(source(HOURLY), ran('failed'), START + 10 * MINUTE_MS - 1));
});

test('what is configured otherwise since its success is due at once, and after a failure in a minute', () => {
  assert.equal(dueFrom(ran('good', 'another')), 0);
  assert.ok(!isDue(source(HOURLY), ran('failed', 'another'), START + MINUTE_MS - 1));
  assert.ok(isDue(source(HOURLY), ran('failed', 'another'), START + MINUTE_MS));
  assert.equal(dueFrom(ran('never good', 'another')), 10, 'what never succeeded has no other configuration');
});

test('what ran by a clock that was ahead is due as soon as the clock is right, and after a failure then in 10 minutes', () => {
  const year = 365 * 24 * HOURLY;
  const ahead = (ms: number) => new Date(START + ms).toISOString();
  const task = { ...ran('good'), last_run_at: ahead(year), last_success_at: ahead(year) };
  assert.ok(isDue(source(HOURLY), task, START));
  assert.equal(dueFrom({ ...task, last_run_at: ahead(0) }), 10);
  assert.ok(!isDue(source(HOURLY), { ...task, last_run_at: ahead(30_000), last_success_at: ahead(31_000) }, START));
});
