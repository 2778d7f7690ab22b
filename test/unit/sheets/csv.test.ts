/** Tables as text: what spreadsheets and apps write is read, and what is written is read back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvText, readCsv, textOf } from '../../../src/sheets/csv.ts';
import { fc } from '../../support/properties.ts';

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

test('whatever is written is read back, with every separator', () => {
  // What begins like a formula comes back with its apostrophe; a row of nothing is no row.
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', ' ', '0') })
    .map((text) => `x${text}`);
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      const text = `sep=${separator}\n${csvText(rows, separator)}`;
      assert.deepEqual(cellsOf(text), rows);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('quotes, doubled quotes, line ends of every kind and empty lines', () => {
  assert.deepEqual(cellsOf('a,b\r\n"x, y","say ""so"""\n\n,\n1,2'), [
    ['a', 'b'],
    ['x, y', 'say "so"'],
    ['1', '2'],
  ]);
  assert.deepEqual(cellsOf('a,b\r1,"two\r\nlines"\r'), [
    ['a', 'b'],
    ['1', 'two\r\nlines'],
  ]);
  assert.deepEqual(cellsOf('name,size\n6" Box,1,'), [
    ['name', 'size'],
    ['6" Box', '1', ''],
  ]);
  assert.throws(() => cellsOf('a\n"never closed'), /line 2 is never closed/);
  assert.deepEqual(cellsOf(''), []);
});

test('the separator is what the sep= line says, else what the head line holds most of, outside of quotes', () => {
  assert.deepEqual(cellsOf('"sep=,"\r\na,b;c'), [['a', 'b;c']]);
  assert.deepEqual(cellsOf('sep=;\na;b,c'), [['a', 'b,c']]);
  assert.deepEqual(cellsOf('"a,b,c";d\n1;2'), [
    ['a,b,c', 'd'],
    ['1', '2'],
  ]);
  assert.equal(readCsv('a\tb\tc,d').separator, '\t');
  assert.equal(readCsv('alone').separator, ',');
});

test('a row knows the line of the file that it begins on', () => {
  const lines = readCsv('sep=,\nhead,x\n"two\nlines",1\n\nlast,2').rows.map(({ line }) => line);
  assert.deepEqual(lines, [2, 3, 6]);
});

test('files of UTF-8, with and without its mark, of UTF-16 and of Windows are read', () => {
  const utf16 = Buffer.from('\ufeffFlabébé', 'utf16le');
  assert.equal(textOf(utf16), 'Flabébé');
  assert.equal(textOf(Buffer.from(utf16).swap16()), 'Flabébé');
  assert.equal(textOf(Buffer.from('\ufeffFlabébé')), 'Flabébé');
  assert.equal(textOf(Buffer.from('Flabébé')), 'Flabébé');
  assert.equal(textOf(Buffer.from('Flabébé', 'latin1')), 'Flabébé');
});

test('what a spreadsheet would take for a formula is written as text, amounts are not', () => {
  assert.equal(
    csvText([['=1+1', '-2.50', '@x', '-x', '+1', '-2+3+c|x']], ','),
    "'=1+1,-2.50,'@x,'-x,'+1,'-2+3+c|x\r\n",
  );
});
