/** No body blocks the process: the largest that a route takes, in many shapes, costs little processor time in any one turn. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { routes } from '../../src/api/routes.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';
import { ENGINES } from '../support/stages/stores.ts';

/** Three times what is meant: what runs beside the test on two cores adds to it. It is processor time, not the clock's. */
const TURN_MS_MAX = 300;
const KB = 1024;

/** As many of `unit` as `bytes` have room for between `head` and `tail`. */
const filled = (bytes: number, head: string, unit: string, tail = ''): string =>
  head + unit.repeat(Math.floor((bytes - head.length - tail.length) / unit.length)) + tail;

const numbered = (bytes: number, unit: (at: number) => string) =>
  Array.from({ length: Math.floor(bytes / unit(999_999).length) - 20 }, (_, at) => unit(at)).join('');

const JSON_SHAPES: Record<string, (bytes: number) => string> = {
  'rows of nothing': (bytes) => filled(bytes, '{"rows":[{}', ',{}', ']}'),
  'rows of one empty text': (bytes) => filled(bytes, '{"rows":[{}', ',{"name":""}', ']}'),
  'values beside the rows': (bytes) => filled(bytes, '{"rows":[{}],"x":[{}', ',{}', ']}'),
  numbers: (bytes) => filled(bytes, '{"rows":[1', ',1', ']}'),
  'lists in lists': (bytes) => `{"rows":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`,
  'lists that never end': (bytes) => filled(bytes, '', '['),
  'fields of one row': (bytes) => `{"rows":[{"a":1${numbered(bytes, (at) => `,"f${at}":1`)}}]}`,
  'fields of the body': (bytes) => `{"a":1${numbered(bytes, (at) => `,"f${at}":1`)}}`,
  'one text': (bytes) => filled(bytes, '{"rows":[{"name":"', 'x', '"}]}'),
  'one text of escapes': (bytes) => filled(bytes, '{"rows":[{"name":"', '\\u0041', '"}]}'),
  blanks: (bytes) => filled(bytes, '', ' '),
  'rows that are allowed, in full': () => JSON.stringify({ rows: FULL }),
};
const FIELDS = ['name', 'number', 'expansion', 'game', 'lang', 'printing', 'condition', 'external_id'];
const FULL = Array.from({ length: 200 }, (_, at) =>
  Object.fromEntries(FIELDS.map((field) => [field, `Glimmer ${at} é, `.repeat(30).slice(0, 300)])),
);

const TEXT_SHAPES: Record<string, (bytes: number) => string> = {
  lines: (bytes) => filled(bytes, 'name\n', 'a\n'),
  'lines of old Macs': (bytes) => filled(bytes, 'name\r', 'a\r'),
  'empty lines': (bytes) => filled(bytes, 'name\n', '\n', 'a'),
  'columns of the head': (bytes) => filled(bytes, 'name,', ',', '\na'),
  'named columns': (bytes) => `name${numbered(bytes, (at) => `,name${at}`)}\na`,
  'cells of a row': (bytes) => filled(bytes, 'name;number\n', ';', '\na'),
  'quotation marks': (bytes) => filled(bytes, 'name\n', '"'),
  'quoted line ends': (bytes) => filled(bytes, 'name,x\n', '"a\n'),
  words: (bytes) => filled(bytes, '', '1 a '),
  'cards of a deck': (bytes) => filled(bytes, '', '2 Glimmer EMB 2\n'),
  'rows enough to be counted': () => `name\n${'Glimmer of Dawn\n'.repeat(9_990)}`,
  'cards of a deck, enough to be counted': () => '2 Glimmer EMB 2\n'.repeat(9_990),
  'a line of blanks': (bytes) => filled(bytes, '1 a', ' ', 'b'),
  'a number behind blanks': (bytes) => filled(bytes, 'SB:', ' ', '1 a'),
  'lines of blanks': () => `1 a${' '.repeat(6000)}b\n`.repeat(250),
  'cells of blanks': (bytes) => filled(bytes, 'name,quantity\na,1', ' ', '1'),
  'brackets that never close': (bytes) => filled(bytes, '1 a ', '<x [x (x '),
  tabs: (bytes) => filled(bytes, 'name\n', '\t'),
};

/** The most processor time of this thread between two turns while `work` goes on, in milliseconds. */
async function dearestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const spentMs = () => (({ user, system }) => (user + system) / 1000)(process.threadCpuUsage());
  let [last, most, isOver] = [spentMs(), 0, false];
  const look = () => {
    const now = spentMs();
    most = Math.max(most, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return most;
}

for (const [engine, missing] of ENGINES) {
  suite(`the largest body of each route takes little of a turn on ${engine}, whatever its shape`, {
    skip: missing,
  }, () => {
    let api: TestApi;
    before(async () => {
      api = await tinyApi(undefined, {}, engine);
      await api.post('/v1/lookup', { rows: FULL.slice(0, 20) });
    });
    after(() => api[Symbol.asyncDispose]());

    for (const route of routes.filter(({ method }) => method === 'POST')) {
      const { path, takes } = route;
      const uploads = 'uploads' in route ? route.uploads : undefined;
      const types = Object.keys(uploads ?? (takes === undefined ? {} : { 'application/json': takes }));
      for (const type of types.filter((each) => each !== 'multipart/form-data')) {
        // One byte more is refused before it is looked at.
        const bytes =
          path === '/v1/lookup' ? (type === 'text/plain' ? 1536 : 3072) * KB : path === '/v1/scan' ? 16 * KB : 64 * KB;
        for (const [shape, made] of Object.entries(type === 'text/plain' ? TEXT_SHAPES : JSON_SHAPES)) {
          test(`POST ${path}, ${type}: ${shape}`, async () => {
            const body = made(bytes);
            assert.ok(
              Buffer.byteLength(body) <= bytes || shape.startsWith('rows that'),
              'the body is too large to be read',
            );
            const headers = { authorization: `Bearer ${api.key}`, 'content-type': type };
            const turnMs = await dearestTurnMs(() => api.send('POST', path.replace(':id', 'x'), headers, body));
            if (process.env.CARDSTOCK_SHOW_TURNS)
              process.stderr.write(`${turnMs.toFixed(0)} ms ${path} ${type} ${shape}\n`);
            assert.ok(turnMs < TURN_MS_MAX, `${turnMs.toFixed(0)} ms in one turn`);
          });
        }
      }
    }
  });
}

test('a body is refused by count for what it holds, and not for what its texts hold', async () => {
  await using api = await tinyApi();
  const row = Object.fromEntries(FIELDS.map((field) => [field, ',[{:"\\'.repeat(42)]));
  assert.equal((await api.post('/v1/lookup', { rows: Array(200).fill(row) })).status, 200);
  const many = await api.post('/v1/lookup', { rows: Array(201).fill(row) });
  assert.match(many.body.error?.message ?? '', /at most 200 rows; these are 201/);
  const text = (list: string) =>
    api.send('POST', '/v1/lookup', { authorization: `Bearer ${api.key}`, 'content-type': 'text/plain' }, list);
  assert.equal((await text(`name\nGlimmer\n${'\n'.repeat(9990)}`)).status, 200);
  assert.match((await text(`name\nGlimmer\n${'\n'.repeat(10_000)}`)).text, /in 10000 lines and 40000 cells/);
  assert.equal((await text(`name${','.repeat(39_000)}\nGlimmer`)).status, 200);
  assert.match((await text(`name${','.repeat(40_001)}\nGlimmer`)).text, /in 10000 lines and 40000 cells/);
  assert.equal((await text('x'.repeat(1536 * KB + 1))).status, 413);
});
