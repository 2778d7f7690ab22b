/** Tables fit the terminal that they are shown on: what is too wide for its column goes on below. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableLines } from '../../../src/cli/table.ts';

const RUNS = [
  { source: 'catalog', outcome: 'succeeded', counts: 'series 4, expansions 11, cards 301, cards_new 301', reason: '–' },
  { source: 'usd_market', outcome: 'failed', counts: '', reason: 'https://prices.example/groups answered 503' },
];

test('without a width every row is one line, as wide as what stands in it', () => {
  assert.deepEqual(tableLines(RUNS, undefined), [
    'source      outcome    counts                                             reason',
    'catalog     succeeded  series 4, expansions 11, cards 301, cards_new 301  –',
    'usd_market  failed                                                        https://prices.example/groups answered 503',
  ]);
});

test('a table that is wider than the terminal has its widest columns go on below, between words', () => {
  const lines = tableLines(RUNS, 90);
  assert.deepEqual(lines, [
    'source      outcome    counts                             reason',
    'catalog     succeeded  series 4, expansions 11, cards     –',
    '                       301, cards_new 301',
    'usd_market  failed                                        https://prices.example/groups',
    '                                                          answered 503',
  ]);
});

test('what is there to be copied is never cut: only a word longer than any id is', () => {
  const id = '01980000-0000-7000-8000-000000000000';
  const rows = [{ id, scopes: 'read,scan,admin', at: '2026-05-01 06:00', url: `https://${'x'.repeat(60)}` }];
  const lines = tableLines(rows, 40);
  assert.ok(
    lines.some((line) => line.startsWith(`${id}  read,   2026-05-01  https://`)),
    lines.join('\n'),
  );
  const [, ...shown] = lines;
  assert.equal(shown.join('').match(/x/g)?.length, 60);
});
