/** What YGOPRODeck's records become: codes, rarities, sets of the same letters, ban lists, and what is quarantined. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardSeed } from '../../../../src/catalog/seeds.ts';
import type { CatalogReading } from '../../../../src/games/game.ts';
import { readYgoprodeck } from '../../../../src/games/yugioh/ygoprodeck/documents.ts';
import { Outage, type Read, wholeDocument } from '../../../../src/upstream/document.ts';

const URL = 'http://upstream.test/api/v7';
const readHere = (read: Read, held: CatalogReading['held']) =>
  readYgoprodeck({ url: URL }, {
    read,
    held,
    isTranslation: false,
    onProgress: () => undefined,
  } as unknown as CatalogReading);
const NONE_HELD = { known: new Map<string, string>(), again: new Set<string>() };

const SETS = [
  { set_name: 'Harbour (Anniversary Edition)', set_code: 'HAR', tcg_date: '2023-05-01' },
  { set_name: 'Harbour', set_code: 'HAR', tcg_date: '2002-05-01' },
  { set_name: 'Lamps', set_code: 'LAMP', tcg_date: '' },
];
const row = (set_code: string, set_rarity: string, set_name = 'Harbour') => ({ set_code, set_rarity, set_name });
const card = (name: string, card_sets: unknown, more: Record<string, unknown> = {}) => ({
  id: 7,
  name,
  type: 'Effect Monster',
  frameType: 'effect',
  desc: 'Light a lamp.',
  card_sets,
  card_images: [{ image_url: 'http://p.test/7.jpg', image_url_small: 'http://p.test/small/7.jpg' }],
  ...more,
});

function upstream(cards: unknown, sets: unknown = SETS, version: unknown = [{ database_version: '1.2' }]) {
  const asked: string[] = [];
  const documents: Record<string, unknown> = {
    'checkDBVer.php': version,
    'cardsets.php': sets,
    'cardinfo.php?misc=yes': { data: cards },
  };
  const read: Read = async (url, { etag = null } = {}) => {
    const path = url.slice(URL.length + 1);
    asked.push(path);
    return wholeDocument(url, [Buffer.from(JSON.stringify(documents[path]))], null, etag);
  };
  return { read, asked };
}

async function seedOf(cards: unknown[], sets?: unknown[]) {
  const delivery = await readHere(upstream(cards, sets).read, NONE_HELD);
  const { seed } = delivery;
  assert.ok(seed);
  return { ...delivery, seed, card: (id: string) => JSON.parse(seed.cards.get(id) ?? 'null') as CardSeed };
}

const printings = ({ variants }: CardSeed) => variants.map(({ subtype, stamps }) => [subtype, ...stamps].join(' '));

test('what has no form of a rarity is none: null and told, and no printing beside a true one', async () => {
  const dirty = [
    '3',
    '',
    'https://x.test/rare',
    '(set)',
    'UR|print=Reprint',
    '|',
    '100%',
    'N/A',
    'none',
    ' Unknown',
    'New',
    'TBA',
  ];
  for (const text of dirty) {
    const { seed, card: of } = await seedOf([
      card('Bell', [row('HAR-005', text), row('HAR-006', text), row('HAR-006', 'Rare')]),
    ]);
    assert.deepEqual([of('HAR-005').rarity, printings(of('HAR-005'))], [null, ['']], text);
    assert.deepEqual([of('HAR-006').rarity, printings(of('HAR-006'))], ['Rare', ['rare']], text);
    assert.equal(seed.left_out.length, text === '' ? 0 : 2, text);
    assert.deepEqual(seed.unknown_words, []);
  }
  const { seed, card: of } = await seedOf([
    card('Bell', [row('HAR-005', 'Glittering'), row('HAR-006', '10000 Secret Rare')]),
  ]);
  assert.deepEqual([of('HAR-005').rarity, printings(of('HAR-005'))], ['Glittering', ['glittering']]);
  assert.deepEqual(
    seed.unknown_words.map(({ reason }) => reason),
    ['card: rarity Glittering'],
  );
  const set = await seedOf([card('Bell', [row('HAR-005', 'Common'), row('HAR-005', 'Common', 'Harbour (set)')])]);
  assert.deepEqual(printings(set.card('HAR-005')), ['common']);
});

test('each printed code is a card, its rarities are the printings of it, and its first is the rarity of the card', async () => {
  const { seed, card: of } = await seedOf([
    card('Bell', [
      row('HAR-005', 'Ultra Rare'),
      row('HAR-E003', 'Ultra Rare'),
      row('HAR-EN005', "Collector's Rare"),
      row('HAR-EN005', "Ultra Rare (Pharaoh's Rare)"),
      row('HAR-EN005', "Collector's Rare"),
      row('HAR-EN006', ''),
    ]),
  ]);
  assert.deepEqual([...seed.cards.keys()], ['HAR-005', 'HAR-E003', 'HAR-EN005', 'HAR-EN006']);
  assert.deepEqual(printings(of('HAR-EN005')), ['collectors-rare', 'ultra-rare-pharaohs-rare']);
  const { expansion_id, number, rarity } = of('HAR-EN005');
  assert.deepEqual(
    { expansion_id, number, rarity },
    { expansion_id: 'HAR', number: 'HAR-EN005', rarity: "Collector's Rare" },
  );
  assert.equal(of('HAR-EN006').rarity, null);
  assert.deepEqual(
    seed.expansions.map(({ id, name, release_date, card_count_total }) => [id, name, release_date, card_count_total]),
    [['HAR', 'Harbour', '2002-05-01', 4]],
  );
});

test('a code that a later set prints again is one card, whose printings the set tells apart', async () => {
  const { card: of } = await seedOf([
    card('Bell', [row('HAR-EN005', 'Ultra Rare', 'Harbour (Anniversary Edition)'), row('HAR-EN005', 'Ultra Rare')]),
    card('Lamp', [
      row('HAR-EN006', 'Common', 'Other Box'),
      ...Array.from({ length: 19 }, (_, at) => row(`HAR-1${at}`, 'Common')),
    ]),
  ]);
  assert.deepEqual(printings(of('HAR-EN005')), ['ultra-rare anniversary-edition', 'ultra-rare']);
  assert.deepEqual(printings(of('HAR-EN006')), ['common other-box']);
});

test('a set that is not listed yet is an expansion without a date; where many are not, the list is not whole', async () => {
  const many = Array.from({ length: 19 }, (_, at) => row(`LAMP-${at}`, 'Common', 'Lamps'));
  const { seed } = await seedOf([card('Bell', [...many, row('NEW-EN001', 'Rare', 'Brand New')])]);
  assert.deepEqual(
    seed.expansions.map(({ id, name, release_date }) => [id, name, release_date]),
    [
      ['LAMP', 'Lamps', null],
      ['NEW', 'Brand New', null],
    ],
  );
  await assert.rejects(seedOf([card('Bell', [row('NEW-EN001', 'Rare', 'Brand New'), row('HAR-1', 'Rare')])]), Outage);
});

test('what a card is stands in its attributes; the level of an Xyz monster is its rank, a strength of -1 is ?', async () => {
  const { card: of } = await seedOf([
    card('Bell', [row('HAR-1', 'Rare')], {
      frameType: 'xyz_pendulum',
      level: 4,
      atk: -1,
      def: 0,
      scale: 8,
      archetype: null,
    }),
    card('Lamp', [row('HAR-2', 'Rare')], { frameType: 'link', linkval: 2, linkmarkers: ['Top'], def: null, level: 3 }),
  ]);
  assert.deepEqual(of('HAR-1').metadata.attributes, {
    passcode: 7,
    frame_type: 'xyz_pendulum',
    rank: 4,
    scale: 8,
    atk: '?',
    def: 0,
  });
  assert.deepEqual(of('HAR-2').metadata.attributes, {
    passcode: 7,
    frame_type: 'link',
    level: 3,
    linkval: 2,
    linkmarkers: ['Top'],
  });
  assert.equal(of('HAR-1').metadata.effect, 'Light a lamp.');
});

test('ban lists become legalities, their own words stay; a format in which the card was never played is not legal', async () => {
  const misc_info = [{ formats: ['TCG', 'Master Duel', 'OCG'] }];
  const ban = (banlist_info: unknown) => card('Bell', [row('HAR-1', 'Rare')], { banlist_info, misc_info });
  const told = async (banlist_info: unknown) => {
    const { metadata } = (await seedOf([ban(banlist_info)])).card('HAR-1');
    return [metadata.legalities, metadata.attributes?.ban_lists];
  };
  assert.deepEqual(await told({ ban_tcg: 'Forbidden', ban_ocg: 'Semi-Limited' }), [
    { tcg: 'banned', ocg: 'restricted', goat: 'not_legal' },
    { tcg: 'Forbidden', ocg: 'Semi-Limited' },
  ]);
  assert.deepEqual(await told({ ban_goat: 'Banned' }), [
    { tcg: 'legal', ocg: 'legal', goat: 'banned' },
    { goat: 'Banned' },
  ]);
  assert.deepEqual(await told({ ban_tcg: 'Limited' }), [
    { tcg: 'restricted', ocg: 'legal', goat: 'not_legal' },
    { tcg: 'Limited' },
  ]);
  const { card: of } = await seedOf([card('Bell', [row('HAR-1', 'Rare')])]);
  assert.equal(of('HAR-1').metadata.legalities, undefined);
});

test("a code of two names stays the first one's and the other is quarantined; a card of no set is counted", async () => {
  const { seed, card: of } = await seedOf([
    card('Bell', [row('HAR-1', 'Rare')]),
    card('Lamp', [row('HAR-1', 'Rare'), row('HAR-2', 'Rare')]),
    card('Token', undefined),
    card('Skill', []),
  ]);
  assert.equal(of('HAR-1').name, 'Bell');
  assert.equal(of('HAR-2').name, 'Lamp');
  assert.deepEqual(seed.quarantined, [{ reason: 'card: card id given twice', sample: 'HAR-1 Lamp' }]);
  assert.deepEqual(seed.unplaced, ['Token', 'Skill']);
});

test('rows that cannot be taken are left out and counted, and let no printing go; records without a name are quarantined', async () => {
  const { seed, card: of } = await seedOf([
    card('Bell', [row('HAR-1', 'Rare'), { set_code: 'HAR 1', set_name: 'Harbour', set_rarity: 'Rare' }, 42], {
      atk: 'many',
    }),
    card('', [row('HAR-2', 'Rare')]),
    card('Lamp', [{ set_code: 'nodash', set_name: 'Harbour', set_rarity: 'Rare' }]),
    42,
    null,
  ]);
  assert.deepEqual([...seed.cards.keys()], ['HAR-1']);
  assert.equal(of('HAR-1').lacks_printings, true);
  assert.equal(of('HAR-1').metadata.attributes?.atk, undefined);
  assert.equal(new Set(seed.left_out.map(({ sample }) => sample)).size, 1);
  assert.ok(seed.left_out.some(({ reason }) => reason.startsWith('card: /card_sets/*/set_code must match')));
  assert.equal(seed.quarantined.length, 4);
});

