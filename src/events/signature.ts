/** Signs deliveries as Standard Webhooks has it: `webhook-signature` over id, time and the exact body. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as it is shown to the operator, once. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * The headers of one attempt. Each secret gives a signature, so that a receiver with either of them accepts.
 * @see https://www.standardwebhooks.com (1.0.0)
 */
export function signedHeaders(id: string, body: Buffer | string, secrets: readonly string[], now: Date) {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
