/** Products found by number or name: a product is a card's where it may be no other's, and a printing's the only one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Game } from '../../../src/games/game.ts';
import { GAMES } from '../../../src/games/games.ts';
import { findAtCardmarket, findAtTcgplayer } from '../../../src/ingest/matching/found/found-products.ts';
import { viewOf } from '../../../src/ingest/matching/links/market-view.ts';
import type { TcgcsvProduct } from '../../../src/upstream/markets/tcgcsv.ts';
import { card, variant } from './claiming.ts';

const GROUPS = [
  { group_id: 1, name: 'Harbour' },
  { group_id: 2, name: 'Harbour (Anniversary Edition)' },
  { group_id: 3, name: 'What TCGplayer calls it' },
];

const product = (product_id: number, number: string | null, rarity: string | null, over: Partial<TcgcsvProduct> = {}) =>
  ({
    product_id,
    group_id: 1,
    name: 'Bell',
    sealed: false,
    number,
    rarity,
    shown: null,
    ...over,
  }) satisfies TcgcsvProduct;

const printing = (subtype: string, over: Parameters<typeof variant>[0] = {}) =>
  variant({ subtype, tp: null, cm: null, ...over });

const bell = (variants: ReturnType<typeof variant>[], number = 'HAR-EN001') =>
  card('HAR-EN001', variants, { name: 'Bell', number });

const NEVER = () => false;

function found(
  cards: ReturnType<typeof card>[],
  products: TcgcsvProduct[],
  game: Game = GAMES.yugioh,
  isLeft: (expansionId: string, fault: string | undefined) => boolean = NEVER,
) {
  const view = viewOf({ ...game, name: 'game', idPrefix: '', languages: ['en'] }, cards, new Map([['e1', 'Harbour']]));
  const before = view.digest;
  const marketProducts = findAtTcgplayer(view, GROUPS, products, isLeft);
  return {
    view,
    isSeen: view.digest !== before,
    products: [...marketProducts.values()].flatMap((of) => [...of.values()]),
    ids: view.cards.flatMap(({ variants }) => variants.map(({ external_ids }) => external_ids.tcgplayer)),
  };
}

test('by number, rarity and name, in whatever spelling; the view sees the catalog as if it had named them', () => {
  const { ids, isSeen } = found(
    [bell([printing('ultra-rare'), printing('collectors-rare'), printing('short-print')])],
    [
      product(5, 'har-en001', 'Ultra Rare', { name: 'Bell (Ultra Rare)' }),
      product(6, 'HAR-EN001', "Collector's Rare", { group_id: 3 }),
      product(7, 'HAR-EN001', 'Common / Short Print'),
      product(8, 'HAR-EN002', 'Ultra Rare'),
      product(9, 'HAR-EN001', 'Secret Rare'),
      product(10, null, null),
    ],
  );
  assert.deepEqual(ids, [5, 6, 7]);
  assert.ok(isSeen);
});

test('of one number and rarity in two sets the group tells which it is', () => {
  const { ids } = found(
    [bell([printing('rare', { stamps: ['anniversary-edition'] }), printing('rare')])],
    [product(5, 'HAR-EN001', 'Rare'), product(6, 'HAR-EN001', 'Rare', { group_id: 2 })],
  );
  assert.deepEqual(ids, [6, 5]);
  assert.deepEqual(found([bell([printing('rare')])], [product(6, 'HAR-EN001', 'Rare', { group_id: 2 })]).ids, [null]);
});

test('what may be several is none: two products for a printing, two cards for a marketplace product, another name', () => {
  const two = [product(5, 'HAR-EN001', 'Rare'), product(6, 'HAR-EN001', 'Rare', { group_id: 3 })];
  assert.deepEqual(found([bell([printing('rare')])], two).ids, [null]);
  const other = product(5, 'HAR-EN001', 'Rare', { name: 'Bellows' });
  assert.deepEqual(found([bell([printing('rare')])], [other]).ids, [null]);
  const twins = [bell([printing('rare')]), { ...bell([printing('rare')]), id: 'HAR-EN01' }];
  assert.deepEqual(found(twins, [product(5, 'HAR-EN001', 'Rare')]).ids, [null, null]);
});

test("a marketplace product that the lists no longer hold stays; one that turns out to be another's is given up", () => {
  const was = (tp: number) => [bell([printing('rare', { tp })])];
  assert.deepEqual(found(was(9), []).ids, [9]);
  assert.deepEqual(found(was(9), [product(9, 'HAR-EN001', 'Secret Rare')]).products, [null]);
  assert.deepEqual(found(was(9), [product(9, 'HAR-EN001', 'Secret Rare'), product(5, 'HAR-EN001', 'Rare')]).ids, [5]);
  const same = found(was(5), [product(5, 'HAR-EN001', 'Rare')]);
  assert.deepEqual(same.products, []);
  assert.ok(!same.isSeen);
});

test('lists by which most printings of an expansion are no product any more say so of it, and change nothing there if told so', () => {
  const cards = (count: number) =>
    Array.from({ length: 6 }, (_, at) => ({
      ...bell([printing('rare', { tp: at < 5 ? 10 + at : null })], `HAR-EN00${at}`),
      id: `HAR-${at}`,
      lost: at < count,
    }));
  const listed = (count: number) =>
    cards(count).map(({ number, lost }, at) => product(10 + at, number, lost ? 'Secret Rare' : 'Rare'));
  const said: unknown[] = [];
  const isLeft = (isSaid: boolean) => (expansionId: string, fault: string | undefined) => {
    said.push([expansionId, fault]);
    return isSaid;
  };
  assert.deepEqual(found(cards(3), listed(3), GAMES.yugioh, isLeft(true)).ids, [10, 11, 12, 13, 14, null]);
  assert.deepEqual(found(cards(3), listed(3), GAMES.yugioh, isLeft(false)).ids, [null, null, null, 13, 14, 15]);
  found(cards(2), listed(2), GAMES.yugioh, isLeft(false));
  const fault = 'by the product lists 3 of 5 printings of Harbour are no product any more, or another';
  assert.deepEqual(said, [
    ['e1', fault],
    ['e1', fault],
    ['e1', undefined],
  ]);
});

test('a printing that no longer comes finds nothing, and a game whose catalog names the marketplace products is left alone', () => {
  const missing = [bell([printing('rare', { is_missing: true })])];
  assert.deepEqual(found(missing, [product(5, 'HAR-EN001', 'Rare')]).ids, [null]);
  assert.deepEqual(found([bell([printing('rare')])], [product(5, 'HAR-EN001', 'Rare')], GAMES.pokemon as never).ids, [
    null,
  ]);
});

test("a marketplace product that is several printings of one card is all of them: which row speaks for which is the matching's", () => {
  const commons = [printing('common'), printing('short-print')];
  assert.deepEqual(found([bell(commons)], [product(5, 'HAR-EN001', 'Common / Short Print')]).ids, [5, 5]);
});

/** Five cards of an expansion, and what Cardmarket lists; ids of the printings by card. */
function atCardmarket(names: string[], products: [id: number, group: number, name: string][], game = GAMES.yugioh) {
  const cards = names.map((name, at) =>
    card(`HAR-${at}`, [printing('rare')], {
      name,
      number: `HAR-${at}`,
      expansion_id: name.startsWith('Far') ? 'e2' : 'e1',
    }),
  );
  const expansions = new Map([
    ['e1', 'Harbour'],
    ['e2', 'Far'],
  ]);
  const view = viewOf({ ...game, name: 'game', idPrefix: '', languages: ['en'] }, cards, expansions);
  const list = products.map(([product_id, group_id, name]) => ({
    product_id,
    group_id,
    name,
    sealed: false,
    category: 'Single',
  }));
  findAtCardmarket(view, list, NEVER);
  return view.cards.map(({ variants: [variant] }) => variant?.external_ids.cardmarket);
}

