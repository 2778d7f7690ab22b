/** Holds the request budget in memory: exact, evenly regained, never a lock-out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitItem, MemoryBudgets, policyItem, WINDOW_MS } from '../../../src/keys/gcra.ts';
import { fc } from '../../support/made/properties.ts';

const limits = fc.integer({ min: 1, max: 5000 });

/** Budgets with a clock that the test sets. */
function budgetsAt(startMs: number, idsMax = 1000) {
  const clock = { nowMs: startMs };
  const memory = new MemoryBudgets(idsMax);
  const budgets = {
    take: (id: string, limit: number) => memory.take(id, limit, clock.nowMs),
  };
  return { clock, budgets };
}

function takeMany(budgets: ReturnType<typeof budgetsAt>['budgets'], limit: number, times: number): number {
  let admitted = 0;
  for (let i = 0; i < times; i += 1) if (budgets.take('key', limit).isAdmitted) admitted += 1;
  return admitted;
}

test('of N + k requests at once exactly N are admitted', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 500 }), fc.nat(2 ** 40), (limit, extra, startMs) => {
      assert.equal(takeMany(budgetsAt(startMs).budgets, limit, limit + extra), limit);
    }),
  );
});

test('requests are regained evenly: after a wait exactly those of the wait are admitted', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 0, max: 2 * WINDOW_MS }), (limit, waitMs) => {
      const { clock, budgets } = budgetsAt(0);
      takeMany(budgets, limit, limit);
      clock.nowMs += waitMs;
      const regained = Math.min(limit, Math.floor((waitMs * limit) / WINDOW_MS));
      assert.equal(takeMany(budgets, limit, limit + 1), regained);
    }),
  );
});

test('no stretch of time admits more than N and what is regained in it', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), gaps, (limit, waitsMs) => {
      const { clock, budgets } = budgetsAt(0);
      let admitted = 0;
      for (const waitMs of waitsMs) {
        clock.nowMs += waitMs;
        if (budgets.take('key', limit).isAdmitted) admitted += 1;
        assert.ok(admitted <= limit + (clock.nowMs * limit) / WINDOW_MS);
      }
    }),
  );
});

test('a client that obeys Retry-After is never refused again', () => {
  const bursts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), bursts, (limit, sizes) => {
      const { clock, budgets } = budgetsAt(7);
      for (const size of sizes) {
        for (let i = 0; i < size; i += 1) {
          const first = budgets.take('key', limit);
          assert.ok(first.remaining >= 0 && first.remaining < limit);
          if (first.isAdmitted) continue;
          clock.nowMs += first.regainS * 1000;
          assert.ok(budgets.take('key', limit).isAdmitted);
        }
      }
    }),
  );
});

test('a clock that is set back locks nobody out', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 10 * WINDOW_MS }), (limit, backMs) => {
      const { clock, budgets } = budgetsAt(20 * WINDOW_MS);
      takeMany(budgets, limit, limit);
      clock.nowMs -= backMs;
      const refused = budgets.take('key', limit);
      assert.equal(refused.isAdmitted, false);
      clock.nowMs += refused.regainS * 1000;
      assert.ok(budgets.take('key', limit).isAdmitted);
    }),
  );
});

test('a clock that is set back takes nothing that was left', () => {
  const { clock, budgets } = budgetsAt(WINDOW_MS);
  assert.equal(budgets.take('key', 10).remaining, 9);
  clock.nowMs -= WINDOW_MS / 2;
  assert.equal(budgets.take('key', 10).remaining, 8);
});

test('a lowered limit holds from the next request on and asks for no longer wait than its own', () => {
  const { clock, budgets } = budgetsAt(0);
  takeMany(budgets, 600, 600);
  const refused = budgets.take('key', 2);
  assert.deepEqual(refused, { isAdmitted: false, remaining: 0, regainS: 30 });
  clock.nowMs += 30_000;
  assert.ok(budgets.take('key', 2).isAdmitted);
});

test('ids have their own budgets, and memory holds the most recent ones only', () => {
  const { budgets } = budgetsAt(0, 2);
  for (const id of ['a', 'b', 'a', 'c']) assert.ok(budgets.take(id, 2).isAdmitted);
  assert.equal(budgets.take('c', 2).remaining, 0);
  assert.equal(budgets.take('a', 2).isAdmitted, false);
  assert.ok(budgets.take('b', 1).isAdmitted, 'b was the least recently used of three');
});

test('the headers name the policy, what remains and the time to the next request', () => {
  const { budgets } = budgetsAt(0, 10);
  assert.equal(policyItem('default', 600), '"default";q=600;w=60');
  for (let i = 0; i < 2; i += 1) budgets.take('a', 600);
  assert.equal(limitItem('default', budgets.take('a', 600)), '"default";r=597;t=1');
});
