/** The API over a small catalog that has everything: cards, products, and the prices of both markets over two days. */
import { addDays, dayOf } from '../../../src/catalog/days.ts';
import { catalogFolder, tinyCatalog } from '../sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../sources/tiny-market.ts';
import { apiOn, type TestApi, type TestParts } from './api.ts';
import { runAll, runCatalog } from './ingest.ts';
import { newStore } from './stores.ts';

/** Serves it; the cards are TCGplayer's products from 1 on, Cardmarket's from 1001 on. Its newest day is yesterday. */
export async function pricedApi(parts: TestParts = {}): Promise<TestApi> {
  const place = await newStore('sqlite');
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  await using folder = await catalogFolder(catalog);
  await using market = await marketFolder();
  const reports = [await runCatalog(place.store, folder.files)];
  const yesterday = addDays(dayOf(Date.now()), -1);
  for (const [day, change] of [
    [addDays(yesterday, -1), 0],
    [yesterday, 0.1],
  ] as const) {
    const content = tinyMarket(day, catalog.cards.length);
    for (const row of content.eur) row.trend = Number(row.trend) + change;
    content.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 90, highPrice: 120, marketPrice: 100 });
    await market.write(content);
    reports.push(...(await runAll(place.store, market.sources)));
  }
  const failed = reports.find(({ outcome }) => outcome === 'failed');
  if (failed) throw new Error(`${failed.source}: ${failed.reason}`);
  const api = await apiOn(place.store, parts);
  return {
    ...api,
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
