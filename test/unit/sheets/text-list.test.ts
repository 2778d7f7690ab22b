/** Lists as lines of text: what deck builders and simulators write, and bare names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSheet } from '../../../src/sheets/sheet.ts';

const read = (...lines: string[]) => readSheet(Buffer.from(lines.join('\n')));
const askedOf = (...lines: string[]) => read(...lines).rows.map(({ asked }) => asked);

test('a line says how many of which card, where it stands and how it shines', () => {
  for (const [line, asked] of [
    ['4 Vultwick ex OBF 125', { name: 'Vultwick ex', expansion: 'OBF', number: '125', quantity: 4 }],
    [
      '1 Bolt of Wicks (2X2) 117 *F*',
      { name: 'Bolt of Wicks', expansion: '2X2', number: '117', printing: 'foil', quantity: 1 },
    ],
    ['2x Karn, the Great (WAR) 1★', { name: 'Karn, the Great', expansion: 'WAR', number: '1★', quantity: 2 }],
    [
      '1 Bolt (2x2) 117 *E* [Burn] ^Have,#37d67a^',
      { name: 'Bolt', expansion: '2x2', number: '117', printing: 'etched', quantity: 1 },
    ],
    ['1 [2X2#117] Bolt #!Commander', { name: 'Bolt', expansion: '2X2', number: '117', quantity: 1 }],
    ['3 Bolt <showcase> [AKH] (F)', { name: 'Bolt', expansion: 'AKH', printing: 'foil showcase', quantity: 3 }],
    ['8 Basic {R} Energy SVE 2', { name: 'Basic Fire Energy', expansion: 'SVE', number: '2', quantity: 8 }],
    ['2 Iono PR-SV 124 PH', { name: 'Iono', expansion: 'PR-SV', number: '124', printing: 'reverse', quantity: 2 }],
    ['1 Wick [HOW-EN04] [Common] NM', { name: 'Wick [HOW-EN04] [Common] NM', quantity: 1 }],
    ['4 Lightning Bolt', { name: 'Lightning Bolt', quantity: 4 }],
    ['SB: 2 Duress', { name: 'Duress', quantity: 2 }],
    ['* 4 Vultwick-GX BUS 20', { name: 'Vultwick-GX', expansion: 'BUS', number: '20', quantity: 4 }],
    ['- 4 Duress', { name: 'Duress', quantity: 4 }],
    ['• 2x Duress', { name: 'Duress', quantity: 2 }],
    ['4xT1-016', { name: 'T1-016', quantity: 4 }],
    ['4x T1-016', { name: 'T1-016', quantity: 4 }],
    ['1 [10E] Duress # !Commander', { name: 'Duress', expansion: '10E', quantity: 1 }],
    ['1 [10E] Duress # for the side', { name: 'Duress', expansion: '10E', quantity: 1 }],
    ['4 Basic Fire Energy Energy 2', { name: 'Basic Fire Energy', expansion: 'Energy', number: '2', quantity: 4 }],
    ['Vultwick ex x2', { name: 'Vultwick ex', quantity: 2 }],
    ['4 Bolt of Wicks|2X2|1', { name: 'Bolt of Wicks', expansion: '2X2', quantity: 4 }],
    ['4 [2X2:117] Bolt', { name: 'Bolt', expansion: '2X2', number: '117', quantity: 4 }],
    ['4/102', { name: '4/102', quantity: 1 }],
    ['1999 Base Set Vultwick', { name: '1999 Base Set Vultwick', quantity: 1 }],
    ['1999x Vultwick', { name: 'Vultwick', quantity: 1999 }],
    ['1800 Vultwick', { name: 'Vultwick', quantity: 1800 }],
    ['Vultwick Holo 9/111 PSA 9', { name: 'Vultwick Holo 9/111 PSA 9', quantity: 1 }],
    ['2 Fire Energy SMEnergy 20', { name: 'Fire Energy', expansion: 'SMEnergy', number: '20', quantity: 2 }],
    [
      '2x Vultwick (Harbour of Wicks) - 58 - Common - EX - German - Reverse Holo - 1.234,00 EUR',
      {
        ...{ name: 'Vultwick', expansion: 'Harbour of Wicks', number: '58', printing: 'Common Reverse Holo' },
        ...{ condition: 'EX', lang: 'de', quantity: 2 },
      },
    ],
    [
      '1x Elsa - Spirit of Wicks (V.2) (Harbour of Wicks) - NM - €3.00',
      { name: 'Elsa - Spirit of Wicks (V.2)', expansion: 'Harbour of Wicks', condition: 'NM', quantity: 1 },
    ],
    [
      '1x Vultwick (Harbour of Wicks) - LP - 3,00 EUR',
      { name: 'Vultwick', expansion: 'Harbour of Wicks', condition: 'Light Played', quantity: 1 },
    ],
    ['1 Vultwick (How) - Tempest', { name: 'Vultwick (How) - Tempest', quantity: 1 }],
    ['1 1996 World Champion', { name: '1996 World Champion', quantity: 1 }],
  ] as const) {
    assert.deepEqual(askedOf(line), [asked], line);
  }
});

test('headings, counts and comments are no cards, and the lines keep their places', () => {
  const { rows, dialect, unread } = read(
    'Pokémon: 2',
    '1 Vultwick HOW 2',
    '',
    'Deck',
    '// lands',
    '; forests',
    '3 Wick',
    'Total Cards: 4',
    'Sideboard',
    '0 Gone',
  );
  assert.deepEqual(
    [dialect, unread, rows.map(({ line, asked }) => [line, asked.name, asked.quantity])],
    [
      'lines of text',
      [],
      [
        [2, 'Vultwick', 1],
        [7, 'Wick', 3],
      ],
    ],
  );
});

test('what frames a list and its parts is no card', () => {
  const names = askedOf(
    '****** Wick Card Game Deck List ******',
    '##Wicks - 12',
    '* 4 Vultwick BUS 20',
    '* 2 Lamp SUM 128',
    'Total Cards - 60',
    '****** Made by Wicks Online www.example.com ******',
  ).map(({ name }) => name);
  assert.deepEqual(names, ['Vultwick', 'Lamp']);
});

test('bare names are a list, a table whose columns nobody knows is none', () => {
  assert.deepEqual(askedOf('Vultwick', 'Karn, the Great'), [
    { name: 'Vultwick', quantity: 1 },
    { name: 'Karn, the Great', quantity: 1 },
  ]);
  assert.throws(() => read('shelf;box;weight', 'a;b;c'), /no columns that are known/);
});

test('a deck of passcodes asks each once, with its copies', () => {
  assert.deepEqual(askedOf('#created by x', '#main', '46986414', '46986414', '#extra', '84013237', '!side'), [
    { external_id: 'passcode:46986414', quantity: 2 },
    { external_id: 'passcode:84013237', quantity: 1 },
  ]);
});

test('parts of a list are told by their words, with their count or without', () => {
  const lines = ['[Main]', 'Trainers - 2', '2 Vultwick', 'Energy (1)', '1 Wick', 'Leader (1)', '1 Lamp', 'Lantern - 2'];
  assert.deepEqual(
    askedOf(...lines).map(({ name }) => name),
    ['Vultwick', 'Wick', 'Lamp', 'Lantern - 2'],
  );
});

test('a deck as XML asks its cards, whatever else stands in it', () => {
  const { dialect, rows } = read(
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Deck><NetDeckID>0</NetDeckID>',
    '  <Cards CatID="42001" Quantity="4" Sideboard="false" Name="Bolt &amp; Wick" Annotation="0" />',
    '  <zone name="side"><card number="2" name="Lamp"/></zone></Deck>',
  );
  assert.deepEqual(
    [dialect, rows.map(({ line, asked }) => [line, asked.name, asked.quantity])],
    [
      'deck as XML',
      [
        [3, 'Bolt & Wick', 4],
        [4, 'Lamp', 2],
      ],
    ],
  );
  assert.throws(() => read('<html>', '<p>Vultwick</p>'), /names no columns/);
});
