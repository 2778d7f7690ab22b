/** The polite HTTP client: what it does when its run is over. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { httpReader } from '../../../src/upstream/http-reader.ts';

const MANNERS = { userAgent: 'cardstock-test/1', pauseMs: 0, connections: 1, giveUpAfterMs: 3_600_000 };

test('closing the client ends a read that waits for its next try', async () => {
  const server = createServer((_, response) => response.writeHead(503, { 'retry-after': '600' }).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = httpReader(MANNERS);
  const asked = once(server, 'request');
  const read = client.read(`http://127.0.0.1:${(server.address() as AddressInfo).port}/cards.json`);
  const ended = assert.rejects(read);
  await asked;
  await client.close();
  await ended;
  server.close();
});
