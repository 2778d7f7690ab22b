/** The polite HTTP client against a server that misbehaves in every way we know. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { mock, suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { reachTrouble } from '../../../src/failure.ts';
import { reasonOf } from '../../../src/ingest/runs/reasons.ts';
import { REAL_TIME } from '../../../src/time.ts';
import { Outage } from '../../../src/upstream/document.ts';
import { type CrawlPolicy, httpReader } from '../../../src/upstream/http-reader.ts';
import { forEachRow, readText } from '../../../src/upstream/json-rows.ts';
import { listening } from '../../support/servers/listening.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const MANNERS: CrawlPolicy = {
  userAgent: 'cardstock-test/1 (ops@example.com)',
  pauseMs: 0,
  connections: 2,
  giveUpAfterMs: 400,
  retryAfterMs: 5,
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What lies in buffers that something still holds. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** The bytes held beyond `before` once they fall under `bytesMax`: V8 frees buffers on another thread, some time after it collects. */
async function heldSince(before: number, bytesMax: number): Promise<number> {
  for (let tries = 0; tries < 100 && heldBytes() - before >= bytesMax; tries += 1) await setTimeout(20);
  return heldBytes() - before;
}

/** A server that answers with `answer`, and a client for it. */
async function against(answer: Answer, crawlPolicy: Partial<CrawlPolicy> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => answer(request, response, requests.push(request)));
  const listens = await listening(server);
  const reader = httpReader({ ...MANNERS, ...crawlPolicy });
  return {
    url: `${listens.base}/rows.json`,
    requests,
    /** Resolves at the first request. */
    asked: once(server, 'request'),
    read: reader.read,
    [Symbol.asyncDispose]: async () => {
      await reader.close();
      await listens[Symbol.asyncDispose]();
    },
  };
}

const isOutage = (pattern: RegExp) => (error: unknown) => error instanceof Outage && pattern.test(error.message);

