/** The client accepts exactly the deliveries that the reference library of Standard Webhooks accepts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { CardstockError, verifyWebhook, type WebhookHeaders } from '../../client/src/cardstock.ts';
import { newSecret, signedHeaders } from '../../src/events/signature.ts';

const body =
  '{"id":"e1","name":"game.cards.deleted","created_at":"2026-01-01T00:00:00.000Z","data":{"card_ids":["Flü☆"]}}';

const isTaken = (given: Promise<unknown>) =>
  given.then(
    () => true,
    (error: unknown) => {
      assert.ok(error instanceof CardstockError && error.code === 'invalid_webhook', String(error));
      return false;
    },
  );

const isTakenByReference = (secret: string, text: string, headers: Record<string, string>) => {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
};

test('what the service signs is verified, in every form that headers and bodies come in', async () => {
  const secret = newSecret();
  const headers = signedHeaders('e1', body, [secret], new Date());
  const forms: WebhookHeaders[] = [
    headers,
    new Headers(headers),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])),
  ];
  for (const form of forms) {
    for (const raw of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
      const event = await verifyWebhook(raw, form, secret);
      assert.deepEqual(event, JSON.parse(body));
      if (event.name === 'game.cards.deleted') assert.deepEqual(event.data.card_ids, ['Flü☆']);
    }
  }
});

test('what the reference library signs is verified', async () => {
  const secret = newSecret();
  const now = new Date();
  const signature = new Webhook(secret).sign('e1', now, body);
  const headers = {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
  };
  assert.equal((await verifyWebhook(body, headers, secret)).id, 'e1');
});

test('it agrees with the reference library on altered, stale, future, foreign and broken deliveries', async () => {
  const secret = newSecret();
  const other = newSecret();
  const good = signedHeaders('e1', body, [secret], new Date());
  const at = (seconds: number) => signedHeaders('e1', body, [secret], new Date(Date.now() + seconds * 1000));
  const cases: [string, Record<string, string>, boolean][] = [
    [body, good, true],
    [`${body} `, good, false],
    [body.replace('Fl', 'fl'), good, false],
    [body, { ...good, 'webhook-id': 'e2' }, false],
    [body, { ...good, 'webhook-timestamp': String(Number(good['webhook-timestamp']) + 1) }, false],
    [body, { ...good, 'webhook-timestamp': 'soon' }, false],
    [body, at(-290), true],
    [body, at(290), true],
    [body, at(-310), false],
    [body, at(310), false],
    [body, signedHeaders('e1', body, [other], new Date()), false],
    [body, signedHeaders('e1', body, [other, secret], new Date()), true],
    [body, { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') }, false],
    [body, { ...good, 'webhook-signature': `v2,abc nonsense ${good['webhook-signature']}` }, true],
    [body, { ...good, 'webhook-signature': 'v1,%%%' }, false],
    [body, { ...good, 'webhook-signature': '' }, false],
    [body, { 'webhook-id': 'e1', 'webhook-timestamp': good['webhook-timestamp'] }, false],
  ];
  for (const [text, headers, expected] of cases) {
    const label = JSON.stringify(headers);
    assert.equal(await isTaken(verifyWebhook(text, headers, secret)), expected, label);
    assert.equal(isTakenByReference(secret, text, headers), expected, `reference: ${label}`);
  }
});

test('while a secret is rotated either of two is enough, and the tolerance is the caller’s', async () => {
  const [old, fresh, foreign] = [newSecret(), newSecret(), newSecret()];
  const headers = signedHeaders('e1', body, [fresh, old], new Date(Date.now() - 400_000));
  const rules = { toleranceS: 500 };
  for (const secret of [old, fresh, [foreign, old]]) assert.ok(await verifyWebhook(body, headers, secret, rules));
  assert.equal(await isTaken(verifyWebhook(body, headers, [foreign], rules)), false);
  assert.equal(await isTaken(verifyWebhook(body, headers, [], rules)), false);
  assert.equal(await isTaken(verifyWebhook(body, headers, fresh)), false);
  await assert.rejects(verifyWebhook(body, headers, 'whsec_%%', rules), TypeError);
});
