/** Verifies deliveries as Standard Webhooks signs them, with Web Crypto. */
import { CardstockError } from './cardstock-error.ts';
import type { CardstockEvent } from './events.ts';

/** Headers as `fetch`, Node's `http` or a framework gives them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookRules {
  /** How far the delivery's time may lie from now, either way; by default 300. */
  toleranceS?: number | undefined;
}

/**
 * Gives the event of a delivery whose signature and time are good. While a secret is rotated give both: one has to fit.
 * @param rawBody the body as it came, before any parsing
 * @throws CardstockError invalid_webhook
 * @see https://www.standardwebhooks.com (1.0.0)
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceS = 300 }: WebhookRules = {},
): Promise<CardstockEvent> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures) throw refused('a webhook- header is missing');
  // Written so that a time that is no number is refused too.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= toleranceS)) throw refused('its time is too far from now');
  const bytes = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const { key, version } = await keyOf(one);
    for (const signature of signatures.split(' ')) {
      const given = signature.startsWith(version) && bytesOf(signature.slice(version.length));
      if (given && (await crypto.subtle.verify(key.algorithm.name, key, given, signed))) {
        return eventOf(new TextDecoder().decode(bytes));
      }
    }
  }
  throw refused('no signature fits');
}

function eventOf(body: string): CardstockEvent {
  try {
    return JSON.parse(body) as CardstockEvent;
  } catch {
    throw refused('its body is no JSON');
  }
}

const refused = (reason: string) => new CardstockError('invalid_webhook', `The delivery was refused: ${reason}.`);

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

/** A shared secret signs as v1, the private half of a public key as v1a. */
async function keyOf(secret: string) {
  const isPublic = secret.startsWith('whpk_');
  const bytes = bytesOf(secret.replace(/^wh(?:sec|pk)_/, ''));
  if (!bytes || (isPublic && bytes.length !== 32)) {
    throw new TypeError('The secret must be whsec_ and base64, or whpk_ and that of 32 bytes.');
  }
  const algorithm = isPublic ? { name: 'Ed25519' } : { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  return { key, version: isPublic ? 'v1a,' : 'v1,' };
}

/** Undefined for what is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
