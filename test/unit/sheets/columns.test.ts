/** Which columns of a file are read: in any spelling and language, by finish, and what is told where one is not. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readSheet } from '../../../src/sheets/sheet.ts';

const sheetOf = (...lines: string[]) => readSheet(Buffer.from(lines.join('\n')));
const askedOf = (...lines: string[]) => sheetOf(...lines).rows.map(({ asked }) => asked);

test('heads are compared without spaces, case and signs, in six languages', () => {
  const said = { name: 'Vultwick', number: '2', expansion: 'Harbour', condition: 'NM', lang: 'de', quantity: 3 };
  for (const head of [
    'NAME,Collector #,SETNAME,Qty,card_condition,LANG',
    "Card-Name,Collector's number,Set,Quantity X,Condition,Language",
    'Name,Nummer,Erweiterung,Anzahl,Zustand,Sprache',
    'Nom,Numéro,Édition,Quantité,État,Langue',
    'Nombre,Número,Edición,Cantidad,Estado,Idioma',
    'Nome,Numero,Espansione,Quantità,Condizione,Lingua',
    'カード名,番号,セット,枚数,状態,言語',
  ]) {
    const { rows, unread, isUnsure } = sheetOf(head, 'Vultwick,2,Harbour,3,NM,German');
    assert.deepEqual([rows[0]?.asked, unread, isUnsure], [said, [], false], head);
  }
});

suite('heads that are not read', () => {
  test('are named as they are written, and only they', () => {
    const { unread } = sheetOf('Name;Set;Preis;Mein Ort;;', 'Vultwick;Harbour;1,00;Kiste;;');
    assert.deepEqual(unread, ['Preis', 'Mein Ort']);
    assert.deepEqual(sheetOf('Name,Set,Set', 'Vultwick,Harbour,Other').unread, ['Set'], 'said twice');
    assert.deepEqual(sheetOf('Name,', 'Vultwick,x').unread, [''], 'cells without a head');
  });

  test('a column that an app is known to have is read, though it says nothing of the card', () => {
    const head = 'Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation';
    assert.deepEqual(sheetOf(head, 'Vultwick,2,1,Common,HOW,2/58,Yes,No,0').unread, []);
    assert.deepEqual(sheetOf(`${head},Shelf`, 'Vultwick,2,1,Common,HOW,2/58,Yes,No,0,x').unread, ['Shelf']);
  });

  test('one that may tell another card leaves no row sure', () => {
    for (const head of ['Grade note', 'Old set', 'Serial Number', 'My Edition', '弾']) {
      assert.equal(sheetOf(`Name,${head}`, 'Vultwick,x').isUnsure, true, head);
    }
    assert.equal(sheetOf('Name,Shelf', 'Vultwick,x').isUnsure, false);
  });
});

test('copies that are counted by finish are a row each, blank being none', () => {
  assert.deepEqual(
    askedOf('Normal,Foil,Name,Set,Card Number,Color', '2,1,A,1,4,x', '0,3,B,1,5,x', '1,,C,1,6,x', ',0,D,1,7,x'),
    [
      { name: 'A', number: '4', expansion: '1', printing: 'normal', quantity: 2 },
      { name: 'A', number: '4', expansion: '1', printing: 'foil', quantity: 1 },
      { name: 'B', number: '5', expansion: '1', printing: 'foil', quantity: 3 },
      { name: 'C', number: '6', expansion: '1', printing: 'normal', quantity: 1 },
    ],
  );
  assert.equal(sheetOf('Normal,Foil,Name,Set', '0,0,D,1', '1,0,E,1').leftOut, 1);
  assert.deepEqual(askedOf('Name,Foil', 'A,1', 'B,'), [
    { name: 'A', printing: 'foil', quantity: 1 },
    { name: 'B', quantity: 1 },
  ]);
});

test('a column called for editions may tell the printing, and a quantity may end in x', () => {
  assert.deepEqual(askedOf('QuantityX,Name,Edition', '3x,A,1st Edition', '1x,B,Harbour'), [
    { name: 'A', printing: '1st Edition', quantity: 3 },
    { name: 'B', expansion: 'Harbour', quantity: 1 },
  ]);
});

test('a second column of the name or the edition is dropped only where it says nothing more', () => {
  assert.equal(askedOf('Name,Title,Set', 'Vultwick,Last Keeper,Harbour')[0]?.name, 'Vultwick - Last Keeper');
  assert.equal(askedOf('Name,Title,Set', 'Vultwick,vultwick,Harbour')[0]?.name, 'Vultwick');
  assert.equal(askedOf('Name,Title,Set', ',Vultwick,Harbour')[0]?.name, 'Vultwick');
  for (const [cells, expansion, printing] of [
    ['Harbour,Shadowless', 'Harbour', 'Shadowless'],
    ['Harbour,Harbour', 'Harbour', undefined],
    [',Harbour', 'Harbour', undefined],
    [',1st Edition', undefined, '1st Edition'],
  ] as const) {
    const [asked] = askedOf('Name,Set,Edition', `Vultwick,${cells}`);
    assert.deepEqual([asked?.expansion, asked?.printing], [expansion, printing], cells);
  }
  // An app that calls its cards twice says which name counts.
  const [cardmarket] = askedOf('idProduct,English Name,Local Name,Exp. Name', '1,Vultwick,Dochtgeier,Harbour');
  assert.equal(cardmarket?.name, 'Vultwick');
});
