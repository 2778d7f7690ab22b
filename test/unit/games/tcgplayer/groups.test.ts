/** What a category of tcgcsv becomes: ids, counts, what is quarantined, what is asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardSeed } from '../../../../src/catalog/seeds.ts';
import type { CatalogReading } from '../../../../src/games/game.ts';
import { readTcgcsvCatalog } from '../../../../src/games/tcgplayer/tcgcsv/groups.ts';
import { Outage, type Read, wholeDocument } from '../../../../src/upstream/document.ts';

const ROOT = 'http://upstream.test/tcgplayer';
const SOURCE = { url: ROOT, category: 9 };
const NOTHING = { known: new Map<string, string>(), again: new Set<string>() };
const readCategory = (read: Read, source: typeof SOURCE, held: CatalogReading['held']) =>
  readTcgcsvCatalog(source, { read, held, onProgress: () => undefined } as unknown as CatalogReading);

const product = (productId: unknown, number: string | null, more = {}) => ({
  productId,
  name: `Article ${productId}`,
  extendedData: number === null ? [] : [{ name: 'Number', value: number }],
  ...more,
});
const row = (productId: number, subTypeName: string) => ({ productId, subTypeName, marketPrice: 1 });

/** The files of a category: of each group what lies in its folder, undefined where there is none. */
function upstream(groups: [group: Record<string, unknown>, products?: unknown[], prices?: unknown[]][]) {
  const asked: string[] = [];
  const documents = new Map<string, unknown>([
    [
      'categories',
      [
        { categoryId: 8, name: 'Other' },
        { categoryId: 9, name: 'nine', displayName: 'Nine' },
      ],
    ],
    ['9/groups', groups.map(([group]) => group)],
  ]);
  for (const [{ groupId }, products, prices] of groups) {
    if (products) documents.set(`9/${groupId}/products`, products);
    if (prices) documents.set(`9/${groupId}/prices`, prices);
  }
  const read: Read = async (url) => {
    asked.push(url.replace(`${ROOT}/`, ''));
    if (url === 'http://upstream.test/last-updated.txt') {
      return wholeDocument(url, [Buffer.from('2026-05-01T20:05:33+0000')], null, null);
    }
    const results = documents.get(url.slice(ROOT.length + 1));
    if (results === undefined) throw new Outage(`${url} answered 403`, { status: 403 });
    return wholeDocument(url, [Buffer.from(JSON.stringify({ success: true, results }))], null, null);
  };
  return { read, asked, documents };
}

async function readCatalog(groups: Parameters<typeof upstream>[0]) {
  const { read } = upstream(groups);
  const { seed, etags } = await readCategory(read, SOURCE, NOTHING);
  assert.ok(seed);
  const cards = [...seed.cards].map(([, text]) => text).map((text) => JSON.parse(text) as CardSeed);
  return { seed, cards, ids: cards.map(({ id }) => id), etags: etags() };
}

test('a card is known by abbreviation and number where one marketplace product alone has it, else by its product', async () => {
  const { ids, seed } = await readCatalog([
    [
      { groupId: 1, name: 'One', abbreviation: 'OP 01' },
      [product(11, 'A-1'), product(12, 'A-2'), product(13, 'A-2'), product(14, '3/9'), product(15, ' ')],
    ],
    // One abbreviation for two groups, and none.
    [{ groupId: 2, name: 'Two', abbreviation: 'X' }, [product(21, '1')]],
    [{ groupId: 3, name: 'Three', abbreviation: 'X' }, [product(31, '2')]],
    [{ groupId: 4, name: 'Four', abbreviation: null }, [product(41, '1')]],
    // The number of another group, dots, and the id of a card of the first.
    [{ groupId: 5, name: 'Five', abbreviation: '4' }, [product(51, '1')]],
    [{ groupId: 6, name: 'Six', abbreviation: '..' }, [product(61, '1')]],
    [{ groupId: 7, name: 'Seven', abbreviation: 'OP-01-A' }, [product(71, '1')]],
  ]);
  assert.deepEqual(ids, ['OP-01-A-1', '12', '13', 'OP-01-3', '15', '21', '31', '41', '51', '61', '71']);
  assert.deepEqual(
    seed.expansions.map(({ id }) => id),
    ['OP-01', '2', '3', '4', '5', '6', 'OP-01-A'],
  );
  assert.equal(seed.stableIds?.card.get('OP-01-A-1'), '11');
  assert.equal(seed.stableIds?.expansion.get('OP-01'), '1');
});

