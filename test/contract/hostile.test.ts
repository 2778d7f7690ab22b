/** Requests that no honest client sends: always the envelope, the right code, and a process as lively as before. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { type RawAnswer, readAnswer, sendRaw } from '../support/servers/raw-http.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';

let api: TestApi;
let key: string;
before(async () => {
  api = await tinyApi(undefined, {
    limits: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  });
  key = `Authorization: Bearer ${api.key}\r\n`;
});
after(() => api[Symbol.asyncDispose]());

const HOST = 'Host: cardstock\r\n';
const LEAKS = /HPE_|ERR_|node:|find-my-way|sqlite|select |\bat .*\.ts|\/src\//i;

function assertEnvelope(answer: RawAnswer, status: number, name: string): void {
  assert.equal(answer.status, status, `${name}: ${answer.head}\n${answer.body}`);
  const body = JSON.parse(answer.body);
  assert.deepEqual(Object.keys(body), ['data', 'error'], name);
  assert.equal(body.data, null);
  const codes: Record<number, string> = {
    400: 'bad_request',
    401: 'unauthorized',
    404: 'not_found',
    413: 'payload_too_large',
  };
  assert.equal(body.error.code, codes[status], name);
  assert.ok(body.error.message.length > 0);
  assert.match(answer.head, /\r\ncontent-type: application\/json/i, name);
  assert.doesNotMatch(answer.body, LEAKS, name);
}

/** What is sent after the request line, and the status it must have. */
const malformed: Record<string, [string, number]> = {
  'no HTTP at all': ['hello\r\n\r\n', 400],
  'HTTP/0.9': ['GET /v1/cards\r\n\r\n', 400],
  'an HTTP version that does not exist': [`GET /v1/cards HTTP/9.9\r\n${HOST}\r\n`, 400],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'the start of TLS': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  'a method that does not exist': [`FOO /v1/cards HTTP/1.1\r\n${HOST}\r\n`, 400],
  'a method in lower case': [`get /v1/cards HTTP/1.1\r\n${HOST}\r\n`, 400],
  'no Host': ['GET /v1/cards HTTP/1.1\r\n\r\n', 400],
  'two Hosts': [`GET /v1/cards HTTP/1.1\r\n${HOST}${HOST}\r\n`, 400],
  'a space in the target': [`GET /v1/ cards HTTP/1.1\r\n${HOST}\r\n`, 400],
  'a control character in the target': [`GET /v1/\x01 HTTP/1.1\r\n${HOST}\r\n`, 400],
  'a NUL in a header': [`GET /v1/cards HTTP/1.1\r\n${HOST}X: a\x00b\r\n\r\n`, 400],
  'a space before the colon': [`GET /v1/cards HTTP/1.1\r\nHost : a\r\n\r\n`, 400],
  'a header without a colon': [`GET /v1/cards HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, 400],
  'a header of 20 kB': [`GET /v1/cards HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 400],
  'a target of 20 kB': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 400],
  'Content-Length and Transfer-Encoding': [
    `POST /v1/cards HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  'two Content-Lengths': [`POST /v1/cards HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`, 400],
  'a Content-Length below zero': [`POST /v1/cards HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400],
  'a Content-Length beyond any number': [
    `POST /v1/cards HTTP/1.1\r\n${HOST}Content-Length: ${'9'.repeat(30)}\r\n\r\n`,
    400,
  ],
  'a method of RTSP': ['DESCRIBE rtsp://cardstock/nothing RTSP/1.0\r\n\r\n', 404],
  CONNECT: ['CONNECT internal:443 HTTP/1.1\r\nHost: internal:443\r\n\r\n', 404],
};

suite('requests that are not HTTP', () => {
  for (const [name, [text, status]] of Object.entries(malformed)) {
    test(`${name} answers ${status} in the envelope`, async () => {
      assertEnvelope(await sendRaw(api.port, text), status, name);
    });
  }

  test('a chunk that is none answers 400, or 404 where its head was answered already', async () => {
    const head = `POST /v1/cards HTTP/1.1\r\n${HOST}${key}Transfer-Encoding: chunked\r\n\r\n`;
    const answer = await sendRaw(api.port, head, 'zz\r\n\r\n');
    assert.ok([400, 404].includes(answer.status), answer.head);
  });
});

