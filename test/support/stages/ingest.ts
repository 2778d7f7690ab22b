/** Runs sources against a test's store as the service does. */
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { configuredSources } from '../../../src/ingest/configured-sources.ts';
import type { PicturePlace } from '../../../src/ingest/kept-images.ts';
import { demoDocuments } from '../../../src/ingest/runs/demo.ts';
import { type RunReport, runSources } from '../../../src/ingest/runs/runner.ts';
import type { ConfiguredGame, RunOptions } from '../../../src/ingest/source.ts';
import type { Store } from '../../../src/store/store.ts';
import { REAL_TIME } from '../../../src/time.ts';
import { type DemoDocument, openReader } from '../../../src/upstream/reader.ts';
import { MEMORY_MB } from '../../../src/upstream/size-limit.ts';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';

const PUBLIC_URL = 'http://127.0.0.1:1';

type Options = Partial<Pick<RunOptions, 'acceptPrune' | 'days'>> & {
  demo?: DemoDocument;
  only?: string;
  memoryMb?: number;
  now?: () => Date;
  pictures?: PicturePlace;
};

/** Runs every source of the games once, or the one called `only` or those of that game, and returns the reports in order. */
export async function runGames(
  store: Store,
  games: readonly ConfiguredGame[],
  {
    acceptPrune = false,
    days = null,
    demo = demoDocuments(PUBLIC_URL),
    only,
    memoryMb = MEMORY_MB,
    now,
    pictures,
  }: Options = {},
): Promise<RunReport[]> {
  const isAsked = (name: string) => only === undefined || name === only || name.startsWith(`${only}.`);
  const runner = {
    store,
    runLock: 'sources' as const,
    sources: configuredSources({
      games,
      userAgent: 'cardstock-test/1',
      publicUrl: PUBLIC_URL,
      memoryMb,
      ...(pictures && { pictures }),
    }).filter(({ name }) => isAsked(name)),
    demo,
    onProgress: () => undefined,
    onReport: () => undefined,
    ...(now && { surroundings: { ...REAL_TIME, now, openReader } }),
  };
  return (await runSources(runner, { acceptPrune, days, scheduled: false })) ?? [];
}

/** Runs the sources of the one game that there is. */
export const runAll = (
  store: Store,
  sources: Record<string, SourceSettings>,
  options: Options = {},
): Promise<RunReport[]> => runGames(store, [{ scope: DEFAULT_SCOPE, sources }], options);

/** Runs one TCGdex source of compiled files. */
export async function runCatalog(store: Store, files: string, options = { acceptPrune: false }): Promise<RunReport> {
  const [report] = await runAll(store, { catalog: { adapter: 'tcgdex', files, give_up_after: '1s' } }, options);
  if (!report) throw new Error('no source ran');
  return report;
}
