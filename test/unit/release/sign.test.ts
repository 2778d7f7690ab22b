/** Holds that a release's signature is one that openssl verifies, by the key that the documents name and no other. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signatureOf } from '../../../scripts/release/sign.ts';

const SUMS = Buffer.from('0123  cardstock-1.0.0.tgz\n');

function keysIn(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-sign-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { write, publicPem, file: write('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

test('openssl verifies the signature over these bytes, and over no others', (t) => {
  // What checks a signature is on the machine of who downloads; .ci/run brings it along, a bare machine may have none.
  if (spawnSync('openssl', ['version']).status !== 0) return t.skip('needs openssl');
  const { write, publicPem, file } = keysIn(t);
  const signed = write('SHA256SUMS.sig', signatureOf(SUMS, file, publicPem));
  const isVerified = (sums: Buffer) =>
    spawnSync('openssl', [
      ...['pkeyutl', '-verify', '-pubin', '-inkey', write('public.pem', publicPem), '-rawin'],
      ...['-in', write('SHA256SUMS', sums), '-sigfile', signed],
    ]).status === 0;
  assert.equal(isVerified(SUMS), true);
  assert.equal(isVerified(Buffer.from('4567  cardstock-1.0.0.tgz\n')), false);
});

test('a key of another kind, or another key than the documents name, signs nothing', (t) => {
  const { write, publicPem, file } = keysIn(t);
  const { publicPem: another } = keysIn(t);
  assert.throws(() => signatureOf(SUMS, file, another), /is not the key whose public half is docs\/release-key\.pem/);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  assert.throws(() => signatureOf(SUMS, write('rsa.pem', rsa), publicPem), /is no Ed25519 key/);
});
