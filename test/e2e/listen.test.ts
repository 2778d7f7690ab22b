/** Trying events out from the command line: samples on demand, and a listener that sends on what happens. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { launch, newPlace, type Workplace } from '../support/processes/command.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { type CatalogFolder, catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

const configure = ({ directory }: Workplace, { files }: CatalogFolder) =>
  writeFile(
    join(directory, 'cardstock.config.json'),
    JSON.stringify({ sources: { catalog: { adapter: 'tcgdex', files } } }),
  );

test('listen shows each event as it happens and sends it on, signed with the secret that it names', async () => {
  await using place = await newPlace();
  await using folder = await catalogFolder(tinyCatalog());
  await using receiver = await startReceiver();
  await configure(place, folder);
  assert.equal((await place.run(['db', 'migrate', '--json'])).code, 0);
  const listener = launch(place, ['listen', '--forward-to', receiver.url]);
  const ended = once(listener, 'close');
  try {
    const [said] = (await once(listener.stderr, 'data')) as [Buffer];
    const secret = /whsec_\S+/.exec(String(said))?.[0] ?? assert.fail(String(said));
    const lines = createInterface({ input: listener.stdout });
    const first = once(lines, 'line') as Promise<[string]>;
    assert.equal((await place.run(['ingest', 'run', 'all', '--json'])).code, 0);
    for (const { body, headers } of await receiver.got(3)) assert.ok(new Webhook(secret).verify(body, headers));
    const { name, position, forwarded } = JSON.parse((await first)[0]);
    assert.deepEqual([name, position, forwarded], ['game.series.created', 1, { status: 204, error: null }]);
  } finally {
    listener.kill('SIGTERM');
  }
  assert.deepEqual(await ended, [0, null]);
});

test('events trigger sends a sample to every subscription that wants it', async () => {
  await using place = await newPlace();
  await using folder = await catalogFolder(tinyCatalog());
  await using wanting = await startReceiver();
  await using other = await startReceiver();
  await configure(place, folder);
  const create = (url: string, events: string) =>
    place.run(['subscriptions', 'create', '--url', url, '--events', events, '--allow-private', '--json']);
  const { secret } = JSON.parse((await create(wanting.url, 'game.cards.*')).stdout);
  await create(other.url, 'game.series.*');
  const triggered = await place.run(['events', 'trigger', 'game.cards.updated', '--json']);
  assert.equal(triggered.code, 0, triggered.stderr);
  const results = JSON.parse(triggered.stdout) as { status: number; name: string }[];
  assert.deepEqual(
    results.map(({ status, name }) => [status, name]),
    [[204, 'game.cards.updated']],
  );
  const [delivery] = wanting.received;
  assert.ok(delivery && new Webhook(secret).verify(delivery.body, delivery.headers));
  assert.equal(other.received.length, 0);
  const unwanted = await place.run(['events', 'trigger', 'game.products.removed']);
  assert.equal(unwanted.code, 0);
  assert.match(
    unwanted.stderr,
    /^No active subscription takes game\.products\.removed: npx cardstock subscriptions create/,
  );
  const unknown = await place.run(['events', 'trigger', 'game.card.updated']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /game\.cards\.updated/);
});
