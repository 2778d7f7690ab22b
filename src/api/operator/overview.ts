/** What an operator sees first: tasks, counts, coverage and freshness; and what the audit withholds. */
import Type, { type Static } from 'typebox';
import { doc, listOf, nullable, objectOf, text, textOr, texts, whole } from '../../catalog/field-shapes.ts';
import { eventNames } from '../../events/event-names.ts';
import type { SubscriptionService } from '../../events/manage-subscriptions.ts';
import { keyState } from '../../keys/issue.ts';
import { allKeys } from '../../store/keys.ts';
import { countsByGame, storeStatus } from '../../store/maintenance/status.ts';
import { rowCount } from '../../store/maintenance/whole-tables.ts';
import { catalogVersion } from '../../store/meta.ts';
import { scanCounts } from '../../store/pictures/scan-pictures.ts';
import { lastRuns } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import { type ExpansionCoverage, expansionCoverage } from '../../store/views/priced/coverage.ts';
import { Health, type HealthParts, health } from '../health.ts';
import type { RouteRequest } from '../request.ts';
import { type Audit, type AuditFindings, count, Run } from './records.ts';
import type { RunControl } from './runs.ts';

const { outcome, started_at, finished_at, reason } = Run.properties;

/** How many cards have a picture and prices: of the catalog, a game and an expansion. */
const Coverage = {
  cards: count('Cards'),
  with_image: count('Those that have a picture'),
  with_usd: count('Those that have a USD price'),
  with_eur: count('Those that have a EUR price'),
};
const observed_on = textOr('Day of its newest price, as YYYY-MM-DD', 'without one', '2026-05-01');

const GameOverview = Type.Object({
  name: text('Name of the game', 'game'),
  series: count('Series'),
  expansions: count('Expansions'),
  ...Coverage,
  products: count('Sealed products'),
  observed_on,
  sources: listOf('Its sources; none where the configuration names the game no more', {
    name: text('Name of the source, which is also that of its task', 'catalog'),
    status: Type.Union([Type.Literal('ok'), Type.Literal('late')], doc('As in `tasks`')),
    last_run: nullable(
      Type.Object({ outcome, started_at, finished_at, reason }),
      'Its last run; null before the first one',
    ),
  }),
});

export const Overview = Type.Object({
  version: text('Release of this service', '0.2.0'),
  engine: text('What the store is: sqlite or postgres', 'sqlite'),
  catalog_version: count('Version of the catalog, which moves when what reads show does'),
  ...Health.properties,
  sources: listOf('The configured sources', {
    name: text('Name of the source in the configuration', 'catalog'),
    game: text('Game that it feeds', 'game'),
    adapter: text('What reads it', 'cardmarket'),
    every_s: whole('Seconds from one run to the next', 21_600),
  }),
  event_names: texts('Every event that can be subscribed to', 'game.cards.updated'),
  counts: objectOf('How much there is', {
    series: count('Series'),
    expansions: count('Expansions'),
    cards: count('Cards'),
    printings: count('Printings of all cards'),
    products: count('Sealed products'),
    keys: count('Keys that may be used, sessions aside'),
    subscriptions: count('Subscriptions, paused and disabled ones too'),
  }),
  coverage: Type.Object(Coverage, doc('Of how many cards how much is known')),
  games: Type.Array(GameOverview, doc('The same of each game that is configured or has records, by name')),
  scan: objectOf('The index of the scan', {
    indexed: count('Cards that a photo can find'),
    quarantined: count('Pictures that could not be taken'),
  }),
  expansions: listOf('The same of each expansion, newest first', {
    game: text('Game that it is of', 'game'),
    id: text('Id of the expansion', 'fl1'),
    name: text('Name of the expansion', 'Harbour of Wicks'),
    ...Coverage,
    observed_on,
  }),
});
export type Overview = Static<typeof Overview>;

interface Overseeing extends HealthParts {
  operator: Pick<RunControl, 'sources'> & { version: string; subscriptions: SubscriptionService };
}

export interface Auditing {
  audit(): Promise<Audit>;
}

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

const coverageOf = (expansions: readonly ExpansionCoverage[]) => {
  const total = (field: keyof typeof Coverage) => expansions.reduce((sum, expansion) => sum + expansion[field], 0);
  const [cards, with_image] = [total('cards'), total('with_image')];
  return { cards, with_image, with_usd: total('with_usd'), with_eur: total('with_eur') };
};

export async function getOverview(_: RouteRequest, context: Overseeing): Promise<Overview> {
  const { store, operator, now } = context;
  const catalog_version = await catalogVersion(store.reads);
  const expansions = await knownCoverage(store, catalog_version);
  const { series, expansions: known, cards, variants: printings, products } = await storeStatus(store);
  const keys = await allKeys(store.reads);
  const stands = await health(context);
  return {
    version: operator.version,
    engine: store.engine,
    catalog_version,
    ...stands,
    sources: [...operator.sources],
    event_names: eventNames(operator.subscriptions.games),
    counts: {
      ...{ series, expansions: known, cards, printings, products },
      keys: keys.filter((key) => key.session_of === null && keyState(key, now()) === 'active').length,
      subscriptions: await rowCount(store, 'subscriptions'),
    },
    coverage: coverageOf(expansions),
    games: await gameOverviews(context, stands.tasks, expansions),
    scan: await scanCounts(store.reads),
    expansions,
  };
}

/** Every game that is configured or has records, by name. */
async function gameOverviews({ store, operator, games }: Overseeing, tasks: Health['tasks'], all: ExpansionCoverage[]) {
  const series = await countsByGame(store.reads, 'series');
  const products = await countsByGame(store.reads, 'products');
  const runs = new Map((await lastRuns(store.reads)).map((run) => [run.task, run]));
  const late = new Set(tasks.filter(({ status }) => status === 'late').map(({ name }) => name));
  const names = new Set([...games.map(({ name }) => name), ...series.keys(), ...products.keys()]);
  return [...names].sort().map((name) => {
    const own = all.filter(({ game }) => game === name);
    const days = own.flatMap(({ observed_on }) => observed_on ?? []).sort();
    const sources = operator.sources.filter(({ game }) => game === name);
    return {
      name,
      series: series.get(name) ?? 0,
      expansions: own.length,
      ...coverageOf(own),
      products: products.get(name) ?? 0,
      observed_on: days.at(-1) ?? null,
      sources: sources.map(({ name: source }) => {
        const { outcome, started_at, finished_at = null, reason = null } = runs.get(source) ?? {};
        const last_run = outcome && started_at ? { outcome, started_at, finished_at, reason } : null;
        return { name: source, status: late.has(source) ? ('late' as const) : ('ok' as const), last_run };
      }),
    };
  });
}

export async function getAudit(
  _: RouteRequest,
  { store, operator }: { store: Store; operator: Auditing },
): Promise<Static<typeof AuditFindings>> {
  const audit = await operator.audit();
  const notices = (await lastRuns(store.reads)).flatMap(({ task, started_at, finished_at, reason }) =>
    reason === null ? [] : [{ task, at: finished_at ?? started_at, reason }],
  );
  return { ...audit, notices };
}
