/** Tables fit the terminal that they are shown on: rows of a list are a line, what is to be read whole goes on below. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableLines } from '../../../src/cli/table.ts';

const RUNS = [
  { source: 'catalog', outcome: 'succeeded', counts: 'series 4, expansions 11, cards 301, cards_new 301', reason: '–' },
  { source: 'usd_market', outcome: 'failed', counts: '', reason: 'https://prices.example/groups answered 503' },
];

test('without a width every row is one line, as wide as what stands in it', () => {
  assert.deepEqual(tableLines(RUNS, undefined, 'cut'), [
    'source      outcome    counts                                             reason',
    'catalog     succeeded  series 4, expansions 11, cards 301, cards_new 301  –',
    'usd_market  failed                                                        https://prices.example/groups answered 503',
  ]);
});

test('of what is to be read whole the widest columns go on below, between words', () => {
  const lines = tableLines(RUNS, 90, 'wrap');
  assert.deepEqual(lines, [
    'source      outcome    counts                             reason',
    'catalog     succeeded  series 4, expansions 11, cards     –',
    '                       301, cards_new 301',
    'usd_market  failed                                        https://prices.example/groups',
    '                                                          answered 503',
  ]);
});

test('an amount of money is not cut at the comma within it', () => {
  const rows = [{ printing: 'holo:shadowless', price: 'NM $818.65 ($475.00 to $2,152.28)', why: 'sub-type' }];
  for (let columns = 20; columns <= 60; columns += 1) {
    const shown = tableLines(rows, columns, 'wrap');
    assert.ok(shown.join('\n').includes('$2,152.28)'), shown.join('\n'));
  }
});

test('what is there to be copied is never cut: only a word longer than any id is', () => {
  const id = '01980000-0000-7000-8000-000000000000';
  const rows = [{ id, scopes: 'read,scan,admin', at: '2026-05-01 06:00', url: `https://${'x'.repeat(60)}` }];
  const lines = tableLines(rows, 40, 'wrap');
  assert.ok(
    lines.some((line) => line.startsWith(`${id}  read,   2026-05-01  https://`)),
    lines.join('\n'),
  );
  const [, ...shown] = lines;
  assert.equal(shown.join('').match(/x/g)?.length, 60);
});

test('a row of a list is one line: its long texts are cut, and what fits is left as it is', () => {
  assert.deepEqual(tableLines(RUNS, 90, 'cut'), [
    'source      outcome    counts                             reason',
    'catalog     succeeded  series 4, expansions 11, cards 3…  –',
    'usd_market  failed                                        https://prices.example/groups a…',
  ]);
  assert.deepEqual(tableLines(RUNS, 200, 'cut'), tableLines(RUNS, undefined, 'cut'));
});

test('ids, times and amounts of a list stay whole at every width; where they alone are too wide it is wrapped', () => {
  const id = '01980000-0000-7000-8000-000000000000';
  const rows = [
    { id, at: '2026-05-01 06:00Z', was: '$1,234.56', reason: 'a long story, told from its beginning to its end' },
  ];
  for (let columns = 40; columns <= 140; columns += 1) {
    const [head = '', ...lines] = tableLines(rows, columns, 'cut');
    const isOneLine = lines.length === 1;
    assert.equal(isOneLine, columns >= 88, `${columns}: ${lines.join('|')}`);
    assert.ok(lines[0]?.includes(id));
    if (!isOneLine) continue;
    assert.ok(Math.max(head.length, lines[0]?.length ?? 0) <= columns, `${columns}`);
    assert.ok(lines[0]?.startsWith(`${id}  2026-05-01 06:00Z  $1,234.56  a long story, told`), lines[0]);
    assert.equal(lines[0]?.endsWith('…'), columns < 116);
  }
});
