/** Holds which addresses count as one caller. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroup } from '../../../src/keys/address-group.ts';

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
