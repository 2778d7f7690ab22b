/** A search text is read as a name, as a collector number, and as both. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../../src/search/query.ts';

const numberOf = (query: string) => parseQuery(query).numbers[0]?.number;

test('a number is one number in all its spellings', () => {
  for (const query of ['25', '025', '#25', ' 25 ', '２５']) {
    assert.deepEqual(numberOf(query), { normalized: '000025', bareValue: 25, total: undefined }, query);
  }
  for (const query of ['TG12', 'tg12', 'tg012', 'TG 12']) assert.equal(numberOf(query)?.normalized, 'TG000012', query);
  assert.equal(numberOf('SWSH020')?.normalized, numberOf('swsh20')?.normalized);
  assert.equal(numberOf('EM01-016_p1')?.normalized, numberOf('EM01-016')?.normalized, 'a picture of a parallel');
});

test('what stands behind the slash is the total, with or without the prefix', () => {
  for (const query of ['4/102', '004/102', '4 / 102', '4／102']) {
    assert.deepEqual(numberOf(query), { normalized: '000004', bareValue: 4, total: 102 }, query);
  }
  assert.deepEqual(numberOf('tg12/tg30'), { normalized: 'TG000012', bareValue: undefined, total: 30, isPart: true });
  assert.equal(numberOf('4/102/3'), undefined);
  assert.equal(numberOf('4/many'), undefined);
});

test('a number may stand before or after a name', () => {
  for (const query of ['Emberling 4/102', '4/102 emberling', 'EMBERLING #4/102']) {
    const reading = parseQuery(query).numbers.find(({ name }) => name === 'emberling');
    assert.equal(reading?.number.normalized, '000004', query);
    assert.equal(reading?.number.total, 102, query);
  }
  assert.deepEqual(
    parseQuery('quiz 2 97').numbers.map(({ name, number }) => [name, number.normalized]),
    [
      ['', 'QUIZ000297'],
      ['quiz 97', '000002'],
      ['quiz 2', '000097'],
    ],
  );
});

test('a symbol alone may be a number: Unown have ! and ?', () => {
  for (const query of ['!', '?', '#!']) {
    const [reading] = parseQuery(query).numbers;
    assert.deepEqual([reading?.name, reading?.number.normalized], ['', query.replace('#', '')], query);
  }
});

test('a symbol beside a name may be its number, and a letter in brackets', () => {
  const numbers = (query: string) =>
    parseQuery(query).numbers.flatMap(({ name, number }) => (name === '' ? [] : `${name} ${number.normalized}`));
  for (const query of ['Vultwick ?', '? vultwick', 'Vultwick [?]', 'Vultwick (?)']) {
    assert.deepEqual(numbers(query), ['vultwick ?'], query);
    assert.equal(parseQuery(query).name, '', query);
  }
  assert.deepEqual(numbers('Vultwick [q]'), ['vultwick Q']);
  for (const query of ['Vultwick q', 'Vultwick?', 'Vultwick ??', 'Vultwick &', 'Vultwick [qq]']) {
    assert.deepEqual(numbers(query), [], query);
    assert.notEqual(parseQuery(query).name, '', query);
  }
});

test('symbols and spaces say nothing', () => {
  for (const query of ['', ' ', '/', '#']) assert.deepEqual(parseQuery(query), { name: '', numbers: [] });
});

test('a number may be told by a word before it, which a name may hold too', () => {
  for (const query of ['vultwick no. 4', 'Vultwick No.4', 'vultwick nr. 004/102', '#4 vultwick']) {
    const reading = parseQuery(query).numbers.find(({ name }) => name !== '');
    assert.deepEqual([reading?.name, reading?.number.normalized], ['vultwick', '000004'], query);
  }
  assert.equal(parseQuery('Vultwick No. 39').name, 'vultwick no 39');
});

test('the number of a print in another language is that of the English one too', () => {
  for (const [query, ...numbers] of [
    ['HOW-DE001', 'HOW-DE000001', 'HOW-EN000001'],
    ['how-g001', 'HOW-G000001', 'HOW-000001'],
    ['HOW-E001', 'HOW-E000001'],
  ] as const) {
    assert.deepEqual(
      parseQuery(query).numbers.map(({ number }) => number.normalized),
      numbers,
    );
  }
});
