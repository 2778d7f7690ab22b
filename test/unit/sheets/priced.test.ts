/** A priced list: amounts by quantity, totals by currency and condition, and the file that is given back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from '../../../src/sheets/csv.ts';
import { type Answered, pricedCsv, pricedRows, remarkOf, surenessOf, totalsOf } from '../../../src/sheets/priced.ts';
import { readSheet } from '../../../src/sheets/sheet.ts';

const answered = (change: Partial<Answered> = {}): Answered => ({
  confidence: 0.9999,
  product: null,
  card: { id: 'fl1-2', name: 'Vultwick', number: '2', expansion: { name: 'Harbour of Wicks' } },
  variant: { type: 'holo', subtype: null, size: 'standard', stamps: ['staff', '1st-edition'], foil: null },
  usd_market: { condition: 'NM', market: 2895 },
  eur_market: { price_kind: 'plain', trend: 2660, trend_holo: 2117 },
  is_certain: true,
  is_variant_certain: true,
  condition: 'NM',
  quantity: 1,
  problem: null,
  candidates: [],
  ...change,
});

const nothing = answered({
  card: null,
  variant: null,
  usd_market: null,
  eur_market: null,
  is_certain: false,
  is_variant_certain: false,
  confidence: 0,
});

const sheet = readSheet(Buffer.from('Name;Qty;Mine\nVultwick;2;"a;b"\nVultwick;3\nNobody;2;x\nWorn;1\n'));
const rows = pricedRows(sheet, [
  answered({ quantity: 2 }),
  answered({ quantity: 3, condition: 'LP', eur_market: { price_kind: 'holo', trend: 1, trend_holo: 2117 } }),
  nothing,
  answered({ condition: null, usd_market: null }),
]);

test('totals are by condition, the best first, and of all, with quantity; what has no price is counted', () => {
  assert.deepEqual(totalsOf(rows), [
    { condition: 'NM', cards: 4, usd: 5790, eur: 5320, withoutUsd: 2, withoutEur: 2, asNm: 0 },
    { condition: 'LP', cards: 3, usd: 8685, eur: 6351, withoutUsd: 0, withoutEur: 0, asNm: 3 },
    { condition: 'unknown', cards: 1, usd: 0, eur: 2660, withoutUsd: 1, withoutEur: 0, asNm: 0 },
    { condition: 'all', cards: 8, usd: 14475, eur: 14331, withoutUsd: 3, withoutEur: 2, asNm: 3 },
  ]);
});

test('the file given back has its own columns, then what was found, separated as it was', () => {
  const { separator, rows: written } = readCsv(pricedCsv(sheet, rows));
  assert.equal(separator, ';');
  const [head, first, , none] = written.map(({ cells }) => cells);
  assert.deepEqual(head?.slice(0, 5), ['Name', 'Qty', 'Mine', 'card_id', 'card']);
  const found = Object.fromEntries((head ?? []).map((name, at) => [name, first?.[at]]));
  assert.deepEqual(
    [found.Mine, found.card_id, found.card_printing, found.usd, found.usd_total, found.eur_total, found.sure],
    ['a;b', 'fl1-2', 'holo:1st-edition+staff', '28.95', '57.90', '53.20', 'certain'],
  );
  assert.deepEqual(none?.slice(0, 4), ['Nobody', '2', 'x', '']);
  assert.equal(none?.length, head?.length);
});

test('a word says how sure an answer is', () => {
  const candidates = [{ card: { id: 'a' } }, { card: { id: 'b' } }];
  assert.deepEqual(
    [
      answered(),
      answered({ is_variant_certain: false, candidates }),
      answered({ is_certain: false, is_variant_certain: false, candidates }),
      { ...nothing, candidates },
      nothing,
    ].map(surenessOf),
    ['certain', 'printing open', 'likely', 'unclear', 'not found'],
  );
});

test('more of a card than a look-up takes is counted as the list has it, and told', () => {
  const listed = readSheet(Buffer.from('idProduct;English Name;isPlayset;Amount\n8211;Vultwick;1;400000'));
  const priced = pricedRows(listed, [answered({ quantity: null, problem: 'Its quantity is too large.' })]);
  assert.equal(priced[0]?.quantity, 1_600_000);
  assert.match(priced.map(remarkOf).join(), /too large/);
});

test('no row is certain of a list with a column that was not read and may tell another card', () => {
  const { rows: read } = sheet;
  const [first] = pricedRows({ rows: read, isUnsure: true }, [answered()]);
  assert.equal(first && surenessOf(first.answer), 'likely');
});