/** Well-formed, with a valid key. */
const odd: Record<string, [string, number]> = {
  'a target in absolute form': [`GET http://other/v1/cards/none HTTP/1.1\r\n${HOST}`, 404],
  'a target of *': [`OPTIONS * HTTP/1.1\r\n${HOST}`, 404],
  'a path that climbs': [`GET /v1/../v1/cards HTTP/1.1\r\n${HOST}`, 404],
  'a path with empty parts': [`GET //v1//cards HTTP/1.1\r\n${HOST}`, 404],
  'a path in upper case': [`GET /V1/CARDS HTTP/1.1\r\n${HOST}`, 404],
  'a keyed path spelled in escapes': [`GET /%76%31/cards HTTP/1.1\r\n${HOST}`, 404],
  'a slash in an escape': [`GET /v1%2fcards HTTP/1.1\r\n${HOST}`, 404],
  'bytes that are no UTF-8 in the path': [`GET /v1/cards/\xff\xfe HTTP/1.1\r\n${HOST}`, 400],
  'bytes that are no UTF-8 in the query': [`GET /v1/cards?q=%ff HTTP/1.1\r\n${HOST}`, 400],
  'a broken escape in the path': [`GET /v1/cards/%e0%a4 HTTP/1.1\r\n${HOST}`, 400],
  'a broken escape under a method without routes': [`PUT /v1/cards/%zz HTTP/1.1\r\n${HOST}`, 400],
  'a NUL in the path': [`GET /v1/cards/%00 HTTP/1.1\r\n${HOST}`, 400],
  'a fragment': [`GET /v1/nothing#/v1/cards HTTP/1.1\r\n${HOST}`, 404],
  TRACE: [`TRACE /v1/cards HTTP/1.1\r\n${HOST}`, 404],
  DELETE: [`DELETE /v1/cards/ember1-1 HTTP/1.1\r\n${HOST}`, 404],
  QUERY: [`QUERY /v1/cards HTTP/1.1\r\n${HOST}`, 404],
  'an expectation that nobody has': [`GET /v1/nothing HTTP/1.1\r\n${HOST}Expect: the-moon\r\n`, 404],
  'an upgrade': [`GET /v1/nothing HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`, 404],
  'an upgrade to h2c': [
    `GET /v1/nothing HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAA\r\n`,
    404,
  ],
  'a method override': [`GET /v1/nothing HTTP/1.1\r\n${HOST}X-HTTP-Method-Override: DELETE\r\n`, 404],
  'JSON that pollutes': [
    `POST /v1/cards HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 27\r\n`,
    404,
  ],
  'a content type that is none': [`POST /v1/cards HTTP/1.1\r\n${HOST}Content-Type: ;;;\r\nContent-Length: 2\r\n`, 404],
  'a content type that is none, where a body is not read': [
    `DELETE /admin/subscriptions/none HTTP/1.1\r\n${HOST}Content-Type: json\r\n`,
    400,
  ],
};

