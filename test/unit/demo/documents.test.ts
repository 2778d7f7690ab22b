/** The demo source: the same catalog always, in the shapes of the real sources. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { demoDocument } from '../../../demo/demo.ts';
import { ORBWRIGHT } from '../../../demo/orbwright/game.ts';
import { demoCategory, demoGame } from '../../../demo/wickwild/game.ts';

const REQUEST = { day: '2026-11-21', pictureBase: 'http://127.0.0.1:8080/demo' };

function text(path: string, day = REQUEST.day, body?: string): string {
  const document = demoDocument(path, { ...REQUEST, day, ...(body === undefined ? {} : { body }) });
  assert.ok(document !== undefined, `${path} exists`);
  return document;
}
type Row = { [key: string]: unknown };
const rows = (path: string, key?: string, day?: string): Row[] => {
  const parsed: unknown = JSON.parse(text(path, day));
  return (key === undefined ? parsed : (parsed as Row)[key]) as Row[];
};

const cards = rows('tcgdex/cards.json');
const sets = rows('tcgdex/sets.json');
const series = rows('tcgdex/series.json');
const groups = rows(`tcgcsv/${demoCategory}/groups`, 'results');
const products = groups.flatMap(({ groupId }) => rows(`tcgcsv/${demoCategory}/${groupId}/products`, 'results'));

/** Every product of the second game, with the groups that list them. */
const orbGroups = rows(`tcgcsv/${ORBWRIGHT.category}/groups`, 'results');
const orbProducts = orbGroups.flatMap(({ groupId }) =>
  rows(`tcgcsv/${ORBWRIGHT.category}/${groupId}/products`, 'results'),
);
const printedOn = ({ extendedData }: Row): Map<unknown, unknown> =>
  new Map((extendedData as Row[]).map(({ name, value }) => [name, value]));
const printingsOf = (card: Row) => card.variants_detailed as Row[] | undefined;

test('the catalog is as large as the demo promises', () => {
  assert.ok(series.length >= 3);
  assert.ok(sets.length >= 8);
  assert.ok(cards.length >= 240);
  assert.ok(products.filter(({ extendedData }) => (extendedData as Row[]).length === 0).length >= 24);
  const counts = cards.map((card) => printingsOf(card)?.length ?? 0);
  assert.equal(Math.max(...counts), 6);
  assert.ok(counts.filter((count) => count === 0).length >= 10, 'some cards have only the old flags');
  const singles = orbProducts.filter((product) => printedOn(product).has('Number'));
  assert.deepEqual([orbGroups.length, singles.length, orbProducts.length - singles.length], [3, 46, 5]);
});

test('every id is its own: cards, sets, series, products of both marketplaces', () => {
  const guide = rows('cardmarket/price_guide.json', 'priceGuides');
  const singles = rows('cardmarket/products_singles.json', 'products');
  const sealed = rows('cardmarket/products_nonsingles.json', 'products');
  for (const ids of [
    [...cards, ...sets].map(({ id }) => id),
    series.map(({ id }) => id),
    [...products, ...orbProducts].map(({ productId }) => productId),
    [...groups, ...orbGroups].map(({ groupId }) => groupId),
    guide.map(({ idProduct }) => idProduct),
    [...singles, ...sealed].map(({ idProduct }) => idProduct),
  ]) {
    assert.equal(new Set(ids).size, ids.length);
  }
});

test('the catalog does not depend on the day, nor on having been asked before', () => {
  const digest = (day: string) =>
    createHash('sha256')
      .update(text('tcgdex/cards.json', day) + text('tcgdex/sets.json', day) + text('tcgdex/series.json', day))
      .digest('hex');
  assert.equal(digest('2026-11-21'), digest('2025-01-01'));
  const sold = (day: string) =>
    orbGroups.flatMap(({ groupId }) =>
      rows(`tcgcsv/${ORBWRIGHT.category}/${groupId}/prices`, 'results', day).map(
        ({ productId, subTypeName }) => `${productId} ${subTypeName}`,
      ),
    );
  assert.deepEqual(sold('2026-11-21'), sold('2025-01-01'), 'what is sold of the second game stands in its prices');
  assert.equal(text(`tcgcsv/${demoCategory}/24001/prices`), text(`tcgcsv/${demoCategory}/24001/prices`));
});

