/** Events and deliveries under a clock that is far ahead or far behind, and is set right later. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { claimDeliveries, recentDeliveries } from '../../src/store/events/deliveries.ts';
import { eventsAfter, numberEvents } from '../../src/store/events/events.ts';
import { tasks } from '../../src/store/runs.ts';
import type { Engine } from '../../src/store/store.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BEGIN_MS = Date.parse('2026-03-01T00:00:00Z');
const LIMIT_MS = 20_000;

/** Waits until `check` holds: for what happens in the store, where nothing reports. */
const until = (t: TestContext, check: () => Promise<boolean>): Promise<void> =>
  t.waitFor(async () => assert.ok(await check()), { interval: 10, timeout: LIMIT_MS });

async function stage(engine: Engine) {
  const place = await newStore(engine);
  const { store } = place;
  const network = { resolve: async () => [] };
  const seal = sealUnder('test');
  const world = { nowMs: BEGIN_MS, status: 500 };
  const start = () =>
    startDeliveries({
      ...{ store, seal, network, userAgent: 'test', keptDays: 30, onFault: assert.ifError },
      surroundings: {
        now: () => new Date(world.nowMs),
        sleep: (_, signal) => sleep(1, undefined, signal && { signal }),
        random: () => 0.5,
        turn: async () => undefined,
        post: async () => {
          const { status } = world;
          return { status, error: status === 204 ? null : `answered ${status}`, snippet: null, retryAfterMs: HOUR_MS };
        },
      },
    });
  return {
    ...{ store, world, start },
    subscribe: () =>
      createSubscription(
        { store, games: [DEFAULT_SCOPE.game], seal, network },
        { url: 'http://127.0.0.1:1/', events: ['game.*'], allowPrivate: true },
      ),
    tell: (atMs: number) =>
      store.write((writes) =>
        recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [`card-${atMs}`])], new Date(atMs)),
      ),
    /** Whether a whole look has been recorded at this moment. */
    hasLooked: async () => {
      const last = (await tasks(store.reads)).find(({ name }) => name === 'deliveries')?.last_run_at;
      return last === new Date(world.nowMs).toISOString();
    },
    positions: async () =>
      (await eventsAfter(store.reads, { after: 0, limit: 100 })).map(({ position }) => Number(position)),
    [Symbol.asyncDispose]: place[Symbol.asyncDispose],
  };
}

for (const [engine, skip] of ENGINES) {
  suite(`a clock that is far ahead, on ${engine}`, { skip }, () => {
    test('takes a day of the feed an hour, not all of it', async (t) => {
      await using s = await stage(engine);
      for (let day = 0; day < 5; day += 1) await s.tell(BEGIN_MS + day * DAY_MS);
      s.world.nowMs = BEGIN_MS + 90 * DAY_MS;
      const deliveries = s.start();
      try {
        await until(t, s.hasLooked);
        assert.deepEqual(await s.positions(), [2, 3, 4, 5]);
        s.world.nowMs += HOUR_MS + 1000;
        await until(t, s.hasLooked);
        assert.deepEqual(await s.positions(), [3, 4, 5]);
        // Set right: looks go on to be recorded, and nothing is old.
        s.world.nowMs = BEGIN_MS + 5 * DAY_MS;
        await until(t, s.hasLooked);
        assert.deepEqual(await s.positions(), [3, 4, 5]);
      } finally {
        await deliveries.stop();
      }
    });

    test('puts no delivery off for longer than until it is set right', async (t) => {
      await using s = await stage(engine);
      const { id } = await s.subscribe();
      await s.tell(BEGIN_MS);
      s.world.nowMs = BEGIN_MS + 90 * DAY_MS;
      const deliveries = s.start();
      const is = async (state: string, attempts: number) => {
        const [found] = await recentDeliveries(s.store.reads, id, { state: undefined, limit: 1 });
        return found?.state === state && found.attempts === attempts;
      };
      try {
        await until(t, () => is('pending', 1));
        s.world.status = 204;
        s.world.nowMs = BEGIN_MS + HOUR_MS;
        await until(t, () => is('delivered', 2));
      } finally {
        await deliveries.stop();
      }
    });
  });

  test(`what a process claimed by a clock far ahead goes out once that is set right, on ${engine}`, {
    skip,
  }, async (t) => {
    await using s = await stage(engine);
    const { id } = await s.subscribe();
    await s.tell(BEGIN_MS);
    await numberEvents(s.store, new Date(BEGIN_MS).toISOString(), () => true);
    const ahead = new Date(BEGIN_MS + 90 * DAY_MS).toISOString();
    const claimed = await claimDeliveries(s.store, [{ id, limit: 1 }], { now: ahead, leaseUntil: ahead });
    assert.equal(claimed.length, 1);
    s.world.status = 204;
    const deliveries = s.start();
    try {
      await until(t, async () => {
        const [found] = await recentDeliveries(s.store.reads, id, { state: undefined, limit: 1 });
        return found?.state === 'delivered';
      });
    } finally {
      await deliveries.stop();
    }
  });

  suite(`an event by a wrong clock, on ${engine}`, { skip }, () => {
    const after = async (t: TestContext, moments: readonly number[]) => {
      await using s = await stage(engine);
      for (const at of moments) await s.tell(at);
      const deliveries = s.start();
      try {
        await until(t, s.hasLooked);
        return await s.positions();
      } finally {
        await deliveries.stop();
      }
    };

    test('that was far behind takes none with it that came before', async (t) => {
      const recent = [5, 4, 3].map((hours) => BEGIN_MS - hours * HOUR_MS);
      const moments = [...recent, Date.parse('2020-01-01T00:00:00Z'), BEGIN_MS - HOUR_MS, BEGIN_MS];
      assert.deepEqual(await after(t, moments), [1, 2, 3, 4, 5, 6]);
    });

    test('that was far behind, or far ahead, keeps no older ones for ever', async (t) => {
      const old = BEGIN_MS - 40 * DAY_MS;
      const [behind, ahead] = [Date.parse('2020-01-01T00:00:00Z'), Date.parse('2099-01-01T00:00:00Z')];
      assert.deepEqual(await after(t, [old, behind, ahead, old + HOUR_MS, BEGIN_MS, BEGIN_MS]), [5, 6]);
    });

    test('that was far behind takes none with it of this very moment', async (t) => {
      const behind = Date.parse('2020-01-01T00:00:00Z');
      assert.deepEqual(await after(t, [BEGIN_MS, behind, behind]), [1, 2, 3]);
    });
  });
}
