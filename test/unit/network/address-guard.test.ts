/** No address that a stranger chose leads into the operator's network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress, publicAddressOf, readPublicUrl } from '../../../src/network/address-guard.ts';

const HOSTILE_HOSTS = `127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0 0.0.0.0 10.0.0.1
  10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 169.254.169.254 100.64.0.1 192.0.0.1 192.0.2.1 198.18.0.1
  198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 127。0。0。1 １２７.0.0.1 %31%32%37.0.0.1 [::] [::1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::127.0.0.1] [::7f00:1] [::a9fe:a9fe] [64:ff9b::7f00:1]
  [64:ff9b:1::1] [100::1] [100:0:0:1::1] [2001::1] [2001:5::1] [2001:1ff:ffff::1] [3fff:fff::1]
  [2620:4f:8000:ffff::1] [2001:db8:ffff::1] [2002:ffff::1] [2001:db8::1] [2002:7f00:1::] [3fff::1] [2620:4f:8000::1] [4000::1]
  [fc00::1] [fd12:3456::1] [fe80::1] [fec0::1] [ff02::1] [5f00::1] localhost localhost. sub.localhost printer.local
  db.internal router.home.arpa nas.lan hidden.onion intranet LOCALHOST`.split(/\s+/);

const PUBLIC_HOSTS = `example.com sub.example.co.uk 1.1.1.1 8.8.8.8 93.184.216.34 172.15.0.1 172.32.0.1 192.167.1.1
  100.63.255.255 100.128.0.1 [2606:4700::1111] [2a00:1450:4001::5] [::ffff:8.8.8.8] xn--bcher-kva.example`.split(/\s+/);

test('every spelling of a non-public host is refused without a look-up', () => {
  for (const host of HOSTILE_HOSTS) assert.throws(() => readPublicUrl(`https://${host}/hook`), host);
});

test('public hosts are let through, on any port that is no other protocol', () => {
  for (const host of PUBLIC_HOSTS) assert.ok(readPublicUrl(`https://${host}/hook`), host);
  assert.ok(readPublicUrl('https://example.com:8443/hook?x=1'));
});

test('other schemes, users, bad ports, endless and broken addresses are refused', () => {
  const texts = [
    'http://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://example.com',
  ];
  texts.push(
    'https://user@example.com',
    'https://user:word@example.com',
    'https://example.com:22',
    'https://example.com:6379x',
    'https://a..example.com',
    'https://.example.com',
  );
  texts.push('https://', 'example.com', '', `https://example.com/${'a'.repeat(2048)}`, '//example.com', 'javascript:1');
  for (const text of texts) assert.throws(() => readPublicUrl(text), text);
});

test('an address has at most 2,048 characters', () => {
  const long = (length: number) => 'https://example.com/'.padEnd(length, 'a');
  assert.ok(readPublicUrl(long(2048)));
  assert.throws(() => readPublicUrl(long(2049)));
});

test('a name is refused unless every one of its addresses is public', async () => {
  const resolvingTo = (...addresses: string[]) => publicAddressOf('name.example', async () => addresses);
  assert.equal(await resolvingTo('93.184.216.34', '2606:4700::1111'), '93.184.216.34');
  for (const hostile of [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1%eth0',
  ]) {
    await assert.rejects(resolvingTo(hostile), hostile);
    await assert.rejects(resolvingTo('93.184.216.34', hostile), hostile);
  }
  await assert.rejects(resolvingTo(), /leads nowhere/);
});

test('a refusal never says where a name leads', async () => {
  const refused = publicAddressOf('name.example', async () => ['10.1.2.3']);
  await assert.rejects(refused, (error: Error) => !error.message.includes('10.1.2.3'));
});

test('text that is no address is not public', () => {
  for (const text of ['', 'example.com', '999.1.1.1', '1.1.1.1%1', '::g']) assert.equal(isPublicAddress(text), false);
});
