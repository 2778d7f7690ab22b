/** The games of the catalog beside each other: how much each has, how fresh it is, and how its sources are. */
import type { Overview } from '../../../src/api/operator/overview.ts';
import { ago, count, day, shareText, worded } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { Link, queryOf } from '../frame/router.tsx';

function Sources({ game, sources }: { game: string; sources: Overview['games'][number]['sources'] }) {
  if (sources.length === 0) return <span class="quiet">read no more: served as it is</span>;
  return (
    <ul class="plain-list">
      {sources.map(({ name, status, last_run }) => (
        <li key={name}>
          {name.replace(`${game}.`, '')}{' '}
          <span class={`state state-${status}`}>{status === 'ok' ? 'on time' : 'late'}</span>{' '}
          <span class={last_run?.outcome === 'failed' ? 'field-error' : 'quiet'}>
            {last_run === null ? 'never ran' : `${last_run.outcome} ${ago(last_run.started_at, new Date())}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What each game has, and how its sources are; a single one is what the rest of the page tells. */
export function Games({ games }: { games: Overview['games'] }) {
  if (games.length < 2) return null;
  return (
    <section class="panel" aria-labelledby="games-title">
      <h2 id="games-title">Games</h2>
      <Table
        label="Table: Games"
        columns={[
          'Game',
          ...['Cards', 'Pictures', 'USD', 'EUR', 'Products'].map((name) => ({
            name,
            kind: 'number' as const,
          })),
          { name: 'Newest price', kind: 'day' },
          'Sources and their last runs',
        ]}
      >
        {games.map(({ name, cards, with_image, with_usd, with_eur, products, observed_on, sources }) => (
          <tr key={name}>
            <th scope="row">
              <Link to={`/${queryOf({ game: name })}`}>{worded(name)}</Link>
            </th>
            <td class="number" data-label="Cards">
              {count(cards)}
            </td>
            <td class="number" data-label="Pictures">
              {shareText(with_image, cards)}
            </td>
            <td class="number" data-label="USD">
              {shareText(with_usd, cards)}
            </td>
            <td class="number" data-label="EUR">
              {shareText(with_eur, cards)}
            </td>
            <td class="number" data-label="Products">
              {count(products)}
            </td>
            <td class="day" data-label="Newest price">
              {day(observed_on)}
            </td>
            <td class="wide-cell" data-label="Sources and their last runs">
              <Sources game={name} sources={sources} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
