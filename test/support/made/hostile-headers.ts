/** Hostile headers, each with the statuses that are right. */
import { type Ask, type Attack, HOST } from './hostile-targets.ts';

/** Headers that are malformed, too many, or mean to be taken for others. */
export const hostileHeaders = (ask: Ask): Attack[] => [
  ...[
    'X',
    ': a',
    ' X: a',
    'X : a',
    'X\0: a',
    'X: \0',
    'X: a\rb',
    'X\xff: a',
    '(: a',
    'X: a\r\n b',
    'Host: other',
    'Host : a',
    `X: ${'a'.repeat(17_000)}`,
  ]
    .concat([
      Array.from({ length: 150 }, (_, at) => `X-${at}: a`).join('\r\n'),
      `Cookie: ${'a=b; '.repeat(4000)}`,
      `${'A'.repeat(17_000)}: a`,
    ])
    .map((header) => ({
      name: `header ${header.slice(0, 20)}`,
      bytes: ask('/v1/none', `${header}\r\n`),
      right: [400, 404],
    })),
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: xchunked',
  ]
    .concat([
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 3',
      'Content-Length: 3\r\nContent-Length: 4',
    ])
    .concat([
      'Content-Length: +3',
      'Content-Length: 3, 3',
      'Content-Length: 0x3',
      'Content-Length: 3 3',
      'Content-Length: ',
      'Content-Length: -0',
    ])
    .concat([
      'Content-Length: 99999999999999999999',
      'Content-Length: 1e3',
      'Transfer-Encoding:\x0bchunked',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    ])
    .flatMap((header) =>
      ['POST', 'GET'].map((method) => ({
        name: `${method} ${header}`,
        bytes: `${ask('/v1/none', `${header}\r\n`, method)}0\r\n\r\nGET /v1/smuggled HTTP/1.1\r\n${HOST}\r\n`,
        right: [400, 404],
      })),
    ),
  ...['100-continue', '200-ok', 'x'].map((expect) => ({
    name: `Expect: ${expect}`,
    bytes: ask('/v1/none', `Expect: ${expect}\r\n`),
    right: [404, 400],
  })),
  ...['websocket', 'h2c', 'TLS/1.0', 'x'].map((to) => ({
    name: `Upgrade: ${to}`,
    bytes: ask('/v1/none', `Upgrade: ${to}\r\nConnection: Upgrade\r\n`),
    right: [404],
  })),
  ...[
    '*/*;q=x',
    'gzip;q=9',
    'br;q=-1',
    ',,,,',
    '\xff',
    'gzip\t',
    'a'.repeat(4000),
    ';;;;',
    '*;q=0',
    'identity;q=0',
  ].map((coding) => ({
    name: `Accept-Encoding: ${coding.slice(0, 20)}`,
    bytes: ask(
      '/v1/none',
      `Accept-Encoding: ${coding}\r\nIf-None-Match: ${coding}\r\nRange: bytes=0-0\r\nAccept: ${coding}\r\n`,
    ),
    right: [404],
  })),
  ...[
    'Basic eDp5',
    'Bearer',
    'Bearer ',
    'Bearer  a',
    'bearer null',
    'Bearer undefined',
    `Bearer ${'a'.repeat(9000)}`,
    'Bearer \xff',
    'Digest x',
    'a',
  ]
    .concat([
      'Bearer cs_live_',
      `Bearer cs_live_${'0'.repeat(39)}`,
      'Bearer eyJhbGciOiJub25lIn0.e30.',
      'Bearer a, Bearer b',
      '"Bearer"',
    ])
    .map((key) => ({
      name: `Authorization: ${key.slice(0, 30)}`,
      bytes: `GET /v1/cards HTTP/1.1\r\n${HOST}Authorization: ${key}\r\nConnection: close\r\n\r\n`,
      right: [401],
    })),
  ...[
    'http://cardstock/v1/none',
    'http://evil/v1/none',
    'https://evil:99999/v1/none',
    'http://a@b/v1/none',
    'http:///v1/none',
    'ftp://a/v1/none',
    '//evil/v1/none',
  ].map((target) => ({ name: target, bytes: ask(target), right: [400, 404] })),
  ...['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nConnection: keep-alive\r\n'].map((hosts, at) => ({
    name: `HTTP/1.0 ${at}`,
    bytes: `GET /v1/none HTTP/1.0\r\n${hosts}Keep-Alive: timeout=-1\r\n\r\n`,
    right: at === 1 ? [400] : [401],
  })),
];
