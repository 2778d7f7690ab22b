/** Whose request it is behind proxies: what the trusted ones wrote counts, what the caller wrote does not. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress } from '../../../src/api/front/client-address.ts';

const PEER = '10.0.0.9';
const address = (forwarded: string | undefined, proxies: number): string =>
  clientAddress(
    { socket: { remoteAddress: PEER }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    proxies,
  );

test('without a trusted proxy it is the peer, whatever the header says', () => {
  assert.equal(address('203.0.113.7', 0), PEER);
  assert.equal(address(undefined, 0), PEER);
});

test('each trusted proxy stands for one address from the right', () => {
  const chain = '198.51.100.1, 203.0.113.7 ,2001:db8::5';
  assert.deepEqual(
    [1, 2, 3].map((proxies) => address(chain, proxies)),
    ['2001:db8::5', '203.0.113.7', '198.51.100.1'],
  );
  assert.equal(address('203.0.113.7', 2), '203.0.113.7', 'a chain that is shorter ends at its first');
});

test('where the proxy wrote no address it is the peer', () => {
  for (const forwarded of [undefined, '', 'unknown', '203.0.113.7:80', '203.0.113.7,']) {
    assert.equal(address(forwarded, 1), PEER, String(forwarded));
  }
});
