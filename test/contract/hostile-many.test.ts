/** Hundreds of hostile requests, made from parts: whatever is wrong, the envelope, the right code, and nothing of the inside. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { hostileHeaders } from '../support/made/hostile-headers.ts';
import { type Attack, asking, hostileTargets } from '../support/made/hostile-targets.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';

let api: TestApi;
before(async () => {
  api = await tinyApi(undefined, {
    limits: { headersTimeout: 500, requestTimeout: 800, connectionsCheckingInterval: 50 },
  });
});
after(() => api[Symbol.asyncDispose]());

const LEAKS =
  /HPE_|ERR_|node:|find-my-way|llhttp|sqlite|kysely|\bSELECT\b|\bat .*\.ts|\/src\/|undefined|\[object|stack/i;
const CODES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  413: 'payload_too_large',
  429: 'rate_limited',
};

/** Reads until the other side closes or falls silent. */
function answersTo(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(api.port, '127.0.0.1');
    let text = '';
    socket.setTimeout(3000, () => socket.destroy());
    socket.on('connect', () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(text));
  });
}

function assertRight({ name, right }: Attack, text: string): void {
  const [head = '', ...rest] = text.replace('HTTP/1.1 100 Continue\r\n\r\n', '').split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  assert.ok(right.includes(status), `${name} answered ${status}, right is ${right}\n${text.slice(0, 300)}`);
  if (status === 0) return;
  assert.equal(text.match(/HTTP\/1\.1 [2-5]/g)?.length, 1, `${name}: one request, one answer`);
  if (status === 200) return;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  const body = rest.join('\r\n\r\n').slice(0, length);
  assert.match(head, /\r\ncontent-type: application\/json/i, name);
  assert.doesNotMatch(head, /\r\n(server|x-powered-by):/i, name);
  const { data, error, ...others } = JSON.parse(body) as { data: unknown; error: { code: string; message: string } };
  assert.deepEqual([data, error.code, others], [null, CODES[status], {}], name);
  assert.ok(error.message.length > 0, name);
  assert.doesNotMatch(body, LEAKS, name);
}

test('of hundreds of hostile requests each has the envelope, the right code and nothing of the inside', async () => {
  const ask = asking(api.key);
  const attacks = [...hostileTargets(ask), ...hostileHeaders(ask)];
  assert.ok(attacks.length >= 320, `${attacks.length} attacks`);
  for (let at = 0; at < attacks.length; at += 20) {
    await Promise.all(
      attacks.slice(at, at + 20).map(async (attack) => assertRight(attack, await answersTo(attack.bytes))),
    );
  }
  assert.equal((await api.get('/v1/cards/ember1-1')).status, 200, 'as lively as before');
});
