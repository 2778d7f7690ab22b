/** A worker thread that builds the search indexes on its own connection whenever it is asked, and hands them over. */
import { parentPort, workerData } from 'node:worker_threads';
import { faultOfFile } from '../../failure.ts';
import { openStore } from '../../store/open-store.ts';
import type { StoreLocation } from '../../store/store.ts';
import { buffersOf, type GameLists, sharedData } from '../tables/index-data.ts';
import { type IndexVersions, readCatalogIndexes, type WordsByGame } from './catalog-indexes.ts';
import { indexFiles } from './index-files.ts';

export interface IndexWork {
  location: StoreLocation;
  words: WordsByGame;
}

const { location, words } = workerData as IndexWork;
const store = await openStore(location);
const faults: string[] = [];
const kept = indexFiles(location.dataDir, (fault) => faults.push(faultOfFile(fault as Error)));
const sharedEach = (built: readonly [string, GameLists][]) =>
  built.map(([game, lists]): [string, GameLists] => [game, sharedData(lists)]);
// A failure ends the thread, which is how the other side learns of it.
parentPort?.on('message', async (known: IndexVersions['games']) => {
  const indexes = { ...(await readCatalogIndexes(store, known, { words, kept })), faults: faults.splice(0) };
  const built = [...indexes.built];
  // What replaces the first indexes is moved, so that V8 misses them and frees them.
  if (known.size === 0) parentPort?.postMessage({ ...indexes, built: new Map(sharedEach(built)) });
  else parentPort?.postMessage(indexes, [...new Set(built.flatMap(([, lists]) => buffersOf(lists)))]);
});