suite('requests that are HTTP and odd', () => {
  for (const [name, [head, status]] of Object.entries(odd)) {
    test(`${name} answers ${status} in the envelope`, async () => {
      const body = /Content-Length: 27/.test(head) ? '{"__proto__":{"admin":true}' : '{}';
      const text = `${head.endsWith('\r\n') ? head : `${head}\r\n`}${key}\r\n`;
      assertEnvelope(await sendRaw(api.port, text, /Content-Length/.test(head) ? body : ''), status, name);
    });
  }

  test('more than a hundred headers answer 400', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `X-${at}: ${at}\r\n`).join('');
    assertEnvelope(await sendRaw(api.port, `GET /v1/series HTTP/1.1\r\n${HOST}${key}${many}\r\n`), 400, 'headers');
  });

  test('a key in the query, in a cookie, or given twice with another first is not accepted', async () => {
    const requests = [
      `GET /v1/cards?key=${api.key}&api_key=${api.key}&access_token=${api.key} HTTP/1.1\r\n${HOST}\r\n`,
      `GET /v1/cards HTTP/1.1\r\n${HOST}Cookie: key=${api.key}\r\nX-API-Key: ${api.key}\r\n\r\n`,
      `GET /v1/cards HTTP/1.1\r\n${HOST}Authorization: Bearer nonsense\r\n${key}\r\n`,
      `GET /v1/cards HTTP/1.1\r\n${HOST}Authorization: Bearer ${api.key},\r\n\r\n`,
      `GET /v1/cards HTTP/1.1\r\n${HOST}Authorization: Bearer ${'a'.repeat(10_000)}\r\n\r\n`,
    ];
    for (const request of requests) assertEnvelope(await sendRaw(api.port, request), 401, request.slice(0, 60));
  });

  test('a request id of the caller is repeated when it is harmless, else replaced', async () => {
    const idFor = async (id: string) =>
      (await api.get('/v1/series', { authorization: `Bearer ${api.key}`, 'x-request-id': id })).headers['x-request-id'];
    assert.equal(await idFor('order-42_a'), 'order-42_a');
    for (const id of ['a b', '<script>', 'x'.repeat(65), '"', '{jndi:ldap://x}']) assert.notEqual(await idFor(id), id);
  });

  test('requests sent in one go are answered in their order', async () => {
    const one = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}${key}\r\n`;
    const socket = connect(api.port, '127.0.0.1');
    socket.write(one('/v1/cards/ember1-1') + one('/v1/nothing') + one('/v1/cards/ember1-2'));
    let text = '';
    while ((text.match(/HTTP\/1\.1 /g) ?? []).length < 3 || !text.includes('"ember1-2"')) {
      const [chunk] = await once(socket, 'data');
      text += chunk;
    }
    socket.destroy();
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});

test('an address with letters that are not plain is answered 400, and says how they are written', async () => {
  const [raw, written] = await Promise.all(
    ['é', '%C3%A9'].map((q) =>
      sendRaw(api.port, Buffer.from(`GET /v1/cards?q=${q} HTTP/1.1\r\n${HOST}${key}Connection: close\r\n\r\n`)),
    ),
  );
  assertEnvelope(raw ?? assert.fail(), 400, 'raw letters');
  assert.match(raw?.body ?? '', /percent-encoded.*%C3%A9/);
  assert.equal(written?.status, 200);
});

suite('clients that are slow or leave', () => {
  test('a head that never ends is answered 400 and cut', async () => {
    assertEnvelope(await sendRaw(api.port, `GET /v1/cards HTTP/1.1\r\n${HOST}X: `), 400, 'slow head');
  });

  test('a connection that sends nothing is cut without a word', async () => {
    const socket = connect(api.port, '127.0.0.1');
    const answer = await readAnswer(socket);
    assert.ok(answer.isClosed || answer.status === 400);
  });

  test('a body that never ends is answered, and the connection does not stay', async () => {
    const head = `POST /v1/cards HTTP/1.1\r\n${HOST}${key}Content-Length: 1000\r\n\r\nabc`;
    const socket = connect(api.port, '127.0.0.1');
    socket.write(head);
    assertEnvelope(await readAnswer(socket), 404, 'slow body');
    if (!socket.closed) await once(socket, 'close');
  });

  test('300 idle and 100 half-sent connections leave others served', async () => {
    const idle = Array.from({ length: 300 }, () => connect(api.port, '127.0.0.1'));
    const half = Array.from({ length: 100 }, () => {
      const socket = connect(api.port, '127.0.0.1');
      socket.write(`GET /v1/cards HTTP/1.1\r\n${HOST}`);
      return socket;
    });
    for (const socket of [...idle, ...half]) socket.on('error', () => undefined);
    for (let i = 0; i < 20; i += 1) assert.equal((await api.get(`/v1/cards?limit=${i + 1}`)).status, 200);
    for (const socket of [...idle, ...half]) socket.destroy();
  });

  test('callers that leave in the middle of an answer harm nobody', async () => {
    for (let i = 0; i < 50; i += 1) {
      const socket = connect(api.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`GET /v1/cards?limit=200 HTTP/1.1\r\n${HOST}${key}\r\n`, () => socket.resetAndDestroy());
    }
    assert.equal((await api.get('/v1/series')).status, 200);
  });
});

test('a preflight is answered for allowed origins, and answers show their headers to pages', async () => {
  const ask = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
  const preflight = await api.send('OPTIONS', '/v1/cards', ask);
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(String(preflight.headers['access-control-allow-headers']), /Authorization/);
  const answer = await api.get('/v1/series', { authorization: `Bearer ${api.key}`, origin: 'https://shop.example' });
  assert.match(String(answer.headers['access-control-expose-headers']), /ETag.*Retry-After.*RateLimit/);
  const refused = await api.get('/v1/series', { origin: 'https://shop.example' });
  assert.equal(refused.headers['access-control-allow-origin'], '*', 'a page must be able to read the failure');
});

test('where origins are named an answer differs by origin: one that is not named is told nothing, and caches are told', async () => {
  await using named = await tinyApi(undefined, { settings: { cors: 'https://shop.example' } });
  for (const [origin, allowed] of [
    ['https://shop.example', 'https://shop.example'],
    ['https://evil.example', undefined],
  ] as const) {
    const { headers } = await named.get('/v1/series', { authorization: `Bearer ${named.key}`, origin });
    assert.equal(headers['access-control-allow-origin'], allowed);
    assert.match(String(headers.vary), /\bOrigin\b/);
  }
});

test('a body that its transfer compresses is refused as a compressed one is', async () => {
  const [body, key] = ['{"rows":[{"name":"x"}]}', `Authorization: Bearer ${api.key}\r\n`];
  const head = `POST /v1/lookup HTTP/1.1\r\n${HOST}${key}Content-Type: application/json\r\n`;
  for (const [coding, status] of [
    ['gzip, chunked', 400],
    ['Chunked', 200],
  ] as const) {
    const sent = `Transfer-Encoding: ${coding}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const answer = await sendRaw(api.port, head + sent);
    assert.equal(answer.status, status, answer.body);
    if (status === 400) assert.match(answer.body, /must not be compressed/);
  }
});

test('a NUL in what a picture or a file is asked by is refused, with or without a key', async () => {
  for (const path of ['/pictures/%00/high', '/pictures/ember1-1/low?lang=%00', '/export/files/%00', '/s/%00/x']) {
    const { status, text } = await api.get(path, { authorization: `Bearer ${api.key}` });
    assert.equal(status, 400, `${path}: ${text}`);
  }
});
