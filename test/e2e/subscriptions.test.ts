/** Subscriptions from the command line, with a server that delivers. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newPlace, startServer } from '../support/processes/command.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

test('a subscription made before a server starts is told of its first run, signed with the secret that was shown once', async () => {
  await using place = await newPlace();
  await using folder = await catalogFolder(tinyCatalog());
  await using receiver = await startReceiver();
  const config = { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
  const create = ['subscriptions', 'create', '--url', receiver.url, '--events', 'game.*', '--allow-private', '--json'];
  const made = await place.run(create);
  assert.equal(made.code, 0, made.stderr);
  const { id, secret, ...rest } = JSON.parse(made.stdout);
  assert.deepEqual(rest, {});
  await using server = await startServer(place);
  for (const { body, headers } of await receiver.got(3)) assert.ok(new Webhook(secret).verify(body, headers));
  const sample = await place.run(['subscriptions', 'test', id, '--event', 'game.series.updated', '--json']);
  assert.equal(JSON.parse(sample.stdout)[0].status, 204);
  assert.equal(receiver.received.at(-1)?.headers['webhook-sample'], '1');
  const list = await place.run(['subscriptions', 'list', '--json']);
  assert.equal(JSON.parse(list.stdout)[0].state, 'active');
  assert.ok(!list.stdout.includes(secret) && !server.output().includes(secret));
  assert.equal(JSON.parse((await place.run(['subscriptions', 'pause', id, '--json'])).stdout).state, 'paused');
  const rotated = JSON.parse((await place.run(['subscriptions', 'rotate', id, '--json'])).stdout);
  assert.notEqual(rotated.secret, secret);
  assert.equal(JSON.parse((await place.run(['subscriptions', 'delete', id, '--json'])).stdout).deleted, true);
  assert.equal((await place.run(['subscriptions', 'resume', id])).code, 5);
  assert.equal((await place.run([...create.slice(0, 5), 'game.card.updated'])).code, 2);
  assert.equal(await server.stop(), 0);
});
