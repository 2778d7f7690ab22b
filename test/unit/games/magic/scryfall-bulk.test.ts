/** How Scryfall is read: what is asked for, what is taken of it, and what is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CardSeed } from '../../../../src/catalog/seeds.ts';
import type { CatalogReading } from '../../../../src/games/game.ts';
import { readScryfall } from '../../../../src/games/magic/scryfall/bulk.ts';
import type { Extra } from '../../../../src/games/magic/scryfall/extras.ts';
import { Outage, type Read, wholeDocument } from '../../../../src/upstream/document.ts';
import { SourceClock } from '../../../../src/upstream/source-clock.ts';
import { API, JSONL, merge, page, record, scryfallOf, set } from './scryfall-upstream.ts';

const CLOCK = new SourceClock(() => new Date('2026-11-26T12:00:00Z'));
const NOTHING_HELD = { known: new Map<string, string>(), again: new Set<string>() };

const readAll = (read: Read, include: Extra[] = [], known: ReadonlyMap<string, string> = NOTHING_HELD.known) =>
  readScryfall({ url: API, include }, {
    ...{ read, prices: true, clock: CLOCK, onProgress: () => undefined },
    held: { ...NOTHING_HELD, known },
  } as unknown as CatalogReading);

async function seedOf(rows: readonly unknown[], documents: Record<string, unknown> = {}, include: Extra[] = []) {
  const { seed } = await readAll(scryfallOf(rows, documents).read, include);
  assert.ok(seed);
  return seed;
}

const bulkOf = (fields: Record<string, unknown>) => ({
  [`${API}/bulk-data`]: page([{ type: 'default_cards', updated_at: '2026-07-14T09:01:57.053+00:00', ...fields }]),
});

test('the file is read in every form: lines or an array, packed or not, whatever its address ends in', async () => {
  const rows = [record(), record({ collector_number: '2', name: 'Émile ☆' })];
  const texts = { lines: rows.map((row) => JSON.stringify(row)).join('\n'), array: JSON.stringify(rows, null, 1) };
  const ids = ['lmp-1', 'lmp-2'];
  for (const text of Object.values(texts)) {
    for (const body of [text, gzipSync(text)]) {
      for (const field of ['jsonl_download_uri', 'download_uri']) {
        const seed = await seedOf([], { ...bulkOf({ [field]: `${API}/file`, size: 9000 }), [`${API}/file`]: body });
        assert.deepEqual([...seed.cards.keys()], ids);
        assert.equal((JSON.parse(seed.cards.get('lmp-2') ?? '') as CardSeed).name, 'Émile ☆');
      }
    }
  }
});

test('where both forms are offered, the lines are read', async () => {
  const { read, asked } = scryfallOf([record()], bulkOf({ jsonl_download_uri: JSONL, download_uri: `${API}/array` }));
  await readAll(read);
  assert.deepEqual(
    asked.map(({ url }) => url),
    [`${API}/bulk-data`, `${API}/sets`, `${API}/migrations`, JSONL],
  );
});

test('a file that is the same as at the last publish costs one small request', async () => {
  const { read, asked } = scryfallOf([record()]);
  const first = await readAll(read);
  asked.length = 0;
  const second = await readAll(read, [], first.etags());
  assert.equal(second.seed, undefined);
  assert.deepEqual(
    asked.map(({ url }) => url),
    [`${API}/bulk-data`],
  );
  const newer = scryfallOf([record()], bulkOf({ jsonl_download_uri: JSONL, compressed_size: 5001 }));
  assert.equal((await readAll(newer.read, [], first.etags())).seed?.cards.size, 1);
});

test('a description that has not changed since is not read', async () => {
  const read: Read = async (url, { etag } = {}) => wholeDocument(url, [], '"1"', etag);
  assert.equal((await readAll(read, [], new Map([[`${API}/bulk-data`, '"1"']]))).seed, undefined);
});

test('what was quarantined does not make the same file be read again', async () => {
  const { etags, seed } = await readAll(scryfallOf([record(), record({ name: '', collector_number: '2' })]).read);
  assert.equal(seed?.quarantined.length, 1);
  assert.equal(etags().size, 1);
});

test('a series is a kind of set; sets without cards yet are there, those of what is left out are not', async () => {
  const sets = [
    set(),
    set({ code: 'dim', name: 'Dim', set_type: 'draft_innovation', printed_size: undefined, released_at: '2027-01-01' }),
    set({ code: 'tlmp', set_type: 'token' }),
    set({ code: 'alch', set_type: 'alchemy', digital: true }),
    set({ code: 'olmp', set_type: 'memorabilia' }),
  ];
  const seed = await seedOf([record()], { [`${API}/sets`]: page(sets) });
  assert.deepEqual(
    seed.series.map(({ id, name }) => [id, name]),
    [
      ['expansion', 'Expansion'],
      ['draft_innovation', 'Draft Innovation'],
    ],
  );
  assert.deepEqual(seed.expansions, [
    {
      id: 'lmp',
      series_id: 'expansion',
      name: 'Lamplight',
      logo: null,
      symbol: 'https://p.example/lmp.svg',
      release_date: '2026-05-01',
      card_count_total: 120,
      card_count_official: 100,
      legal_standard: false,
      legal_expanded: false,
    },
    {
      id: 'dim',
      series_id: 'draft_innovation',
      name: 'Dim',
      logo: null,
      symbol: 'https://p.example/lmp.svg',
      release_date: '2027-01-01',
      card_count_total: 120,
      card_count_official: 0,
      legal_standard: false,
      legal_expanded: false,
    },
  ]);
});

test('tokens, art series, digital cards and memorabilia are out unless the setting takes them', async () => {
  const sets = [
    set(),
    set({ code: 'olmp', set_type: 'memorabilia' }),
    set({ code: 'dgt', set_type: 'alchemy', digital: true }),
  ];
  const extras = [
    record({ collector_number: '2', layout: 'token' }),
    record({ collector_number: '3', layout: 'emblem' }),
    record({ collector_number: '4', layout: 'double_faced_token' }),
    record({ collector_number: '5', set: 'olmp', set_type: 'memorabilia', layout: 'art_series' }),
    record({ collector_number: '6', set: 'dgt', set_type: 'alchemy', digital: true }),
    record({ collector_number: '7', set: 'olmp', set_type: 'memorabilia', layout: 'front_card' }),
    record({ collector_number: '8', set: 'olmp', set_type: 'memorabilia' }),
  ].map((row) => ({ ...row, tcgplayer_id: undefined, tcgplayer_etched_id: undefined, cardmarket_id: undefined }));
  const documents = { [`${API}/sets`]: page(sets) };
  const idsWith = async (...include: Extra[]) => {
    const { cards, expansions } = await seedOf([record(), ...extras], documents, include);
    return [[...cards.keys()], expansions.map(({ id }) => id)];
  };
  assert.deepEqual(await idsWith(), [['lmp-1'], ['lmp']]);
  assert.deepEqual(await idsWith('tokens'), [['lmp-1', 'lmp-2', 'lmp-3', 'lmp-4'], ['lmp']]);
  assert.deepEqual(await idsWith('art_series'), [
    ['lmp-1', 'olmp-5'],
    ['lmp', 'olmp'],
  ]);
  assert.deepEqual(await idsWith('digital'), [
    ['lmp-1', 'dgt-6'],
    ['lmp', 'dgt'],
  ]);
  assert.deepEqual(await idsWith('memorabilia'), [
    ['lmp-1', 'olmp-7', 'olmp-8'],
    ['lmp', 'olmp'],
  ]);
  // Souvenirs that marketplaces sell are among the dearest cards: they are taken as they come, tokens are not.
  for (const id of ['tcgplayer_id', 'tcgplayer_etched_id', 'cardmarket_id']) {
    const { cards } = await seedOf([record(), ...extras.map((row) => ({ ...row, [id]: 77 }))], documents);
    assert.deepEqual([...cards.keys()], ['lmp-1', 'olmp-7', 'olmp-8']);
  }
  const { skipped, listed } = await seedOf([record(), ...extras], documents);
  assert.deepEqual(Object.fromEntries(skipped ?? []), { tokens: 3, art_series: 1, digital: 1, memorabilia: 2 });
  assert.equal(listed.card, 1);
});

test('at a place with several languages the English record is the card, whatever their order, and none is lost', async () => {
  const place = (lang: string) => record({ id: `id-${lang}`, lang, name: `Keeper ${lang}` });
  const rows = ['ja', 'de', 'en'].map(place);
  const alone = record({ id: 'id-ja-2', lang: 'ja', collector_number: '2', name: 'Alone' });
  for (const order of [rows, rows.toReversed()]) {
    const seed = await seedOf([...order, alone]);
    const names = [...seed.cards].map(([, text]) => JSON.parse(text) as CardSeed);
    assert.deepEqual(
      new Map(names.map(({ id, name }) => [id, name])),
      new Map([
        ['lmp-1', 'Keeper en'],
        ['lmp-1-de', 'Keeper de'],
        ['lmp-1-ja', 'Keeper ja'],
        ['lmp-2', 'Alone'],
      ]),
    );
    assert.equal(seed.aliases?.get('id-de'), 'lmp-1-de');
    assert.deepEqual(seed.quarantined, []);
  }
});

test('the same place twice in one language is quarantined with its reason, a card of a set that is not listed as well', async () => {
  const seed = await seedOf([record(), record({ id: 'again' }), record({ set: 'gone', collector_number: '9' })]);
  assert.deepEqual([...seed.cards.keys()], ['lmp-1']);
  assert.deepEqual(seed.quarantined, [{ reason: 'card: card id given twice', sample: 'again' }]);
  assert.equal(seed.unplaced.length, 1);
  assert.equal(seed.aliases?.get('again'), undefined);
});

test('migrations are read page by page; an id merged more than once answers for its last heir, a deleted one for none', async () => {
  const second = `${API}/migrations?page=2`;
  const heir = String(record().id);
  const seed = await seedOf([record()], {
    [`${API}/migrations`]: page([merge('b', heir, 'lmp', '1b'), merge('x', null, 'lmp', '8')], second),
    [second]: page([merge('a', 'b', 'old', '7★'), merge('c', 'd', 'lmp', '3'), merge('d', 'c', 'lmp', '4')]),
  });
  assert.deepEqual(Object.fromEntries(seed.aliases ?? []), {
    b: 'lmp-1',
    'lmp-1b': 'lmp-1',
    a: 'lmp-1',
    'old-7★': 'lmp-1',
    [heir]: 'lmp-1',
  });
});

test('the prices in the records are of the day on which the file was made, by marketplace product and finish', async () => {
  const { prices } = await readAll(
    scryfallOf([
      record(),
      record({
        collector_number: '2',
        tcgplayer_id: 12,
        tcgplayer_etched_id: 13,
        cardmarket_id: 22,
        prices: { usd_foil: '0', usd_etched: '9.99', eur: null, eur_foil: '0.00' },
      }),
      record({
        collector_number: '3',
        tcgplayer_id: 14,
        cardmarket_id: 23,
        prices: { usd_etched: '5', eur_foil: '4.445' },
      }),
      record({ collector_number: '4', tcgplayer_id: undefined, cardmarket_id: undefined, prices: { usd: '7' } }),
      record({ collector_number: '5', tcgplayer_id: 15, prices: { usd: 'dear' }, cardmarket_id: undefined }),
    ]).read,
  );
  const usd = (product_id: number, sub_type: string, market: number) => ({
    product_id,
    sub_type,
    condition: 'NM',
    market,
    low: null,
    high: null,
  });
  assert.deepEqual(prices?.usdDays(), [
    {
      observed_on: '2026-07-14',
      rows: [usd(11, 'Normal', 150), usd(11, 'Foil', 300), usd(13, 'Foil', 999), usd(14, 'Foil', 500)],
    },
  ]);
  const eur = { avg: null, low: null, avg_holo: null, low_holo: null };
  assert.deepEqual(prices?.eurDays(), [
    {
      observed_on: '2026-07-14',
      rows: [
        { product_id: 21, ...eur, trend: 120, trend_holo: 240 },
        { product_id: 23, ...eur, trend: null, trend_holo: 445 },
      ],
    },
  ]);
  assert.deepEqual([prices?.quarantined, prices?.leftOut.map(({ reason }) => reason)], [[], ['usd is no amount']]);
});

test('an answer that is no good is an outage', async () => {
  const cut = gzipSync(JSON.stringify(record()));
  const bad: [RegExp, Record<string, unknown>][] = [
    [/names no file of default_cards/, { [`${API}/bulk-data`]: page([{ type: 'oracle_cards' }]) }],
    [/holds no list "data"/, { [`${API}/bulk-data`]: 42 }],
    [/says no day/, { [`${API}/bulk-data`]: page([{ type: 'default_cards', download_uri: JSONL }]) }],
    [/names an address that is not read: file:/, bulkOf({ download_uri: 'file:///etc/passwd' })],
    [/holds no list "data"/, { [`${API}/sets`]: { object: 'list' } }],
    [/says that there is more, and not where/, { [`${API}/migrations`]: { has_more: true, data: [] } }],
    [/has no end: 1 of its pages/, { [`${API}/migrations`]: page([], `${API}/migrations`) }],
    [/cannot be unpacked/, { [JSONL]: cut.subarray(0, cut.length - 12) }],
    [/record 1 is no JSON/, { [JSONL]: '{"id":' }],
    [/is empty/, { [JSONL]: '' }],
  ];
  for (const [message, documents] of bad) {
    await assert.rejects(seedOf([record()], documents), (error) => {
      assert.ok(error instanceof Outage, String(error));
      assert.match(error.message, message);
      return true;
    });
  }
});
