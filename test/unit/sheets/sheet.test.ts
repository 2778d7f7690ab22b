/** Collectors' files: each app is recognised by its head line, and its rows ask what they say. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readSheet } from '../../../src/sheets/sheet.ts';
import { SheetFault } from '../../../src/sheets/sheet-fault.ts';

const sheetOf = (...lines: string[]) => readSheet(Buffer.from(lines.join('\r\n')));

/** A file of each app: its head line as it exports it, one row, and what that asks. */
const FILES: [dialect: string, lines: string[], asked: object][] = [
  [
    'TCGplayer app',
    [
      'Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,SKU',
      '2,"Vultwick (Secret)",Vultwick,Harbour of Wicks,002/058,HOW,Holofoil,Near Mint,English,Rare,42382,1',
    ],
    {
      name: 'Vultwick (Secret)',
      number: '002/058',
      expansion: 'Harbour of Wicks',
      lang: 'en',
      printing: 'Holofoil',
      condition: 'Near Mint',
      quantity: 2,
      external_id: 'tcgplayer:42382',
    },
  ],
  [
    'TCGplayer seller',
    [
      'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL',
      '"33350","Magic","Harbour of Wicks","Vultwick","","2/58","Rare","Lightly Played Foil","1.20","","","1.00","4","0","1.25",""',
    ],
    {
      name: 'Vultwick',
      number: '2/58',
      expansion: 'Harbour of Wicks',
      game: 'Magic',
      condition: 'Lightly Played Foil',
      quantity: 4,
    },
  ],
  [
    'Cardmarket',
    [
      'idArticle;idProduct;English Name;Local Name;Exp.;Exp. Name;Price;Language;Condition;Foil?;Signed?;Playset?;Altered?;Comments;Amount',
      '1;8211;Vultwick;Voutmèche;HOW;Harbour of Wicks;1.20;2;LP;X;;;;;3',
    ],
    {
      name: 'Vultwick',
      expansion: 'Harbour of Wicks',
      lang: 'fr',
      printing: 'foil',
      condition: 'Light Played',
      quantity: 3,
      external_id: 'cardmarket:8211',
    },
  ],
  [
    'ManaBox',
    [
      'Binder Name,Binder Type,Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency,Added',
      'Main,binder,Vultwick,HOW,Harbour of Wicks,2,etched,rare,1,93322,bb206e27,0.25,false,false,near_mint,zh_TW,USD,2026-08-05T06:32:32.234Z',
    ],
    {
      name: 'Vultwick',
      number: '2',
      expansion: 'Harbour of Wicks',
      lang: 'zh-tw',
      printing: 'etched',
      condition: 'near_mint',
      quantity: 1,
    },
  ],
  ...(['LOW,MID,MARKET', 'AVG,LOW,TREND'] as const).map((prices): [string, string[], object] => [
    'Dragon Shield web',
    [
      '"sep=,"',
      `Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,${prices}`,
      'Binder,4,0,Vultwick,HOW,Harbour of Wicks,2,LightPlayed,Foil,German,1.00,2026-01-01,1.00,2.00,3.00',
    ],
    {
      name: 'Vultwick',
      number: '2',
      expansion: 'Harbour of Wicks',
      lang: 'de',
      printing: 'Foil',
      condition: 'LightPlayed',
      quantity: 4,
    },
  ]),
  [
    'Dragon Shield app',
    [
      'Quantity,Name,CardNumber,Expansion Code,Expansion Name,PurchasePrice,Foil,Condition,Language,PurchaseDate,Single Current Price,Total Current Price',
      '4,Vultwick,2,HOW,Harbour of Wicks,1.00,Yes,NearMint,English,2026-01-01,1.00,4.00',
    ],
    {
      name: 'Vultwick',
      number: '2',
      expansion: 'Harbour of Wicks',
      lang: 'en',
      printing: 'foil',
      condition: 'NearMint',
      quantity: 4,
    },
  ],
  [
    'Cardmarket stock',
    [
      'idProduct;groupCount;price;idLanguage;condition;isFoil;isSigned;isAltered;isPlayset;isReverseHolo;isFirstEd;isFullArt;isUberRare;isWithDie',
      '8211;2;0.15;1;3;;;;;1;;;;',
    ],
    { lang: 'en', printing: 'reverse', condition: 'Excellent', quantity: 2, external_id: 'cardmarket:8211' },
  ],
  [
    'Moxfield',
    [
      '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified","Collector Number","Alter","Proxy","Purchase Price"',
      '"2","0","Vultwick","how","Lightly Played","English","foil","","2024-03-22 02:52:33.210000","2","False","False",""',
    ],
    {
      name: 'Vultwick',
      number: '2',
      expansion: 'how',
      lang: 'en',
      printing: 'foil',
      condition: 'Lightly Played',
      quantity: 2,
    },
  ],
  [
    'Archidekt',
    [
      'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number',
      '1,Vultwick,Normal,D,2025-01-15,JP,0.50,,Harbour of Wicks,how,123,abc-def,2',
    ],
    {
      name: 'Vultwick',
      number: '2',
      expansion: 'Harbour of Wicks',
      lang: 'ja',
      printing: 'Normal',
      condition: 'D',
      quantity: 1,
    },
  ],
  [
    'Deckbox',
    [
      'Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price',
      '1,1,Vultwick,Harbour of Wicks,how,2,Played,English,foil,,,,,,,,,,$0.00',
    ],
    {
      name: 'Vultwick',
      number: '2',
      expansion: 'Harbour of Wicks',
      lang: 'en',
      printing: 'foil',
      condition: 'Moderately Played',
      quantity: 1,
    },
  ],
  [
    'Collectr',
    [
      'Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,Average Cost Paid,Quantity,Market Price (As of 2026-07-19),Price Override,Watchlist,Date Added,Notes',
      'Main,Pokemon,Harbour of Wicks,Vultwick,2/58,Rare,Reverse Holofoil,Ungraded,Near Mint,0,1,7.12,0,false,2026-01-24,',
    ],
    {
      name: 'Vultwick',
      number: '2/58',
      expansion: 'Harbour of Wicks',
      game: 'Pokemon',
      printing: 'Reverse Holofoil',
      condition: 'Near Mint',
      quantity: 1,
    },
  ],
  [
    'columns by name',
    ['Card,Set,No.,Qty', 'Vultwick,fl1,2,2'],
    { name: 'Vultwick', number: '2', expansion: 'fl1', quantity: 2 },
  ],
  ['columns by name', ['external_id;quantity', 'fl1-2;2'], { external_id: 'fl1-2', quantity: 2 }],
];

