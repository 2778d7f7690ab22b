/** What Lorcast's records become: finishes that do not depend on the day, and what is left out or put aside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardSeed } from '../../../../src/catalog/seeds.ts';
import type { CatalogReading } from '../../../../src/games/game.ts';
import { readLorcast } from '../../../../src/games/lorcana/lorcast/sets.ts';
import { Outage, type Read, wholeDocument } from '../../../../src/upstream/document.ts';

const URL = 'http://upstream.test/v0';
const NONE_HELD = { known: new Map<string, string>(), again: new Set<string>() };
const readingWith = (read: Read, held: CatalogReading['held'], prices = false) =>
  ({ read, held, prices, onProgress: () => undefined }) as unknown as CatalogReading;

const card = (number: string, more: Record<string, unknown> = {}) => ({
  id: `crd_${number}`,
  name: 'Bell',
  version: 'Of The Harbour',
  collector_number: number,
  set: { code: '1' },
  rarity: 'Super_rare',
  type: ['Action', 'Song'],
  ink: 'Amber',
  inks: null,
  cost: 0,
  inkwell: false,
  strength: null,
  classifications: null,
  keywords: [],
  illustrators: ['A. One', 'B. Two'],
  tcgplayer_id: 7,
  prices: { usd: '0.40', usd_foil: null },
  image_uris: { digital: { small: 'http://p.test/s.avif', large: 'http://p.test/l.avif' } },
  ...more,
});

/** An upstream of these sets; each document has a validator that changes with it. */
function upstream(
  sets: Record<string, unknown[]>,
  list: unknown[] = Object.keys(sets).map((code) => ({ code, name: code })),
) {
  const asked: { path: string; etag: string | null; unchanged: boolean }[] = [];
  const read: Read = async (url, { etag = null } = {}) => {
    const path = url.slice(URL.length + 1);
    const [, code = ''] = path.split('/');
    const text = JSON.stringify(path === 'sets' ? { results: list } : sets[code]);
    const document = wholeDocument(url, [Buffer.from(text)], `"${text.length}"`, etag);
    asked.push({ path, etag, unchanged: document.unchanged });
    return document;
  };
  return { read, asked };
}

async function seedOf(sets: Record<string, unknown[]>, list?: unknown[]) {
  const { read } = upstream(sets, list);
  const delivery = await readLorcast({ url: URL }, readingWith(read, NONE_HELD, true));
  const { seed } = delivery;
  assert.ok(seed);
  return { ...delivery, seed, card: (id: string) => JSON.parse(seed.cards.get(id) ?? 'null') as CardSeed };
}

const finishes = ({ variants }: CardSeed) => variants.map(({ type }) => type);

test('in the main line the place tells the finishes, whatever has a price today', async () => {
  const none = { prices: { usd: null, usd_foil: null } };
  const { card: of, seed } = await seedOf({
    1: [
      card('4a'),
      card('4b', none),
      card('204', { prices: { usd: null, usd_foil: '1.00' } }),
      card('205', { rarity: 'Enchanted' }),
      card('223', none),
    ],
  });
  for (const id of ['1-4a', '1-4b', '1-204']) assert.deepEqual(finishes(of(id)), ['normal', 'foil'], id);
  for (const id of ['1-205', '1-223']) assert.deepEqual(finishes(of(id)), ['foil'], id);
  assert.equal(seed.expansions[0]?.card_count_official, 204);
  assert.equal(of('1-4a').lacks_printings, undefined);
});

test('of a promotional set a price proves a finish; one without a price today is not let go', async () => {
  const set = { set: { code: 'P1' }, rarity: 'Promo' };
  const { card: of, prices } = await seedOf({
    P1: [
      card('1', { ...set, prices: { usd: null, usd_foil: '3.00' } }),
      card('2', { ...set, prices: { usd: '0', usd_foil: null } }),
    ],
  });
  assert.deepEqual(finishes(of('P1-1')), ['foil']);
  assert.deepEqual(finishes(of('P1-2')), []);
  assert.equal(of('P1-1').lacks_printings, true);
  assert.deepEqual(
    prices?.usdDays().flatMap(({ rows }) => rows.map(({ sub_type, market }) => [sub_type, market])),
    [['Holofoil', 300]],
  );
});

test('name and version, inks, kinds, several hands and attributes stand where ours do; what a card lacks is absent', async () => {
  const { card: of } = await seedOf({
    1: [card('1'), card('2', { version: null, ink: null, inks: ['Amber', 'Steel'], type: ['Item'], move_cost: 2 })],
  });
  const { name, rarity, illustrator, category, metadata } = of('1-1');
  assert.deepEqual(
    { name, rarity, illustrator, category, types: metadata.types, attributes: metadata.attributes },
    {
      name: 'Bell - Of The Harbour',
      rarity: 'Super rare',
      illustrator: 'A. One, B. Two',
      category: 'Action',
      types: ['Amber'],
      attributes: { cost: 0, inkwell: false, subtypes: ['Song'] },
    },
  );
  assert.equal(of('1-2').name, 'Bell');
  assert.deepEqual(of('1-2').metadata.types, ['Amber', 'Steel']);
  assert.deepEqual(of('1-2').metadata.attributes, { cost: 0, inkwell: false, move_cost: 2 });
});