test('a field of a set that cannot be taken is left out and counted, and the set stays', async () => {
  const spoiled = { set_name: 'Harbour', set_code: 'HAR', tcg_date: 42, set_image: 7 };
  for (const [sets, count] of [
    [[spoiled], 2],
    [SETS, 0],
  ] as const) {
    const { seed } = await seedOf([card('Bell', [row('HAR-1', 'Rare')])], [...sets]);
    assert.deepEqual(
      seed.expansions.map(({ id, name, logo }) => [id, name, logo]),
      [['HAR', 'Harbour', null]],
    );
    assert.equal(seed.left_out.length, count);
    assert.ok(seed.left_out.every(({ reason }) => /^expansion: \/(tcg_date|set_image) /.test(reason)));
  }
});

test('the version of the database is asked for first, and alone where it is the one of the last publish', async () => {
  const first = upstream([card('Bell', [row('HAR-1', 'Rare')])]);
  const { etags } = await readHere(first.read, NONE_HELD);
  assert.deepEqual(first.asked, ['checkDBVer.php', 'cardsets.php', 'cardinfo.php?misc=yes']);
  const held = { ...NONE_HELD, known: etags() };
  const second = upstream([]);
  assert.equal((await readHere(second.read, held)).seed, undefined);
  assert.deepEqual(second.asked, ['checkDBVer.php']);
  const again = upstream([card('Bell', [row('HAR-1', 'Rare')])]);
  const { seed } = await readHere(again.read, { ...held, again: new Set(['HAR-1']) });
  assert.equal(seed?.cards.size, 1, 'a card in doubt comes again');
});

test('documents of another shape are outages', async () => {
  for (const { read } of [
    upstream([], SETS, {}),
    upstream([], SETS, null),
    upstream([], { data: [] }),
    upstream('none'),
  ]) {
    await assert.rejects(readHere(read, NONE_HELD), Outage);
  }
});

test('an empty version is none: by it no later one would be told apart', async () => {
  for (const version of [[{ database_version: '' }], [], {}])
    await assert.rejects(() => readHere(upstream([], SETS, version).read, NONE_HELD), /states no version/);
});
