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
    'Naam,Nummer,Set,Aantal,Conditie,Taal',
    'Nom,Numéro,Édition,Quantité,État,Langue',
    'Nombre,Número,Edición,Cantidad,Estado,Idioma',
    'Nome,Numero,Espansione,Quantità,Condizione,Lingua',
    'カード名,番号,セット,枚数,状態,言語',
    'カード名,型番,セット,枚数,状態,言語',
    'Kartenname,Kartennr.,Erweiterung,Stückzahl,Zustand,Sprache',
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

suite('a column that is called by a finish', () => {
  const printings = (...lines: string[]) => askedOf(...lines).map(({ printing, quantity }) => [printing, quantity]);

  test('tells by yes and no what the copies are that another column counts', () => {
    const head = 'Name;Anzahl;Holo;Reverse;1. Edition';
    assert.deepEqual(printings(head, 'A;2;;x;', 'B;1;ja;nein;ja', 'C;3;;;'), [
      ['reverse', 2],
      ['holo first edition', 1],
      [undefined, 3],
    ]);
    assert.deepEqual(printings('Name,Qty,Reverse,First Edition', 'A,2,1,0', 'B,1,0,0'), [
      ['reverse', 2],
      [undefined, 1],
    ]);
    assert.deepEqual(sheetOf(head, 'A;2;;x;').unread, []);
    assert.deepEqual(printings('Nom;Qté;1ère édition', 'A;1;Oui'), [['first edition', 1]]);
  });

  test('tells the printing in words', () => {
    assert.deepEqual(printings('Name,Qty,Holo', 'A,2,Reverse', 'B,1,No'), [
      ['Reverse', 2],
      [undefined, 1],
    ]);
  });

  test('counts its copies where the normal ones are counted too, or it counts more than one', () => {
    assert.deepEqual(printings('Nom;Quantité;Normale;Reverse;Édition 1', 'A;3;2;1;0'), [
      ['normal', 2],
      ['reverse', 1],
    ]);
    assert.deepEqual(printings('Name,Qty,Holo,Reverse', 'A,3,2,1'), [
      ['holo', 2],
      ['reverse', 1],
    ]);
  });

  test('leaves no row sure where it does neither', () => {
    const { unread, isUnsure } = sheetOf('Name,Reverse', 'A,2');
    assert.deepEqual([unread, isUnsure], [['Reverse'], true]);
  });
});

test('a column of sets that holds whole numbers is that of the numbers, and a rarity tells the printing of some', () => {
  assert.deepEqual(askedOf('Name,Set Name,Set Code,Rarity', 'A,Harbour,HOW-EN008,Ultra Rare', 'B,,HOW-DE009,'), [
    { name: 'A', number: 'HOW-EN008', expansion: 'Harbour', printing: 'Ultra Rare', quantity: 1 },
    { name: 'B', number: 'HOW-DE009', quantity: 1 },
  ]);
  assert.deepEqual(askedOf('set_code,rarity', 'T01-001,SR'), [{ number: 'T01-001', quantity: 1 }]);
  for (const [head, ...rows] of [
    ['Name,Set Code', 'A,OP-01'],
    ['Name,Set Code', 'A,HOW-EN008', 'B,HOW'],
    ['Name,Set,Number', 'A,HOW-EN008,1'],
  ] as [string, ...string[]][])
    assert.equal(askedOf(head, ...rows)[0]?.expansion, rows[0]?.split(',')[1], head);
});

test('a rarity tells the printing of a row without a number too, where it is a word', () => {
  const printingOf = (row: string) => askedOf('Name,Set,Number,Rarity', row)[0]?.printing;
  assert.equal(printingOf('A,Harbour,,Ultra Rare'), 'Ultra Rare');
  for (const row of ['A,Harbour,,U', 'A,Harbour,,SR', 'A,Harbour,4,Ultra Rare'])
    assert.equal(printingOf(row), undefined, row);
});

test('an edition beside an extension is the printing’s; a count may be short, in French too', () => {
  assert.deepEqual(askedOf('Nom,Extension,Édition,Anz.', 'A,Port,1ère édition,3 ex.'), [
    { name: 'A', expansion: 'Port', printing: '1ère édition', quantity: 3 },
  ]);
  assert.deepEqual(askedOf('Nom,Édition', 'A,Port'), [{ name: 'A', expansion: 'Port', quantity: 1 }]);
});

test('a column of alternate arts that was not read leaves no row sure', () => {
  for (const head of ['Alternate Art', 'Alt Art', 'Parallel']) {
    const { unread, isUnsure } = sheetOf(`Name,Set,${head}`, 'A,Harbour,yes');
    assert.deepEqual([unread, isUnsure], [[head], true], head);
  }
  assert.equal(sheetOf('Name,Set,Artist', 'A,Harbour,Ada').isUnsure, false);
});

test('a column of stamps that was not read leaves no row sure, one of times does not', () => {
  for (const [head, isUnsure] of [
    ['Stamp', true],
    ['Stamped', true],
    ['Timestamp', false],
  ] as const)
    assert.equal(sheetOf(`Name,Set,${head}`, 'Vultwick,Harbour,Staff').isUnsure, isUnsure, head);
});

test('what markets and trackers call the printing is read', () => {
  for (const head of ['Variants', 'subTypeName', 'Pattern'])
    assert.equal(
      askedOf(`Name,Set,${head}`, 'Vultwick,Harbour,Reverse Holofoil')[0]?.printing,
      'Reverse Holofoil',
      head,
    );
});

