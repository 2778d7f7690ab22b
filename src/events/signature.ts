/** Signs deliveries as Standard Webhooks has it: `webhook-signature` over id, time and the exact body. */
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** By a secret that both sides have (HMAC-SHA256), or by a private key whose public half the receiver has (ed25519). */
export const SIGNATURES = ['v1', 'v1a'] as const;
export type Signature = (typeof SIGNATURES)[number];

const [SHARED, PRIVATE, PUBLIC] = ['whsec_', 'whsk_', 'whpk_'] as const;
const BYTES = 32;

/** A new secret to sign with; that of `v1a` is its private key and, after it, the public one. */
export function newSecret(signature: Signature = 'v1'): string {
  if (signature === 'v1') return SHARED + randomBytes(BYTES).toString('base64');
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return PRIVATE + Buffer.concat([d, x].map((half) => Buffer.from(half, 'base64url'))).toString('base64');
}

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
export const signatureOf = (secret: string): Signature => (secret.startsWith(PRIVATE) ? 'v1a' : 'v1');

/** What a receiver verifies with, as it is shown to the operator, once. */
export const shownSecret = (secret: string): string =>
  signatureOf(secret) === 'v1' ? secret : PUBLIC + bytesOf(secret).subarray(BYTES).toString('base64');

function signedWith(secret: string, head: string, body: Buffer | string): string {
  const key = bytesOf(secret);
  // One after the other: put together first, a body is copied for each receiver.
  if (signatureOf(secret) === 'v1') return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
  const content = Buffer.concat([head, body].map((part) => Buffer.from(part)));
  const [d, x] = [key.subarray(0, BYTES).toString('base64url'), key.subarray(BYTES).toString('base64url')];
  const jwk = { kty: 'OKP', crv: 'Ed25519', d, x };
  return `v1a,${sign(null, content, createPrivateKey({ key: jwk, format: 'jwk' })).toString('base64')}`;
}

/**
 * The headers of one attempt. Each secret gives a signature, so that a receiver with either of them accepts.
 * @see https://www.standardwebhooks.com (1.0.0)
 */
export function signedHeaders(id: string, body: Buffer | string, secrets: readonly string[], now: Date) {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => signedWith(secret, `${id}.${seconds}.`, body));
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