test('marketplace products with a number or a rarity are cards, the others sealed', async () => {
  const { cards, seed } = await readCatalog([
    [
      { groupId: 1, name: 'One', abbreviation: 'O' },
      [
        product(11, null),
        product(12, null, { extendedData: [{ name: 'Rarity', value: 'DON' }] }),
        product(13, null, { extendedData: null }),
        product(14, '4/9'),
        product(15, '10/9'),
      ],
    ],
  ]);
  assert.deepEqual(
    cards.map(({ id, number, rarity }) => [id, number, rarity]),
    [
      ['12', null, 'DON'],
      ['O-4', '4', null],
      ['O-10', '10', null],
    ],
  );
  const [expansion] = seed.expansions;
  assert.deepEqual([expansion?.card_count_total, expansion?.card_count_official], [3, 9]);
  assert.deepEqual(seed.series, [{ id: '9', name: 'Nine', logo: null }]);
});

test('what a marketplace product says stands in the fields there are for it, the rest in attributes', async () => {
  const extendedData = Object.entries({
    ...{ Number: 'A-1', Rarity: 'SR', CardType: 'Leader;Ship', Color: 'Red;Blue', HP: '30', Artist: 'A. Nonym' },
    ...{ Description: 'Draw <em>2</em>.<br>End.', 'Flavor Text': 'Wet.', Power: '5000', Cost: '*', Empty: ' ' },
  }).map(([name, value]) => ({ name, displayName: name, value }));
  const { cards, seed } = await readCatalog([
    [
      { groupId: 1, name: 'One', abbreviation: 'O', publishedOn: '2026-02-30T00:00:00' },
      [
        product(11, null, { extendedData, imageUrl: 'https://pictures.example/11_200w.jpg' }),
        product(12, '2', { imageUrl: 'javascript:x_200w.jpg', extra: { nested: true } }),
      ],
      [row(11, 'Foil'), row(11, 'Normal'), row(99, 'Normal')],
    ],
  ]);
  const [card, other] = cards;
  assert.ok(card && other);
  assert.deepEqual(
    [card.rarity, card.category, card.illustrator, card.image],
    [
      ...['SR', 'Leader', 'A. Nonym'],
      { low: 'https://pictures.example/11_200w.jpg', high: 'https://pictures.example/11_in_1000x1000.jpg' },
    ],
  );
  const { hp, types, effect, description, attributes } = card.metadata;
  assert.deepEqual([hp, types, effect, description], [30, ['Red', 'Blue'], 'Draw 2.\nEnd.', 'Wet.']);
  assert.deepEqual(attributes, {
    card_type: 'Leader;Ship',
    color: 'Red;Blue',

    power: 5000,
    cost: '*',
  });
  assert.deepEqual(
    card.variants.map(({ type, external_ids }) => [type, external_ids]),
    ['normal', 'foil'].map((type) => [type, { tcgplayer: 11, cardmarket: null }]),
  );
  assert.deepEqual([other.image, other.variants, other.metadata.attributes], [null, [], undefined]);
  assert.equal(seed.expansions[0]?.release_date, null);
  assert.deepEqual(seed.refused, ['javascript:x_200w.jpg']);
});

