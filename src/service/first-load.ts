/** The first load of a store: which sources have never come through, and when the catalogs among them are there to be read. */
import { CATALOG_ADAPTERS } from '../games/games.ts';
import type { RunReport } from '../ingest/runs/runner.ts';
import type { Source } from '../ingest/source.ts';
import { tasks } from '../store/runs.ts';
import type { Store } from '../store/store.ts';

/** The first load, which goes on behind. */
export type FirstLoad = Awaited<ReturnType<typeof firstLoad>>;

/** @param isFound resolves once what was read is found by a search too */
export async function firstLoad(store: Store, sources: readonly Source[], isFound: () => Promise<void>) {
  const known = new Map((await tasks(store.reads)).map((task) => [task.name, task.last_success_at]));
  const left = new Map(sources.filter(({ name }) => !known.get(name)).map((source) => [source.name, source]));
  const catalogs = Promise.withResolvers<void>();
  const unread = new Set([...left].flatMap(([name, { adapter }]) => (adapter in CATALOG_ADAPTERS ? [name] : [])));
  if (unread.size === 0) catalogs.resolve();
  return {
    /** Whether an earlier start began it, and ended before it was whole. */
    wasInterrupted: [...left.keys()].some((name) => known.has(name)),
    /** Sources that have never come through, in the order in which they run. */
    loading: () => [...left.keys()],
    /** Resolves when each of their catalogs has been read and is searched, or could not be. */
    catalogs: catalogs.promise.then(isFound),
    onReport: ({ source, outcome }: RunReport) => {
      if (outcome === 'succeeded') left.delete(source);
      if (unread.delete(source) && unread.size === 0) catalogs.resolve();
    },
  };
}
