/** Ordered subscriptions: one delivery at a time, in the order of the feed; and deliveries that are signed by a key of one's own. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { verifyWebhook } from '../../client/src/cardstock.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { createSubscription, rotateSecret, type SubscriptionService } from '../../src/events/manage-subscriptions.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { claimDeliveries, settleDeliveries } from '../../src/store/events/deliveries.ts';
import { addEvents, numberEvents } from '../../src/store/events/events.ts';
import type { Store } from '../../src/store/store.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const NAME = 'game.cards.deleted';

const serviceOn = (store: Store): SubscriptionService => ({
  ...{ store, games: ['game'], seal: sealUnder('x'), network: { resolve: async () => [], totalMs: 2000 } },
});

async function tell(store: Store, count: number): Promise<void> {
  const created_at = new Date().toISOString();
  await store.write((writes) =>
    addEvents(
      writes,
      Array.from({ length: count }, (_, at) => {
        const id = `e${at}`;
        return {
          id,
          name: NAME,
          created_at,
          group_id: id,
          body: JSON.stringify({ id, name: NAME, created_at, data: {} }),
          only_for: null,
        };
      }),
    ),
  );
  while ((await numberEvents(store, created_at, isWanted)) > 0);
}

const deliver = (store: Store, { network, seal }: SubscriptionService) =>
  startDeliveries({
    store,
    seal,
    network,
    userAgent: 't',
    keptDays: 30,
    onFault: (fault) => assert.fail(String(fault)),
  });

for (const [engine, skip] of ENGINES) {
  suite(`ordered subscriptions on ${engine}`, { skip }, () => {
    test('of an ordered one the first alone is claimed, and nothing beyond it before it is settled', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const request = { url: 'http://127.0.0.1:9/', events: ['game.*'], allowPrivate: true };
      const { id } = await createSubscription(serviceOn(store), { ...request, ordered: true });
      const { id: free } = await createSubscription(serviceOn(store), request);
      await tell(store, 4);
      const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
      const claim = async (subscription: string) => {
        const lease = { now: at(1), leaseUntil: at(30) };
        return claimDeliveries(store, [{ id: subscription, limit: 10 }], lease);
      };
      assert.equal((await claim(free)).length, 4);
      const [first, ...others] = await claim(id);
      assert.deepEqual([first?.position, others], [1, []]);
      assert.deepEqual(await claim(id), [], 'it is under way');
      const settle = (state: 'pending' | 'delivered' | 'failed', due_at: string) =>
        store.write((writes) => settleDeliveries(writes, [first ?? assert.fail()], { state, due_at }));
      await settle('pending', at(60));
      assert.deepEqual(await claim(id), [], 'it waits for its next attempt');
      await settle('failed', at(0));
      assert.deepEqual(
        (await claim(id)).map(({ position }) => position),
        [2],
        'what was given up holds nothing back',
      );
    });

    test('a subscriber hears one after the other, however long each takes, signed by a key whose public half verifies', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      let [underWay, most] = [0, 0];
      await using receiver = await startReceiver((response) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          response.writeHead(204).end();
        }, 5);
      });
      const service = serviceOn(store);
      const request = {
        url: receiver.url,
        events: ['game.*'],
        allowPrivate: true,
        ordered: true,
        signature: 'v1a',
      } as const;
      const { id, secret } = await createSubscription(service, request);
      assert.match(secret, /^whpk_[\w+/]{43}=$/);
      const { secret: rotated } = await rotateSecret(service, id);
      await tell(store, 12);
      const deliveries = deliver(store, service);
      await receiver.got(12);
      await deliveries.stop();
      assert.equal(most, 1);
      const ids: string[] = [];
      for (const { body, headers } of receiver.received) {
        for (const either of [secret, rotated]) ids.push((await verifyWebhook(body, headers, either)).id);
        assert.match(String(headers['webhook-signature']), /^v1a,\S+ v1a,\S+$/);
      }
      assert.deepEqual(ids, Array.from({ length: 12 }, (_, at) => [`e${at}`, `e${at}`]).flat());
    });
  });
}
