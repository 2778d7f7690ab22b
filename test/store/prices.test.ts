/** What the store promises of prices: history is what was observed, current is the newest, and a repeated day is nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { printingIdentity } from '../../src/catalog/changes.ts';
import type { CardPriceRow, Condition, EurAmounts } from '../../src/catalog/price-rows.ts';
import type { Card, Printing } from '../../src/catalog/records.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { cardKeys, putCards } from '../../src/store/catalog/cards.ts';
import { addVariants } from '../../src/store/catalog/variants.ts';
import { leaveMarketplaceProducts } from '../../src/store/marketplace-products/hand-over.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import { cardAmounts, currentCardPrices, currentProductPrices } from '../../src/store/prices/current-prices.ts';
import { cardOwner } from '../../src/store/prices/price-series.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { fc } from '../support/made/properties.ts';
import { cardHistory, productHistory } from '../support/oracles/shown-histories.ts';
import { takeIn, writeCardPrices, writeProductPrices, writtenOut } from '../support/sources/price-days.ts';
import { newStore, postgresMissing, type TestStore } from '../support/stages/stores.ts';

const printing: Printing = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };
const external_ids = { tcgplayer: null, cardmarket: null };
const noEur = { avg: null, low: null, trend: null, avg_holo: null, low_holo: null, trend_holo: null };

/** Publishes a card with two printings; returns their ids. */
async function addCard(store: Store, id: string): Promise<[number, number]> {
  return store.write(async (writes) => {
    const [normal, reverse] = await addVariants(writes, [
      { card_id: id, identity: printingIdentity(printing), ordinal: 0 },
      { card_id: id, identity: printingIdentity({ ...printing, type: 'reverse' }), ordinal: 0 },
    ]);
    assert.ok(normal && reverse);
    const eur_market = { price_kind: null, currency: 'EUR' as const, observed_on: null, ...noEur };
    const variants: Card['variants'] = [
      { id: normal.id, ...printing, external_ids, usd_market: [], eur_market },
      { id: reverse.id, ...printing, type: 'reverse', external_ids, usd_market: [], eur_market },
    ];
    const text = {
      name: id,
      number: null,
      expansion_id: 'x',
      sort_date: '',
      number_sort: '',
      summary: '{}',
      digest: '',
    };
    await putCards(writes, [{ id, ...text, body: JSON.stringify({ game: 'game', id, variants }) }]);
    return [normal.id, reverse.id];
  });
}

const addProduct = (store: Store, id: number) =>
  store.write((writes) =>
    writes
      .insertInto('products')
      .values({
        id,
        name: 'Box',
        body: JSON.stringify({ game: 'game', id, name: 'Box', expansions: [], usd_market: [], eur_market: null }),
      })
      .execute(),
  );

const usd = (variant_id: number, market: number | null, condition: Condition = 'NM'): CardPriceRow => ({
  variant_id,
  market: 'usd',
  condition,
  amounts: { market, low: 1, high: 9 },
});
const eur = (variant_id: number, avg: number | null, price_kind: 'plain' | 'holo' = 'plain'): CardPriceRow => ({
  variant_id,
  market: 'eur',
  price_kind,
  amounts: { ...noEur, avg },
});

const writeDay = (store: Store, observed_on: string, card: string, rows: CardPriceRow[]) =>
  store.write((writes) => writeCardPrices(writes, { source: 'usd_market', observed_on }, new Map([[card, rows]])));

const year = { from: '2026-01-01', to: '2026-12-31' };

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`prices (${engine})`, { skip: engine === 'postgres' && postgresMissing }, () => suite(engine));
}

