/** What is claimed and by how many: renewals, patience, and the room that subscribers leave who fail. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription, replay, setPaused } from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { openSettling } from '../../src/events/settle-attempts.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deliveryLog,
  dueSubscriptions,
  overdueDeliveries,
  recallDeliveries,
  recentDeliveries,
  renewLeases,
  settleDeliveries,
} from '../../src/store/events/deliveries.ts';
import { addEvents, newestEvent, numberEvents } from '../../src/store/events/events.ts';
import { changeSubscription, subscriptionById } from '../../src/store/events/subscriptions.ts';
import { insertRows, rowsWhere } from '../../src/store/rows.ts';
import type { Engine } from '../../src/store/store.ts';
import { nextTurn, REAL_TIME } from '../../src/time.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const at = (seconds: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + seconds * 1000).toISOString();
const until = (t: TestContext, check: () => Promise<boolean> | boolean): Promise<void> =>
  t.waitFor(async () => assert.ok(await check()), { interval: 20, timeout: 30_000 });

async function stage(engine: Engine) {
  const place = await newStore(engine);
  const { store } = place;
  const parts = { store, seal: sealUnder('test'), network: { resolve: async () => [] } };
  return {
    ...{ store, parts },
    subscribe: async (url = 'http://127.0.0.1:1/', events = ['game.*']) =>
      (await createSubscription({ ...parts, games: [DEFAULT_SCOPE.game] }, { url, events, allowPrivate: true })).id,
    tell: async (count: number) => {
      await store.write(async (writes) => {
        for (let card = 0; card < count; card += 1)
          await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [`card-${card}`])]);
      });
      while ((await numberEvents(store, at(0), () => true)) > 0);
    },
    /** Settles attempts together, by the statuses that they were answered with, one a second. */
    settle: async (...answered: [delivery: ClaimedDelivery, eventId: string, status: number][]) => {
      const settle = openSettling(store, { random: () => 0, gathered: nextTurn });
      await Promise.all(
        answered.map(([delivery, eventId, status], before) => {
          const ended = { started: new Date(at(0)), ended: new Date(at(before + 1)), headers: {} };
          const error = status < 300 ? null : `answered ${status}`;
          const answer = { status, error, snippet: '', retryAfterMs: undefined };
          return settle({ ...ended, delivery, eventId, answer });
        }),
      );
    },
    [Symbol.asyncDispose]: place[Symbol.asyncDispose],
  };
}

