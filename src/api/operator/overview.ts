/** What an operator sees first: tasks, counts, coverage and freshness; and what the audit withholds. */
import Type, { type Static } from 'typebox';
import { eventNames } from '../../events/event-names.ts';
import { keyState } from '../../keys/issue.ts';
import { storeStatus } from '../../store/care/status.ts';
import { allSubscriptions } from '../../store/events/subscriptions.ts';
import { allKeys } from '../../store/keys.ts';
import { catalogVersion } from '../../store/meta.ts';
import { lastRuns } from '../../store/runs.ts';
import { scanCounts } from '../../store/scan-pictures.ts';
import { type ExpansionCoverage, expansionCoverage } from '../../store/shown/coverage.ts';
import type { Store } from '../../store/store.ts';
import type { ApiContext, RouteRequest } from '../context.ts';
import { Health, health } from '../health.ts';
import { type AuditFindings, Count } from './records.ts';

const Coverage = { cards: Count, with_image: Count, with_usd: Count, with_eur: Count };

export const Overview = Type.Object({
  version: Type.String(),
  engine: Type.String(),
  catalog_version: Count,
  ...Health.properties,
  sources: Type.Array(Type.Object({ name: Type.String(), adapter: Type.String(), every_s: Count })),
  event_names: Type.Array(Type.String()),
  counts: Type.Object({
    ...{ series: Count, expansions: Count, cards: Count, printings: Count, products: Count },
    ...{ keys: Count, subscriptions: Count },
  }),
  coverage: Type.Object(Coverage),
  scan: Type.Object({ indexed: Count, quarantined: Count }),
  expansions: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      ...Coverage,
      observed_on: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
export type Overview = Static<typeof Overview>;

/** The coverage of a store, which takes half a second for a whole catalog, until its catalog changes. */
const coverages = new WeakMap<Store, { version: number; coverage: Promise<ExpansionCoverage[]> }>();

function knownCoverage(store: Store, version: number): Promise<ExpansionCoverage[]> {
  const known = coverages.get(store);
  if (known?.version === version) return known.coverage;
  const coverage = expansionCoverage(store.reads);
  coverages.set(store, { version, coverage });
  coverage.catch(() => coverages.delete(store));
  return coverage;
}

export async function getOverview(_: RouteRequest, context: ApiContext): Promise<Overview> {
  const { store, operator, now } = context;
  const catalog_version = await catalogVersion(store.reads);
  const expansions = await knownCoverage(store, catalog_version);
  const status = await storeStatus(store);
  const keys = await allKeys(store.reads);
  const total = (field: 'cards' | 'with_image' | 'with_usd' | 'with_eur') =>
    expansions.reduce((sum, expansion) => sum + expansion[field], 0);
  return {
    version: operator.version,
    engine: store.engine,
    catalog_version,
    ...(await health(context)),
    sources: [...operator.sources],
    event_names: eventNames(operator.desk.scope),
    counts: {
      series: status.series,
      expansions: status.expansions,
      cards: status.cards,
      printings: status.variants,
      products: status.products,
      keys: keys.filter((key) => key.session_of === null && keyState(key, now()) === 'active').length,
      subscriptions: (await allSubscriptions(store.reads)).length,
    },
    coverage: {
      cards: total('cards'),
      with_image: total('with_image'),
      with_usd: total('with_usd'),
      with_eur: total('with_eur'),
    },
    scan: await scanCounts(store.reads),
    expansions,
  };
}

export async function getAudit(
  _: RouteRequest,
  { store, operator }: ApiContext,
): Promise<Static<typeof AuditFindings>> {
  const audit = await operator.audit();
  const notices = (await lastRuns(store.reads)).flatMap(({ task, started_at, finished_at, reason }) =>
    reason === null ? [] : [{ task, at: finished_at ?? started_at, reason }],
  );
  return { ...audit, notices };
}