suite("collectors' files", () => {
  for (const [dialect, lines, asked] of FILES) {
    test(`${dialect}: recognised by its head line, its row asks what it says`, () => {
      const sheet = sheetOf(...lines);
      assert.equal(sheet.dialect, dialect);
      assert.deepEqual(
        sheet.rows.map((row) => row.asked),
        [asked],
      );
      assert.equal(sheet.rows[0]?.line, lines.length);
      const { note } = sheet.rows[0] ?? assert.fail();
      const { lang = 'en' } = asked as { lang?: string };
      if (lang === 'en') assert.equal(note, null);
      else assert.match(note ?? '', /the price is the card's, whatever its language/);
    });
  }

  test('what a seller adds to none is counted', () => {
    const head = 'TCGplayer Id,Product Line,Product Name,Total Quantity,Add to Quantity';
    const { rows, leftOut } = sheetOf(head, '1,G,a,0,5', '1,G,b,4,0', '1,G,c,0,0', '1,G,d,,2');
    assert.deepEqual([rows.map(({ asked }) => asked.quantity), leftOut], [[5, 4, 2], 1]);
  });

  test('a quotation mark that swallows lines is refused with the line that it opens in', () => {
    for (const text of [
      'Name,Qty\r\na,1\r\n"b,2\r\nc,3\r\n',
      'Name,Qty\na,1\n"b,2\n"c",3\n',
      'Name,Qty\n"two\nlines",1\n"b',
    ]) {
      const line = text.includes('two') ? 4 : 3;
      assert.throws(
        () => readSheet(Buffer.from(text)),
        (fault) => fault instanceof SheetFault && fault.message.includes(`line ${line} `),
      );
    }
  });

  test('a text that no look-up takes is left out and told, so that a list never fails on it', () => {
    const { asked, note } = sheetOf('Name,Set', `a,${'é'.repeat(301)}`).rows[0] ?? assert.fail();
    assert.deepEqual(asked, { name: 'a', quantity: 1 });
    assert.match(note ?? '', /expansion of more than 300/);
  });

  test('languages are known by name and code, with or without a region; what is none is not asked', () => {
    const rows = (lang: string, own?: string[]) => readSheet(Buffer.from(`Name;Language\na;${lang}`), own).rows;
    for (const [text, lang, note] of [
      ['en-us', 'en', null],
      ['eng', 'en', null],
      ['English (US)', 'en', null],
      ['Any', undefined, null],
      ['n/a', undefined, null],
      ['-', undefined, null],
      ['Portuguese (Brazil)', 'pt', /^in Portuguese: the price is the card's/],
      ['pt_BR', 'pt', /whatever its language/],
      ['Chinese (Traditional)', 'zh-tw', /whatever its language/],
      ['zh-CN', 'zh-cn', /whatever its language/],
      ['Español', 'es', /whatever its language/],
      ['Klingon', undefined, /^language “Klingon” is not known$/],
      ['constructor', undefined, /not known/],
    ] as const) {
      const [row] = rows(text);
      assert.equal(row?.asked.lang, lang, text);
      if (note === null) assert.equal(row?.note, null, text);
      else assert.match(row?.note ?? '', note);
    }
    assert.equal(rows('French', ['fr'])[0]?.note, null, "the catalog's own");
    assert.match(rows('English', ['fr'])[0]?.note ?? '', /whatever its language/);
  });

  test('columns may stand in any order, and others beside them', () => {
    const sheet = sheetOf('Note,Variance,Card Number,Set,Product Name,Quantity', 'x,Normal,2,Harbour,Vultwick,3');
    assert.equal(sheet.dialect, 'Collectr');
    assert.deepEqual(sheet.rows[0]?.asked, {
      name: 'Vultwick',
      number: '2',
      expansion: 'Harbour',
      printing: 'Normal',
      quantity: 3,
    });
  });

  test('rows of none are left out and counted; a quantity that is none is taken as 1, and told', () => {
    const sheet = sheetOf('Name,Quantity', 'a,0', 'b,two', 'c,2.0', 'd,', 'e,1.000');
    assert.equal(sheet.leftOut, 1);
    assert.deepEqual(
      sheet.rows.map(({ asked, note }) => [asked.name, asked.quantity, note === null]),
      [
        ['b', 1, false],
        ['c', 2, true],
        ['d', 1, true],
        ['e', 1, false],
      ],
    );
  });

  test('a playset is four, and a grade is asked as the condition, which has no price', () => {
    const playset = sheetOf('idProduct;English Name;isPlayset;Amount', '8211;Vultwick;1;2');
    assert.equal(playset.rows[0]?.asked.quantity, 8);
    const graded = sheetOf('Product Name,Card Number,Variance,Grade', 'Vultwick,2,Normal,PSA 10');
    assert.equal(graded.rows[0]?.asked.condition, 'PSA 10');
    for (const company of ['Grading Company', 'Grade Company']) {
      const graders = sheetOf(`Name,Condition,${company},Grade`, 'Vultwick,NM,BGS,9.5', 'Vultwick,NM,,');
      assert.deepEqual(
        graders.rows.map(({ asked }) => asked.condition),
        ['BGS 9.5', 'NM'],
      );
    }
  });

  test('a proxy is told as a printing, in the column that apps have for it', () => {
    const head =
      'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,Purchase Price';
    const { dialect, rows, unread } = sheetOf(
      head,
      '1,,Vultwick,HOW,NM,English,,,,2,False,True,',
      '1,,Vultwick,HOW,NM,English,,,,2,False,False,',
    );
    assert.deepEqual(
      [dialect, unread, rows.map(({ asked }) => asked.printing)],
      ['Moxfield', [], ['proxy', undefined]],
    );
  });

  test('a copy that is signed, altered or misprinted is told as a printing, whatever wrote the file', () => {
    const told = (head: string, ...rows: string[]) => {
      const sheet = sheetOf(head, ...rows);
      assert.deepEqual(sheet.unread, [], head);
      return sheet.rows.map(({ asked }) => asked.printing);
    };
    const manabox = 'Name,Set code,Set name,Collector number,Foil,Quantity,Misprint,Altered';
    assert.deepEqual(
      told(
        manabox,
        'Vultwick,HOW,Harbour,2,foil,1,true,false',
        'Vultwick,HOW,Harbour,2,,1,false,true',
        'A,B,C,1,,1,false,false',
      ),
      ['foil misprint', 'altered', undefined],
    );
    assert.deepEqual(told('idProduct;groupCount;isSigned;isAltered', '8211;1;1;0', '8211;1;0;'), ['signed', undefined]);
    assert.deepEqual(told('amount,card_name,is_foil,is_signed,is_altered', '1,Vultwick,0,1,0', '1,Vultwick,0,0,0'), [
      'signed',
      undefined,
    ]);
    assert.deepEqual(told('Name,Signed', 'Vultwick,yes', 'Vultwick,no'), ['signed', undefined]);
  });

  test('a yes in German is one, a currency is left aside, and a language by number is told by its name', () => {
    const foil = sheetOf('Name;Folie', 'Vultwick;Ja', 'Vultwick;Nein').rows.map(({ asked }) => asked.printing);
    assert.deepEqual(foil, ['foil', undefined]);
    const { rows, unread } = sheetOf('idProduct;groupCount;idLanguage;Currency Code', '8211;1;3;EUR', '8211;1;1;EUR');
    assert.deepEqual(
      [unread, rows.map(({ note }) => note)],
      [[], ["in German: the price is the card's, whatever its language", null]],
    );
    assert.deepEqual(sheetOf("Name,Quantity X,Collector's number,Currency", 'Vultwick,2x,4,USD').unread, []);
  });

  test('what is no list is refused in a sentence', () => {
    for (const [text, why] of [
      ['', /empty/],
      ['one,two\n1,2', /columns/],
      ['number\n4', /columns/],
      ['PK\u0003\u0004\u0000', /CSV/],
    ] as const) {
      assert.throws(
        () => readSheet(Buffer.from(text)),
        (fault) => fault instanceof SheetFault && why.test(fault.message),
      );
    }
  });

  test('cells that are named like what every object has stay text', () => {
    const sheet = sheetOf(
      'Count,Tradelist Count,Name,Edition,Card Number,Condition',
      '1,,constructor,__proto__,toString,constructor',
    );
    assert.equal(sheet.rows[0]?.asked.condition, 'constructor');
  });

  test("an order's row holds the rows of its articles", () => {
    const { dialect, rows, isUnsure, unread } = sheetOf(
      'OrderID;Username;Name;Street;City;Country;Is Professional;VAT Number;Date of Purchase;Article Count;Merchandise Value;Shipment Costs;Total Value;Commission;Currency;Description;Product ID;Localized Product Name',
      '1;u;N;s;c;DE;;;2026-01-03;3;4,00;1,00;5,00;0,15;EUR;2x Vultwick (Harbour of Wicks) - 58 - Common - EX - German - 1,50 EUR | 1x Brindle (Harbour of Wicks) - NM - 1,00 EUR;1 | 2;Vultwick | Brindle',
    );
    assert.deepEqual([dialect, isUnsure, unread], ['Cardmarket orders', false, []]);
    const at = { expansion: 'Harbour of Wicks' };
    const vultwick = { ...at, name: 'Vultwick', number: '58', printing: 'Common', condition: 'EX', lang: 'de' };
    assert.deepEqual(
      rows.map(({ asked }) => asked),
      [
        { ...vultwick, quantity: 2 },
        { ...at, name: 'Brindle', condition: 'NM', quantity: 1 },
      ],
    );
  });

  test('a series stands for a set where there is none, and other words for a count', () => {
    const [row] = sheetOf('Name,Series,Collector,State,How many', 'Vultwick,Harbour of Wicks,4/58,LP,3').rows;
    const asked = { name: 'Vultwick', expansion: 'Harbour of Wicks', number: '4/58', condition: 'LP', quantity: 3 };
    assert.deepEqual(row?.asked, asked);
    const [both] = sheetOf('Name,Series,Set', 'Vultwick,Wicks,Harbour of Wicks').rows;
    assert.equal(both?.asked.expansion, 'Harbour of Wicks');
  });
});
