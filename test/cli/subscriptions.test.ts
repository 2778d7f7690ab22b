/** `cardstock subscriptions` as an operator and as a program reads it: who is told, how that went, and exit codes. */

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Closing } from '../support/processes/closing.ts';
import { type CommandPlace, newPlace, withOwnStore } from '../support/processes/command.ts';
import { startReceiver } from '../support/servers/receiver.ts';

const made = async (place: CommandPlace, url: string, ...flags: string[]): Promise<{ id: string; secret: string }> => {
  const args = ['subscriptions', 'create', '--url', url, '--events', 'game.*', '--allow-private', '--json', ...flags];
  return JSON.parse((await place.run(args)).stdout);
};

/** Commits events as a run does, and gives them their place in the feed. */
async function tell({ dataDir }: { dataDir: string }, count: number): Promise<void> {
  await using closing = new Closing();
  const store = closing.add(await openStore({ dataDir }));
  await store.write(async (writes) => {
    for (let at = 0; at < count; at += 1)
      await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [`c${at}`])]);
  });
  await numberEvents(store, new Date().toISOString(), () => true);
}

suite('subscriptions', () => {
  let all: CommandPlace;
  let stores = 0;
  const fresh = () => withOwnStore(all, `store-${++stores}`);
  before(async () => {
    all = await newPlace();
  });
  after(() => all?.[Symbol.asyncDispose]());

  test('the secret is printed once and alone; the list shows everything else', async () => {
    const place = fresh();
    const url = 'http://127.0.0.1:9/hook';
    const args = ['subscriptions', 'create', '--url', url, '--events', 'game.cards.*,game.series.created'];
    const refused = await place.run(args);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /--allow-private/);
    const { code, stdout, stderr } = await place.run([...args, '--allow-private']);
    assert.equal(code, 0);
    assert.match(stdout, /^whsec_\S{44}\n$/);
    assert.match(stderr, /^This is the only time the secret is shown\. The subscription's id is \S+\.\n$/);
    const list = await place.run(['subscriptions', 'list']);
    assert.match(list.stdout, /^id +url +events +state +last success +failing since +reason\n/);
    assert.match(
      list.stdout,
      /http:\/\/127\.0\.0\.1:9\/hook +game\.cards\.\*,game\.series\.created +active +– +– +–\n$/,
    );
    assert.ok(!list.stdout.includes(stdout.trim()));
    const other = await place.run([
      'subscriptions',
      'create',
      '--url',
      'ftp://x/',
      '--events',
      'game.*',
      '--allow-private',
    ]);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /must be an http: or https: address/);
  });

  test('a sample says what came back, exit 1 where it was not taken', async () => {
    const place = fresh();
    await using receiver = await startReceiver();
    const { id } = await made(place, receiver.url);
    const { id: dead } = await made(place, 'http://127.0.0.1:9/');
    const taken = await place.run(['subscriptions', 'test', id, '--event', 'game.products.removed']);
    assert.equal(taken.code, 0);
    assert.match(taken.stdout, new RegExp(`${id} +game\\.products\\.removed +204 +delivered\n$`));
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '').name, 'game.products.removed');
    const lost = await place.run(['subscriptions', 'test', dead, '--json']);
    assert.equal(lost.code, 1);
    assert.match(JSON.parse(lost.stdout)[0].error, /ECONNREFUSED/);
    assert.equal((await place.run(['subscriptions', 'test', id, '--event', 'game.nothing'])).code, 2);
    assert.equal((await place.run(['subscriptions', 'test', 'nobody'])).code, 5);
    const attempts = await place.run(['subscriptions', 'deliveries', dead, '--attempts', '--json']);
    assert.equal(JSON.parse(attempts.stdout).length, 1);
    const shown = await place.run(['subscriptions', 'deliveries', dead, '--attempts']);
    assert.match(shown.stdout, /^at +event +status +ms +outcome\n.* – +\d+ +connect ECONNREFUSED/);
  });

  test('deliveries are shown newest first, by state and up to a limit', async () => {
    const place = fresh();
    const { id } = await made(place, 'http://127.0.0.1:9/');
    const deliveries = async (...flags: string[]) =>
      JSON.parse((await place.run(['subscriptions', 'deliveries', id, '--json', ...flags])).stdout) as object[];
    assert.deepEqual(await deliveries(), []);
    await tell(place, 3);
    assert.equal((await deliveries()).length, 3);
    assert.equal((await deliveries('--limit', '2')).length, 2);
    assert.deepEqual(await deliveries('--state', 'delivered'), []);
    assert.equal((await deliveries('--state', 'pending')).length, 3);
    const shown = await place.run(['subscriptions', 'deliveries', id]);
    assert.match(shown.stdout, /^event +name +state +attempts +due\n\S+ +game\.cards\.deleted +pending +0 +2\S+Z\n/);
    for (const flags of [
      ['--limit', '0'],
      ['--limit', 'x'],
      ['--state', 'lost'],
    ]) {
      assert.equal((await place.run(['subscriptions', 'deliveries', id, ...flags])).code, 2, flags.join(' '));
    }
    assert.equal((await place.run(['subscriptions', 'deliveries', 'nobody'])).code, 5);
  });

  test('events are sent again by id or since a time, one of the two, and how many is said', async () => {
    const place = fresh();
    await made(place, 'http://127.0.0.1:9/');
    await tell(place, 2);
    const { id } = await made(place, 'http://127.0.0.1:9/');
    const replay = (...flags: string[]) => place.run(['subscriptions', 'replay', id, ...flags]);
    const all = await replay('--since', '2026-01-01T00:00:00Z');
    assert.deepEqual([all.code, all.stderr], [0, `2 events are due again for ${id}.\n`]);
    assert.deepEqual(JSON.parse((await replay('--since', '2100-01-01T00:00:00Z', '--json')).stdout), {
      id,
      replayed: 0,
    });
    assert.equal((await replay()).code, 2);
    assert.equal((await replay('--since', '2026-01-01T00:00:00Z', '--event', 'x')).code, 2);
    assert.match((await replay('--since', 'yesterday')).stderr, /--since yesterday: must be a time such as/);
    assert.equal((await replay('--event', 'none')).code, 5);
  });

  test('a subscription is paused, resumed, given another secret and removed; one that is not there exits 5', async () => {
    const place = fresh();
    const { id, secret } = await made(place, 'http://127.0.0.1:9/');
    const state = async () => JSON.parse((await place.run(['subscriptions', 'list', '--json'])).stdout)[0]?.state;
    assert.deepEqual(JSON.parse((await place.run(['subscriptions', 'pause', id, '--json'])).stdout), {
      id,
      state: 'paused',
    });
    assert.equal(await state(), 'paused');
    assert.equal((await place.run(['subscriptions', 'resume', id])).stderr, `${id} is active.\n`);
    assert.equal(await state(), 'active');
    const rotated = JSON.parse((await place.run(['subscriptions', 'rotate', id, '--json'])).stdout);
    assert.equal(rotated.id, id);
    assert.notEqual(rotated.secret, secret);
    assert.deepEqual(JSON.parse((await place.run(['subscriptions', 'delete', id, '--json'])).stdout), {
      id,
      deleted: true,
    });
    for (const command of ['pause', 'resume', 'rotate', 'delete']) {
      assert.equal((await place.run(['subscriptions', command, id])).code, 5, command);
    }
  });
});
