/** What a subscriber can rely on: every event, signed, again until it is taken, whatever the others do. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import {
  createSubscription,
  replay,
  requireSubscription,
  rotateSecret,
  type SubscriptionService,
  sendSample,
  setPaused,
} from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { attemptsOf, claimDeliveries, recentDeliveries, settleDeliveries } from '../../src/store/events/deliveries.ts';
import { eventsAfter, numberEvents } from '../../src/store/events/events.ts';
import { openStore } from '../../src/store/open-store.ts';
import { tasks } from '../../src/store/runs.ts';
import type { Engine } from '../../src/store/store.ts';
import { Closing } from '../support/processes/closing.ts';
import { type Received, startReceiver } from '../support/servers/receiver.ts';
import { onServer } from '../support/servers/shared-databases.ts';
import { newLocation, newStore, postgresMissing } from '../support/stages/stores.ts';

async function stage(engine: Engine) {
  const place = await newStore(engine);
  const { store } = place;
  const seal = sealUnder('test');
  const network = { resolve: async () => [], totalMs: 500 };
  const service: SubscriptionService = { store, games: [DEFAULT_SCOPE.game], seal, network };
  const faults: unknown[] = [];
  const started: ReturnType<typeof startDeliveries>[] = [];
  const start = (under = seal) => {
    const onFault = (error: unknown) => faults.push(error);
    const deliveries = startDeliveries({ store, seal: under, network, userAgent: 'test', keptDays: 30, onFault });
    started.push(deliveries);
    return deliveries;
  };
  return {
    store,
    subscriptions: service,
    start,
    tell: (count: number, from = 0) =>
      store.write(async (writes) => {
        for (let at = 0; at < count; at += 1) {
          await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [`card-${from + at}`])]);
        }
      }),
    subscribe: (url: string, events = ['game.*']) => createSubscription(service, { url, events, allowPrivate: true }),
    [Symbol.asyncDispose]: async () => {
      for (const deliveries of started) await deliveries.stop();
      assert.deepEqual(faults, []);
      await place[Symbol.asyncDispose]();
    },
  };
}

const LIMIT_MS = 20_000;

/** Waits until `check` holds: for what happens in the store, where nothing reports. */
const until = (t: TestContext, check: () => Promise<boolean>): Promise<void> =>
  t.waitFor(async () => assert.ok(await check()), { interval: 20, timeout: LIMIT_MS });

