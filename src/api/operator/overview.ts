/** What an operator sees first: tasks, counts, coverage and freshness; and what the audit withholds. */
import Type, { type Static } from 'typebox';
import { doc, text, whole } from '../../catalog/field-shapes.ts';
import { eventNames } from '../../events/event-names.ts';
import { keyState } from '../../keys/issue.ts';
import { storeStatus } from '../../store/care/status.ts';
import { allSubscriptions } from '../../store/events/subscriptions.ts';
import { allKeys } from '../../store/keys.ts';
import { catalogVersion } from '../../store/meta.ts';
import { scanCounts } from '../../store/pictures/scan-pictures.ts';
import { lastRuns } from '../../store/runs.ts';
import { type ExpansionCoverage, expansionCoverage } from '../../store/shown/coverage.ts';
import type { Store } from '../../store/store.ts';
import type { ApiContext, RouteRequest } from '../context.ts';
import { Health, health } from '../health.ts';
import { Coverage, observedOn } from './coverage-fields.ts';
import { GameOverview, gameOverviews } from './game-overviews.ts';
import { type AuditFindings, count } from './records.ts';

export const Overview = Type.Object({
  version: text('Release of this service', '0.1.0'),
  engine: text('What the store is: sqlite or postgres', 'sqlite'),
  catalog_version: count('Version of the catalog, which moves when what reads show does'),
  ...Health.properties,
  sources: Type.Array(
    Type.Object({
      name: text('Name of the source in the configuration', 'catalog'),
      game: text('Game that it feeds', 'game'),
      adapter: text('What reads it', 'cardmarket'),
      every_s: whole('Seconds from one run to the next', 21_600),
    }),
    doc('The configured sources'),
  ),
  event_names: Type.Array(Type.String(), doc('Every event that can be subscribed to', ['game.cards.updated'])),
  counts: Type.Object(
    {
      series: count('Series'),
      expansions: count('Expansions'),
      cards: count('Cards'),
      printings: count('Printings of all cards'),
      products: count('Sealed products'),
      keys: count('Keys that may be used, sessions aside'),
      subscriptions: count('Subscriptions, paused and disabled ones too'),
    },
    doc('How much there is'),
  ),
  coverage: Type.Object(Coverage, doc('Of how many cards how much is known')),
  games: Type.Array(GameOverview, doc('The same of each game that is configured or has records, by name')),
  scan: Type.Object(
    {
      indexed: count('Cards that a photo can find'),
      quarantined: count('Pictures that could not be taken'),
    },
    doc('The index of the scan'),
  ),
  expansions: Type.Array(
    Type.Object({
      game: text('Game that it is of', 'game'),
      id: text('Id of the expansion', 'fl1'),
      name: text('Name of the expansion', 'Harbour of Wicks'),
      ...Coverage,
      observed_on: observedOn,
    }),
    doc('The same of each expansion, newest first'),
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
  const stands = await health(context);
  const total = (field: 'cards' | 'with_image' | 'with_usd' | 'with_eur') =>
    expansions.reduce((sum, expansion) => sum + expansion[field], 0);
  return {
    version: operator.version,
    engine: store.engine,
    catalog_version,
    ...stands,
    sources: [...operator.sources],
    event_names: eventNames(operator.desk.games),
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
    games: await gameOverviews(context, stands, expansions),
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