suite('the HTTP reader', () => {
  test('a clock that is set back holds up no request and no end of retries', async () => {
    await using upstream = await against(
      (_, response, count) => {
        if (count > 1) response.statusCode = 503;
        response.end('[]');
      },
      { pauseMs: 5, giveUpAfterMs: 50 },
    );
    await upstream.read(upstream.url);
    const clock = Date.now;
    const set = mock.method(Date, 'now', () => clock() - 3_600_000);
    const began = performance.now();
    await assert.rejects(upstream.read(upstream.url), isOutage(/answered 503 \(/)).finally(() => set.mock.restore());
    assert.ok(performance.now() - began < 5000);
  });

  test('goes by HTTP_PROXY, and past it to what NO_PROXY names', async () => {
    const passed: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, socket) => {
      passed.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      passed.push(new URL(url).host);
      response.writeHead(502).end();
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const address = proxy.address() as AddressInfo;
    Object.assign(process.env, { HTTP_PROXY: `http://127.0.0.1:${address.port}`, NO_PROXY: '127.0.0.1,localhost' });
    try {
      const reader = httpReader({ ...MANNERS, giveUpAfterMs: 1 });
      await assert.rejects(reader.read('http://cards.example/x.json'), Outage);
      assert.ok(passed.length > 0 && passed.every((host) => host.startsWith('cards.example')), passed.join());
      const before = passed.length;
      await using direct = await against((_, response) => response.end('{}'));
      await readText(await direct.read(direct.url));
      assert.equal(passed.length, before);
      await reader.close();
      for (const kind of ['socks5://127.0.0.1:1080', 'banana']) {
        process.env.HTTP_PROXY = kind;
        await assert.rejects(
          async () => httpReader(MANNERS).read('http://cards.example/x.json'),
          /HTTP_PROXY is no address of a proxy: set it to one such as http:/,
        );
      }
    } finally {
      for (const name of ['HTTP_PROXY', 'NO_PROXY']) Reflect.deleteProperty(process.env, name);
      proxy.close();
      proxy.closeAllConnections();
    }
  });

  test('names itself on every request', async () => {
    await using upstream = await against((_, response) => response.end('[]'));
    await (await upstream.read(upstream.url)).body;
    assert.equal(upstream.requests[0]?.headers['user-agent'], MANNERS.userAgent);
  });

  test('asks conditionally, and 304 is an unchanged document', async () => {
    await using upstream = await against((request, response) => {
      response.setHeader('etag', 'W/"v1"');
      if (request.headers['if-none-match'] === 'W/"v1"') response.writeHead(304).end();
      else response.end('[1]');
    });
    const first = await upstream.read(upstream.url);
    assert.equal(first.unchanged, false);
    assert.equal(first.etag, 'W/"v1"');
    assert.equal(await readText(first), '[1]');
    const again = await upstream.read(upstream.url, { etag: first.etag });
    assert.equal(again.unchanged, true);
    assert.equal(again.etag, 'W/"v1"');
  });

  test('a passing fault is retried: errors, throttling, broken connections, cut bodies', async () => {
    const faults: Answer[] = [
      (_, response) => response.writeHead(500).end('x'),
      (_, response) => response.writeHead(503).end('x'),
      (request) => request.socket.destroy(),
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('[1', () => request.socket.destroy());
      },
    ];
    for (const fault of faults) {
      await using upstream = await against((request, response, count) =>
        count < 3 ? fault(request, response, count) : response.end('[1]'),
      );
      assert.equal(await readText(await upstream.read(upstream.url)), '[1]');
      assert.equal(upstream.requests.length, 3);
    }
  });

  test('Retry-After is honoured', async () => {
    await using upstream = await against(
      (_, response, count) =>
        count === 1 ? response.writeHead(429, { 'retry-after': '1' }).end() : response.end('[]'),
      { giveUpAfterMs: 5000 },
    );
    const began = performance.now();
    await upstream.read(upstream.url);
    assert.ok(performance.now() - began >= 990);
  });

  test('a source that asks for more patience than there is, is an outage at once', async () => {
    await using upstream = await against((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await assert.rejects(upstream.read(upstream.url), (error) => {
      assert.ok(isOutage(/answered 429 \(tried once\)/)(error));
      assert.deepEqual((error as Outage).putOff, { by: 429, waitMs: 3_600_000 });
      return true;
    });
    assert.equal(upstream.requests.length, 1);
  });

  test('a body that is always cut is told as what was answered, a connection that is always cut as no answer', async () => {
    const cut: Answer = (request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('[1', () => request.socket.destroy());
    };
    for (const [fault, by] of [
      [cut, 200],
      [(request: IncomingMessage) => request.socket.destroy(), undefined],
    ] as const) {
      await using upstream = await against(fault, { giveUpAfterMs: 20 });
      await assert.rejects(upstream.read(upstream.url), (error) => (error as Outage).putOff.by === by);
    }
  });

  test('retries stop after give_up_after, and each is told before it', async () => {
    const told: string[] = [];
    const onWait = (why: string) => told.push(why);
    await using upstream = await against((_, response) => response.writeHead(500).end(), { onWait });
    await assert.rejects(upstream.read(upstream.url), isOutage(/answered 500 \(gave up after \d+ tries\)/));
    assert.ok(upstream.requests.length > 1);
    assert.equal(told.length, upstream.requests.length - 1);
    assert.match(told[0] ?? '', /answered 500$/);
  });

  test('what asking again cannot mend is an outage at once', async () => {
    for (const status of [400, 401, 403, 404, 410, 301]) {
      await using upstream = await against((_, response) => response.writeHead(status, { location: '/x' }).end());
      await assert.rejects(upstream.read(upstream.url), isOutage(new RegExp(`answered ${status}`)));
      assert.equal(upstream.requests.length, 1);
    }
  });

  test('a web page instead of data is an outage', async () => {
    await using upstream = await against((_, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<title>Just a moment</title>'),
    );
    await assert.rejects(upstream.read(upstream.url), isOutage(/web page/));
  });

  test('a body without an end is cut off at its limit, or at twice the memory, which says what to set', async () => {
    const endless = (_: unknown, response: ServerResponse) => {
      const block = Buffer.alloc(65_536, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(block));
        response.once('drain', more);
      };
      more();
    };
    await using upstream = await against(endless, { memoryMb: 4 });
    await assert.rejects(upstream.read(upstream.url, { bytesMax: 2_000_000 }), isOutage(/larger than 2000000 bytes$/));
    await assert.rejects(
      upstream.read(upstream.url),
      isOutage(/larger than the 8 MB .*: set CARDSTOCK_INGEST_MEMORY_MB/),
    );
  });

  test('what is read as a whole has an eighth of the memory at most', async () => {
    await using upstream = await against((_, response) => response.end(' '.repeat(1_100_000)), { memoryMb: 8 });
    const document = await upstream.read(upstream.url);
    await assert.rejects(readText(document), isOutage(/larger than the 1 MB .*: set CARDSTOCK_INGEST_MEMORY_MB/));
  });

  test('a row, or what is beside the rows, has an eighth of the memory at most too', async () => {
    for (const begin of ['[{"a":"', '{"a":"', '{"rows":[{"a":"']) {
      await using upstream = await against((_, response) => response.end(`${begin}${'x'.repeat(1_100_000)}`), {
        memoryMb: 8,
      });
      const document = await upstream.read(upstream.url);
      const rows = forEachRow(document, begin.includes('rows') ? 'rows' : null, () => undefined);
      await assert.rejects(rows, isOutage(/larger than the 1 MB .*: set CARDSTOCK_INGEST_MEMORY_MB/));
    }
  });

  test('a body of any length is read row by row without standing in memory', async () => {
    const rows = 30_000;
    const row = JSON.stringify({ text: 'x'.repeat(2000) });
    await using upstream = await against((_, response) => {
      const text = function* () {
        for (let at = 0; at < rows; at += 1) yield `${at === 0 ? '[' : ','}${row}`;
        yield ']';
      };
      Readable.from(text()).pipe(response);
    });
    const before = heldBytes();
    const document = await upstream.read(upstream.url);
    const held = await heldSince(before, 24 * 1024 * 1024);
    let count = 0;
    await forEachRow(document, null, () => {
      count += 1;
    });
    assert.equal(count, rows);
    assert.ok(held < 24 * 1024 * 1024, `${held} bytes were held of ${rows * row.length}`);
  });

  test('a compressed body counts by its real size, and one broken inside is retried', async () => {
    const body = gzipSync(JSON.stringify(['x'.repeat(100_000)]));
    await using upstream = await against((request, response, count) => {
      response.setHeader('content-encoding', 'gzip');
      if (count > 1) return response.end(body);
      response.write(body.subarray(0, 50), () => request.socket.destroy());
    });
    const text = await readText(await upstream.read(upstream.url));
    assert.equal(text.length, 100_004);
    await assert.rejects(upstream.read(upstream.url, { bytesMax: 1000 }), isOutage(/larger than/));
  });

  test('a body that only trickles comes to an end, compressed or not, and one that is slow comes whole', async () => {
    const packed = gzipSync(JSON.stringify(['x'.repeat(5000)]), { level: 0 });
    for (const [least, headers] of [
      [1, {}],
      [1, { 'content-encoding': 'gzip' }],
      [1000, { 'content-encoding': 'gzip' }],
    ] as const) {
      let elapsedMs = 0;
      async function* body() {
        for (let at = 0; at < packed.length; at += least) {
          elapsedMs += 500;
          yield packed.subarray(at, at + least);
        }
      }
      const connect = () => ({
        request: async () => ({
          statusCode: 200,
          headers,
          body: Object.assign(body(), { dump: async () => undefined }),
        }),
        destroy: async () => undefined,
      });
      const time = { ...REAL_TIME, elapsedMs: () => elapsedMs, random: Math.random, connect };
      const reader = httpReader(MANNERS, time);
      const read = reader.read('https://upstream.example/rows.json');
      if (least === 1) await assert.rejects(read, isOutage(/brought 1\d\d bytes in 61 s|brought 1\d\d bytes in 60 s/));
      else assert.equal((await readText(await read)).length, 5004);
      await reader.close();
    }
  });

  test('requests start no closer than the pause', async () => {
    const starts: number[] = [];
    await using upstream = await against(
      (_, response) => {
        starts.push(performance.now());
        response.end('[]');
      },
      { pauseMs: 50, connections: 4 },
    );
    await Promise.all(Array.from({ length: 4 }, () => upstream.read(upstream.url)));
    const [first = 0] = starts;
    // Three pauses; a busy machine hears of the first late.
    assert.ok((starts.at(-1) ?? 0) - first >= 80, `${starts.map((at) => at - first)}`);
  });

  test('a full disk is this side: it is told as such, and nothing is asked for again', async () => {
    await using upstream = await against((_, response) => response.end(Buffer.alloc(9 * 1024 * 1024, '1')));
    const full = mock.method(fs, 'writeSync', () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    syncBuiltinESMExports();
    try {
      await assert.rejects(upstream.read(upstream.url), (error) => reasonOf(error) === 'the disk is full');
      assert.equal(upstream.requests.length, 1);
    } finally {
      full.mock.restore();
      syncBuiltinESMExports();
    }
  });

  test('a server that does not speak TLS, and a certificate that nobody here trusts, are told with what to do', async () => {
    await using s = await against((_, response) => response.end('[]'));
    await assert.rejects(
      s.read(s.url.replace('http:', 'https:')),
      /: what listens there does not speak TLS: it may be http: \(/,
    );
    const codes = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];
    for (const code of [...codes, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']) {
      const told = reachTrouble(Object.assign(new Error('self-signed'), { code }));
      assert.match(told, /^its certificate is of an authority .*: name its file in NODE_EXTRA_CA_CERTS$/, code);
    }
    assert.equal(reachTrouble(Object.assign(new Error('has expired'), { code: 'CERT_HAS_EXPIRED' })), 'has expired');
  });

  test('closing the client ends a read that waits for its next try', async () => {
    const upstream = await against((_, response) => response.writeHead(503, { 'retry-after': '600' }).end(), {
      giveUpAfterMs: 3_600_000,
    });
    const ended = assert.rejects(upstream.read(upstream.url));
    await upstream.asked;
    await upstream[Symbol.asyncDispose]();
    await ended;
  });
});
