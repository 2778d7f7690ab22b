/** Runs sources against a test's store as the service does. */
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { demoDocuments } from '../../src/ingest/demo-documents.ts';
import { type RunReport, runSources } from '../../src/ingest/runs/runner.ts';
import type { RunOptions } from '../../src/ingest/source.ts';
import type { Store } from '../../src/store/store.ts';
import type { DemoDocument } from '../../src/upstream/reader.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';

const PUBLIC_URL = 'http://127.0.0.1:1';

/** Runs every source once, or `only` the one of that name, and returns the reports in their order. */
export async function runAll(
  store: Store,
  sources: Record<string, SourceSettings>,
  {
    acceptPrune = false,
    days = null,
    demo = demoDocuments(PUBLIC_URL),
    only,
  }: Partial<Pick<RunOptions, 'acceptPrune' | 'days'>> & { demo?: DemoDocument; only?: string } = {},
): Promise<RunReport[]> {
  const config = { scope: DEFAULT_SCOPE, sources, userAgent: 'cardstock-test/1', publicUrl: PUBLIC_URL };
  const runner = {
    store,
    lane: 'sources' as const,
    sources: configuredSources(config).filter(({ name }) => only === undefined || name === only),
    demo,
    onProgress: () => undefined,
    onReport: () => undefined,
  };
  return (await runSources(runner, { acceptPrune, days, scheduled: false })) ?? [];
}

/** Runs one TCGdex source of compiled files. */
export async function runCatalog(store: Store, files: string, options = { acceptPrune: false }): Promise<RunReport> {
  const [report] = await runAll(store, { catalog: { adapter: 'tcgdex', files, give_up_after: '1s' } }, options);
  if (!report) throw new Error('no source ran');
  return report;
}
