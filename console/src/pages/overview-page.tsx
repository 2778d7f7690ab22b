/** The operator's overview: whether every task is on time, what the catalog holds, and how fresh it is. */
import type { Overview } from '../../../src/api/operator/overview.ts';
import { Counts } from '../elements/facts.tsx';
import { ago, count, length } from '../elements/format.ts';
import { useSome } from '../elements/some.tsx';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { COVERAGE_COLUMNS, Coverage } from '../operator/coverage.tsx';
import { Games } from '../operator/games.tsx';
import type { Task } from '../operator/records.ts';
import { useEvery, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

const REFRESH_S = 20;

function TaskRow({ task: { name, status, last_success_at, age_s, window_s, last_error, notice } }: { task: Task }) {
  const share = age_s === null || window_s === 0 ? 0 : Math.min(1, age_s / window_s);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="State">
        <span class={`state state-${status}`}>{status === 'ok' ? 'on time' : 'late'}</span>
      </td>
      <td class={window_s > 0 ? '' : 'none'} data-label="Last success">
        {window_s > 0 ? ago(last_success_at, new Date()) : '–'}
      </td>
      <td class={window_s > 0 ? '' : 'none'} data-label="Window used">
        {window_s > 0 ? (
          <>
            <meter min={0} max={1} high={0.8} value={share} aria-label={`${name}: share of its window used`} />{' '}
            <span class="quiet">of {length(window_s)}</span>
          </>
        ) : (
          <span class="quiet">no window</span>
        )}
      </td>
      <td class={`wide-cell ${(last_error ?? notice) === null ? 'none' : ''}`} data-label="Error or notice">
        {last_error ?? notice ?? <span class="quiet">none</span>}
      </td>
    </tr>
  );
}

function Share({ label, part, of }: { label: string; part: number; of: number }) {
  const percent = of === 0 ? 0 : (part / of) * 100;
  return (
    <div class="share">
      <span>{label}</span>
      <strong>{percent.toFixed(1)} %</strong>
      <meter min={0} max={Math.max(1, of)} value={part} aria-label={label} />
      <span class="quiet">
        {count(part)} of {count(of)} cards
      </span>
    </div>
  );
}

function Freshness({ expansions }: { expansions: Overview['expansions'] }) {
  const [shown, showAll] = useSome(expansions, { narrow: 2, wide: 12, noun: 'expansions' });
  return (
    <section class="panel" aria-labelledby="freshness-title">
      <h2 id="freshness-title">Freshness by expansion</h2>
      <Table label="Table: Freshness by expansion" columns={['Expansion', ...COVERAGE_COLUMNS]}>
        {shown.map((expansion) => (
          <tr key={expansion.id}>
            <th scope="row">
              <Link to={`/expansions/${encodeURIComponent(expansion.id)}`}>{expansion.name}</Link>
            </th>
            <Coverage of={expansion} />
          </tr>
        ))}
      </Table>
      {showAll}
    </section>
  );
}

function Shown({ overview }: { overview: Overview }) {
  const { version, engine, catalog_version, status, tasks, counts, coverage, games, expansions } = overview;
  const isQuiet = ({ status, last_error, notice }: Task) => status === 'ok' && (last_error ?? notice) === null;
  const noteworthyFirst = tasks.toSorted((a, b) => Number(isQuiet(a)) - Number(isQuiet(b)));
  const [shown, showAll] = useSome(noteworthyFirst, { narrow: 2, wide: 40, noun: 'tasks' });
  const late = tasks.filter((task) => task.status === 'late').map(({ name }) => name);
  return (
    <>
      <p class={`banner banner-${status}`} role="status">
        {status === 'ok'
          ? 'Every task is on time.'
          : `Late: ${late.join(', ')}. The API keeps answering with what it has.`}
      </p>
      <Counts counts={counts} />
      <Games games={games} />
      <section class="panel" aria-labelledby="tasks-title">
        <h2 id="tasks-title">Tasks</h2>
        <Table label="Table: Tasks" columns={['Task', 'State', 'Last success', 'Window used', 'Error or notice']}>
          {shown.map((task) => (
            <TaskRow task={task} key={task.name} />
          ))}
        </Table>
        {showAll}
      </section>
      <section class="panel" aria-labelledby="coverage-title">
        <h2 id="coverage-title">Cards with</h2>
        <div class="shares">
          <Share label="Picture" part={coverage.with_image} of={coverage.cards} />
          <Share label="USD price" part={coverage.with_usd} of={coverage.cards} />
          <Share label="EUR price" part={coverage.with_eur} of={coverage.cards} />
        </div>
      </section>
      <Freshness expansions={expansions} />
      <p class="quiet">
        Cardstock {version} · {engine} · catalog version {count(catalog_version)}
      </p>
    </>
  );
}

export function OverviewPage() {
  useTitle('Overview');
  const overview = useLoad('overview', (signal) => call<Overview>('GET', '/admin/overview', { signal }));
  useEvery(REFRESH_S, overview);
  return (
    <>
      <h1>Overview</h1>
      <Loaded loading={overview} wait={<Skeleton kind="panel" count={3} />}>
        {(data) => <Shown overview={data} />}
      </Loaded>
    </>
  );
}