test('a field that cannot be taken is left out and counted, a record without number or set is quarantined', async () => {
  const { card: of, seed } = await seedOf({
    1: [
      card('1', { legalities: { core: 'sometimes', infinity: 'legal' }, strength: '3' }),
      card('1', { name: 'Other' }),
      card('2', { set: null }),
      card('3', { collector_number: 3 }),
      card('4', { image_uris: { digital: { small: 'data:,x', large: 'http://p.test/l.avif' } } }),
      card('5', { image_uris: { digital: { large: 'http://p.test/l.avif' } } }),
      42,
      null,
    ],
  });
  assert.deepEqual([...seed.cards.keys()], ['1-1', '1-4', '1-5']);
  assert.deepEqual(of('1-1').metadata.legalities, { infinity: 'legal' });
  assert.equal(seed.left_out.length, 2);
  assert.equal(of('1-4').image, null);
  assert.deepEqual(of('1-5').image, { low: 'http://p.test/l.avif', high: 'http://p.test/l.avif' });
  assert.deepEqual(
    seed.quarantined.map(({ reason }) => reason.slice(0, 22)),
    [
      'card: card id given tw',
      'card: /set must be obj',
      'card: /collector_numbe',
      'card: record must be o',
      'card: record must be o',
    ],
  );
});

test('sets listed twice or without a code are quarantined, and no validator is held of what was not whole', async () => {
  const { seed, etags } = await seedOf({ 1: [card('1')] }, [
    { code: '1', name: 'One' },
    { code: '1', name: 'One' },
    { name: 'x' },
  ]);
  assert.deepEqual(seed.listed, { series: 1, expansion: 3, card: 1 });
  assert.equal(seed.quarantined.length, 2);
  assert.equal(etags().size, 0);
});

test('unchanged documents hand over nothing; where one has changed all are read', async () => {
  const sets = { 1: [card('1')], 2: [card('1', { set: { code: '2' } })] };
  const { etags } = await seedOf(sets);
  const held = { ...NONE_HELD, known: etags() };
  const same = upstream(sets);
  assert.equal((await readLorcast({ url: URL }, readingWith(same.read, held))).seed, undefined);
  assert.deepEqual(
    same.asked.map(({ path, unchanged }) => [path, unchanged]),
    [
      ['sets', false],
      ['sets/1/cards', true],
      ['sets/2/cards', true],
    ],
  );
  const grown = upstream({ ...sets, 2: [...sets[2], card('2', { set: { code: '2' } })] });
  const { seed } = await readLorcast({ url: URL }, readingWith(grown.read, held));
  assert.deepEqual([...(seed?.cards.keys() ?? [])], ['1-1', '2-1', '2-2']);
});

test('a set whose document is cut or of another shape is left out by itself', async () => {
  const { read } = upstream({ 1: { cards: [] } as unknown as unknown[], 2: [card('1', { set: { code: '2' } })] });
  const { seed } = await readLorcast({ url: URL }, readingWith(read, NONE_HELD));
  assert.deepEqual([seed?.unread[0]?.sample, seed?.expansions.map(({ id }) => id)], ['1', ['2']]);
  assert.match(seed?.unread[0]?.reason ?? '', /sets\/1\/cards holds no list of rows$/);
  assert.deepEqual([...(seed?.cards.keys() ?? [])], ['2-1']);
});

test('a list of sets of another shape is an outage', async () => {
  const { read } = upstream({}, 42 as unknown as unknown[]);
  await assert.rejects(readLorcast({ url: URL }, readingWith(read, NONE_HELD)), Outage);
});

test('a record of another set takes no place there: it is quarantined', async () => {
  const { seed, card: read } = await seedOf({
    1: [card('5', { set: { code: '2' }, name: 'Wrong' }), card('1')],
    2: [card('5', { set: { code: '2' } })],
  });
  assert.equal(read('2-5').name, 'Bell - Of The Harbour');
  assert.deepEqual(
    seed.quarantined.map(({ reason }) => reason),
    ['card: is of the set 2, among those of 1'],
  );
});

test('the second of two records of one number says nothing of prices', async () => {
  const { prices } = await seedOf({ 1: [card('1'), card('1', { prices: { usd: '9.00' } })] });
  assert.deepEqual(prices?.quarantined, []);
  assert.deepEqual(
    prices?.usdDays().flatMap(({ rows }) => rows.map(({ market }) => market)),
    [40],
  );
});

test('the ids that last at Lorcast lead to its cards, by which one that moves is known again', async () => {
  const { seed } = await seedOf({ 1: [card('1'), card('2'), card('2', { id: 'crd_other' })] });
  assert.deepEqual(
    [...(seed.aliases ?? [])],
    [
      ['crd_1', '1-1'],
      ['crd_2', '1-2'],
    ],
  );
});