function suite(engine: Engine): void {
  let opened: TestStore;
  let store: Store;
  before(async () => {
    opened = await newStore(engine);
    store = opened.store;
  });
  after(() => opened[Symbol.asyncDispose]());

  test('history gives back every observation of the window, printing by printing and condition by condition', async () => {
    const [normal, reverse] = await addCard(store, 'history-1');
    await writeDay(store, '2026-01-31', 'history-1', [usd(normal, 100), usd(normal, 80, 'LP')]);
    await writeDay(store, '2026-02-01', 'history-1', [usd(normal, null), eur(reverse, 70, 'holo')]);
    await writeDay(store, '2026-02-03', 'history-1', [usd(normal, 101)]);
    const full = await cardHistory(store.reads, 'history-1', { from: '2026-01-31', to: '2026-02-03' });
    assert.deepEqual(full?.variants, [
      {
        variant: printing,
        usd: [
          {
            condition: 'NM',
            days: [
              { day: '2026-01-31', amounts: [100, 1, 9] },
              { day: '2026-02-01', amounts: [null, 1, 9] },
              { day: '2026-02-03', amounts: [101, 1, 9] },
            ],
          },
          { condition: 'LP', days: [{ day: '2026-01-31', amounts: [80, 1, 9] }] },
        ],
        eur: { price_kind: null, days: [] },
      },
      {
        variant: { ...printing, type: 'reverse' },
        usd: [],
        eur: {
          price_kind: 'holo',
          days: [{ day: '2026-02-01', amounts: [70, null, null, null, null, null] }],
        },
      },
    ]);
  });

  test('the window includes both its ends, and a condition without a day in it is left out', async () => {
    const [normal] = await addCard(store, 'window-1');
    await writeDay(store, '2026-03-01', 'window-1', [usd(normal, 1, 'HP')]);
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']) {
      await writeDay(store, day, 'window-1', [usd(normal, 5)]);
    }
    const [first] =
      (await cardHistory(store.reads, 'window-1', { from: '2026-03-03', to: '2026-03-04' }))?.variants ?? [];
    assert.deepEqual(
      first?.usd.map(({ condition, days }) => [condition, days.map(({ day }) => day)]),
      [['NM', ['2026-03-03', '2026-03-04']]],
    );
  });

  test('an unknown id has no history, an id that was given up has that of the card it stands for', async () => {
    const [normal] = await addCard(store, 'renamed-1');
    await writeDay(store, '2026-03-01', 'renamed-1', [usd(normal, 3)]);
    await store.write((writes) => addAliases(writes, 'card', new Map([['former-1', 'renamed-1']])));
    assert.equal(await cardHistory(store.reads, 'unknown-1', year), undefined);
    assert.deepEqual(
      await cardHistory(store.reads, 'former-1', year),
      await cardHistory(store.reads, 'renamed-1', year),
    );
  });

  test('the same day twice changes nothing, not even the catalog version', async () => {
    const [normal, reverse] = await addCard(store, 'twice-1');
    const rows = [usd(normal, 120), eur(reverse, 33)];
    const first = await writeDay(store, '2026-04-01', 'twice-1', rows);
    assert.deepEqual(first, { rows: 2, usd: new Map([['twice-1', '']]), eur: new Map([['twice-1', '']]) });
    const version = await catalogVersion(store.reads);
    const again = await writeDay(store, '2026-04-01', 'twice-1', rows);
    assert.deepEqual(again, { rows: 0, usd: new Map(), eur: new Map() });
    assert.equal(await catalogVersion(store.reads), version);
  });

  test('the same amounts are others once they are of another kind', async () => {
    const [, reverse] = await addCard(store, 'kind-1');
    await writeDay(store, '2026-04-01', 'kind-1', [eur(reverse, 33)]);
    const next = await writeDay(store, '2026-04-02', 'kind-1', [eur(reverse, 33, 'holo')]);
    assert.notDeepEqual(next.eur, await cardAmounts(store.reads, 'eur', ['kind-1']));
  });

  test('a new day with the same amounts moves observed_on and the catalog version, and reports no change', async () => {
    const [normal] = await addCard(store, 'quiet-1');
    await writeDay(store, '2026-04-01', 'quiet-1', [usd(normal, 120)]);
    const version = await catalogVersion(store.reads);
    const next = await writeDay(store, '2026-04-02', 'quiet-1', [usd(normal, 120)]);
    assert.deepEqual(next, { rows: 2, usd: new Map(), eur: new Map() });
    assert.equal(await catalogVersion(store.reads), version + 1);
    const current = await currentCardPrices(store.reads, ['quiet-1']);
    assert.deepEqual(current.get('quiet-1'), [
      { ...usd(normal, 120), observed_on: '2026-04-02', source: 'usd_market' },
    ]);
  });

  test('a correction of a day overwrites it in history and in the current prices', async () => {
    const [normal] = await addCard(store, 'corrected-1');
    await writeDay(store, '2026-04-01', 'corrected-1', [usd(normal, 9999), usd(normal, 4, 'LP')]);
    const corrected = await writeDay(store, '2026-04-01', 'corrected-1', [usd(normal, 99)]);
    assert.deepEqual([...corrected.usd.keys()], ['corrected-1']);
    const [first] = (await cardHistory(store.reads, 'corrected-1', year))?.variants ?? [];
    assert.deepEqual(
      first?.usd.map(({ condition, days }) => [condition, days.map(({ amounts }) => amounts[0])]),
      [
        ['NM', [99]],
        ['LP', [4]],
      ],
    );
  });

  test('an older day fills the history and leaves the current price alone', async () => {
    const [normal] = await addCard(store, 'backfill-1');
    await writeDay(store, '2026-05-10', 'backfill-1', [usd(normal, 500)]);
    const older = await writeDay(store, '2026-05-09', 'backfill-1', [usd(normal, 400)]);
    assert.deepEqual(older, { rows: 1, usd: new Map(), eur: new Map() });
    const [price] = (await currentCardPrices(store.reads, ['backfill-1'])).get('backfill-1') ?? [];
    assert.equal(price?.observed_on, '2026-05-10');
  });

  test('prices of a withdrawn printing are gone from current prices, those of its siblings stay', async () => {
    const [normal, reverse] = await addCard(store, 'withdrawn-1');
    const rows = [usd(normal, 10), eur(normal, 11), eur(reverse, 12)];
    await writeDay(store, '2026-05-10', 'withdrawn-1', rows);
    const owner = cardOwner((await cardKeys(store.reads, ['withdrawn-1'])).get('withdrawn-1') ?? 0);
    const printing = { owner, variantId: normal, market: 'eur' as const, article: 'eur/1' };
    const leave = () => store.write((writes) => leaveMarketplaceProducts(writes, [printing]));
    assert.deepEqual(await leave(), { hadPrice: new Set([owner]), days: new Set(['2026-05-10']) });
    assert.deepEqual(await leave(), { hadPrice: new Set(), days: new Set() });
    const left = (await currentCardPrices(store.reads, ['withdrawn-1'])).get('withdrawn-1') ?? [];
    assert.deepEqual(
      left.map(({ variant_id, market }) => [variant_id, market]),
      [
        [normal, 'usd'],
        [reverse, 'eur'],
      ],
    );
  });

  test('prices of a card that is not in the catalog are skipped', async () => {
    const outcome = await writeDay(store, '2026-05-10', 'nowhere-1', [usd(1, 10)]);
    assert.deepEqual(outcome, { rows: 0, usd: new Map(), eur: new Map() });
  });

  test('any days in any order leave in history and current prices what a plain table would hold', async () => {
    const [normal, reverse] = await addCard(store, 'any-1');
    const cents = fc.option(fc.integer({ min: 0, max: 2 ** 31 - 1 }));
    const row = fc.oneof(
      fc
        .tuple(fc.constantFrom(normal, reverse), cents, fc.constantFrom<Condition>('NM', 'DMG'))
        .map((of) => usd(...of)),
      fc.tuple(fc.constantFrom(normal, reverse), cents).map((of) => eur(...of)),
    );
    const days = fc
      .integer({ min: 0, max: 99 })
      .map((n) => new Date(Date.UTC(2025, 10, 1 + n)).toISOString().slice(0, 10));
    const plain = new Map<string, Map<string, CardPriceRow['amounts']>>();
    const seriesOf = (of: CardPriceRow) => `${of.variant_id} ${of.market === 'usd' ? of.condition : 'EUR'}`;
    await fc.assert(
      fc.asyncProperty(days, fc.array(row), async (day, rows) => {
        await writeDay(store, day, 'any-1', rows);
        for (const of of rows) {
          const series = seriesOf(of);
          const known = plain.get(series) ?? new Map<string, CardPriceRow['amounts']>();
          // A row without any amount says that there is none.
          if (Object.values(of.amounts).every((amount) => amount === null)) known.delete(day);
          else known.set(day, of.amounts);
          if (known.size === 0) plain.delete(series);
          else plain.set(series, known);
        }
        assert.deepEqual(await servedSeries(store, 'any-1', [normal, reverse]), sorted(plain));
        const newest = new Map([...sorted(plain)].map(([series, history]) => [series, history.at(-1)]));
        const current = (await currentCardPrices(store.reads, ['any-1'])).get('any-1') ?? [];
        assert.deepEqual(
          new Map(current.map((price) => [seriesOf(price), [price.observed_on, Object.values(price.amounts)]])),
          newest,
        );
      }),
      { numRuns: 40 },
    );
  });

  test('an export taken in by another store gives the same history and current prices, and twice changes nothing', async () => {
    const [normal, reverse] = await addCard(store, 'moved-1');
    const days = ['2026-01-30', '2026-02-02', '2026-03-01'];
    for (const [index, day] of days.entries()) {
      await writeDay(store, day, 'moved-1', [
        usd(normal, index + 1),
        usd(reverse, null, 'LP'),
        eur(reverse, index + 1, 'holo'),
      ]);
    }
    const box = {
      variant: 'display',
      market: 'usd',
      condition: 'Unopened',
      amounts: { market: 9, low: null, high: 10 },
    } as const;
    await addProduct(store, 5);
    await store.write((writes) =>
      writeProductPrices(writes, { source: 's', observed_on: '2026-02-02' }, new Map([[5, [box]]])),
    );
    await using other = await newStore(engine);
    // The other store numbers its cards and printings in its own way.
    await addCard(other.store, 'other-1');
    const [otherNormal, otherReverse] = await addCard(other.store, 'moved-1');
    await addProduct(other.store, 5);
    const lines = await writtenOut(store);
    const counts = await takeIn(other.store, lines);
    assert.ok(counts.unknown > 0 && counts.unknown < lines.length, 'cards that the other store lacks are counted');
    assert.deepEqual(
      await cardHistory(other.store.reads, 'moved-1', year),
      await cardHistory(store.reads, 'moved-1', year),
    );
    assert.deepEqual(await productHistory(other.store.reads, 5, year), await productHistory(store.reads, 5, year));
    const numbers = new Map([
      [normal, otherNormal],
      [reverse, otherReverse],
    ]);
    const current = (await currentCardPrices(store.reads, ['moved-1'])).get('moved-1') ?? [];
    assert.deepEqual(
      (await currentCardPrices(other.store.reads, ['moved-1'])).get('moved-1'),
      current.map((price) => ({ ...price, variant_id: numbers.get(price.variant_id) })),
    );
    const version = await catalogVersion(other.store.reads);
    assert.equal((await takeIn(other.store, lines)).rows_changed, 0);
    assert.equal(await catalogVersion(other.store.reads), version);
  });

  test('an import names the line that is no price history', async () => {
    const line = (change: object) =>
      JSON.stringify({
        product_id: 5,
        variant: 'normal',
        currency: 'USD',
        condition: 'Unopened',
        source: 's',
        history: [{ observed_on: '2026-01-01', market: 1, low: null, high: 2 }],
        ...change,
      });
    const bad = [
      '{"product_id":5',
      '[]',
      line({ condition: 'Mint' }),
      line({ history: [{ observed_on: '2026-02-30', market: 1, low: 1, high: 1 }] }),
      line({ history: [{ observed_on: '2026-02-20', market: 1.5, low: 1, high: 1 }] }),
    ];
    for (const text of bad) {
      await assert.rejects(takeIn(store, [line({}), text]), { message: /^lines\.ndjson line 2[ :]/ }, text);
    }
  });

  test('sealed products keep a history by sub-type and condition, and the one of their EUR side', async () => {
    await addProduct(store, 77);
    const none = [{ variant: 'normal', usd: [], eur: { days: [] } }];
    assert.deepEqual(await productHistory(store.reads, 77, year), { id: 77, game: 'game', variants: none });
    assert.equal(await productHistory(store.reads, 78, year), undefined);
    const amounts = { market: 9000, low: 8000, high: null };
    const eurAmounts: EurAmounts = { ...noEur, avg: 7500 };
    const rows = [
      { variant: 'display', market: 'usd', condition: 'Unopened', amounts },
      { market: 'eur', amounts: eurAmounts },
    ] as const;
    const write = () =>
      store.write((writes) =>
        writeProductPrices(writes, { source: 's', observed_on: '2026-06-01' }, new Map([[77, rows]])),
      );
    assert.deepEqual(await write(), { rows: 2, usd: new Map([[77, '']]), eur: new Map([[77, '']]) });
    assert.deepEqual(await write(), { rows: 0, usd: new Map(), eur: new Map() });
    assert.deepEqual((await productHistory(store.reads, 77, year))?.variants, [
      {
        variant: 'display',
        usd: [{ condition: 'Unopened', days: [{ day: '2026-06-01', amounts: [9000, 8000, null] }] }],
        eur: { days: [{ day: '2026-06-01', amounts: [7500, null, null, null, null, null] }] },
      },
    ]);
    const current = (await currentProductPrices(store.reads, [77, 78])).get(77);
    const observed = { observed_on: '2026-06-01', source: 's' };
    assert.deepEqual(current, [
      { market: 'eur', amounts: eurAmounts, ...observed },
      { ...rows[0], ...observed },
    ]);
  });
}

type PlainSeries = Map<string, [day: string, amounts: (number | null)[]][]>;

const sorted = (plain: Map<string, Map<string, CardPriceRow['amounts']>>): PlainSeries =>
  new Map(
    [...plain].map(([series, days]) => [
      series,
      [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, amounts]) => [day, Object.values(amounts)]),
    ]),
  );

async function servedSeries(store: Store, id: string, variantIds: number[]): Promise<PlainSeries> {
  const served: PlainSeries = new Map();
  const history = (await cardHistory(store.reads, id, { from: '2025-01-01', to: '2026-12-31' }))?.variants ?? [];
  for (const [index, { usd: conditions, eur: side }] of history.entries()) {
    const variant = variantIds[index];
    for (const { condition, days } of [...conditions, { condition: 'EUR', days: side.days }]) {
      if (days.length > 0)
        served.set(
          `${variant} ${condition}`,
          days.map(({ day, amounts }) => [day, [...amounts]]),
        );
    }
  }
  return served;
}
