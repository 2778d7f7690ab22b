/** The games of the catalog beside each other: how much each has, and how fresh it is. */
import type { Overview } from '../../../src/api/operator/overview.ts';
import { useTitles } from '../cards/outline.ts';
import { count } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { Link, queryOf } from '../frame/router.tsx';
import { COVERAGE_COLUMNS, Coverage } from './coverage.tsx';

/** Whether its sources are on time: the tasks below say more of each. */
function sourcesText({ name: game, sources }: Overview['games'][number]): string {
  if (sources.length === 0) return 'read no more';
  const late = sources.filter(({ status }) => status === 'late').map(({ name }) => name.replace(`${game}.`, ''));
  return late.length === 0 ? 'on\u00a0time' : `late: ${late.join(', ')}`;
}

/** What each game has; a single one is what the rest of the page shows. */
export function Games({ games }: { games: Overview['games'] }) {
  const titleOf = useTitles();
  if (games.length < 2) return null;
  return (
    <section class="panel" aria-labelledby="games-title">
      <h2 id="games-title">Games</h2>
      <Table label="Table: Games" columns={['Game', ...COVERAGE_COLUMNS, { name: 'Products', kind: 'day' }, 'Sources']}>
        {games.map((game) => (
          <tr key={game.name}>
            <th scope="row">
              <Link to={`/${queryOf({ game: game.name })}`}>{titleOf(game.name)}</Link>
            </th>
            <Coverage of={game} />
            <td class="day" data-label="Products">
              {count(game.products)}
            </td>
            <td class={game.sources.some(({ status }) => status === 'late') ? 'wide-cell' : ''} data-label="Sources">
              {sourcesText(game)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
