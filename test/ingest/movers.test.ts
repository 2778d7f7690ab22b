/** The prices that moved most: worked out by price runs, from what these believe, on both engines. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import type { ProductPriceRow } from '../../src/catalog/price-rows.ts';
import { putProducts } from '../../src/store/catalog/products.ts';
import { deleteWhere } from '../../src/store/rows.ts';
import { writeProductPrices } from '../support/sources/price-days.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runAll, runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore, type TestStore } from '../support/stages/stores.ts';

interface Mover {
  card_id: string | null;
  product_id: number | null;
  variant: string;
  from: { observed_on: string; amount: number };
  to: { observed_on: string; amount: number };
  percent: number;
}

const LAST = '2026-03-31';

/** Runs a day on which the marketplace product at `at` costs what `usd` and `eur` say, in cents. */
async function runDays(
  place: TestStore,
  days: readonly string[],
  priceOf: (product: number, day: string) => number | undefined,
): Promise<void> {
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  await using folder = await catalogFolder(catalog);
  await using market = await marketFolder();
  await runCatalog(place.store, folder.files);
  for (const day of days) {
    const content = tinyMarket(day, catalog.cards.length);
    for (const row of content.usd) {
      const cents = priceOf(row.productId, day);
      if (cents !== undefined && row.subTypeName === 'Normal') Object.assign(row, { marketPrice: cents / 100 });
    }
    for (const row of content.eur) {
      const cents = priceOf(Number(row.idProduct) - 1000, day);
      if (cents !== undefined) Object.assign(row, { trend: cents / 100 });
    }
    await market.write(content);
    const failed = (await runAll(place.store, market.sources)).find(({ outcome }) => outcome === 'failed');
    if (failed) throw new Error(`${day} ${failed.source}: ${failed.reason}`);
  }
}

const movers = (api: TestApi, query: string) =>
  api.data<{ items: Mover[] }>(`/v1/movers?${query}`).then(({ items }) => items);

test('of equal moves that of more cents comes first, then that of the first id', async () => {
  await using place = await newStore('sqlite');
  const days = [addDays(LAST, -7), LAST];
  const prices: Record<number, number[]> = { 1: [400, 600], 2: [1000, 1500], 3: [1000, 1500] };
  await runDays(place, days, (product, day) => prices[product]?.[days.indexOf(day)] ?? 800);
  const order = ['ember1-2', 'ember1-3', 'ember1-1'];
  const all = async () => {
    await using api = await apiOn(place.store);
    type Market = { currency: string; movers: { card_id: string }[] };
    const { markets } = await api.data<{ markets: Market[] }>('/v1/expansions/ember1/stats');
    const told = await movers(api, 'currency=eur');
    return [told.map(({ card_id }) => card_id), markets[1]?.movers.map(({ card_id }) => card_id)].map((some) => [
      ...new Set(some),
    ]);
  };
  assert.deepEqual(await all(), [order, order]);
  await place.store.write((writes) => deleteWhere(writes, 'cards', { id: 'ember1-2' }));
  await using api = await apiOn(place.store);
  const left = (await movers(api, 'currency=eur&limit=1')).map(({ card_id }) => card_id);
  assert.deepEqual(left, ['ember1-3'], 'one that is gone takes no place');
});

