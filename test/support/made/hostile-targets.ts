/** Hostile request lines, methods, paths and parameters, each with the statuses that are right. */

export const HOST = 'Host: cardstock\r\n';

export interface Attack {
  name: string;
  /** What is sent, as bytes of latin1. */
  bytes: string;
  /** Statuses that are right; 0 is a connection that is cut without an answer. */
  right: number[];
}

/** A whole keyed request whose connection ends with it. */
export type Ask = (target: string, more?: string, method?: string) => string;

/** Requests with `key` as callers send it. */
export const asking =
  (key: string): Ask =>
  (target, more = '', method = 'GET') =>
    `${method} ${target} HTTP/1.1\r\n${HOST}Authorization: Bearer ${key}\r\n${more}Connection: close\r\n\r\n`;

/** Request lines that are none, or name another protocol. */
const lines = (ask: Ask): Attack[] => [
  ...[
    'GET',
    'GET ',
    'GET  HTTP/1.1',
    'GET /',
    ' GET / HTTP/1.1',
    'GET\t/\tHTTP/1.1',
    'GET / HTTP',
    'GET / HTTP/',
    'GET / HTTP/1',
  ]
    .concat([
      'GET / HTTP/1.',
      'GET / HTTP/11',
      'GET / HTTP/1.10',
      'GET / HTTP/01.1',
      'GET / HTTP/2.0',
      'GET / HTTP/3',
      'GET / http/1.1',
    ])
    .concat([
      'GET / HTTPS/1.1',
      'GET / HTTP/1.1 x',
      'GET / / HTTP/1.1',
      'G\0T / HTTP/1.1',
      '\0GET / HTTP/1.1',
      'GET /\0 HTTP/1.1',
    ])
    .concat([
      'GETT / HTTP/1.1',
      'Get / HTTP/1.1',
      'GET\r / HTTP/1.1',
      'GET /\r HTTP/1.1',
      'GET /\n HTTP/1.1',
      '{"a":1}',
      '<xml/>',
    ])
    .concat([
      'EHLO mail',
      'SSH-2.0-x',
      '*1\r\n$4\r\nPING',
      'CONNECT a:1',
      'M-SEARCH',
      'PROXY TCP4 1.1.1.1 2.2.2.2 1 2',
      '\xff\xfe',
    ])
    .concat([
      'GET http:/v1/cards HTTP/1.1',
      'GET v1/cards HTTP/1.1',
      'GET ?q=1 HTTP/1.1',
      'GET # HTTP/1.1',
      'GET \\v1 HTTP/1.1',
    ])
    .map((line) => ({ name: `line ${JSON.stringify(line)}`, bytes: `${line}\r\n${HOST}\r\n`, right: [400, 404, 0] })),
  ...[
    'TRACE',
    'DELETE',
    'PUT',
    'PATCH',
    'OPTIONS',
    'PROPFIND',
    'MKCOL',
    'LOCK',
    'PURGE',
    'SEARCH',
    'QUERY',
    'LINK',
    'REPORT',
    'POST',
  ].map((method) => ({ name: `method ${method}`, bytes: ask('/v1/cards', '', method), right: [404, 400] })),
];

const escapes = [
  '%',
  '%%',
  '%0',
  '%g0',
  '%u0041',
  '%c0%af',
  '%c0%80',
  '%ed%a0%80',
  '%f5%80%80%80',
  '%ff',
  '%fe%ff',
  '%e0%80%80',
  '%80',
];
const climbs = [
  '..',
  '../../..',
  '%2e%2e',
  '%2e%2e%2f',
  '..%5c',
  '..;',
  '.%00.',
  '....//',
  '%252e%252e',
  '~',
  '.git/config',
  '.env',
  'etc/passwd',
];
const ids = [
  '%00',
  'a%00b',
  '\x7f',
  "' or 1=1--",
  '";drop table cards;--',
  '$' + '{7*7}',
  '{{7*7}}',
  '<script>',
  '__proto__',
  'constructor',
]
  .concat([
    'toString',
    'hasOwnProperty',
    'NaN',
    'null',
    'true',
    '-1',
    '0',
    '2147483648',
    '9'.repeat(400),
    '1e9',
    '0x10',
    '1.5',
    '%20',
    '%0d%0a',
  ])
  .concat([
    '%0d%0aSet-Cookie:a=b',
    '*',
    '?',
    ';',
    '%3f',
    '%23',
    'a'.repeat(5000),
    '%f0%9f%92%a9'.repeat(50),
    '%e2%80%ae',
    '\xc3\xa9',
    '\xff',
  ]);

