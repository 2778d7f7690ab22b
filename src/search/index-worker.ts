/** A worker thread that builds the search indexes on its own connection whenever it is asked, and hands them over. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../store/engines/open-store.ts';
import type { StoreLocation } from '../store/store.ts';
import { type IndexVersions, readCatalogIndexes, type WordsByGame } from './catalog-indexes.ts';
import { buffersOf } from './index-data.ts';
import { keptLists } from './kept-lists.ts';

/** What the thread is told when it starts. */
export interface IndexWork {
  location: StoreLocation;
  words: WordsByGame;
}

const { location, words } = workerData as IndexWork;
const store = await openStore(location);
const kept = keptLists(location.dataDir);
// A failure ends the thread, which is how the other side learns of it.
parentPort?.on('message', async (known: IndexVersions['games']) => {
  const indexes = await readCatalogIndexes(store, known, { words, kept });
  const lists = [...indexes.built.values()].flatMap((built) => Object.values(built));
  parentPort?.postMessage(indexes, [...new Set(lists.flatMap(buffersOf))]);
});
