/** One attempt: what counts as taken, what is kept of the answer, and how long a subscriber may ask to be left alone. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import { KeptConnections, postDelivery } from '../../src/events/post-delivery.ts';
import { listening } from '../support/servers/listening.ts';

const network = { resolve: async () => [], totalMs: 5000 };

async function answerTo(respond: (response: ServerResponse) => void) {
  await using server = await listening(createServer((_, response) => respond(response)));
  return await postDelivery({ url: server.base, allowPrivate: true }, '{}', {}, network);
}

const ofStatus = (status: number) => answerTo((response) => response.writeHead(status).end('said'));
const asking = async (retryAfter: string) =>
  (await answerTo((response) => response.writeHead(429, { 'retry-after': retryAfter }).end())).retryAfterMs;

suite('an attempt', () => {
  test('any 2xx is success, and nothing else', async () => {
    for (const status of [200, 204, 299]) assert.equal((await ofStatus(status)).error, null, String(status));
    for (const status of [300, 302, 404, 500]) assert.equal((await ofStatus(status)).error, `answered ${status}`);
    assert.deepEqual(await ofStatus(410), {
      ...{ status: 410, error: 'answered 410', snippet: 'said', retryAfterMs: undefined },
    });
  });

  test('the first 1,000 characters are kept, without what no store takes; an answer of more than 64 kB is a failure', async () => {
    const long = await answerTo((response) => response.end(`\0a${'é'.repeat(2000)}`));
    assert.equal(long.snippet, `a${'é'.repeat(999)}`);
    const [most, more] = [65_536, 65_537].map((bytes) => answerTo((response) => response.end('x'.repeat(bytes))));
    assert.equal((await most)?.error, null);
    const refused = await more;
    assert.deepEqual([refused?.status, refused?.error], [null, 'answered more than 64 kB']);
  });

  test('Retry-After is read as seconds or as a date, up to a day; what is neither asks for nothing', async () => {
    assert.equal(await asking('120'), 120_000);
    assert.equal(await asking('86400'), 86_400_000);
    assert.equal(await asking('86401'), 86_400_000);
    assert.equal(await asking('-5'), 0);
    assert.equal(await asking('later'), undefined);
    assert.equal(await asking('Wed, 01 Jan 2020 00:00:00 GMT'), 0);
    const dated = (await asking(new Date(Date.now() + 3_600_000).toUTCString())) ?? 0;
    assert.ok(dated > 3_500_000 && dated <= 3_600_000, String(dated));
  });

  test('a chat says in its body how long to wait, where no header does; of no other answer is that read', async () => {
    const saying = async (status: number, body: object, headers = {}) =>
      (await answerTo((response) => response.writeHead(status, headers).end(JSON.stringify(body)))).retryAfterMs;
    const telegram = { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 35 } };
    assert.equal(await saying(429, telegram), 35_000);
    assert.equal(await saying(429, { message: 'You are being rate limited.', retry_after: 0.65, global: false }), 650);
    assert.equal(await saying(429, { retry_after: 5 }, { 'retry-after': '7' }), 7000);
    assert.equal(await saying(429, { retry_after: 1e9 }), 86_400_000);
    for (const none of [{ retry_after: -1 }, { retry_after: 'soon' }, {}])
      assert.equal(await saying(429, none), undefined);
    assert.equal(await saying(500, telegram), undefined);
  });

  test('the next body to a host goes over the connection of the last, and over a new one where that was closed meanwhile', async () => {
    let [connections, requests] = [0, 0];
    const answering = createServer((request, response) => {
      requests += 1;
      // Closed without a word, as by a server that had just decided to.
      if (requests === 3 || request.url === '/never') request.socket.destroy();
      else response.writeHead(204).end();
    }).on('connection', () => {
      connections += 1;
    });
    await using server = await listening(answering);
    const kept = new KeptConnections();
    const post = (path: string) =>
      postDelivery({ url: server.base + path, allowPrivate: true }, '{}', {}, network, undefined, kept);
    for (const expected of [1, 1, 2, 2]) {
      assert.equal((await post('/')).status, 204);
      assert.equal(connections, expected);
    }
    assert.match((await post('/never')).error ?? '', /closed/, 'a new one that is closed is an attempt that failed');
    assert.deepEqual([connections, requests], [3, 7]);
    kept.close();
  });

  test('a connection into the own network is kept for who may call there alone', async () => {
    const hosts: string[] = [];
    class Told extends KeptConnections {
      override take(host: string) {
        hosts.push(host);
        return undefined;
      }
    }
    for (const allowPrivate of [true, false]) {
      const network = { resolve: async () => [], totalMs: 100 };
      await postDelivery({ url: 'https://a.example/', allowPrivate }, '{}', {}, network, undefined, new Told());
    }
    assert.equal(new Set(hosts).size, 2);
  });
});
