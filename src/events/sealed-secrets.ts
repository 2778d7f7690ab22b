/** Keeps subscribers' secrets sealed at rest, under a key that is not in the store. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFailure } from '../failure.ts';
import { createPrivate, readPrivate } from '../store/engines/private-file.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type Seal = ReturnType<typeof sealUnder>;

/** A seal under `key`, a text of enough randomness whose hash is what seals. */
export function sealUnder(key: string) {
  const bytes = createHash('sha256').update(key).digest();
  return {
    seal: (secret: string): string => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytes, iv);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** @throws OperatorFailure when the secret was sealed under another key */
    open: (sealed: string): string => {
      const all = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, bytes, all.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return decipher.update(all.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new OperatorFailure(
          'a webhook secret was sealed under another key: set CARDSTOCK_SECRETS_KEY to that key, or bring back the file secrets-key of the data directory; where it is lost, cardstock subscriptions rotate makes a new secret',
          { cause },
        );
      }
    },
  };
}

/** Characters that a key of seals has at least, wherever it stands. */
const SECRETS_KEY_MIN = 32;

/** What is wrong with the key in a file, and what to do about it; undefined for one that seals. */
export const secretsKeyFault = (path: string, key: string): string | undefined =>
  key.length >= SECRETS_KEY_MIN
    ? undefined
    : `${path} holds ${key.length} characters, ${SECRETS_KEY_MIN} are the least: bring the file back from a backup; where there is none delete it, and give each subscription a new secret: cardstock subscriptions rotate`;

/**
 * The key that secrets are sealed under: `setting` where given, else the file `secrets-key` in the data directory, made
 * on first use. Processes on several machines need the setting.
 * @throws OperatorFailure for a file that was cut short: what is sealed under nothing is sealed for nobody
 */
export function secretsKey(setting: string | undefined, dataDir: string): string {
  if (setting !== undefined) return setting;
  const path = join(dataDir, 'secrets-key');
  if (!existsSync(path)) createPrivate(path, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
  const key = readPrivate(path);
  const fault = secretsKeyFault(path, key);
  if (fault !== undefined) throw new OperatorFailure(fault);
  return key;
}
