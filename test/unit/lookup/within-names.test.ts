/** What a name or number says of other columns: the number, the expansion by its code, its name, its letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedRow } from '../../../src/lookup/listed-row.ts';
import { understand } from '../../../src/lookup/wanted.ts';

const CODES = new Set(['how', 'how1', 'ex', 'pr ha', 'harbour of wicks', 'harbour of wicks 2']);
const isCalled = (text: string) => CODES.has(text.toLowerCase().replace('-', ' '));
const understood = (row: ListedRow) => understand(row, { games: [], stored: new Set(), isCalled });

test('a short number with letters behind the name is one where a card bears it', () => {
  const asked = (name: string) => {
    const isCard = (text: string) => ['TG05', 'H6', 'LV3'].includes(text);
    const { names, writtenNumber } = understand({ name }, { games: [], stored: new Set(), isCalled, isCard });
    return [names.at(-1)?.text, writtenNumber];
  };
  assert.deepEqual(asked('Vultwick TG05'), ['vultwick', 'TG05']);
  assert.deepEqual(asked('Vultwick H6'), ['vultwick', 'H6']);
  assert.deepEqual(asked('Vultwick (H6)'), ['vultwick', 'H6']);
  for (const name of ['Vultwick TG06', 'Armed Wick E4', 'VULTWICK TG05', 'TG05 Vultwick', 'Vultwick tg05']) {
    assert.equal(asked(name)[1], '', name);
  }
  assert.equal(asked('Vultwick HOW1')[1], '', 'the code of an expansion');
});

test('a number may have the code of its expansion before a dash, digits and all', () => {
  for (const [number, coded] of [
    ['HOW1-025', { code: 'HOW1', number: '000025' }],
    ['how1-25', { code: 'how1', number: '000025' }],
    ['HOW-25', { code: 'HOW', number: '000025' }],
    ['WICK1-25', undefined],
  ] as const)
    assert.deepEqual(understood({ number }).coded, coded, number);
});

test('a sign behind the name is its number where a card bears both', () => {
  const isCard = (text: string) => /^Runeglyph \W+$/.test(text);
  for (const [name, folded, number] of [
    ['Runeglyph [?]', 'runeglyph', '?'],
    ['Runeglyph !', 'runeglyph', '!'],
    ['Vultwick [?]', 'vultwick', ''],
    ['Runeglyph?', 'runeglyph', ''],
  ] as const) {
    const { names, writtenNumber } = understand({ name }, { games: [], stored: new Set(), isCalled, isCard });
    assert.deepEqual([names.at(-1)?.text, writtenNumber], [folded, number], name);
  }
});

test('a code before the number is the expansion, in the number or behind the name', () => {
  for (const [row, expansion, number, name, isGuessed] of [
    [{ number: 'HOW 25' }, 'HOW', 'HOW25', undefined, false],
    [{ number: 'how1 8/58' }, 'how1', 'how18', undefined, false],
    [{ name: 'Vultwick', number: 'HOW #25' }, 'HOW', 'HOW25', 'vultwick', false],
    // As cards have it printed, with their language.
    [{ name: 'Vultwick', number: 'HOW EN 25' }, 'HOW', 'HOWEN25', 'vultwick', false],
    [{ name: 'Vultwick HOW FR 125/198' }, 'HOW', '125', 'vultwick', false],
    [{ name: 'HOW 25/58' }, 'HOW', '25', undefined, false],
    [{ name: 'Vultwick HOW 125' }, 'HOW', '125', 'vultwick', false],
    [{ name: 'Vultwick (HOW 125/198)' }, 'HOW', '125', 'vultwick', false],
    [{ name: 'Vultwick HOW 125 Promo' }, 'HOW', '125', 'vultwick', false],
    [{ name: 'Vultwick 125 HOW EN' }, 'HOW', '125', 'vultwick', false],
    [{ name: 'Vultwick #125/198' }, undefined, '125', 'vultwick', false],
    [{ name: 'Vultwick PR-HA TG5' }, 'PR-HA', 'TG5', 'vultwick', false],
    // All in capitals: the code may be a word of the name.
    [{ name: 'HOW 25' }, 'HOW', '25', undefined, true],
    [{ name: 'VULTWICK EX 25' }, 'EX', '25', 'vultwick', true],
    // No code, small letters, a number or an expansion of its own.
    [{ name: 'Vultwick Unit 25' }, undefined, '', 'vultwick unit 25', false],
    [{ name: 'Vultwick how 25' }, undefined, '', 'vultwick how 25', false],
    [{ name: 'Vultwick HOW 25', number: '3' }, undefined, '3', 'vultwick how 25', false],
    [{ name: 'Vultwick HOW 25', expansion: 'Harbour' }, 'Harbour', '', 'vultwick how 25', false],
    [{ name: 'Vultwick HA01-016' }, undefined, 'HA01-016', 'vultwick', false],
    // A number that is no name, before it, behind it, or alone.
    [{ name: 'HA01-016 Vultwick' }, undefined, 'HA01-016', 'vultwick', false],
    [{ name: 'HA01-016', number: '' }, undefined, 'HA01-016', undefined, false],
    [{ name: 'ha01-016_p1', number: '' }, undefined, 'ha01-016', undefined, false],
    [{ name: 'Vultwick EX-6' }, undefined, 'EX-6', 'vultwick', false],
    [{ name: 'Wick Machine TS-6' }, undefined, '', 'wick machine ts 6', false],
    [{ name: 'HAP020 Vultwick' }, undefined, 'HAP020', 'vultwick', false],
    [{ name: 'Vultwick HAP020' }, undefined, 'HAP020', 'vultwick', false],
    [{ name: 'Vultwick HAP020 Gate Promo' }, undefined, 'HAP020', 'vultwick gate promo', false],
    [{ name: 'Vultwick (HAP020)' }, undefined, 'HAP020', 'vultwick', false],
    [{ name: 'Vultwick', expansion: 'HAP020' }, undefined, 'HAP020', 'vultwick', false],
    [{ name: 'Vultwick', expansion: 'HOW1' }, 'HOW1', '', 'vultwick', false],
    [{ name: 'Vultwick (HOW1)' }, undefined, '', 'vultwick how1', false],
    [{ name: 'Hot Rod GT19' }, undefined, '', 'hot rod gt19', false],
    // The name of an expansion in the last brackets, with a number or without.
    [{ name: 'Vultwick (Harbour of Wicks)' }, 'Harbour of Wicks', '', 'vultwick', false],
    [{ name: 'Vultwick [Spin] (Harbour of Wicks 8)' }, 'Harbour of Wicks', '8', 'vultwick spin', false],
    [{ name: 'Vultwick (Harbour of Wicks 2)' }, 'Harbour of Wicks 2', '', 'vultwick', false],
    [{ name: 'Vultwick (Harbour of Wicks 8/58)' }, 'Harbour of Wicks', '8', 'vultwick', false],
    [{ name: 'Vultwick (Elsewhere 8)' }, undefined, '', 'vultwick elsewhere 8', false],
    [{ name: 'Vultwick (Harbour of Wicks)', expansion: 'Gate' }, 'Gate', '', 'vultwick harbour of wicks', false],
    // All in small letters.
    [{ name: 'vultwick ex how 125' }, 'how', '125', 'vultwick ex', false],
    [{ name: 'vultwick ex 125' }, undefined, '', 'vultwick ex 125', false],
  ] as const) {
    const { expansion: place, writtenNumber, bareNumber, names, isGuessed: guessed } = understood(row);
    if (/^HOW/.test(number)) assert.equal(bareNumber, Number(/\d+$/.exec(number.replace('how1', ''))?.[0]));
    assert.deepEqual([place, writtenNumber, guessed], [expansion, number, isGuessed], JSON.stringify(row));
    if (name !== undefined || row.number !== undefined) assert.equal(names[0]?.text, name, JSON.stringify(row));
  }
});

test('an expansion beside an eastern name, or as a code behind any, is the row’s', () => {
  for (const [name, expansion, rest, isGuessed] of [
    ['harbour of wicks ブラッキー', 'harbour of wicks', 'フラッキー', false],
    ['ブラッキー Harbour of Wicks', 'Harbour of Wicks', 'フラッキー', false],
    ['Vultwick HOW1', 'HOW1', 'vultwick', true],
    // Shorter ones end names, and what stands beside a name in its own letters may be part of it.
    ['ブラッキー EX', undefined, 'フラッキー', false],
    ['Vultwick Harbour of Wicks', undefined, 'vultwick harbour of wicks', false],
    ['Vultwick HOX1', undefined, 'vultwick hox1', false],
  ] as const) {
    const said = understood({ name });
    assert.deepEqual([said.expansion, said.names.at(-1)?.text, said.isGuessed], [expansion, rest, isGuessed], name);
  }
});
