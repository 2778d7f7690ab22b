/** A store filled with the small catalog, and the same catalog published again as a test changes it. */
import assert from 'node:assert/strict';
import type { Card } from '../../../src/catalog/records.ts';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import { cardById } from '../../../src/store/catalog/catalog-records.ts';
import type { Engine, Store } from '../../../src/store/store.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';
import { runCatalog } from './ingest.ts';
import { newStore } from './stores.ts';

/** A store filled with the small catalog, and a way to publish it changed. */
export interface CatalogStage extends AsyncDisposable {
  store: Store;
  run(change?: (catalog: UpstreamCatalog) => void, options?: { acceptPrune: boolean }): Promise<RunReport>;
  runText(name: 'cards' | 'sets' | 'series', text: string): Promise<RunReport>;
}

/** Publishes `catalog` for the first time. */
export async function catalogStage(engine: Engine, catalog = tinyCatalog()): Promise<CatalogStage> {
  const place = await newStore(engine);
  const folder = await catalogFolder(catalog);
  const run: CatalogStage['run'] = async (change = () => undefined, options = { acceptPrune: false }) => {
    change(catalog);
    await folder.write(catalog);
    return runCatalog(place.store, folder.files, options);
  };
  const first = await run();
  assert.equal(first.outcome, 'succeeded', first.reason ?? '');
  return {
    store: place.store,
    run,
    runText: async (name, text) => {
      await folder.writeText(name, text);
      return runCatalog(place.store, folder.files);
    },
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** A card that must be there. */
export const cardOf = async (store: Store, id: string): Promise<Card> => {
  const card = await cardById(store.reads, id);
  assert.ok(card, `card ${id} is there`);
  return card;
};

/** The types of its printings. */
export const types = (card: Card) => card.variants.map(({ type }) => type);
