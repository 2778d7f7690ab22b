/** Photos at addresses that strangers name: none leads inside, nothing is followed, and no answer keeps us for long. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Failure, type FailureCode } from '../../src/failure.ts';
import type { Network } from '../../src/network/guarded-connector.ts';
import { PHOTO_BYTES_MAX, photoAt } from '../../src/scan/photo/photo-at.ts';
import { HOSTILE_URLS, NAMES_THAT_LEAD_INSIDE } from '../support/made/hostile-urls.ts';
import { type Listening, listening } from '../support/servers/listening.ts';

async function refusal(url: string, network: Network): Promise<Failure> {
  try {
    await photoAt(url, network);
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error;
  }
  throw new Error(`${url} was fetched`);
}

test('hostile addresses in all their spellings answer url_not_allowed, and none is looked up or dialled', async () => {
  assert.ok(HOSTILE_URLS.length >= 180, String(HOSTILE_URLS.length));
  let lookedUp = 0;
  const resolve = async () => {
    lookedUp += 1;
    return ['127.0.0.1'];
  };
  for (const url of HOSTILE_URLS) {
    const failure = await refusal(url, { resolve });
    assert.equal(failure.code, 'url_not_allowed', url);
  }
  assert.equal(lookedUp, 0);
});

test('a name is refused unless every one of its addresses is public, nothing is dialled, and nothing is notified of it', async () => {
  let connections = 0;
  const connected = () => {
    connections += 1;
  };
  await using inside = await listening(createNetServer(connected));
  for (const [name, addresses] of Object.entries(NAMES_THAT_LEAD_INSIDE)) {
    for (const url of [`https://${name}/a.jpg`, `https://${name}:${inside.port}/a.jpg`]) {
      const failure = await refusal(url, { resolve: async () => [...addresses], totalMs: 500 });
      assert.equal(failure.code, 'url_not_allowed', url);
      for (const address of addresses) assert.ok(!failure.message.includes(address), failure.message);
    }
  }
  assert.equal(connections, 0);
});

test('a name that leads nowhere, or whose server hangs, answers url_fetch_failed in time', async () => {
  assert.equal((await refusal('https://gone.example/', { resolve: async () => [] })).code, 'url_fetch_failed');
  const started = performance.now();
  const hangs = { resolve: () => new Promise<string[]>(() => undefined), totalMs: 200 };
  assert.equal((await refusal('https://hangs.example/', hangs)).code, 'url_fetch_failed');
  assert.ok(performance.now() - started < 10_000);
});

const LIMIT_MS = 60_000;
const skip = spawnSync('openssl', ['version']).status === 0 ? false : 'needs openssl to make a certificate';

suite('what a public server may answer', { skip, timeout: LIMIT_MS }, () => {
  const PICTURE = Buffer.from('the bytes of a picture');
  let requests: string[] = [];
  let server: Listening | undefined;
  let network: Network;
  let port: number;

  const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    '/good': (_, response) => response.end(PICTURE),
    '/chunked': (_, response) => {
      response.write(PICTURE.subarray(0, 5));
      response.end(PICTURE.subarray(5));
    },
    '/early-hints': (_, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.end(PICTURE);
    },
    ...Object.fromEntries(
      [301, 302, 303, 307, 308].map((status) => [
        `/${status}`,
        (_: IncomingMessage, response: ServerResponse) => response.writeHead(status, { location: '/good' }).end(),
      ]),
    ),
    ...Object.fromEntries(
      [201, 204, 206, 300, 401, 404, 500].map((status) => [
        `/${status}`,
        (_: IncomingMessage, response: ServerResponse) => response.writeHead(status).end(),
      ]),
    ),
    '/gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    '/long': (_, response) => response.writeHead(200, { 'content-length': PHOTO_BYTES_MAX + 1 }).flushHeaders(),
    '/longer': (_, response) => {
      for (let sent = 0; sent <= PHOTO_BYTES_MAX; sent += 1_000_000) response.write(Buffer.alloc(1_000_000));
      response.end();
    },
    '/short': (_, response) => response.writeHead(200, { 'content-length': 100 }).end('abc', () => response.destroy()),
    '/reset': (_, response) => response.socket?.destroy(),
    '/headers': (_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end(PICTURE),
    '/mute': () => undefined,
    '/slow': (_, response) => {
      response.write('a');
      const drip = setInterval(() => response.write('a'), 50);
      response.once('close', () => clearInterval(drip));
    },
    '/endless': (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    },
  };

  before(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'cardstock-tls-'));
    const [keyFile, certificateFile] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', '/CN=photos.example', '-addext', 'subjectAltName=DNS:photos.example'],
      ...['-keyout', keyFile, '-out', certificateFile],
    ]);
    assert.equal(made.status, 0, String(made.stderr));
    const [key, cert] = [readFileSync(keyFile), readFileSync(certificateFile)];
    rmSync(directory, { recursive: true });
    const answering = createServer({ key, cert }, (request, response) => {
      requests.push(request.url ?? '');
      answers[request.url ?? '']?.(request, response);
    });
    server = await listening(answering, '127.0.0.2');
    port = server.port;
    // 127.0.0.2 stands for the public internet; 127.0.0.1 is forbidden as ever.
    const isAllowed = (address: string) => address === '127.0.0.2';
    network = { resolve: async () => ['127.0.0.2'], isAllowed, ca: String(cert), totalMs: 700 };
  });
  after(() => server?.[Symbol.asyncDispose]());

  const codeAt = async (path: string, parts: Partial<Network> = {}): Promise<FailureCode> =>
    (await refusal(`https://photos.example:${port}${path}`, { ...network, ...parts })).code;

  test('a 200 with at most 10 MB is taken', async () => {
    for (const path of ['/good', '/chunked', '/early-hints']) {
      assert.deepEqual(await photoAt(`https://photos.example:${port}${path}`, network), PICTURE);
    }
  });

  test('no redirects: the next address is never asked', async () => {
    requests = [];
    for (const status of [301, 302, 303, 307, 308]) assert.equal(await codeAt(`/${status}`), 'url_fetch_failed');
    assert.ok(!requests.includes('/good'));
  });

  for (const path of [
    ...['/201', '/204', '/206', '/300', '/401', '/404', '/500', '/gzip', '/long', '/longer', '/short', '/reset'],
    ...['/headers', '/mute', '/slow', '/endless'],
  ]) {
    test(`${path.slice(1)} could not be fetched, or exceeded the size: url_fetch_failed`, async () => {
      const started = performance.now();
      assert.equal(await codeAt(path), 'url_fetch_failed');
      assert.ok(performance.now() - started < 10_000, 'it took too long');
    });
  }

  test('another name under the certificate, a certificate of nobody, and plain http are url_fetch_failed', async () => {
    const other = await refusal(`https://other.example:${port}/good`, network);
    assert.equal(other.code, 'url_fetch_failed');
    const { ca, ...untrusting } = network;
    assert.ok(ca);
    assert.equal((await refusal(`https://photos.example:${port}/good`, untrusting)).code, 'url_fetch_failed');
  });

  test('a name that leads elsewhere a moment later is dialled where it was checked', async () => {
    const seen: string[][] = [['127.0.0.2'], ['127.0.0.1']];
    const resolve = async () => seen.shift() ?? ['127.0.0.1'];
    assert.deepEqual(await photoAt(`https://photos.example:${port}/good`, { ...network, resolve }), PICTURE);
    assert.equal(await codeAt('/good', { resolve }), 'url_not_allowed');
  });
});
