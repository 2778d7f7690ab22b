/** The games of the catalog beside each other: how much each has, how fresh it is, and how its sources are. */
import type { Overview } from '../../../src/api/operator/overview.ts';
import { useTitles } from '../cards/outline.ts';
import { count, runText } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { Link, queryOf } from '../frame/router.tsx';
import { COVERAGE_COLUMNS, Coverage } from './coverage.tsx';

function Sources({ game, sources }: { game: string; sources: Overview['games'][number]['sources'] }) {
  if (sources.length === 0) return <span class="quiet">read no more: served as it is</span>;
  return (
    <ul class="plain-list">
      {sources.map(({ name, status, last_run }) => (
        <li key={name}>
          {name.replace(`${game}.`, '')}{' '}
          <span class={`state state-${status}`}>{status === 'ok' ? 'on time' : 'late'}</span>{' '}
          <span class={last_run?.outcome === 'failed' ? 'field-error' : 'quiet'}>
            {last_run === null ? 'never ran' : runText(last_run.outcome, last_run.started_at, new Date())}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What each game has, and how its sources are; a single one is what the rest of the page tells. */
export function Games({ games }: { games: Overview['games'] }) {
  const titleOf = useTitles();
  if (games.length < 2) return null;
  return (
    <section class="panel" aria-labelledby="games-title">
      <h2 id="games-title">Games</h2>
      <Table
        label="Table: Games"
        columns={['Game', ...COVERAGE_COLUMNS, { name: 'Products', kind: 'number' }, 'Sources and their last runs']}
      >
        {games.map((game) => (
          <tr key={game.name}>
            <th scope="row">
              <Link to={`/${queryOf({ game: game.name })}`}>{titleOf(game.name)}</Link>
            </th>
            <Coverage of={game} />
            <td class="number" data-label="Products">
              {count(game.products)}
            </td>
            <td class="wide-cell" data-label="Sources and their last runs">
              <Sources game={game.name} sources={game.sources} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