/** Paths under every resource: escapes that are none, ways up, ids that other systems trip over. */
const paths = (ask: Ask): Attack[] =>
  ['series', 'expansions', 'cards', 'products'].flatMap((list) => [
    ...escapes.map((text) => ({ name: `${list}/${text}`, bytes: ask(`/v1/${list}/${text}`), right: [400, 404] })),
    ...climbs.map((text) => ({ name: `${list}/${text}`, bytes: ask(`/v1/${list}/${text}`), right: [400, 404] })),
    ...ids.map((text) => ({
      name: `${list}/${text.slice(0, 40)}`,
      // A question mark in the target ends the path: what is left may be the list.
      bytes: ask(`/v1/${list}/${text.replaceAll(' ', '%20').replaceAll('"', '%22')}`),
      right: [400, 404],
    })),
  ]);

/** Parameters of the wrong kind; those that are lenient by the specification answer 200. */
const parameters = (ask: Ask): Attack[] => [
  ...['', '%20', '%00', 'a%00', '%ff', '%c0%80', '%ed%a0%80', 'a'.repeat(201), '%f0%9f%92%a9'.repeat(201), '%'].map(
    (q) => ({
      name: `q=${q.slice(0, 30)}`,
      bytes: ask(`/v1/cards?q=${q}`),
      right: q === '%20' ? [400, 200] : [400],
    }),
  ),
  ...[
    "'",
    '\\',
    '%25',
    '(((((',
    '[a-z]{1,9999}',
    '%2a',
    '.*',
    '$ne',
    '%7b%22%24gt%22%3a%22%22%7d',
    '%e2%80%ae',
    '%5c%5c',
    '../../',
    'q=q',
  ].map((q) => ({ name: `q=${q}`, bytes: ask(`/v1/cards?q=${q}&limit=1`), right: [200] })),
  ...['0', '-1', '1e3', 'abc', '12.7', '', '9'.repeat(400), '+5', '%00', '0x10', 'NaN', 'Infinity', '[]', '٣'].map(
    (limit) => ({
      name: `limit=${limit.slice(0, 20)}`,
      bytes: ask(`/v1/cards?limit=${encodeURIComponent(limit).replace('%2500', '%00')}`),
      right: [200],
    }),
  ),
  ...['x', '%00', 'e30', 'e30.x', '..', 'a'.repeat(4000), "' or 1=1", 'null', '%ff%fe', '0'].map((cursor) => ({
    name: `cursor=${cursor.slice(0, 20)}`,
    bytes: ask(`/v1/cards?cursor=${cursor.replaceAll(' ', '%20')}`),
    right: [200],
  })),
  ...[
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '0000-00-00',
    '-001-01-01',
    '2026-01-01T00:00:00Z',
    '+2026-01-01',
  ]
    .concat(['2026-01-01%00', '%ef%bc%92026-01-01', 'today', '', '99999-01-01', '2026/01/01', '2026-02-29'])
    .flatMap((day) => [
      { name: `from=${day}`, bytes: ask(`/v1/cards/ember1-1/prices?from=${day}`), right: [400] },
      { name: `to=${day}`, bytes: ask(`/v1/cards/none/prices?to=${day}`), right: [400] },
    ]),
  ...[
    'from=2026-01-02&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'from=0001-01-01',
    'to=0000-01-01',
    'from=9999-12-31',
  ].map((window) => ({
    name: window,
    bytes: ask(`/v1/cards/ember1-1/prices?${window}`),
    right: window === 'to=0000-01-01' ? [400, 200] : [400],
  })),
  ...[
    '?'.repeat(50),
    '?&&&&====',
    '?a[b][c]=1',
    '?__proto__[x]=1&limit=1',
    '?constructor=1',
    `?${'a=1&'.repeat(2000)}`,
    '?limit=1;limit=2',
  ].map((query) => ({
    name: query.slice(0, 30),
    bytes: ask(`/v1/series${query}`),
    right: [200],
  })),
];

export const hostileTargets = (ask: Ask): Attack[] => [...lines(ask), ...paths(ask), ...parameters(ask)];
