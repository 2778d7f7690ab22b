/** Signs what a release hands out, by a key whose public half lies in the documents. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The half that everybody has: the docs name it, and releases are checked by it. */
export const PUBLIC_KEY = 'docs/release-key.pem';

/**
 * The detached Ed25519 signature of `content` by the private key in `file` (PEM), as
 * `openssl pkeyutl -verify -pubin -inkey docs/release-key.pem -rawin` takes it.
 * @throws where it is no such key, or not the one whose public half is `publicPem`.
 */
export function signatureOf(content: Buffer, file: string, publicPem: string): Buffer {
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key`);
  const signature = sign(null, content, key);
  if (!verify(null, content, createPublicKey(publicPem), signature)) {
    throw new Error(`${file} is not the key whose public half is ${PUBLIC_KEY}`);
  }
  return signature;
}
