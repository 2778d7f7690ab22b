/** Tables as text: what spreadsheets and apps write is read, and what is written is read back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvText, readCsv, textOf } from '../../../src/sheets/csv.ts';
import { fc } from '../../support/made/properties.ts';

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

test('whatever is written is read back, with every separator', () => {
  // What begins like a formula comes back with its apostrophe; a row of nothing is no row.
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', ' ', '0') })
    .map((text) => `x${text}`);
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      // No line of a cell is as wide as this head: none may be a row.
      const head = Array.from({ length: 100 }, (_, at) => `x${at}`);
      const text = `sep=${separator}\n${csvText([head, ...rows], separator)}`;
      assert.deepEqual(cellsOf(text), [head, ...rows]);
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

test('a quotation mark that another one closes rows further down is refused, whatever stands behind it', () => {
  const head = 'name,count,note\n';
  for (const text of [
    `${head}Pikachu,1,"nice one\nMew,2,\nEevee,3,top shelf 3"\nAbra,4,\n`,
    `${head}Pikachu,1,"nice one\r\nMew,2,good, really\r\nEevee,3,top shelf 3"\r\nAbra,4,\r\n`,
    `${head}Pikachu,1,"nice one\nEevee 3",3,\n`,
    `${head}Pikachu,"1,nice\nMew,2,"\n`,
    `${head}Pikachu,1,"nice one\nMew,2,3" Box\nAbra,4,\n`,
    `${head}Pikachu,1,"nice\n"Mew",2,\n`,
    `${head}Pikachu,1,"nice\nMew,"2",\n`,
  ]) {
    assert.throws(() => cellsOf(text), /opens a cell in line 2 /, text);
  }
});

test('a cell of several lines may hold separators, and something may follow it on its line', () => {
  const head = 'name,count,note\n';
  for (const [row, note] of [
    ['Mew,1,"nice, really\nfrom Bob"', 'nice, really\nfrom Bob'],
    ['Mew,1,"nice\nfrom Bob, 2019"', 'nice\nfrom Bob, 2019'],
    ['Mew,1,"nice\nnew" x', 'nice\nnew x'],
    ['Mew,1,"nice\nnew" \t', 'nice\nnew \t'],
    ['Mew,1,"nice\n"', 'nice\n'],
  ] as const) {
    assert.deepEqual(cellsOf(`${head}${row}\nAbra,4,`).slice(1), [
      ['Mew', '1', note],
      ['Abra', '4', ''],
    ]);
  }
  assert.deepEqual(cellsOf('"name\nof it",note\n"a\nb" x,y'), [
    ['name\nof it', 'note'],
    ['a\nb x', 'y'],
  ]);
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
  assert.equal(textOf(utf16.subarray(2)), 'Flabébé', 'without its mark');
  assert.equal(textOf(Buffer.from(utf16.subarray(2)).swap16()), 'Flabébé');
  assert.equal(textOf(Buffer.from('\ufeffFlabébé')), 'Flabébé');
  assert.equal(textOf(Buffer.from('Flabébé')), 'Flabébé');
  assert.equal(textOf(Buffer.from('Flabébé', 'latin1')), 'Flabébé');
});

test('what a spreadsheet would take for a formula is written as text, amounts are not', () => {
  assert.equal(
    csvText([['=1+1', '-2.50', '@x', '-x', '+1', '-2+3+c|x']], ','),
    "'=1+1,-2.50,'@x,'-x,'+1,'-2+3+c|x\r\n",
  );
  // Spreadsheets leave out a tab or return that a cell begins with, and read the formula behind it.
  assert.equal(csvText([['\t=1', '\r=1', 'a\t=1', '\n=1', ' =1']], ';'), `"'\t=1";"'\r=1";"a\t=1";"'\n=1"; =1\r\n`);
  // Where lists are separated by another sign, a cell that holds it is two cells, so each of the three is quoted.
  assert.equal(csvText([['a;=1', 'b,=1', 'c\t=1']], ','), '"a;=1","b,=1","c\t=1"\r\n');
  for (const [cell, isFormula] of [
    ...['-1', '-2.50', '-2,50', '-1.000,5', '-.5', '1-2', 'a=b', 'a@b', '', "'", '１', 'a＝'].map(
      (each) => [each, false] as const,
    ),
    ...['-', '-1a', '-a1', '--1', '-1 ', '=', '+', '@', '\t', '\r', '+1', '\n', '\n=1', '＝1', '＋1', '－1', '＠a'].map(
      (each) => [each, true] as const,
    ),
  ]) {
    const [[written] = []] = cellsOf(csvText([[cell, 'x']], ','));
    assert.equal(written, isFormula ? `'${cell}` : cell, JSON.stringify(cell));
  }
});

test('a file that is no UTF-8 is as Windows writes it, in Japan by its kana', () => {
  // `ピカチュウ,4` and `カード名` in Shift JIS; `Pokémon,4` in Windows' own letters.
  const japanese = Uint8Array.from([0x83, 0x73, 0x83, 0x4a, 0x83, 0x60, 0x83, 0x85, 0x83, 0x45, 0x2c, 0x34]);
  assert.equal(textOf(japanese), 'ピカチュウ,4');
  const french = Uint8Array.from([...Buffer.from('Pok'), 0xe9, ...Buffer.from('mon,4')]);
  assert.equal(textOf(french), 'Pokémon,4');
});
