/** A small catalog with both markets behind it: publish a changed day, run the sources, see what is current. */
import assert from 'node:assert/strict';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import { currentCardPrices } from '../../../src/store/prices/current-prices.ts';
import type { Engine, Store, StoreLocation } from '../../../src/store/store.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';
import { type MarketDay, type MarketFolder, marketFolder, tinyMarket } from '../sources/tiny-market.ts';
import { runAll, runCatalog } from './ingest.ts';
import { newStore } from './stores.ts';

/** Cards of the catalog, and marketplace products. */
export const CARDS = 36;

/** A priced catalog in a store of its own. */
export interface Stage extends AsyncDisposable {
  store: Store;
  location: StoreLocation;
  market: MarketFolder;
  /** Publishes the catalog changed. */
  relink(change: (catalog: UpstreamCatalog) => void): Promise<void>;
  /** Runs the catalog again, and lets go of what is gone. */
  accept(): Promise<void>;
  /** Publishes a day of both markets, changed, and runs both sources. */
  run(day: string, change?: (market: MarketDay) => void): Promise<RunReport[]>;
}

/** A catalog whose n-th card is TCGplayer's product n and Cardmarket's 1000 + n. */
function linkedCatalog(): UpstreamCatalog {
  const catalog = tinyCatalog(CARDS / 3);
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  return catalog;
}

/** The catalog is published; no day of prices is yet. */
export async function stage(engine: Engine): Promise<Stage> {
  const place = await newStore(engine);
  const catalog = linkedCatalog();
  const folder = await catalogFolder(catalog);
  const market = await marketFolder();
  const publish = async (acceptPrune = false) => {
    await folder.write(catalog);
    const report = await runCatalog(place.store, folder.files, { acceptPrune });
    assert.equal(report.outcome, 'succeeded', report.reason ?? '');
  };
  await publish();
  return {
    store: place.store,
    location: place.location,
    market,
    relink: async (change) => {
      change(catalog);
      await publish();
    },
    accept: () => publish(true),
    run: async (day, change = () => undefined) => {
      const content = tinyMarket(day, CARDS);
      change(content);
      await market.write(content);
      return runAll(place.store, market.sources);
    },
    [Symbol.asyncDispose]: async () => {
      await market[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** The card that is marketplace product 3 at TCGplayer, 1003 at Cardmarket. */
export const PRICED_CARD = 'ember1-3';

/** Current amounts of a card by printing: `normal usd`, `reverse eur` … */
export async function current(store: Store, id = PRICED_CARD): Promise<Record<string, unknown>> {
  const { body } = await store.reads.selectFrom('cards').select('body').where('id', '=', id).executeTakeFirstOrThrow();
  const types = new Map(
    (JSON.parse(body) as { variants: { id: number; type: string }[] }).variants.map((v) => [v.id, v.type]),
  );
  const prices = (await currentCardPrices(store.reads, [id])).get(id) ?? [];
  return Object.fromEntries(
    prices.map((price) => [`${types.get(price.variant_id)} ${price.market}`, Object.values(price.amounts)]),
  );
}
