/** Keeps subscribers' secrets sealed at rest, under a key that is not in the store. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFailure } from '../failure.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Seals and opens secrets. */
export interface Seal {
  seal(secret: string): string;
  /** @throws OperatorFailure when the secret was sealed under another key */
  open(sealed: string): string;
}

/** A seal under `key`, a text of enough randomness whose hash is what seals. */
export function sealUnder(key: string): Seal {
  const bytes = createHash('sha256').update(key).digest();
  return {
    seal: (secret) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytes, iv);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed) => {
      const all = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, bytes, all.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return decipher.update(all.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new OperatorFailure(
          'a webhook secret was sealed under another key: set CARDSTOCK_SECRETS_KEY to that key, or bring back the file secrets-key of the data directory',
          { cause },
        );
      }
    },
  };
}

/**
 * The key that secrets are sealed under: `setting` where given, else the file `secrets-key` in the data directory, made
 * on first use. Processes on several machines need the setting.
 */
export function secretsKey(setting: string | undefined, dataDir: string): string {
  if (setting !== undefined) return setting;
  const path = join(dataDir, 'secrets-key');
  mkdirSync(dataDir, { recursive: true });
  try {
    // `wx` fails where the file is there: of two processes that start at once, the first one's key stays.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