test('a card record has the fields of a compiled TCGdex file and leaves absent ones out', () => {
  for (const card of cards) {
    for (const key of ['category', 'id', 'image', 'localId', 'name', 'rarity', 'illustrator'])
      assert.equal(typeof card[key], 'string', `${card.id} ${key}`);
    assert.equal(card.image, `${REQUEST.pictureBase}/cards/${card.id}`);
    assert.ok(!JSON.stringify(card).includes('null'));
    const links = printingsOf(card)?.map(({ thirdParty }) => thirdParty) ?? [card.thirdParty];
    assert.ok(links[0], `${card.id} is linked to the marketplaces`);
  }
  const vultwick = cards.find(({ id }) => id === 'fl1-2') ?? {};
  assert.equal(vultwick.name, 'Vultwick');
  assert.equal(vultwick.evolveFrom, 'Snufflet');
  assert.equal(printingsOf(vultwick)?.length, 6);
});

test('sets, series and cards name each other rightly', () => {
  const setIds = new Set(sets.map(({ id }) => id));
  for (const { sets: members } of series) for (const { id } of members as Row[]) assert.ok(setIds.delete(id));
  assert.equal(setIds.size, 0, 'each set is in one series');
  for (const set of sets) {
    const own = cards.filter((card) => (card.set as Row).id === set.id).map(({ id }) => id);
    assert.deepEqual(
      (set.cards as Row[]).map(({ id }) => id),
      own,
    );
    const { total, official } = set.cardCount as { total: number; official: number };
    assert.ok(total >= official && total >= own.length);
  }
  assert.ok(
    sets.some(({ cards: listed, cardCount }) => (listed as Row[]).length < (cardCount as { total: number }).total),
  );
});

test('each marketplace id a printing names is a product of that marketplace', () => {
  const usd = new Set(products.map(({ productId }) => productId));
  const eur = new Set(rows('cardmarket/products_singles.json', 'products').map(({ idProduct }) => idProduct));
  for (const card of cards) {
    for (const { thirdParty } of printingsOf(card) ?? [card]) {
      const { tcgplayer, cardmarket } = (thirdParty ?? {}) as Row;
      assert.ok(tcgplayer === undefined || usd.has(tcgplayer), `${card.id} ${tcgplayer}`);
      assert.ok(cardmarket === undefined || eur.has(cardmarket), `${card.id} ${cardmarket}`);
    }
  }
});

test('one USD product is claimed by two cards of different names, and one card’s retreat is no number', () => {
  const claimants = new Map<unknown, Set<unknown>>();
  for (const card of cards) {
    for (const { thirdParty } of printingsOf(card) ?? [card]) {
      const id = (thirdParty as Row | undefined)?.tcgplayer;
      claimants.set(id, (claimants.get(id) ?? new Set()).add(card.name));
    }
  }
  claimants.delete(undefined);
  const contradictory = [...claimants.values()].filter((names) => names.size > 1).map((names) => [...names]);
  assert.deepEqual(contradictory, [['Dusk Glow', 'Fool’s Glow']]);
  const odd = cards.filter(({ retreat }) => typeof retreat === 'string');
  assert.deepEqual(
    odd.map(({ id, retreat }) => [id, retreat]),
    [['nt4-003', 'none']],
  );
});

