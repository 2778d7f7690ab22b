/** Whose request it is behind proxies: what the trusted ones wrote counts, what the caller wrote does not. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { addressGroup, clientAddress } from '../../../src/api/front/client-address.ts';

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

test('a port that the proxy wrote behind the address is none of it', () => {
  assert.deepEqual(
    ['203.0.113.7:51234', '[2001:db8::5]:443', '[2001:db8::5]', '2001:db8::5:443'].map((text) => address(text, 1)),
    ['203.0.113.7', '2001:db8::5', '2001:db8::5', '2001:db8::5:443'],
  );
});

test('where the proxy wrote no address it is the peer', () => {
  for (const forwarded of [undefined, '', 'unknown', '203.0.113.7:x', '[203.0.113.7', '203.0.113.7,']) {
    assert.equal(address(forwarded, 1), PEER, String(forwarded));
  }
});

test('an IPv4 address counts alone, written as IPv6 too', () => {
  assert.equal(addressGroup('203.0.113.7'), '203.0.113.7');
  assert.equal(addressGroup('::ffff:203.0.113.7'), '203.0.113.7');
});

test('IPv6 addresses of one network of 64 bits count together, however they are written', () => {
  const network = '2001:db8:0:1::/64';
  for (const address of ['2001:db8:0:1::1', '2001:DB8:0:1:ffff::2', '2001:0db8:0000:0001:1:2:3:4', '2001:db8:0:1::'])
    assert.equal(addressGroup(address), network, address);
  assert.notEqual(addressGroup('2001:db8:0:2::1'), network);
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(addressGroup('::1'), '0:0:0:0::/64');
});