test('a number of products that no market is named for may be of either', () => {
  assert.deepEqual(askedOf('Name,Product ID', 'A,273699'), [{ name: 'A', external_id: '273699', quantity: 1 }]);
  const purchases = 'Shipment nr.;Article;Product ID;Localized Product Name;Expansion;Category;Amount';
  assert.deepEqual(askedOf(purchases, '1;1x A;273699;A;Harbour;Wick Single;2'), [
    { name: 'A', expansion: 'Harbour', external_id: 'cardmarket:273699', quantity: 2 },
  ]);
});

test('titles may stand above the head, and marks of spreadsheets around a number', () => {
  const rows = ['My collection,,', 'June,,', 'Name,Number,Qty', 'A,"=""004""",2', "B,'005,1", 'C,6.0,1'];
  const sheet = sheetOf(...rows);
  assert.deepEqual([sheet.head, sheet.unread], [['Name', 'Number', 'Qty'], []]);
  assert.deepEqual(
    sheet.rows.map(({ line, asked }) => [line, asked.number, asked.quantity]),
    [
      [4, '004', 2],
      [5, '005', 1],
      [6, '6', 1],
    ],
  );
  assert.deepEqual(askedOf('Name|Set|Qty', 'A|Harbour|2'), [{ name: 'A', expansion: 'Harbour', quantity: 2 }]);
});

test('copies are counted in the ways that people write them', () => {
  for (const text of ['4', '4x', 'x4', '× 4', '(4)', '4.0', '４', '4枚', '4 Stk.', '4 pcs', '+4', '4 cards', '4 ea']) {
    assert.deepEqual(askedOf('Name;Qty', `A;${text}`), [{ name: 'A', quantity: 4 }], text);
  }
  assert.deepEqual(askedOf('Name;Qty', "A;1'000", 'B;1 200'), [
    { name: 'A', quantity: 1000 },
    { name: 'B', quantity: 1200 },
  ]);
  for (const text of ['1E-05', '1.23E+01', '1E+10', '2+1', '2/4', 'four', '-1', '1.000', '1,0000', '£4']) {
    const [row] = sheetOf('Name;Qty', `A;${text}`).rows;
    assert.deepEqual([row?.asked.quantity, row?.note], [1, `quantity “${text}” counts as 1`]);
  }
  for (const [text, count] of [
    ['1,000', 1000],
    ['1E+05', 100_000],
    ['1.2e3', 1200],
    ['1,5E3', 1500],
  ] as const) {
    const [row] = sheetOf('Name;Qty', `A;${text}`).rows;
    assert.deepEqual([row?.asked.quantity, row?.note], [count, `quantity “${text}” counts as ${count}`]);
  }
});

test('a row that names no card, or sums others up, is left out and counted', () => {
  const totals = ['Total', 'Grand Total:', 'Summe', 'Total général', '合計'];
  const sheet = sheetOf('Name,Set,Qty,Price', 'A,Harbour,3,1', ',,3,1', ...totals.map((name) => `${name},,3,1`));
  assert.deepEqual([sheet.rows.length, sheet.leftOut], [1, 6]);
  assert.deepEqual(askedOf('Name,Set', 'Total,Harbour', 'Total Eclipse,'), [
    { name: 'Total', expansion: 'Harbour', quantity: 1 },
    { name: 'Total Eclipse', quantity: 1 },
  ]);
});

test('a line that divides a table is no row', () => {
  const { rows, leftOut } = sheetOf('| Name | Qty |', '|---|:-:|', '| A | 2 |');
  assert.deepEqual([rows.map(({ asked }) => asked), leftOut], [[{ name: 'A', quantity: 2 }], 0]);
});

test('the head tells what separates the cells where a title stands above it', () => {
  for (const [title, sign] of [
    ['My cards', ';'],
    ['My cards, as of June, all of them', ';'],
    ['My cards; all', '\t'],
  ] as const) {
    const rows = ['Name|Nummer|Menge', 'A|4|2'].map((row) => row.replaceAll('|', sign));
    const { separator, rows: read } = sheetOf(title, ...rows);
    assert.deepEqual([separator, read[0]?.asked], [sign, { name: 'A', number: '4', quantity: 2 }]);
  }
});

test('who has the number of a slab has a graded card, and its grade where that is told', () => {
  for (const head of ['Cert #', 'BGS Grade', 'Certification Number', 'PSA Cert #', 'Cert No.']) {
    const { rows, isUnsure } = sheetOf(`Name,${head},Grade`, 'A,12345678,', 'A,12345678,PSA 9', 'A,,');
    assert.deepEqual(
      [isUnsure, ...rows.map(({ asked }) => asked.condition)],
      [false, 'graded', 'PSA 9', undefined],
      head,
    );
  }
});

test('a grade that no grader gives is the condition', () => {
  const grades = ['NM', 'Lightly Played', 'VG+', 'Mint', 'EX 5'];
  const rows = askedOf('Name,Grading', ...grades.map((grade) => `A,${grade}`));
  assert.deepEqual(
    rows.map(({ condition }) => condition),
    ['NM', 'Lightly Played', 'VG+', 'Graded Mint', 'Graded EX 5'],
  );
  const company = askedOf('Name,Grader,Grade,Condition', 'A,TAG,NM,', 'A,,NM,LP');
  assert.deepEqual(
    company.map(({ condition }) => condition),
    ['Graded TAG NM', 'LP'],
    'a grader beside it makes it a grade, and the condition that is stated counts',
  );
});

test('a copy that is not graded says nothing of its condition', () => {
  assert.deepEqual(askedOf('Name,Condition', 'A,Ungraded', 'B,NM'), [
    { name: 'A', quantity: 1 },
    { name: 'B', condition: 'NM', quantity: 1 },
  ]);
});