test('names that are pieces of a web page have the signs that it spells', async () => {
  const artist = { name: 'Artist', value: 'A &amp; B' };
  const { cards, seed } = await readCatalog([
    [
      { groupId: 1, name: 'Ash &amp; Ember', abbreviation: 'O' },
      [product(11, '1', { name: 'Kiwi &amp; Mozu&#39;s', extendedData: [{ name: 'Number', value: '1' }, artist] })],
    ],
  ]);
  const names = [seed.expansions[0]?.name, cards[0]?.name, cards[0]?.illustrator];
  assert.deepEqual(names, ['Ash & Ember', "Kiwi & Mozu's", 'A & B']);
});

test('what cannot be taken is quarantined with its reason, and nothing is held as read', async () => {
  const { seed, ids, etags } = await readCatalog([
    [
      { groupId: 1, name: 'One', abbreviation: 'O' },
      [
        ...[product(11, '1'), product(11, '1'), product(12, '2'), product(12, '2', { name: 'Else' }), 42],
        ...[product('x', '3'), product(13, '4', { name: '' }), product(14, null, { extendedData: 'Number' })],
        product(15, '5', {
          extendedData: [
            { name: 'Number', value: '5' },
            { name: 'Bad', value: { a: 1 } },
          ],
        }),
        product(16, '6', {
          extendedData: [
            { name: 'Number', value: '6' },
            { name: 'CardType', value: 'a' },
            { name: 'Card Type', value: 'b' },
          ],
        }),
      ],
    ],
    [{ groupId: 2, name: 'Gone', abbreviation: 'G' }],
    [{ groupId: 0, name: 'None' }],
  ]);
  assert.deepEqual(ids, ['O-1', 'O-2', 'O-5', 'O-6']);
  assert.deepEqual(
    seed.quarantined.map(({ reason }) => reason),
    [
      'card: another marketplace product with its id',
      'card: productId is no id',
      'card: productId is no id',
      'card: extendedData is no list',
      'card: /name must not have fewer than 1 characters',
      'expansion: groupId is no id',
    ],
  );
  assert.deepEqual(
    seed.unread.map(({ sample }) => sample),
    ['2'],
  );
  assert.deepEqual(
    seed.left_out.map(({ reason }) => reason.split(' ')[1]),
    ['/extendedData/*/value', '/extendedData/*'],
  );
  assert.equal(etags.size, 0);
});

test('files of a known moment are asked for no further', async () => {
  const { read, asked } = upstream([[{ groupId: 1, name: 'One' }, [product(11, '1')], []]]);
  const { etags } = await readCategory(read, SOURCE, NOTHING);
  assert.deepEqual(asked.splice(0), [
    'http://upstream.test/last-updated.txt',
    ...['categories', '9/groups', '9/1/products', '9/1/prices'],
  ]);
  const held = { known: etags(), again: new Set<string>() };
  const { seed } = await readCategory(read, SOURCE, held);
  assert.equal(seed, undefined);
  assert.equal(asked.length, 1);
});

test('a category that is not listed, or an answer that reports no success, is an outage', async () => {
  const { read } = upstream([]);
  await assert.rejects(readCategory(read, { ...SOURCE, category: 7 }, NOTHING), Outage);
  const failing: Read = async (url, options) =>
    url.endsWith('groups')
      ? wholeDocument(url, [Buffer.from('{"success":false,"results":[]}')], null, null)
      : read(url, options);
  await assert.rejects(readCategory(failing, SOURCE, NOTHING), /reports no success/);
});

test('a file of another group is left out by itself and named: its cards are not moved', async () => {
  const { ids, seed } = await readCatalog([
    [
      { groupId: 1, name: 'One', abbreviation: 'A' },
      [product(11, '1', { groupId: 1 }), product(12, '2', { groupId: 1 })],
    ],
    [
      { groupId: 2, name: 'Two', abbreviation: 'B' },
      [product(11, '1', { groupId: 1 }), product(12, '2', { groupId: 1 })],
    ],
  ]);
  assert.deepEqual(ids, ['A-1', 'A-2']);
  assert.deepEqual(seed.unread, [{ reason: 'it came with the products of group 1', sample: '2' }]);
});
