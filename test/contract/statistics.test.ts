/** Statistics and charts against a plain twin that reads the histories. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Static } from 'typebox';
import { addDays } from '../../src/catalog/days.ts';
import type { CardPriceHistory, ProductPriceHistory } from '../../src/catalog/price-history.ts';
import { compareOrdinary } from '../../src/catalog/printings/ordinary-printing.ts';
import type { Card } from '../../src/catalog/records.ts';
import type { SeriesStatistics } from '../../src/catalog/statistics/statistics-shapes.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { dropCurrent } from '../../src/store/prices/current-prices.ts';
import { type Day, plainChart, plainIndex, plainStatistics } from '../support/plain/plain-statistics.ts';
import { writeCardPrices, writeProductPrices } from '../support/sources/price-days.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore, type TestStore } from '../support/stages/stores.ts';

const TODAY = '2026-11-21';
const DAYS = 500;
const CARDS = ['ember1-1', 'ember1-3'];

let place: TestStore;
let api: TestApi;

/** Numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

before(async () => {
  place = await newStore('sqlite');
  const catalog = tinyCatalog();
  // A card with two printings of one finish is one card of it.
  const printings = catalog.cards[2]?.variants_detailed as object[] | undefined;
  printings?.push({ type: 'reverse', size: 'standard', stamp: ['staff'] });
  await using folder = await catalogFolder(catalog);
  await runCatalog(place.store, folder.files);
  api = await apiOn(place.store, { now: () => new Date(`${TODAY}T12:00:00Z`) });
  const cards = await Promise.all(CARDS.map((id) => api.data<Card>(`/v1/cards/${id}`)));
  const next = numbers(7);
  const walk = new Map<string, number>();
  const amount = (name: string) => {
    const before = walk.get(name) ?? 200 + Math.floor(next() * 4000);
    const now = next() < 0.6 ? before : Math.max(1, Math.round(before * (0.9 + next() * 0.2)));
    walk.set(name, now);
    // A published 0 is no price either.
    const lot = next();
    return lot < 0.025 ? null : lot < 0.05 ? 0 : now;
  };
  await place.store.write(async (writes) => {
    await writes.insertInto('products').values({ id: 7, name: 'Box', body: '{"game":"game","id":7}' }).execute();
    for (let back = DAYS; back >= 0; back -= 1) {
      const day = { source: 's', observed_on: addDays(TODAY, -back) };
      if (next() < 0.1) continue;
      const rows = cards.map(({ id, variants }) => [
        id,
        variants.flatMap((variant) => {
          const trend = { avg: 1, low: 1, avg_holo: 1, low_holo: 1 };
          const [plain, holo] = [amount(`${variant.id} plain`), amount(`${variant.id} holo`)];
          const nm = { market: amount(`${variant.id} nm`), low: 1, high: 2 };
          return [
            { variant_id: variant.id, market: 'usd', condition: 'NM', amounts: nm },
            ...(next() < 0.5 ? [{ variant_id: variant.id, market: 'usd', condition: 'LP', amounts: nm }] : []),
            {
              variant_id: variant.id,
              market: 'eur',
              price_kind: variant.type === 'normal' ? 'plain' : 'holo',
              amounts: { ...trend, trend: plain, trend_holo: holo },
            },
          ];
        }),
      ]);
      await writeCardPrices(writes, day, new Map(rows as never));
      const amounts = { market: amount('box'), low: null, high: null };
      const eur = { avg: 1, low: 1, trend: amount('box eur'), avg_holo: null, low_holo: null, trend_holo: null };
      const product = { variant: 'normal', market: 'usd', condition: 'Unopened', amounts } as const;
      await writeProductPrices(writes, day, new Map([[7, [product, { market: 'eur', amounts: eur }]]]));
    }
  });
});

after(async () => {
  await api[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

type History = CardPriceHistory | Static<typeof ProductPriceHistory>;

/** Every series of the record by its printing, condition and currency, all its days. */
async function seriesOf(path: string): Promise<Map<string, Day[]>> {
  const found = new Map<string, Day[]>();
  for (let from = addDays(TODAY, -DAYS - 20); from <= TODAY; from = addDays(from, 300)) {
    const to = addDays(from, 299);
    const { variants } = await api.data<History>(`${path}/prices?from=${from}&to=${to}`);
    for (const { variant, usd_market, eur_market } of variants) {
      const name = (condition: string, currency: string) => JSON.stringify([variant, condition, currency]);
      const add = (key: string, days: Day[]) => found.set(key, [...(found.get(key) ?? []), ...days]);
      for (const { condition, history } of usd_market) {
        add(
          name(condition, 'USD'),
          history.map(({ observed_on, market }) => ({ observed_on, cents: market })),
        );
      }
      const isHolo = 'price_kind' in eur_market && eur_market.price_kind === 'holo';
      add(
        name('', 'EUR'),
        eur_market.history.map((day) => ({ observed_on: day.observed_on, cents: isHolo ? day.trend_holo : day.trend })),
      );
    }
  }
  return found;
}

