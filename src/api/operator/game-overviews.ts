/** What an operator sees of each game: how much there is of it, how fresh it is, and how its sources are. */
import Type, { type Static } from 'typebox';
import { doc, nullable, text } from '../../catalog/field-shapes.ts';
import { countsByGame } from '../../store/care/status.ts';
import { lastRuns } from '../../store/runs.ts';
import type { ExpansionCoverage } from '../../store/shown/coverage.ts';
import type { ApiContext } from '../context.ts';
import type { Health } from '../health.ts';
import { Coverage, observedOn } from './coverage-fields.ts';
import { count, Run } from './records.ts';

const { outcome, started_at, finished_at, reason } = Run.properties;

export const GameOverview = Type.Object({
  name: text('Name of the game', 'game'),
  series: count('Series'),
  expansions: count('Expansions'),
  ...Coverage,
  products: count('Sealed products'),
  observed_on: observedOn,
  sources: Type.Array(
    Type.Object({
      name: text('Name of the source, which is also that of its task', 'catalog'),
      status: Type.Union([Type.Literal('ok'), Type.Literal('late')], doc('As in `tasks`')),
      last_run: nullable(
        Type.Object({ outcome, started_at, finished_at, reason }),
        doc('Its last run; null before the first one'),
      ),
    }),
    doc('Its sources; none where the configuration names the game no more'),
  ),
});
export type GameOverview = Static<typeof GameOverview>;

/** Every game that is configured or has records, by name. */
export async function gameOverviews(
  { store, operator, games }: ApiContext,
  { tasks }: Health,
  coverage: readonly ExpansionCoverage[],
): Promise<GameOverview[]> {
  const series = await countsByGame(store.reads, 'series');
  const products = await countsByGame(store.reads, 'products');
  const runs = new Map((await lastRuns(store.reads)).map((run) => [run.task, run]));
  const late = new Set(tasks.filter(({ status }) => status === 'late').map(({ name }) => name));
  const names = new Set([...games.map(({ name }) => name), ...series.keys(), ...products.keys()]);
  return [...names].sort().map((name) => {
    const own = coverage.filter(({ game }) => game === name);
    const total = (field: keyof typeof Coverage) => own.reduce((sum, expansion) => sum + expansion[field], 0);
    const days = own.flatMap(({ observed_on }) => observed_on ?? []).sort();
    const sources = operator.sources.filter(({ game }) => game === name);
    return {
      name,
      series: series.get(name) ?? 0,
      expansions: own.length,
      cards: total('cards'),
      with_image: total('with_image'),
      with_usd: total('with_usd'),
      with_eur: total('with_eur'),
      products: products.get(name) ?? 0,
      observed_on: days.at(-1) ?? null,
      sources: sources.map((source) => {
        const run = runs.get(source.name);
        const { outcome, started_at, finished_at, reason } = run ?? {};
        return {
          name: source.name,
          status: late.has(source.name) ? ('late' as const) : ('ok' as const),
          last_run:
            outcome && started_at
              ? { outcome, started_at, finished_at: finished_at ?? null, reason: reason ?? null }
              : null,
        };
      }),
    };
  });
}
