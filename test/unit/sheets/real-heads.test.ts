/** Heads as apps write them, copied from files that people have exported: the app is known, and every column is read. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ListedRow } from '../../../src/lookup/listed-row.ts';
import { readSheet } from '../../../src/sheets/sheet.ts';

const MANABOX = 'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price';
const ID = 'd99a9a7d-d9ca-4c11-80ab-e39d5943a315';
const GATHERER = 'Name,Type,Color,Rarity,Author,Power,Toughness,Mana cost,Converted mana cost,Count,Foil count';
const GATHERER_END = 'Comments,To trade,Condition,Grading,Languages,TCG ID,Cardmarket ID';
const SORTED = 'Card Name,Set Code,Set Name,Card Number,Condition,Printing,Rarity,Language,Price Bought,Date Bought';
const SORTED_END =
  'Parent List Type,Parent List Name,Current Price (tcgplayer_marketsellprice),List Cover Image,Parent List Cover Image';

/** @param asked what the row asks, beside what is not tried; of several rows that of the first, with their quantities */
const FILES: readonly (readonly [
  dialect: string,
  head: string,
  row: string,
  asked: ListedRow,
  quantities?: number[],
])[] = [
  [
    'ManaBox',
    `Binder Name,Binder Type,${MANABOX},Misprint,Altered,Condition,Language,Purchase price currency`,
    `Box,binder,A,HOW,Harbour,2,foil,rare,3,1,${ID},0.1,false,false,near_mint,en,EUR`,
    { expansion: 'Harbour', number: '2', printing: 'foil', external_id: ID, quantity: 3 },
  ],
  [
    'ManaBox',
    `${MANABOX},Misprint,Altered,Signed,Condition,Language,Proxy,Purchase price currency,Added`,
    `A,HOW,Harbour,2,normal,rare,1,1,${ID},0.1,false,false,false,near_mint,ja,false,EUR,2026-07-11T18:44:33.509Z`,
    { expansion: 'Harbour', lang: 'ja', printing: 'normal' },
  ],
  [
    'Moxfield',
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified","Collector Number","Alter","Proxy","Purchase Price"',
    '"1","0","A","how","Near Mint","English","etched","","2025-07-28 11:08:05.310000","2","False","False",""',
    { expansion: 'how', printing: 'etched' },
  ],
  [
    'Cardsphere',
    'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Scryfall ID,Last Modified',
    `2,0,A,Harbour,Near Mint,English,foil,,${ID},2026-01-01`,
    { expansion: 'Harbour', external_id: ID, quantity: 2 },
  ],
  [
    'Archidekt',
    'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,MTGO ID,Collector Number,Mana Value,Colors,Identities,Mana cost,Types,Sub-types,Super-types,Rarity,Price (Card Kingdom),Price (TCG Player),Price (Star City Games),Price (Card Hoarder),Price (Card Market),Scryfall Oracle ID',
    `1,A,Foil,NM,2026-06-08,EN,,,Harbour,how,0,${ID},0,2,1,W,W,{W},Creature,,,rare,1,1,1,1,1,x`,
    { expansion: 'Harbour', number: '2', external_id: ID },
  ],
  [
    'Archidekt deck',
    'quantity,card name,edition name,edition code,category,secondary categories,label,modifier,collector number,salt,color,cmc,rarity,scryfall ID,types,price,collection status,card text',
    `1,A,Harbour,how,Ramp,,,Foil,2,0.1,W,1,rare,${ID},Creature,1,Owned,x`,
    { expansion: 'Harbour', printing: 'Foil', external_id: ID },
  ],
  [
    'PSA',
    'Cert Number,Item,Grade,My Cost,My Value',
    '12345678,2000 WICKS HARBOUR #4 VULTWICK-HOLO,NM-MT 8,200,700',
    { name: '2000 WICKS HARBOUR #4 VULTWICK-HOLO', condition: 'Graded NM-MT 8' },
  ],
  [
    'PSA',
    'Cert #,Year,Brand/Title,Subject,Card Number,Variety/Pedigree,Grade',
    '12345678,2000,WICKS HARBOUR,VULTWICK-HOLO,4,1ST EDITION,PSA 8',
    { name: 'VULTWICK-HOLO', expansion: 'WICKS HARBOUR', number: '4', printing: '1ST EDITION', condition: 'PSA 8' },
  ],
  [
    'LigaMagic',
    'Edicao (PTBR),Edicao (EN),Edicao (Sigla),Card (PT),Card (EN),Quantidade,Qualidade (M NM SP MP HP D),Idioma (BR EN DE ES FR IT JP KO RU TW),Raridade (M R U C),Cor (W U B R G M A L),Extras (Foil Promo Assinada Tapped Pre-Release),Card #',
    'Porto,Harbour,HOW,B,A,2,SP,BR,R,U,Foil,4',
    { name: 'A', expansion: 'Harbour', number: '4', condition: 'SP', lang: 'pt', printing: 'Foil', quantity: 2 },
  ],
  [
    'Deckbox',
    'Count,Tradelist Count,Decks Count Built,Decks Count All,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price,Type,Cost,Rarity,Price,Image URL,Last Updated,TcgPlayer ID,Scryfall ID',
    `2,0,0,0,A,Harbour,how,2,Near Mint,English,,,,,,,,1,,,,Creature,{W},rare,$1,,,42382,${ID}`,
    { expansion: 'Harbour', number: '2', external_id: 'tcgplayer:42382' },
  ],
  [
    'TCGplayer app',
    'Quantity,Name,Simple Name,Set,Card Number,Set Code,External ID,Printing,Condition,Language,Rarity,Product ID,SKU,Price,Price Each',
    '1,A (Showcase),A,Harbour,2,HOW,0,Foil,Near Mint,English,Rare,42382,1,$2.00,$2.00',
    { name: 'A (Showcase)', external_id: 'tcgplayer:42382' },
  ],
  [
    'Dragon Shield web',
    'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET',
    'Box 1,2,0,A,HOW,Harbour,2,NearMint,Rainbow Foil,English,1.00,2026-01-01,1,2,3',
    { expansion: 'Harbour', printing: 'Rainbow Foil', condition: 'NearMint' },
  ],
  [
    'Sorted',
    `List Type,List Name,Collection,Format,Board,Quantity,${SORTED},${SORTED_END}`,
    'Folder,Box,,,,2,A,HOW,Harbour,2,LightPlayed,Foil,rare,jp,1,2026-01-01,,,1,,',
    { expansion: 'Harbour', lang: 'ja', quantity: 2 },
  ],
  [
    'TopDecked',
    'QUANTITY,"NAME",SETCODE,"SETNAME","COLLECTOR NUMBER",FINISH,PRICE,RARITY,ID,ACQUIRED DATE,ACQUIRED PRICE,LANG,PRICE SALE,SIGNING,ALTERATION,CONDITION,NOTES,TAGS',
    `1,"A",how,"Harbour",2,etched,€1.00,rare,${ID},Fri May 15 2026,,en,,,,near_mint,,`,
    { expansion: 'Harbour', external_id: ID, printing: 'etched' },
  ],
  [
    'Helvault',
    'cmc,collector_number,color_identity,colors,estimated_price,extras,language,mana_cost,name,oracle_id,quantity,rarity,scryfall_id,set_code,set_name,type_line',
    `1,2,W,W,0.1,etchedFoil,en,{W},A,x,4,rare,${ID},how,Harbour,Creature`,
    { expansion: 'Harbour', printing: 'etchedFoil', external_id: ID, quantity: 4 },
  ],
  ['Helvault', 'extras,language,name,quantity,scryfall_id', `foil,de,A,1,${ID}`, { printing: 'foil', external_id: ID }],
  [
    "Urza's Gatherer",
    `${GATHERER},Special foil count,Price,Foil price,Number,Set,Set code,ID,Multiverse ID,${GATHERER_END},Scryfall ID`,
    `A,Creature,White,Rare,X,1,1,(W),1,4,1,0,1.00€,2.00€,2,Harbour,HOW,7,8,,0,1xGood,,,42382,0,${ID}`,
    { expansion: 'Harbour', condition: 'Good', printing: 'normal', external_id: 'tcgplayer:42382' },
    [3, 1],
  ],
  [
    'CubeCobra',
    'name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,board,maybeboard,image URL,image Back URL,tags,Notes,MTGO ID,Custom,Voucher,Artist',
    'A,1,Artifact,,how,263,uncommon,null,Not Owned,Non-foil,mainboard,false,,,,,12345,false,false,X',
    { expansion: 'how', number: '263', printing: 'Non-foil' },
  ],
  [
    'Decked Builder',
    'Total Qty,Reg Qty,Foil Qty,Card,Set,Mana Cost,Card Type,Color,Rarity,Mvid,Single Price,Single Foil Price,Total Price,Price Source,Notes',
    '3,2,1,A,Harbour,XBB,Sorcery,Black,Rare,214061,1.00,6.25,7.25,cardshark,',
    { name: 'A', printing: 'normal' },
    [2, 1],
  ],
  [
    'EchoMTG',
    'Reg Qty,Foil Qty,Name,Set,Rarity,Acquired,Language,Date Acquired,Set Code,Collector Number,Condition,Marked as Trade,note,echo_inventory_id,tcgid,echoid',
    '0.0,1.0,A,Harbour,Rare,,EN,,HOW,0117,NM,0.0,frame,,,',
    { number: '0117', printing: 'foil', quantity: 1 },
  ],
  ['EchoMTG', 'Reg Qty,Foil Qty,Name,Set,Acquired,Language', '2,3,A,Harbour,$1.00,', { printing: 'normal' }, [2, 3]],
  [
    'Deckstats',
    'amount,card_name,is_foil,is_pinned,is_signed,set_id,set_code,collector_number,language,condition,comment,added',
    '2,A,1,0,0,5,HOW,2,en,NM,,',
    { expansion: 'HOW', printing: 'foil', quantity: 2 },
  ],
  [
    'MTGO',
    'Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation',
    '"A",4,7333,Common,MI,194/350,Yes,No,0',
    { number: '194/350', printing: 'foil', quantity: 4 },
  ],
  [
    'MTGGoldfish',
    'Card,Set ID,Set Name,Quantity,Foil,Variation,Collector Number,Scryfall ID',
    'A,HOW,Harbour,1,regular,"243",,',
    { expansion: 'Harbour', printing: 'regular 243' },
  ],
  ['MTGGoldfish', 'Card,Set ID,Set Name,Quantity,Foil', 'A,HOW,"",4,""', { expansion: 'HOW', quantity: 4 }],
  [
    'TappedOut',
    'Qty,Name,Set,Set Number,Foil,Alter,Signed,Condition,Languange,Proxy',
    '1,A,HOW,2,-,-,-,NM,EN,-',
    { expansion: 'HOW', number: '2', lang: 'en' },
  ],
  [
    'CardCastle',
    'Card Name,Set Name,Condition,Foil,Language,Multiverse ID,JSON ID,Price USD',
    'A,Harbour,NM,true,English,1,x,1.00',
    { expansion: 'Harbour', printing: 'foil' },
  ],
  [
    'Delver Lens',
    "QuantityX;Name;Edition;Edition code;Collector's number;Foil;Condition;Language",
    '2x;A;Harbour;how;2;Foil;NM;',
    { expansion: 'Harbour', number: '2', printing: 'Foil', quantity: 2 },
  ],
  [
    'PriceCharting',
    'id,console-name,product-name,loose-price,cib-price,new-price,graded-price,box-only-price,manual-only-price,bgs-10-price,condition-17-price,gamestop-price,gamestop-trade-price,retail-loose-buy,retail-loose-sell,retail-cib-buy,upc,sales-volume,genre,tcg-id,asin,epid,release-date',
    '7,Pokemon Base Set,A #4,$1,,,$9,,,,,,,,,,,5,Pokemon Card,42382,,,1999-01-09',
    { name: 'A #4', expansion: 'Pokemon Base Set', external_id: 'tcgplayer:42382' },
  ],
  [
    'YGOPRODeck',
    'cardname,cardq,cardrarity,cardcondition,card_edition,cardset,cardcode,cardid',
    'A,2,Ultra Rare,Near Mint,Unlimited,Harbour,HOW-002,46986414',
    { number: 'HOW-002', printing: 'Ultra Rare Unlimited', quantity: 2, condition: 'Near Mint' },
  ],
  [
    'Pocket tracker',
    'Id,CardName,InternalId,NumberOwned,Expansion,Pack,Rarity,Collected',
    'A1-1,A,65600,2,A1,Mewtwo,◊,true',
    { external_id: 'A1-1', expansion: 'A1', quantity: 2 },
  ],
  [
    'Dreamborn',
    'Normal,Foil,Name,Set,Card Number,Color,Rarity,Price,Foil Price',
    '0,3,"A - B",001,115,Ruby,Legendary,$1.00,$2.00',
    { expansion: '001', number: '115', printing: 'foil', quantity: 3 },
  ],
  ['DotGG', 'Normal,Foil,Name,Set,Number', '3,1,"A - B","001","001"', { number: '001' }, [3, 1]],
  ['DotGG', 'CardId,Normal,Foil,Name,Set', '001-042,3,0,"A","Harbour"', { number: '042', expansion: 'Harbour' }],
  ['DotGG', 'CardId,Normal,Foil,Name,Set', '"HOW-001",3,0,"A","Harbour"', { number: 'HOW-001', quantity: 3 }],
  [
    'CardNexus',
    'totalQtyOwned,name,printNumber,finish,variant,expansion,language,condition,rarity,price',
    '3,A,001,Standard,,Harbour,fr,Near Mint,common,1',
    { number: '001', expansion: 'Harbour', lang: 'fr', quantity: 3 },
  ],
  [
    'Collectr',
    'Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,Average Cost Paid,Quantity,Market Price (As of 2026-07-07),Price Override,Watchlist,Date Added,Notes',
    'Main,One Piece,Harbour,A (119) (Parallel),OP13-119,SEC,Foil,SGC 9,Near Mint,0,1,3.88,0,FALSE,6/30/2026,',
    { game: 'One Piece', number: 'OP13-119', condition: 'SGC 9' },
  ],
  [
    'Cardmarket',
    'idArticle;idProduct;English Name;Local Name;Exp.;Exp. Name;Language;Condition;isFoil;isSigned;isPlayset;isAltered;Comments;Amount;Price',
    '1;904772;A;Ä;HOW;Harbour;1;EX;;;1;;;1;2.50',
    { external_id: 'cardmarket:904772', condition: 'EX', quantity: 4 },
  ],
];

suite('heads as apps write them', () => {
  for (const [dialect, head, row, asked, quantities] of FILES) {
    test(`${dialect}, ${head.split(/[,;]/).length} columns`, () => {
      const { rows, ...sheet } = readSheet(Buffer.from(`${head}\r\n${row}\r\n`));
      assert.deepEqual([sheet.dialect, sheet.unread, sheet.isUnsure], [dialect, [], false]);
      const [first] = rows;
      const told = Object.fromEntries(
        Object.keys(asked).map((field) => [field, Reflect.get(first?.asked ?? {}, field)]),
      );
      assert.deepEqual(told, asked);
      if (quantities !== undefined)
        assert.deepEqual(
          rows.map((each) => each.asked.quantity),
          quantities,
        );
      assert.equal(first?.line, 2);
    });
  }
});