/** To nine digits: the twin rounds elsewhere. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? Number(each.toPrecision(9)) : each));

suite('statistics', () => {
  test('of cards and products are those of a plain twin over the histories, for each printing, condition and currency', async () => {
    for (const path of [...CARDS.map((id) => `/v1/cards/${id}`), '/v1/products/7']) {
      const expected = await seriesOf(path);
      const { series } = await api.data<{ series: SeriesStatistics[] }>(`${path}/stats`);
      assert.ok(series.length >= 2);
      assert.deepEqual(
        series.map(({ variant, condition = '', currency }) => JSON.stringify([variant, condition, currency])).sort(),
        [...expected].flatMap(([key, days]) => (days.some(({ cents }) => cents) ? key : [])).sort(),
      );
      for (const { variant, condition, currency, ...told } of series) {
        const days = expected.get(JSON.stringify([variant, condition ?? '', currency])) ?? [];
        assert.equal('condition' in { ...(condition && { condition }) }, currency === 'USD');
        assert.deepEqual(rounded(told), rounded(plainStatistics(days)), `${path} ${condition} ${currency}`);
      }
    }
  });

  test('a chart has the points of a plain twin, steps without an observation absent', async () => {
    const [path = ''] = CARDS.map((id) => `/v1/cards/${id}`);
    const all = await seriesOf(path);
    for (const [span, first] of [
      ['1y', addDays(TODAY, -364)],
      ['3y', ''],
      ['all', ''],
    ] as const) {
      for (const step of ['day', 'week', 'month']) {
        for (const currency of ['usd', 'eur']) {
          const query = `currency=${currency}&span=${span}&step=${step}`;
          const { series } = await api.data<{ series: { variant: unknown; condition?: string; points: unknown[] }[] }>(
            `${path}/chart?${query}`,
          );
          const told = series.map(({ variant, condition = '', points }) => [
            JSON.stringify([variant, condition, currency.toUpperCase()]),
            points,
          ]);
          const expected = [...all].flatMap(([key, days]) => {
            const points = plainChart(
              days.filter(({ observed_on }) => observed_on >= first),
              step,
            );
            return key.endsWith(`"${currency.toUpperCase()}"]`) && points.length > 0 ? [[key, points]] : [];
          });
          assert.deepEqual(told, expected, query);
          assert.ok(told.length > 0);
        }
      }
    }
    assert.deepEqual(await api.data(`${path}/chart`), await api.data(`${path}/chart?currency=usd&span=1y&step=week`));
    for (const query of ['span=2y', 'step=year', 'currency=gbp', 'span=']) {
      assert.equal((await api.get(`${path}/chart?${query}`)).status, 400, query);
      assert.equal((await api.get(`/v1/cards/none/chart?${query}`)).status, 400, 'before the card is looked up');
    }
  });

  test("an expansion's chart is a plain twin's of its cards' ordinary printings; newcomers move what it is worth and not its index", async () => {
    const ids = (await api.data<{ items: { id: string }[] }>('/v1/cards?expansion_id=ember1&limit=200')).items;
    const path = '/v1/expansions/ember1/chart';
    for (const currency of ['USD', 'EUR']) {
      const all: Day[][] = [];
      for (const { id } of ids) {
        const { variants } = await api.data<Card>(`/v1/cards/${id}`);
        const [ordinary] = variants.toSorted((a, b) => compareOrdinary(a, b));
        const { variants: told } = await api.data<CardPriceHistory>(`/v1/cards/${id}/prices`);
        const name = told[variants.indexOf(ordinary ?? assert.fail())]?.variant;
        const series = await seriesOf(`/v1/cards/${id}`);
        all.push(series.get(JSON.stringify([name, currency === 'USD' ? 'NM' : '', currency])) ?? []);
      }
      for (const [span, first] of [
        ['1y', addDays(TODAY, -364)],
        ['all', ''],
      ] as const) {
        for (const step of ['day', 'week', 'month']) {
          const query = `currency=${currency.toLowerCase()}&span=${span}&step=${step}`;
          const { points, ...head } = await api.data<{ points: unknown[] }>(`${path}?${query}`);
          assert.deepEqual(head, { id: 'ember1', game: 'game', currency, span, step });
          const cards = all.map((days) => days.filter(({ observed_on }) => observed_on >= first));
          assert.deepEqual(points, plainIndex(cards, step), query);
          assert.ok(points.length > 10, query);
        }
      }
    }
    assert.deepEqual(await api.data(path), await api.data(`${path}?currency=usd&span=1y&step=week`));
    for (const query of ['span=2y', 'step=year', 'currency=gbp']) {
      assert.equal((await api.get(`/v1/expansions/none/chart?${query}`)).status, 400, query);
    }
  });

  test("an expansion is worth its cards' ordinary printings; the dearest come first, and the movers are of a week", async () => {
    const { markets } = await api.data<{ markets: Record<string, never>[] }>('/v1/expansions/ember1/stats');
    const { items } = await api.data<{ items: { id: string }[] }>('/v1/cards?expansion_id=ember1&limit=200');
    const cards = await Promise.all(items.map(({ id }) => api.data<Card>(`/v1/cards/${id}`)));
    for (const [at, currency] of ['USD', 'EUR'].entries()) {
      const cents = ({ usd_market, eur_market: eur }: Card['variants'][number]) =>
        currency === 'USD'
          ? (usd_market.find(({ condition }) => condition === 'NM')?.market ?? null)
          : eur.price_kind === null
            ? null
            : eur.price_kind === 'holo'
              ? eur.trend_holo
              : eur.trend;
      const ordinary = cards.flatMap(({ variants: [first] }) => (first ? [cents(first)] : []));
      const known = ordinary.filter((each) => each !== null);
      const market = markets[at] as unknown as {
        currency: string;
        value: object;
        by_finish: { finish: string; cents: number; priced: number; unpriced: number }[];
        dearest: { amount: number }[];
        movers: { card_id: string; from: number; to: number; percent: number }[];
      };
      assert.equal(market.currency, currency);
      const sum = known.reduce((total, each) => total + each, 0);
      assert.deepEqual(market.value, { cents: sum, priced: known.length, unpriced: cards.length - known.length });
      const amounts = cards.flatMap(({ variants }) => variants.flatMap((each) => cents(each) ?? []));
      assert.deepEqual(
        market.dearest.map(({ amount }) => amount),
        amounts.sort((a, b) => b - a).slice(0, 10),
      );
      for (const { finish, ...worth } of market.by_finish) {
        const firsts = cards
          .filter(({ id }) => CARDS.includes(id))
          .flatMap(({ variants }) => variants.find(({ type }) => type === finish) ?? []);
        const of = firsts.flatMap((each) => cents(each) ?? []);
        const total = of.reduce((all, each) => all + each, 0);
        assert.deepEqual(worth, { cents: total, priced: of.length, unpriced: firsts.length - of.length }, finish);
      }
      for (const { from, to, percent } of market.movers) {
        assert.ok(from >= 100 && to >= 100 && from !== to);
        assert.equal(percent, Math.round((to / from - 1) * 1000) / 10);
      }
    }
  });

  test('a card whose price was withdrawn is counted as one that never had one', async () => {
    const finishes = async () =>
      (await api.data<{ markets: { by_finish: object[] }[] }>('/v1/expansions/ember1/stats')).markets.map(
        ({ by_finish }) => by_finish,
      );
    const before = await finishes();
    const { variants } = await api.data<Card>('/v1/cards/ember1-2');
    const amounts = { market: 5, low: 1, high: 9 };
    const rows = variants.map(({ id }) => ({ variant_id: id, market: 'usd', condition: 'NM', amounts }));
    await place.store.write(async (writes) => {
      await writeCardPrices(writes, { source: 's', observed_on: TODAY }, new Map([['ember1-2', rows]]) as never);
      await dropCurrent(
        writes,
        variants.map(({ id }) => ({ id, card_id: 'ember1-2' })),
      );
      await bumpCatalogVersion(writes, { games: ['game'], names: false });
    });
    assert.deepEqual(await finishes(), before);
  });

  test('what has no price has no series, and an unknown id is 404', async () => {
    assert.deepEqual((await api.data<{ series: unknown[] }>('/v1/cards/ember2-1/stats')).series, []);
    for (const path of [
      'cards/none/stats',
      'products/9/stats',
      'expansions/none/stats',
      'expansions/none/chart',
      'cards/none/chart',
    ]) {
      assert.equal((await api.get(`/v1/${path}`)).status, 404, path);
    }
  });
});
