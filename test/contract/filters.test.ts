/** What lists are filtered and sorted by: against the records themselves, on both engines. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldName } from '../../src/catalog/fold.ts';
import { foldValue } from '../../src/catalog/listing/card-fields.ts';
import type { Card, CardSummary } from '../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { putProducts } from '../../src/store/catalog/products.ts';
import { readEverything, walkList } from '../support/oracles/walk.ts';
import { catalogFolder } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';
import { fillVaried, priceVaried, variedCatalog } from '../support/stages/varied-catalog.ts';

/** Every row of a list by cursor; `path` has its own parameters. */
async function rowsOf(api: TestApi, path: string, limit = 7): Promise<CardSummary[]> {
  const rows: CardSummary[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: CardSummary[]; next_cursor: string | null } = await api.data(
      `${path}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
    );
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return rows;
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The cheapest printing, by its NM market price or its trend. */
function costs({ variants }: Card, currency: 'usd' | 'eur'): number | null {
  const cents = variants.flatMap(({ usd_market, eur_market }) =>
    currency === 'usd'
      ? (usd_market.find(({ condition }) => condition === 'NM')?.market ?? [])
      : (eur_market.trend ?? []),
  );
  return cents.length === 0 ? null : Math.min(...cents);
}

const has = (values: readonly (string | null)[], ...wanted: string[]) =>
  values.some((value) => value !== null && wanted.map(foldValue).includes(foldValue(value)));

/** Filters with what they must leave. */
const FILTERS: readonly [string, (card: Card) => boolean][] = [
  ['rarity=common', ({ rarity }) => has([rarity], 'Common')],
  ['rarity=ULTRA%20rare,Rare+Holo', ({ rarity }) => has([rarity], 'Ultra-Rare', 'Rare Holo')],
  ['category=trainer', ({ category }) => has([category], 'Trainer')],
  ['type=tide', ({ metadata }) => has(metadata.types, 'Tide')],
  ['illustrator=otani%20jun', ({ illustrator }) => has([illustrator], 'Ōtani Jun')],
  ['illustrator=Penhallow,%20J.%20R.', ({ illustrator }) => has([illustrator], 'Penhallow, J. R.')],
  ['number=007,12', ({ number }) => number === '7' || number === '12'],
  ['number=%23007,12/40', ({ number }) => number === '7' || number === '12'],
  ['number=12/39,7/040', ({ number }) => number === '7'],
  ['number=12/39,12', ({ number }) => number === '12'],
  ['number=12/39', () => false],
  ['number=7-40', ({ number }) => number === '7'],
  ['variant=Holo', ({ variants }) => variants.some(({ type }) => type === 'holo')],
  ['stamp=1st%20Edition', ({ variants }) => variants.some(({ stamps }) => stamps.includes('1st-edition'))],
  ['legality=standard', ({ metadata }) => metadata.legality.standard],
  ['series_id=frost', ({ expansion_id }) => expansion_id === 'frost1'],
  ['series_id=frost,ember&expansion_id=ember2', ({ expansion_id }) => expansion_id === 'ember2'],
  ['released_from=2021-03-01', ({ expansion_id }) => expansion_id !== 'frost1'],
  ['released_from=2020-01-01&released_to=2021-03-01', ({ expansion_id }) => expansion_id !== 'ember2'],
  ['priced=usd', (card) => costs(card, 'usd') !== null],
  ['priced=usd,eur', (card) => costs(card, 'usd') !== null || costs(card, 'eur') !== null],
  ['usd_min=100&usd_max=255', (card) => inside(costs(card, 'usd'), 100, 255)],
  ['eur_max=300', (card) => inside(costs(card, 'eur'), 0, 300)],
  ['rarity=common&type=ember', (card) => has([card.rarity], 'Common') && has(card.metadata.types, 'Ember')],
  [
    'variant=holo&usd_min=200&legality=standard',
    (card) => isStandardHolo(card) && inside(costs(card, 'usd'), 200, 1e9),
  ],
  ['rarity=no%20such', () => false],
  ['rarity=', () => false],
  ['changed_since=2020-01-01', () => true],
  ['changed_since=2999-01-01T00:00:00Z', () => false],
];

const inside = (cents: number | null, from: number, to: number) => cents !== null && cents >= from && cents <= to;
const isStandardHolo = ({ metadata, variants }: Card) =>
  metadata.legality.standard && variants.some(({ type }) => type === 'holo');

/** What a sort orders by; null stands last. */
const SORTED: Readonly<Record<string, (card: Card) => string | number | null>> = {
  name: ({ name }) => foldName(name),
  released: ({ expansion_id }) => ({ frost1: 1, ember1: 2, ember2: 3 })[expansion_id] ?? null,
  usd: (card) => costs(card, 'usd'),
  eur: (card) => costs(card, 'eur'),
};

function sorted(cards: readonly Card[], sort: string): Card[] {
  const key = SORTED[sort.replace('-', '')];
  const sign = sort.startsWith('-') ? -1 : 1;
  // A stable sort: equal ones stay in catalog order.
  return cards.toSorted((one, other) => {
    const [a, b] = [key?.(one) ?? null, key?.(other) ?? null];
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
}

for (const [engine, skip] of ENGINES) {
  suite(`lists filtered and sorted on ${engine}`, { skip }, () => {
    test('every filter leaves what the records say, alone, in any order, and page by page', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const { summaries, cards } = await readEverything(api);
      const all = summaries.map(({ id }) => cards.get(id)).filter((card) => card !== undefined);
      for (const [filter, fits] of FILTERS) {
        const left = all.filter(fits);
        assert.deepEqual(ids(await rowsOf(api, `/v1/cards?${filter}`)), ids(left), filter);
        for (const sort of ['name', '-usd']) {
          assert.deepEqual(
            ids(await rowsOf(api, `/v1/cards?${filter}&sort=${sort}`, 50)),
            ids(sorted(left, sort)),
            filter,
          );
        }
      }
      for (const sort of ['catalog', 'name', 'released', 'usd', 'eur', '-name', '-released', '-usd', '-eur']) {
        for (const limit of [7, 200]) {
          assert.deepEqual(ids(await rowsOf(api, `/v1/cards?sort=${sort}`, limit)), ids(sorted(all, sort)), sort);
        }
      }
    });

    test('an empty list says what it was asked for that nothing has; others, and pages behind one, say nothing', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store, {
        games: [gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE)],
      });
      for (const [asked, unmatched] of [
        ['rarity=no%20such', ['rarity=no such']],
        ['rarity=common&type=nosuch', ['type=nosuch']],
        ['number=abc', ['number=abc']],
        ['number=7&expansion_id=nosuch', ['expansion_id=nosuch']],
        ['series_id=nosuch', ['series_id=nosuch']],
        ['filter=legal:yes%20set:frost1', ['legal:yes']],
        ['filter=set:NoSuch%20OR%20hp%3E%3D90000', ['set:NoSuch', 'hp>=90000']],
        ['rarity=nosuch&q=glimmer', ['rarity=nosuch']],
        // Each has some, and none has both.
        ['filter=set:frost1%20set:ember1', undefined],
        ['number=12/39', undefined],
        ['rarity=common,nosuch', undefined],
      ] as const) {
        const page = await api.data<{ items: CardSummary[]; unmatched?: string[] }>(`/v1/cards?${asked}`);
        assert.deepEqual(page.unmatched, unmatched, asked);
      }
    });

    test('rows are those of the list without filters, with prices where they are asked for', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const plain = await walkList<CardSummary>(api, '/v1/cards', 200);
      assert.deepEqual(await rowsOf(api, '/v1/cards?sort=catalog', 200), plain);
      const [first] = await rowsOf(api, '/v1/cards?priced=usd&include=prices', 200);
      assert.ok((first?.prices?.length ?? 0) > 0);
    });

    test('under q the filters narrow the ranked set, and a sort puts it in another order with the same scores', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const { cards } = await readEverything(api);
      const ranked = await rowsOf(api, '/v1/cards?q=vultwick', 200);
      const fits = ({ id }: CardSummary) => has([cards.get(id)?.rarity ?? null], 'Common');
      const narrowed = await rowsOf(api, '/v1/cards?q=vultwick&rarity=common');
      assert.deepEqual(narrowed, ranked.filter(fits));
      assert.ok(narrowed.length > 3 && narrowed.length < ranked.length);
      const byPrice = await rowsOf(api, '/v1/cards?q=vultwick&rarity=common&sort=-usd');
      const wanted = sorted(
        narrowed.toSorted(byPlaceIn(cards)).flatMap(({ id }) => cards.get(id) ?? []),
        '-usd',
      );
      assert.deepEqual(ids(byPrice), ids(wanted));
      assert.deepEqual(
        new Map(byPrice.map((row) => [row.id, row.score])),
        new Map(narrowed.map((row) => [row.id, row.score])),
      );
      const [named] = ranked;
      const q = encodeURIComponent(`${named?.name} ${cards.get(named?.id ?? '')?.rarity}`);
      const all = await rowsOf(api, `/v1/cards?q=${q}`, 200);
      assert.ok(all.some(({ score = 0 }) => score < 0.6) && all.some(({ score = 0 }) => score >= 0.6));
      const dearest = await rowsOf(api, `/v1/cards?q=${q}&sort=-usd`, 200);
      assert.deepEqual(
        ids(dearest).sort(),
        ids(all).sort(),
        'under a sort stand exactly the rows that the words alone find',
      );
    });

    test('a price run moves what is filtered and sorted by price at once, a pruned answer never stays', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const before = await rowsOf(api, '/v1/cards?usd_min=100000');
      assert.deepEqual(before, []);
      await rowsOf(api, '/v1/cards?usd_min=100000');
      await priceVaried(place.store, '2026-05-02', (at) => 100_000 + at);
      const after = await rowsOf(api, '/v1/cards?usd_min=100000');
      assert.equal(after.length, 80);
      assert.deepEqual(after, await rowsOf(api, '/v1/cards?priced=usd'));
    });

    test('a walk in any order sees each stable row once while ingest and prices move others', async () => {
      for (const sort of ['name', '-released', 'usd', '-usd']) {
        await using place = await newStore(engine);
        const catalog = variedCatalog(60);
        await fillVaried(place.store, catalog);
        await using api = await apiOn(place.store);
        await using folder = await catalogFolder(catalog);
        const stable = new Set(ids(await rowsOf(api, `/v1/cards?priced=usd&sort=${sort}`, 200)));
        const seen: string[] = [];
        let cursor: string | null = '';
        for (let pages = 0; cursor !== null; pages += 1) {
          const page: { items: CardSummary[]; next_cursor: string | null } = await api.data(
            `/v1/cards?priced=usd,eur&sort=${sort}&limit=11${cursor && `&cursor=${cursor}`}`,
          );
          seen.push(...ids(page.items));
          cursor = page.next_cursor;
          if (pages > 3) continue;
          catalog.cards.push({
            ...catalog.cards[pages],
            id: `ember1-new${pages}`,
            localId: `${pages}x`,
            name: `Between ${pages}`,
            set: { id: 'ember1' },
          });
          await folder.write(catalog);
          await runCatalog(place.store, folder.files);
        }
        assert.deepEqual([...new Set(seen)].length, seen.length, sort);
        for (const id of stable) assert.ok(seen.includes(id), `${sort}: ${id}`);
      }
    });

    test('expansions are filtered by their day and sorted by it or by name', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      await using api = await apiOn(place.store);
      const found = async (query: string) => ids(await rowsOf(api, `/v1/expansions?${query}`, 1));
      assert.deepEqual(await found('sort=-released'), ['ember2', 'ember1', 'frost1']);
      assert.deepEqual(await found('sort=-name'), ['frost1', 'ember2', 'ember1']);
      assert.deepEqual(await found('released_from=2021-03-01'), ['ember1', 'ember2']);
      assert.deepEqual(await found('released_to=2021-03-01&sort=name'), ['ember1', 'frost1']);
      assert.deepEqual(await found('q=ember&released_from=2022-01-01'), ['ember2', 'ember1'].slice(0, 1));
      assert.deepEqual(await found('q=ember&sort=-released'), ['ember2', 'ember1']);
      assert.equal((await api.get('/v1/expansions?sort=usd')).status, 400);
    });

    test('a product of several expansions came out with the first of them', async () => {
      await using place = await newStore(engine);
      await fillVaried(place.store);
      const rest = { clean_name: 'Box', number: null, image: null, usd_market_url: null, usd_market: [] };
      const box = { game: 'game', name: 'Box', ...rest, external_ids: { tcgplayer: null, cardmarket: null } };
      const of = [['ember1'], ['ember2', 'frost1'], ['ember2'], []];
      const products = of.map((ids, at) => {
        const expansions = ids.map((id) => ({ id, name: id }));
        return { ...box, id: at + 1, expansions, eur_market: null };
      });
      await place.store.write(async (writes) => {
        await putProducts(writes, products);
        await bumpCatalogVersion(writes, { games: ['game'], names: true });
      });
      await using api = await apiOn(place.store);
      const found = async (query: string) =>
        (await api.data<{ items: { id: number }[] }>(`/v1/products?${query}`)).items.map(({ id }) => id);
      assert.deepEqual(await found('sort=released'), [2, 1, 3, 4]);
      for (const [expansion, its] of Object.entries({ ember1: [1], ember2: [2, 3], frost1: [2], none: [] }))
        assert.deepEqual(await found(`expansion_id=${expansion}`), its, expansion);
      assert.deepEqual(await found('sort=-released'), [3, 1, 2, 4]);
      assert.deepEqual(await found('released_to=2020-12-31'), [2]);
      assert.deepEqual(await found('released_from=2022-01-01'), [3]);
    });
  });
}

/** The order of the list. */
const byPlaceIn = (cards: ReadonlyMap<string, Card>) => {
  const order = [...cards.keys()];
  return (a: CardSummary, b: CardSummary) => order.indexOf(a.id) - order.indexOf(b.id);
};

suite('what a list may be asked for', () => {
  test('a number, a day, a currency or a sort that cannot be read answers 400 and names the parameter', async () => {
    await using place = await newStore('sqlite');
    await fillVaried(place.store);
    await using api = await apiOn(place.store);
    for (const fault of [
      'usd_min=abc',
      'usd_max=',
      'eur_min=1.5',
      'eur_max=-1',
      'released_from=2026-02-30',
      'released_to=x',
    ]) {
      await assertRefused(api, fault);
    }
    for (const fault of [
      'changed_since=yesterday',
      'changed_since=2026-01-01T25:00Z',
      'priced=gbp',
      'sort=price',
      'sort=',
    ]) {
      await assertRefused(api, fault);
    }
    await assertRefused(api, 'rarity=%00');
  });

  test('a cursor belongs to its filters and its sort: with others it gives the first page', async () => {
    await using place = await newStore('sqlite');
    await fillVaried(place.store);
    await using api = await apiOn(place.store);
    const page = (query: string) =>
      api.data<{ items: CardSummary[]; next_cursor: string }>(`/v1/cards?limit=5&${query}`);
    const { next_cursor: cursor } = await page('rarity=common&sort=usd');
    for (const other of [
      'rarity=common&sort=-usd',
      'rarity=common',
      'sort=usd',
      'rarity=common&sort=usd&type=ember',
      '',
    ]) {
      assert.deepEqual(await page(`${other}&cursor=${cursor}`), await page(other), other);
    }
    assert.deepEqual(
      await page(`rarity=common&sort=usd&cursor=${cursor.slice(0, -1)}`),
      await page('rarity=common&sort=usd'),
    );
    assert.notDeepEqual(await page(`rarity=common&sort=usd&cursor=${cursor}`), await page('rarity=common&sort=usd'));
  });
});

async function assertRefused(api: TestApi, fault: string): Promise<void> {
  const { status, body } = await api.get(`/v1/cards?${fault}`);
  assert.equal(status, 400, fault);
  assert.equal(body.error?.code, 'bad_request');
  assert.ok(body.error?.message.includes(fault.split('=')[0] ?? ''), body.error?.message);
}
