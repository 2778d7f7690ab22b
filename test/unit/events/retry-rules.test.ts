/** The schedule of retries, and when a subscription is given up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAttempt, CONCURRENCY, RETRY_AFTER_S, widthAfter } from '../../../src/events/retry-rules.ts';

const NOW = new Date('2026-05-01T00:00:00.000Z');
const failed = { status: 500, error: 'answered 500', retryAfterMs: undefined };
const fresh = { failing_since: null };
const waitS = (due: string) => (Date.parse(due) - NOW.getTime()) / 1000;

test('eleven attempts over about 75 hours, each wait within 20 %', () => {
  const waits = RETRY_AFTER_S.map((_, attempts) => {
    const [shortest, middle, longest] = [0, 0.5, 1].map((random) =>
      waitS(afterAttempt(fresh, attempts, failed, NOW, random).delivery.due_at),
    );
    assert.ok(shortest !== undefined && middle !== undefined && longest !== undefined);
    assert.ok(Math.abs(shortest / middle - 0.8) < 1e-3 && Math.abs(longest / middle - 1.2) < 1e-3);
    assert.equal(afterAttempt(fresh, attempts, failed, NOW, 0.5).delivery.state, 'pending');
    return middle;
  });
  assert.deepEqual(waits, [5, 60, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]);
  assert.equal(Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 3600), 76);
  assert.equal(afterAttempt(fresh, 10, failed, NOW, 0.5).delivery.state, 'failed');
});

test('any 2xx is success and ends the failing and a wait that was asked for; everything else is failure', () => {
  const good = afterAttempt({ failing_since: '2026-04-01T00:00:00.000Z' }, 3, { ...failed, error: null }, NOW, 0);
  assert.equal(good.delivery.state, 'delivered');
  assert.deepEqual(good.subscription, { last_success_at: NOW.toISOString(), failing_since: null, hold_until: null });
  const bad = afterAttempt(fresh, 0, failed, NOW, 0);
  assert.equal(bad.subscription.failing_since, NOW.toISOString());
});

test('410 disables at once, and what waits stays', () => {
  const gone = afterAttempt(fresh, 10, { ...failed, status: 410 }, NOW, 0);
  assert.equal(gone.subscription.state, 'disabled');
  assert.match(gone.subscription.reason ?? '', /410/);
  assert.equal(gone.delivery.state, 'pending');
});

test('404 disables a chat, whose address was taken back, and no other subscriber, which may be away', () => {
  const answered = (format: string) => afterAttempt({ ...fresh, format }, 0, { ...failed, status: 404 }, NOW, 0);
  assert.equal(answered('discord').subscription.state, 'disabled');
  assert.deepEqual(
    [answered('standard').subscription.state, answered('standard').delivery.state],
    [undefined, 'pending'],
  );
});

test('Retry-After is honoured, for this event and for those behind it', () => {
  const asked = afterAttempt(fresh, 0, { status: 429, error: 'answered 429', retryAfterMs: 120_000 }, NOW, 0);
  assert.equal(waitS(asked.delivery.due_at), 120);
  assert.equal(waitS(asked.subscription.hold_until ?? ''), 120);
  const shorter = afterAttempt(fresh, 2, { status: 429, error: 'answered 429', retryAfterMs: 1000 }, NOW, 0.5);
  assert.equal(waitS(shorter.delivery.due_at), 300, 'never sooner than the schedule');
});

test('a subscription that only failed for 5 days is disabled, one that failed for less is not', () => {
  const since = (days: number) => ({ failing_since: new Date(NOW.getTime() - days * 86_400_000).toISOString() });
  assert.equal(afterAttempt(since(5), 1, failed, NOW, 0).subscription.state, 'disabled');
  assert.equal(afterAttempt(since(4.99), 1, failed, NOW, 0).subscription.state, undefined);
});

test('a subscriber that has too much to do gets half as much at once, and regains it by what it takes', () => {
  assert.equal(widthAfter(CONCURRENCY, 204), CONCURRENCY);
  assert.deepEqual(
    [199, 200, 299, 300].map((status) => widthAfter(1, status)),
    [1, 2, 2, 1],
  );
  for (const status of [429, 502, 504]) {
    let width = CONCURRENCY;
    const widths = [status, status, status, 500, null, 200, 200, 200, 200].map((answer) => {
      width = widthAfter(width, answer);
      return width;
    });
    assert.deepEqual(widths, [2, 1, 1, 1, 1, 2, 3, 4, 4]);
  }
});