for (const [engine, skip] of ENGINES) {
  suite(`movers on ${engine}`, { skip }, () => {
    test('show what moved most over 1, 7 and 30 days, with both amounts, in each currency and direction', async () => {
      await using place = await newStore(engine);
      const days = [30, 7, 1, 0].map((ago) => addDays(LAST, -ago));
      const prices: Record<number, number[]> = {
        1: [1000, 1000, 1000, 1500],
        2: [1000, 1000, 900, 900],
        3: [500, 2000, 2000, 2000],
      };
      await runDays(place, days, (product, day) => prices[product]?.[days.indexOf(day)] ?? 800);
      await using api = await apiOn(place.store);
      for (const currency of ['usd', 'eur']) {
        const told = async (query: string) =>
          (await movers(api, `currency=${currency}&${query}`))
            .filter(({ variant }) => variant === 'normal')
            .map(({ card_id, from, to, percent }) => [card_id, from.amount, to.amount, percent]);
        assert.deepEqual(await told('days=1'), [['ember1-1', 1000, 1500, 50]], currency);
        assert.deepEqual(await told('days=7&direction=down'), [['ember1-2', 1000, 900, -10]]);
        assert.deepEqual(await told('days=30'), [
          ['ember1-3', 500, 2000, 300],
          ['ember1-1', 1000, 1500, 50],
        ]);
        assert.deepEqual(await told('days=30&min=1000'), [['ember1-1', 1000, 1500, 50]]);
        assert.deepEqual(await told('days=30&game=other'), []);
      }
      const [first] = await movers(api, 'days=30&limit=1');
      assert.deepEqual([first?.from.observed_on, first?.to.observed_on], [days[0], LAST]);
      for (const fault of ['currency=gbp', 'days=2', 'direction=over', 'min=x']) {
        const { status, body } = await api.get(`/v1/movers?${fault}`);
        assert.equal(status, 400, fault);
        assert.ok(body.error?.message.includes(fault.split('=')[0] ?? ''));
      }
    });

    test('are of sealed products too, in EUR by the one price that these have', async () => {
      await using place = await newStore(engine);
      const rest = {
        clean_name: 'Box',
        number: null,
        image: null,
        usd_market_url: null,
        expansions: [],
        usd_market: [],
      };
      const external_ids = { tcgplayer: null, cardmarket: null };
      const box = { game: 'game', id: 7, name: 'Box', ...rest, external_ids, eur_market: null };
      await place.store.write((writes) => putProducts(writes, [box]));
      for (const [observed_on, market] of [[addDays(LAST, -1), 1000] as const, [LAST, 1500] as const]) {
        const usd = {
          variant: 'normal',
          market: 'usd',
          condition: 'Unopened',
          amounts: { market, low: 1, high: null },
        };
        const eur = { avg: 1, low: 1, trend: market, avg_holo: null, low_holo: null, trend_holo: null };
        const rows = [usd, { market: 'eur', amounts: eur }] as ProductPriceRow[];
        await place.store.write(async (writes) => {
          await writeProductPrices(writes, { source: 's', observed_on }, new Map([[7, rows]]));
          for (const currency of ['usd', 'eur'] as const)
            await writes.touched({ day: { game: 'game', currency, observed_on } });
        });
      }
      await using api = await apiOn(place.store);
      for (const currency of ['usd', 'eur']) {
        const told = await movers(api, `currency=${currency}&days=1`);
        assert.deepEqual(
          told.map(({ product_id, from, to }) => [product_id, from.amount, to.amount]),
          [[7, 1000, 1500]],
          currency,
        );
      }
    });

    test('hundreds of greater moves of the half that is not served take no place of one that is', async () => {
      await using place = await newStore(engine);
      const catalog = tinyCatalog(72);
      for (const [at, card] of catalog.cards.entries()) {
        Object.assign(card, { thirdParty: { cardmarket: 1001 + at }, variants_detailed: [{ type: 'normal' }] });
      }
      await using folder = await catalogFolder(catalog);
      await using market = await marketFolder();
      await runCatalog(place.store, folder.files);
      for (const day of [addDays(LAST, -1), LAST]) {
        const content = tinyMarket(day, catalog.cards.length);
        for (const row of content.eur) Object.assign(row, { 'trend-holo': day === LAST ? 800 : 600 });
        Object.assign(content.eur.at(-1) ?? {}, { trend: day === LAST ? 12 : 10 });
        await market.write(content);
        await runAll(place.store, { eur: market.sources.eur });
      }
      await using api = await apiOn(place.store);
      const told = (await movers(api, 'currency=eur&days=1')).map(({ card_id, percent }) => [card_id, percent]);
      assert.deepEqual(told, [['frost1-72', 20]]);
    });

    test('an amount that a guard holds back is no move, until a second day confirms it', async () => {
      await using place = await newStore(engine);
      const days = [2, 1, 0].map((ago) => addDays(LAST, -ago));
      const prices: Record<number, number[]> = { 1: [200, 200, 20_000] };
      const priceOf = (product: number, day: string) => prices[product]?.[days.indexOf(day)] ?? 800;
      await runDays(place, days, priceOf);
      await using api = await apiOn(place.store);
      const isFirst = ({ card_id, variant }: Mover) => card_id === 'ember1-1' && variant === 'normal';
      assert.equal((await movers(api, 'days=1')).some(isFirst), false);
    });
  });
}
