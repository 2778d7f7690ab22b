/** What is under way stays claimed for as long as it takes, and goes out once. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import type { Answer, Post } from '../../src/events/post-delivery.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { claimDeliveries, recentDeliveries, releaseAllDeliveries } from '../../src/store/events/deliveries.ts';
import { rowsWhere } from '../../src/store/rows.ts';
import type { Engine } from '../../src/store/store.ts';
import { REAL_TIME } from '../../src/time.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const ANSWER: Answer = { status: 204, error: null, snippet: '', retryAfterMs: undefined };

/** A process that delivers to a subscriber who answers when told to, by a clock that is moved by hand. */
async function stage(engine: Engine) {
  const place = await newStore(engine);
  const { store } = place;
  const parts = { store, seal: sealUnder('test'), network: { resolve: async () => [] } };
  const request = { url: 'http://127.0.0.1:1/', events: ['game.*'], allowPrivate: true };
  const { id } = await createSubscription({ ...parts, games: [DEFAULT_SCOPE.game] }, request);
  await store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', ['card-1'])]));
  const answered = Promise.withResolvers<Answer>();
  let [posts, aheadMs] = [0, 0];
  let ending: AbortSignal | undefined;
  const now = () => new Date(Date.now() + aheadMs);
  const post: Post = (...[, , , , signal]) => {
    posts += 1;
    ending = signal;
    return answered.promise;
  };
  const turn = async () => undefined;
  const sleep: typeof REAL_TIME.sleep = (ms, signal) => REAL_TIME.sleep(Math.min(ms, 200), signal);
  const surroundings = { now, sleep, random: () => 0.5, turn, post };
  const onFault = assert.ifError;
  const deliveries = startDeliveries({ ...parts, userAgent: 'test', keptDays: 30, onFault, surroundings });
  return {
    ...{ store, id, posts: () => posts, answer: () => answered.resolve(ANSWER) },
    stop: deliveries.stop,
    isCut: () => ending?.aborted === true,
    wait: (ms: number) => {
      aheadMs += ms;
    },
    leftMs: async () => {
      const [{ lease_until } = assert.fail()] = await rowsWhere(store.reads, 'deliveries', { subscription_id: id });
      return Date.parse(lease_until ?? '0') - now().getTime();
    },
    claim: () =>
      claimDeliveries(store, [{ id, limit: 1 }], { now: now().toISOString(), leaseUntil: now().toISOString() }),
    state: async () => (await recentDeliveries(store.reads, id, { state: undefined, limit: 1 }))[0]?.state,
    [Symbol.asyncDispose]: async () => {
      answered.resolve(ANSWER);
      await deliveries.stop();
      await place[Symbol.asyncDispose]();
    },
  };
}

const until = (t: TestContext, check: () => Promise<boolean> | boolean): Promise<void> =>
  t.waitFor(async () => assert.ok(await check()), { interval: 20, timeout: 20_000 });

for (const engine of ['sqlite', 'postgres'] as const) {
  suite(`leases on ${engine}`, { skip: engine === 'postgres' && postgresMissing }, () => {
    test('an attempt that outlives its lease has it renewed, and is not made a second time', async (t) => {
      await using s = await stage(engine);
      await until(t, () => s.posts() === 1);
      for (let at = 0; at < 3; at += 1) {
        s.wait(15_000);
        await until(t, async () => (await s.leftMs()) > 25_000);
        assert.deepEqual(await s.claim(), [], 'no other process gets it');
      }
      await s.store.write(releaseAllDeliveries);
      await until(t, async () => (await s.leftMs()) > 25_000);
      s.answer();
      await until(t, async () => (await s.state()) === 'delivered');
      assert.equal(s.posts(), 1, 'this process claimed what it was at, and did not make it anew');
    });

    test('an answer that comes as the process ends counts: nobody is told again what was taken', async (t) => {
      await using s = await stage(engine);
      await until(t, () => s.posts() === 1);
      const stopped = s.stop();
      await until(t, s.isCut);
      s.answer();
      await stopped;
      assert.equal(await s.state(), 'delivered');
    });
  });
}