test('at Cardmarket by name within the expansion that the names of its group are', () => {
  const names = ['Bell', 'Lamp', 'Quay', 'Rope', 'Far Bell'];
  const listed: [number, number, string][] = names.map((name, at) => [100 + at, name === 'Far Bell' ? 2 : 1, name]);
  assert.deepEqual(atCardmarket(names, listed), [100, 101, 102, 103, 104]);
  const promos: [number, number, string][] = [...listed, [200, 3, 'Bell']];
  assert.deepEqual(
    atCardmarket(names, promos),
    [100, 101, 102, 103, 104],
    'a group of one card is no expansion of four',
  );
  const reprints: [number, number, string][] = [
    ...listed,
    ...listed.map(([id, , name]) => [id + 100, 4, name] as [number, number, string]),
  ];
  assert.deepEqual(atCardmarket(names, reprints), [null, null, null, null, 104], 'two groups are the expansion');
});

test('of several cards of a name in an expansion the version tells none, but its rarity may', () => {
  const names = ['Bell', 'Bell', 'Lamp', 'Quay'];
  const rest: [number, number, string][] = [
    [102, 1, 'Lamp'],
    [103, 1, 'Quay (V.1 - Rare)'],
    [104, 1, 'Quay (V.2 - Secret Rare)'],
  ];
  assert.deepEqual(atCardmarket(names, [[100, 1, 'Bell (V.1)'], [101, 1, 'Bell (V.2)'], ...rest]), [
    null,
    null,
    102,
    103,
  ]);
});