for (const engine of ['sqlite', 'postgres'] as const) {
  suite(`deliveries on ${engine}`, { skip: engine === 'postgres' && postgresMissing, timeout: 120_000 }, () => {
    test('every event that a subscription wants comes, signed, with the stored bytes; others do not', async (t) => {
      await using s = await stage(engine);
      await using all = await startReceiver();
      await using prices = await startReceiver();
      const { id, secret } = await s.subscribe(all.url);
      await s.subscribe(prices.url, ['game.card_prices.updated']);
      s.start();
      await s.tell(12);
      const received = await all.got(12);
      for (const { body, headers } of received) {
        const event = new Webhook(secret).verify(body, headers) as { id: string; name: string };
        assert.equal(event.id, headers['webhook-id']);
        assert.equal(event.name, 'game.cards.deleted');
        assert.ok(headers['webhook-group']);
      }
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 12);
      await until(
        t,
        async () => (await recentDeliveries(s.store.reads, id, { state: 'delivered', limit: 100 })).length === 12,
      );
      assert.equal(prices.received.length, 0);
      assert.ok(
        (await tasks(s.store.reads)).some(({ name, last_success_at }) => name === 'deliveries' && last_success_at),
      );
    });

    test('a subscription begins with what comes after it, also where nothing was at work before', async () => {
      await using s = await stage(engine);
      await using receiver = await startReceiver();
      await s.tell(3);
      const { id } = await s.subscribe(receiver.url);
      await s.tell(1, 3);
      s.start();
      const [first] = await receiver.got(1);
      assert.deepEqual(JSON.parse(first?.body ?? '').data.card_ids, ['card-3']);
      assert.equal((await recentDeliveries(s.store.reads, id, { state: undefined, limit: 100 })).length, 1);
      assert.equal((await eventsAfter(s.store.reads, { after: 0, limit: 10 })).length, 4, 'the feed has them all');
    });

    test('a failed delivery comes again with the same id and bytes, and both attempts are on record', async (t) => {
      await using s = await stage(engine);
      await using receiver = await startReceiver((response) => {
        response.writeHead(receiver.received.length === 1 ? 500 : 200).end('x'.repeat(5000));
      });
      const { id } = await s.subscribe(receiver.url);
      s.start();
      await s.tell(1);
      const [first, second] = await receiver.got(2);
      assert.equal(first?.body, second?.body);
      assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
      const wait = (second?.at ?? 0) - (first?.at ?? 0);
      assert.ok(wait >= 3900 && wait < 7500, `came again after ${wait} ms`);
      await until(t, async () => (await attemptsOf(s.store.reads, id, 10)).length === 2);
      const attempts = await attemptsOf(s.store.reads, id, 10);
      assert.deepEqual(
        attempts.map(({ status }) => status),
        [200, 500],
      );
      assert.ok(attempts.every(({ answer }) => (answer?.length ?? 0) <= 1000));
    });

    test('a redirect, an endless answer, a hang and a reset are failures, and take no longer than the time-out', async () => {
      await using s = await stage(engine);
      await using elsewhere = await startReceiver();
      const hostile = {
        redirect: await startReceiver((response) => response.writeHead(302, { location: elsewhere.url }).end()),
        endless: await startReceiver((response) => {
          response.writeHead(200);
          const more = (): void =>
            void (response.write(Buffer.alloc(65_536)) ? setImmediate(more) : response.once('drain', more));
          more();
        }),
        hang: await startReceiver(() => undefined),
        drip: await startReceiver((response) => {
          response.writeHead(200);
          const timer = setInterval(() => response.write('.'), 50);
          response.on('close', () => clearInterval(timer));
        }),
        reset: await startReceiver((_, __, request) => request.socket.destroy()),
      };
      for (const [name, receiver] of Object.entries(hostile)) {
        const { id } = await s.subscribe(receiver.url);
        const started = Date.now();
        const result = await sendSample(s.subscriptions, id);
        assert.notEqual(result.error, null, name);
        assert.ok(Date.now() - started < 10_000, name);
        await receiver[Symbol.asyncDispose]();
      }
      assert.equal(elsewhere.received.length, 0);
    });

    test('410 disables a subscription; what waits goes out when it is resumed', async (t) => {
      await using s = await stage(engine);
      let status = 410;
      await using receiver = await startReceiver((response) => response.writeHead(status).end());
      const { id } = await s.subscribe(receiver.url);
      s.start();
      await s.tell(1);
      await until(t, async () => (await requireSubscription(s.subscriptions, id)).state === 'disabled');
      await s.tell(2, 1);
      status = 200;
      await setPaused(s.subscriptions, id, false);
      await until(
        t,
        async () => (await recentDeliveries(s.store.reads, id, { state: 'delivered', limit: 9 })).length === 3,
      );
    });

    test('events older than the days they are kept go, with their deliveries and attempts; the newest stays', async (t) => {
      await using s = await stage(engine);
      await using receiver = await startReceiver();
      const { id } = await s.subscribe(receiver.url);
      await s.tell(3);
      const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
      await s.store.write((writes) => writes.updateTable('events').set({ created_at: old }).execute());
      await numberEvents(s.store, old, () => true);
      s.start();
      await until(t, async () => (await eventsAfter(s.store.reads, { after: 0, limit: 9 })).length === 1);
      assert.equal((await recentDeliveries(s.store.reads, id, { state: undefined, limit: 9 })).length, 1);
    });

    test('a subscriber that answers 429 gets what waits one by one, then more as it takes it', async () => {
      await using s = await stage(engine);
      const waiting = new Set<ServerResponse>();
      const atOnce: number[] = [];
      await using receiver = await startReceiver((response) => {
        waiting.add(response);
        atOnce.push(waiting.size);
        const answerAll = (status: number) => {
          for (const open of waiting) open.writeHead(status, status === 429 ? { 'retry-after': '1' } : {}).end();
          waiting.clear();
        };
        if (atOnce.length === 4) answerAll(429);
        else if (atOnce.length > 4) setTimeout(() => answerAll(204), 50);
      });
      await s.subscribe(receiver.url);
      await s.tell(24);
      s.start();
      await receiver.got(7);
      assert.deepEqual(atOnce.slice(0, 6), [1, 2, 3, 4, 1, 1]);
    });

    test('after a rotation both secrets verify for 24 hours, then only the new one', async () => {
      await using s = await stage(engine);
      await using receiver = await startReceiver();
      const old = await s.subscribe(receiver.url);
      const verifies = (secret: string) => {
        const { body, headers } = receiver.received.at(-1) ?? assert.fail('nothing came');
        try {
          return Boolean(new Webhook(secret).verify(body, headers));
        } catch {
          return false;
        }
      };
      const fresh = await rotateSecret(s.subscriptions, old.id);
      await sendSample(s.subscriptions, old.id);
      assert.deepEqual([verifies(old.secret), verifies(fresh.secret)], [true, true]);
      const almostOver = await rotateSecret(s.subscriptions, old.id, new Date(Date.now() - 23.9 * 3_600_000));
      await sendSample(s.subscriptions, old.id);
      assert.deepEqual([verifies(fresh.secret), verifies(almostOver.secret)], [true, true]);
      const newest = await rotateSecret(s.subscriptions, old.id, new Date(Date.now() - 24 * 3_600_000 - 1));
      await sendSample(s.subscriptions, old.id);
      assert.deepEqual([verifies(almostOver.secret), verifies(newest.secret)], [false, true]);
    });

    test('a secret that nobody can open is a failing attempt with its reason, and a new one is the way out', async (t) => {
      await using s = await stage(engine);
      await using receiver = await startReceiver();
      const { id } = await s.subscribe(receiver.url);
      await s.tell(1);
      const service = { ...s.subscriptions, seal: sealUnder('another') };
      s.start(service.seal);
      await until(t, async () => (await attemptsOf(s.store.reads, id, 9)).length === 1);
      const reasons = async () => (await attemptsOf(s.store.reads, id, 9)).map(({ error }) => error?.slice(0, 49));
      const reason = 'a webhook secret was sealed under another key: set';
      assert.deepEqual(await reasons(), [reason.slice(0, 49)]);
      assert.ok((await requireSubscription(service, id)).failing_since);
      assert.match((await sendSample(service, id)).error ?? '', /cardstock subscriptions rotate/);
      assert.equal(receiver.received.length, 0);
      const { secret } = await rotateSecret(service, id);
      assert.equal(await replay(service, id, { since: '2020-01-01T00:00:00Z' }), 1);
      const [posted] = await receiver.got(1);
      assert.ok(posted && new Webhook(secret).verify(posted.body, posted.headers as Record<string, string>));
    });

    test('one event is sent again, and everything since a time', async (t) => {
      await using s = await stage(engine);
      await using receiver = await startReceiver();
      await s.tell(5);
      const start = new Date(Date.now() - 60_000).toISOString();
      s.start();
      await until(t, async () => (await numberEvents(s.store, start, () => true)) === 0);
      const { id } = await s.subscribe(receiver.url);
      assert.equal(await replay(s.subscriptions, id, { since: start }), 5);
      const [first] = await receiver.got(5);
      await until(
        t,
        async () => (await recentDeliveries(s.store.reads, id, { state: 'delivered', limit: 9 })).length === 5,
      );
      // On a busy machine another one may have been posted twice.
      const ofFirst = ({ headers }: Received) => headers['webhook-id'] === first?.headers['webhook-id'];
      const posted = receiver.received.filter(ofFirst).length;
      assert.equal(await replay(s.subscriptions, id, { id: first?.headers['webhook-id'] ?? '' }), 1);
      await until(t, async () => receiver.received.filter(ofFirst).length > posted);
      for (const { body } of receiver.received.filter(ofFirst)) assert.equal(body, first?.body);
      await assert.rejects(replay(s.subscriptions, id, { id: 'none' }), /There is no event none/);
      assert.equal(await replay(s.subscriptions, id, { since: new Date(Date.now() + 60_000).toISOString() }), 0);
    });

    test('a claim is one process’s until its lease runs out, then another takes over', async () => {
      await using s = await stage(engine);
      const { id } = await s.subscribe('http://127.0.0.1:1/');
      await s.tell(3);
      const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)).toISOString();
      await numberEvents(s.store, at(0), () => true);
      const claim = (now: number) =>
        claimDeliveries(s.store, [{ id, limit: 2 }], { now: at(now), leaseUntil: at(now + 30) });
      const [one, two] = await Promise.all([claim(1), claim(1)]);
      assert.equal(new Set([...one, ...two].map(({ position }) => position)).size, 3);
      assert.equal((await claim(30)).length, 0);
      assert.equal((await claim(32)).length, 2);
    });

    test('no claim is larger than its limit, however the engine walks the rows', async () => {
      await using place = await newLocation(engine);
      await using closing = new Closing();
      const name = place.location.databaseUrl && new URL(place.location.databaseUrl).pathname.slice(1);
      // As the server plans where it knows nothing of the table yet.
      for (const way of name ? ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort'] : [])
        await onServer(`alter database ${name} set enable_${way} = off`);
      const store = closing.add(await openStore(place.location));
      const service = {
        store,
        games: [DEFAULT_SCOPE.game],
        seal: sealUnder('test'),
        network: { resolve: async () => [] },
      };
      const asked = { url: 'http://127.0.0.1:1/', events: ['game.*'], allowPrivate: true };
      const { id } = await createSubscription(service, asked);
      await store.write((writes) =>
        recordEvents(
          writes,
          DEFAULT_SCOPE,
          ['a', 'b', 'c', 'd', 'e'].map((card) => groupOf('cards.deleted', [card])),
        ),
      );
      const now = '2030-01-01T00:00:00.000Z';
      await numberEvents(store, now, () => true);
      const claim = () => claimDeliveries(store, [{ id, limit: 2 }], { now, leaseUntil: '2030-01-01T00:01:00.000Z' });
      const sizes = [(await claim()).length, (await claim()).length, (await claim()).length];
      assert.deepEqual(sizes, [2, 2, 1]);
    });

    test('a failure that is told late, after another process was told yes, leaves the event delivered', async () => {
      await using s = await stage(engine);
      const { id } = await s.subscribe('http://127.0.0.1:1/');
      await s.tell(1);
      const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)).toISOString();
      await numberEvents(s.store, at(0), () => true);
      const claim = async (now: number) => {
        const [claimed] = await claimDeliveries(s.store, [{ id, limit: 1 }], {
          now: at(now),
          leaseUntil: at(now + 30),
        });
        return claimed ?? assert.fail(`nothing is due at ${now} s`);
      };
      const [slow, quick] = [await claim(1), await claim(40)];
      const settle = (claimed: typeof slow, state: 'delivered' | 'pending', seconds: number) =>
        s.store.write((writes) => settleDeliveries(writes, [claimed], { state, due_at: at(seconds) }));
      await settle(quick, 'delivered', 41);
      await settle(slow, 'pending', 50);
      const [delivery] = await recentDeliveries(s.store.reads, id, { state: undefined, limit: 9 });
      assert.deepEqual([delivery?.state, delivery?.due_at, delivery?.attempts], ['delivered', at(41), 1]);
    });

    test('five dead subscribers do not hold up a healthy one', async () => {
      await using s = await stage(engine);
      await using healthy = await startReceiver();
      await using dead = await startReceiver(() => undefined);
      for (let at = 0; at < 5; at += 1) await s.subscribe(dead.url);
      await s.subscribe(healthy.url);
      s.start();
      await s.tell(40);
      await healthy.got(40);
      assert.ok(dead.received.length < 5 * 40, 'the dead ones were still hanging');
    });

    test('an unknown event is refused with the list; a non-public address is refused', async () => {
      await using s = await stage(engine);
      const request = { url: 'https://hooks.example/x', allowPrivate: false };
      await assert.rejects(
        createSubscription(s.subscriptions, { ...request, events: ['game.card.updated'] }),
        /game\.cards\.updated, /,
      );
      await assert.rejects(createSubscription(s.subscriptions, { ...request, events: ['*'] }), /known are/);
      await assert.rejects(createSubscription(s.subscriptions, { ...request, events: [] }), /no events/);
      for (const url of ['ftp://10.0.0.1/', 'hooks']) {
        const own = { url, events: ['game.*'], allowPrivate: true };
        await assert.rejects(createSubscription(s.subscriptions, own), /must be an http: or https: address/, url);
      }
      const url = 'https://169.254.169.254/latest';
      await assert.rejects(createSubscription(s.subscriptions, { ...request, url, events: ['game.*'] }), /non-public/);
      const moved = { ...s.subscriptions, network: { resolve: async () => ['93.184.216.34'] } };
      const { id } = await createSubscription(moved, { ...request, events: ['game.*'] });
      const later = { ...s.subscriptions, network: { resolve: async () => ['10.0.0.1'] } };
      assert.match((await sendSample(later, id)).error ?? '', /non-public/);
    });
  });
}