test('a name is shared by several cards, and names have the shapes search must fold', () => {
  const names = cards.map(({ name }) => String(name));
  assert.ok(names.filter((name) => name === 'Vultwick').length >= 3);
  assert.ok(names.filter((name) => name === 'Spare Wick').length >= 3);
  for (const shape of [/['’]/, /[éáøæÉÍ]/, /-/, / Alight$/, /&/, /\./])
    assert.ok(
      names.some((name) => shape.test(name)),
      String(shape),
    );
  assert.ok(cards.some(({ localId }) => localId === 'PR01'));
});

test('the marketplace lists both games; of the second it tells all that there is to know', () => {
  assert.deepEqual(
    rows('tcgcsv/categories', 'results').map(({ categoryId, displayName }) => [categoryId, displayName]),
    [
      [demoCategory, 'Wickwild'],
      [ORBWRIGHT.category, 'Orbwright'],
    ],
  );
  const kinds = Map.groupBy(orbProducts.map(printedOn), (printed) => printed.get('CardType'));
  const head = ['Number', 'Rarity', 'CardType', 'Color', 'Cost'];
  const foot = ['Description', 'FlavorText', 'Artist'];
  for (const [kind, own] of [
    ['World', ['Orbit', 'Pull', 'Mass']],
    ['Engine', ['Torque']],
    ['Passage', []],
  ] as const) {
    const cards = kinds.get(kind) ?? [];
    assert.ok(cards.length >= 10, `${cards.length} of ${kind}`);
    for (const card of cards) {
      assert.deepEqual([...card.keys()], [...head, ...own, ...foot]);
      assert.ok([...card.values()].every((value) => /\S/.test(String(value)) && !/undefined|NaN/.test(String(value))));
      assert.ok(
        own.every((name) => /^(Inner|Middle|Outer|X|\d)$/.test(String(card.get(name)))),
        String(card.get('Number')),
      );
    }
  }
  const pell = orbProducts.filter(({ name }) => name === 'Pell').map((product) => printedOn(product).get('Number'));
  assert.deepEqual(pell, ['001/020', 'G-01'], 'a name on two cards');
  const numbers = orbProducts.map((product) => `${product.groupId} ${printedOn(product).get('Number')}`);
  const shared = numbers.filter((number, at) => !number.endsWith('undefined') && numbers.indexOf(number) !== at);
  assert.equal(shared.length, 4, 'a number on two cards');
});

test('nothing in the demo bears the mark of a real game', () => {
  const marks =
    /pok[eé]mon|pikachu|charizard|magic|planeswalker|mana\b|yu-?gi-?oh|lorcana|digimon|disney|nintendo|wizards|konami|bandai|one piece|hearthstone/i;
  for (const path of [
    'tcgdex/cards.json',
    'tcgdex/sets.json',
    'tcgdex/series.json',
    `tcgcsv/${demoCategory}/24001/products`,
    ...orbGroups.map(({ groupId }) => `tcgcsv/${ORBWRIGHT.category}/${groupId}/products`),
    'cardmarket/products_singles.json',
    'cardmarket/products_nonsingles.json',
    'justtcg/cards?limit=100',
  ])
    assert.doesNotMatch(text(path), marks);
});

test('JustTCG pages hold every product once, five conditions to a card and one to a sealed product', () => {
  const seen: unknown[] = [];
  for (const { id } of rows('justtcg/sets', 'data')) {
    for (let offset = 0, more = true; more; offset += 30) {
      const page = JSON.parse(text(`justtcg/cards?game=${demoGame}&set=${id}&limit=30&offset=${offset}`)) as {
        data: Row[];
        meta: { hasMore: boolean };
      };
      for (const { tcgplayerId, variants, number } of page.data) {
        seen.push(tcgplayerId);
        assert.equal((variants as Row[]).length % (number === 'N/A' ? 1 : 5), 0);
      }
      more = page.meta.hasMore;
    }
  }
  assert.equal(new Set(seen).size, products.length);
  assert.equal(seen.length, products.length);
});

test('a JustTCG batch answers what is known and leaves the rest out', () => {
  const body = JSON.stringify([{ tcgplayerId: '610000' }, { tcgplayerId: '1' }, { tcgplayerId: '690001' }]);
  const { data } = JSON.parse(text('justtcg/cards', REQUEST.day, body)) as { data: Row[] };
  assert.deepEqual(data.map(({ tcgplayerId }) => tcgplayerId).toSorted(), ['610000', '690001']);
});

test('a path that no source has is no document', () => {
  for (const path of [
    '',
    'tcgdex',
    'tcgdex/cards',
    'tcgcsv/3/groups',
    `tcgcsv/${demoCategory}/1/prices`,
    `tcgcsv/${demoCategory}/24001/other`,
    `tcgcsv/${demoCategory}/25001/prices`,
    `tcgcsv/${ORBWRIGHT.category}/24001/prices`,
    'cardmarket/x.json',
    'justtcg/games',
    'elsewhere/cards.json',
  ])
    assert.equal(demoDocument(path, REQUEST), undefined, path);
});

test('a first load reads the days that a chart opens with densely, older ones sparsely, 400 days in all', () => {
  const DAY_MS = 86_400_000;
  const todayMs = Date.UTC(2026, 10, 21);
  const dayAt = (age: number) => new Date(todayMs - age * DAY_MS).toISOString().slice(0, 10);
  const ages = (path: string) => {
    const isThere = (age: number) =>
      demoDocument(path, { day: dayAt(age), today: dayAt(0), pictureBase: '' }) !== undefined;
    return Array.from({ length: 401 }, (_, age) => age).filter(isThere);
  };
  const daily = { 'tcgcsv/last-updated.txt': 31, 'cardmarket/price_guide.json': 7 };
  for (const [path, newest] of Object.entries(daily)) {
    const there = ages(path);
    const gap = (from: number, to: number) =>
      Math.max(...there.map((age, i) => (age >= from && age <= to ? age - (there[i - 1] ?? age - 1) : 0)));
    assert.equal(gap(0, newest), 1, `${path}: each of the newest days`);
    assert.ok(gap(0, 91) <= 7, `${path}: one day a week at least of what a chart opens with`);
    assert.ok(Math.max(...there) > 400 - 28, `${path}: more than a year`);
    assert.ok(there.length <= 53, `${path}: ${there.length} days are more than a first load can read in 8 s`);
  }
});
