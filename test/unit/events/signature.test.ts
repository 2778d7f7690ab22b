/** Deliveries verify with the reference library, and nothing else does. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sealUnder, secretsKey } from '../../../src/events/sealed-secrets.ts';
import { newSecret, signedHeaders } from '../../../src/events/signature.ts';

const body = '{"id":"e1","name":"game.cards.updated","data":{"cards":[{"name":"Flühwïn ☆"}]}}';

test('the reference library verifies what was sent, with the one secret that signed it', () => {
  const secret = newSecret();
  const headers = signedHeaders('e1', body, [secret], new Date());
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  assert.throws(() => new Webhook(newSecret()).verify(body, headers));
});

test('a body, id, time or signature altered on the way fails verification', () => {
  const secret = newSecret();
  const verifier = new Webhook(secret);
  const headers = signedHeaders('e1', body, [secret], new Date());
  assert.throws(() => verifier.verify(body.replace('Fl', 'fl'), headers));
  assert.throws(() => verifier.verify(`${body} `, headers));
  for (const [name, value] of Object.entries(headers)) {
    const isTime = name === 'webhook-timestamp';
    const altered = isTime ? `${Number(value) - 1}` : value.slice(0, -3) + (value.endsWith('xxx') ? 'yyy' : 'xxx');
    assert.throws(() => verifier.verify(body, { ...headers, [name]: altered }), name);
  }
  const old = signedHeaders('e1', body, [secret], new Date(Date.now() - 10 * 60_000));
  assert.throws(() => verifier.verify(body, old), /timestamp/i);
});

test('with two valid secrets a receiver with either of them accepts', () => {
  const [old, fresh] = [newSecret(), newSecret()];
  const headers = signedHeaders('e1', body, [fresh, old], new Date());
  for (const secret of [old, fresh]) assert.ok(new Webhook(secret).verify(body, headers));
});

test('a sealed secret opens under its key only, and looks different each time', () => {
  const secret = newSecret();
  const seal = sealUnder('a key');
  const sealed = seal.seal(secret);
  assert.equal(seal.open(sealed), secret);
  assert.notEqual(seal.seal(secret), sealed);
  assert.ok(!sealed.includes(secret.slice(6)));
  assert.throws(() => sealUnder('another key').open(sealed), /CARDSTOCK_SECRETS_KEY/);
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  assert.throws(() => seal.open(bytes.toString('base64url')));
});

test('the key file is made once, for its owner only; a setting takes its place', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cardstock-secrets-'));
  try {
    const key = secretsKey(undefined, directory);
    assert.equal(secretsKey(undefined, directory), key);
    assert.ok(key.length >= 40);
    assert.equal(statSync(join(directory, 'secrets-key')).mode & 0o777, 0o600);
    assert.equal(secretsKey('given', directory), 'given');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