for (const [engine, skip] of ENGINES) {
  suite(`claims on ${engine}`, { skip }, () => {
    test('a renewal holds what is claimed, and nothing that was settled or given back meanwhile', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      await s.tell(2);
      const claim = async (now: number) => {
        const claims = [{ id, limit: 9 }];
        const claimed = await claimDeliveries(s.store, claims, { now: at(now), leaseUntil: at(now + 30) });
        return claimed.map(({ position }) => position);
      };
      const claimed = await claimDeliveries(s.store, [{ id, limit: 9 }], { now: at(0), leaseUntil: at(30) });
      const [first, second] = claimed.map(({ position }) => position);
      await s.store.write((writes) => settleDeliveries(writes, claimed.slice(1), { state: 'pending', due_at: at(5) }));
      await renewLeases(s.store, claimed, at(60));
      assert.deepEqual(await claim(6), [second]);
      assert.deepEqual(await claim(59), [second]);
      assert.deepEqual(await claim(60), [first]);
    });

    test('of what is claimed at once that goes first which was due first, and of those the oldest', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      await s.tell(3);
      const claim = async (now: number) =>
        claimDeliveries(s.store, [{ id, limit: 9 }], { now: at(now), leaseUntil: at(now + 5) });
      const all = await claim(0);
      const [first, second, third] = all.map(({ position }) => position).sort((a, b) => a - b);
      assert.deepEqual(
        all.map(({ position }) => position),
        [first, second, third],
      );
      await s.store.write((writes) => settleDeliveries(writes, all.slice(0, 1), { state: 'pending', due_at: at(3) }));
      assert.deepEqual(
        (await claim(9)).map(({ position }) => position),
        [second, third, first],
      );
    });

    test('what waits for a subscription goes out at once when it is resumed, and nothing of others', async () => {
      await using s = await stage(engine);
      const [id, other] = [await s.subscribe(), await s.subscribe()];
      await s.tell(1);
      const claims = [id, other].map((each) => ({ id: each, limit: 9 }));
      const claimed = await claimDeliveries(s.store, claims, { now: at(0), leaseUntil: at(5) });
      await s.store.write((writes) => settleDeliveries(writes, claimed, { state: 'pending', due_at: at(90) }));
      await setPaused(s.parts, id, true);
      await setPaused(s.parts, id, false, new Date(at(10)));
      const due = await dueSubscriptions(s.store.reads, at(10));
      assert.deepEqual(
        due.map((each) => each.id),
        [id],
      );
    });

    test('of attempts that are settled together each is judged after those before it', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      const days = 86_400;
      await s.store.write((writes) => changeSubscription(writes, [id], { failing_since: at(-6 * days) }));
      await s.tell(2);
      const claims = [{ id, limit: 9 }];
      const [one, other] = await claimDeliveries(s.store, claims, { now: at(0), leaseUntil: at(30) });
      assert.ok(one && other);
      await s.settle([one, 'one', 204], [other, 'other', 500]);
      const { state, failing_since } = (await subscriptionById(s.store.reads, id)) ?? {};
      assert.deepEqual([state, failing_since], ['active', at(2)], 'it took one after six days');
    });

    test('of attempts that are settled together the last success is when the subscriber took one last', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      await s.tell(2);
      const claims = [{ id, limit: 9 }];
      const [one, other] = await claimDeliveries(s.store, claims, { now: at(0), leaseUntil: at(30) });
      assert.ok(one && other);
      await s.settle([one, 'one', 204], [other, 'other', 204]);
      assert.equal((await subscriptionById(s.store.reads, id))?.last_success_at, at(2));
    });

    test('an event that is for one subscriber goes to no other, whatever that wants', async () => {
      await using s = await stage(engine);
      const [own, other] = [await s.subscribe(), await s.subscribe()];
      const event = { id: 'e', name: 'game.prices.watched', created_at: at(0), group_id: 'e', body: '{}' };
      await s.store.write((writes) => addEvents(writes, [{ ...event, only_for: own }]));
      await numberEvents(s.store, at(0), () => true);
      const claims = [own, other].map((id) => ({ id, limit: 9 }));
      const claimed = await claimDeliveries(s.store, claims, { now: at(0), leaseUntil: at(30) });
      assert.deepEqual(
        claimed.map(({ subscription_id }) => subscription_id),
        [own],
      );
    });

    test('an event named by its id is sent again whatever is wanted, with all its attempts before it', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe(undefined, ['game.cards.updated']);
      await s.tell(1);
      const event = await newestEvent(s.store.reads);
      assert.equal(await replay(s.parts, id, { since: at(-1) }), 0);
      const claimed = async () => {
        assert.equal(await replay(s.parts, id, { id: event?.id ?? '' }, new Date(at(0))), 1);
        return claimDeliveries(s.store, [{ id, limit: 9 }], { now: at(0), leaseUntil: at(30) });
      };
      const [first] = await claimed();
      const spent = [{ subscription_id: id, position: first?.position ?? 0, attempts: 10 }];
      await s.store.write((writes) => settleDeliveries(writes, spent, { state: 'failed', due_at: at(0) }));
      assert.deepEqual(
        (await claimed()).map(({ attempts }) => attempts),
        [0],
      );
    });

    test('what a clock that was ahead has put off is due again; a wait that a subscriber asked for goes on', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      const heldUntil = async (seconds: number) => {
        await s.store.write(async (writes) => {
          await changeSubscription(writes, [id], { hold_until: at(seconds) });
          await recallDeliveries(writes, at(0), at(1000));
        });
        return (await subscriptionById(s.store.reads, id))?.hold_until;
      };
      assert.deepEqual([await heldUntil(1), await heldUntil(1000), await heldUntil(1001)], [at(1), at(1000), null]);
    });

    test('a delivery shows the attempts at its own subscriber, not those at others to whom its event went', async () => {
      await using s = await stage(engine);
      const ids = [await s.subscribe(), await s.subscribe()];
      await s.tell(1);
      const event = (await newestEvent(s.store.reads))?.id ?? '';
      const claims = ids.map((id) => ({ id, limit: 9 }));
      const [one, other] = await claimDeliveries(s.store, claims, { now: at(0), leaseUntil: at(30) });
      assert.ok(one && other);
      await s.settle([one, event, 204], [other, event, 500]);
      for (const [at, status] of [204, 500].entries()) {
        const page = { isFailed: false, before: undefined, limit: 9 };
        const [shown] = await deliveryLog(s.store.reads, ids[at] ?? '', page);
        assert.deepEqual(
          shown?.attempts.map((attempt) => attempt.status),
          [status],
        );
      }
    });

    test('one that is resumed begins anew: the next failure disables it no more than a first one', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      await s.tell(1);
      const change = { state: 'disabled' as const, failing_since: at(-6 * 86_400) };
      await s.store.write((writes) => changeSubscription(writes, [id], change));
      await setPaused(s.parts, id, false, new Date(at(0)));
      const [claimed] = await claimDeliveries(s.store, [{ id, limit: 9 }], { now: at(0), leaseUntil: at(30) });
      assert.ok(claimed);
      await s.settle([claimed, 'event', 500]);
      const { state, failing_since } = (await subscriptionById(s.store.reads, id)) ?? {};
      assert.deepEqual([state, failing_since], ['active', at(1)]);
    });

    test('nothing that was committed before a subscription is news to it, however much it is', async () => {
      await using s = await stage(engine);
      const event = { name: 'game.cards.deleted', created_at: at(0), group_id: 'group', body: '{}' };
      const many = Array.from({ length: 1001 }, (_, number) => ({ ...event, id: `event-${number}` }));
      await s.store.write((writes) => addEvents(writes, many));
      const id = await s.subscribe();
      await s.tell(1);
      assert.equal((await recentDeliveries(s.store.reads, id, { state: undefined, limit: 9 })).length, 1);
    });

    test('all since a time is sent again, what was told at that very moment among it', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      const event = { name: 'game.cards.deleted', group_id: 'group', body: '{}' };
      const events = [1, 2, 3].map((second) => ({ ...event, id: `event-${second}`, created_at: at(second) }));
      await s.store.write((writes) => addEvents(writes, events));
      while ((await numberEvents(s.store, at(3), () => true)) > 0);
      assert.equal(await replay(s.parts, id, { since: at(2) }), 2);
    });

    test('what waits for a subscriber that asked for patience is not overdue before that is over', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      await s.tell(1);
      const overdue = async (now: number) => (await overdueDeliveries(s.store.reads, at(now))).overdue;
      assert.deepEqual([await overdue(0), await overdue(10)], [0, 1]);
      await s.store.write((writes) => changeSubscription(writes, [id], { hold_until: at(20) }));
      assert.deepEqual([await overdue(19), await overdue(20)], [0, 1]);
    });

    test('what waits for a subscriber that is paused or disabled is nothing that waits, until it is active again', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      await s.tell(1);
      const waiting = async (state: 'active' | 'paused' | 'disabled') => {
        await s.store.write((writes) => changeSubscription(writes, [id], { state }));
        return overdueDeliveries(s.store.reads, at(10));
      };
      assert.deepEqual(await waiting('paused'), { pending: 0, overdue: 0 });
      assert.deepEqual(await waiting('disabled'), { pending: 0, overdue: 0 });
      assert.deepEqual(await waiting('active'), { pending: 1, overdue: 1 });
    });

    test('of few subscriptions many events are numbered at once, of more than 20,000 one at a time, and none is left', async () => {
      await using s = await stage(engine);
      const id = await s.subscribe();
      const tell = (ids: string[]) => {
        const event = { name: 'game.cards.deleted', group_id: 'group', body: '{}', created_at: at(0) };
        return s.store.write((writes) =>
          addEvents(
            writes,
            ids.map((each) => ({ ...event, id: each })),
          ),
        );
      };
      const number = () => numberEvents(s.store, at(0), () => true);
      await tell(['a', 'b']);
      assert.equal(await number(), 2);
      const [row] = await rowsWhere(s.store.reads, 'subscriptions', { id });
      assert.ok(row);
      const more = Array.from({ length: 20_000 }, (_, n) => ({ ...row, id: `${id}-${n}` }));
      await s.store.write((writes) => insertRows(writes, 'subscriptions', more));
      await tell(['c', 'd']);
      assert.deepEqual([await number(), await number(), await number()], [1, 1, 0]);
    });

    test('however many subscribers hang that failed before, half of all attempts are left to the others', async (t) => {
      await using s = await stage(engine);
      const dead = await Promise.all(Array.from({ length: 34 }, () => s.subscribe()));
      const well = await s.subscribe('http://127.0.0.1:2/');
      await s.store.write((writes) => changeSubscription(writes, dead, { failing_since: at(0) }));
      await s.tell(4);
      const over = Promise.withResolvers<void>();
      let hanging = 0;
      const answer = { status: 204, error: null, snippet: '', retryAfterMs: undefined };
      const post = async ({ url }: { url: string }) => {
        if (url.endsWith(':2/')) return answer;
        hanging += 1;
        await over.promise;
        return answer;
      };
      const surroundings = { ...REAL_TIME, random: () => 0.5, turn: nextTurn, post };
      const rest = { userAgent: 'test', keptDays: 365, onFault: assert.ifError };
      const deliveries = startDeliveries({ ...s.parts, ...rest, surroundings });
      const delivered = async () =>
        (await recentDeliveries(s.store.reads, well, { state: 'delivered', limit: 9 })).length;
      try {
        await until(t, async () => hanging === 64 && (await delivered()) === 4);
        await s.tell(4);
        await until(t, async () => (await delivered()) === 8);
        assert.equal(hanging, 64);
      } finally {
        over.resolve();
        await deliveries.stop();
      }
    });
  });
}
