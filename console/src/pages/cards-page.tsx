/** Grids of cards: those of one expansion, and all of them. */
import { CardGrid } from '../cards/card-grid.tsx';
import { useCardRows } from '../cards/card-rows.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { count, counted, day } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { Empty, ErrorNotice, Skeleton } from '../elements/states.tsx';
import { Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';

function Cards({ expansionId, game, label }: { expansionId?: string; game?: string | undefined; label: string }) {
  const { cards, next, error, more } = useCardRows(expansionId, game);
  if (next === undefined && !error) return <Skeleton kind="tile" count={12} />;
  if (next === null && cards.length === 0) {
    return (
      <Empty title="No cards yet">
        <p>An expansion is often announced before its cards are known. They appear here as the source learns them.</p>
      </Empty>
    );
  }
  return (
    <>
      <CardGrid cards={cards} label={label} onNearEnd={next === null || error ? undefined : more} />
      {error && <ErrorNotice error={error} again={more} />}
      {next !== null && !error && (
        <p class="quiet" role="status">
          More cards are on their way…
        </p>
      )}
    </>
  );
}

export function ExpansionPage({ id }: { id: string }) {
  const loading = useLoad(`expansion/${id}`, (signal) => client.expansions.get(id, { signal }));
  const { data: expansion, error, again } = loading;
  useTitle(expansion?.name);
  const seriesId = expansion?.series_id;
  const series = useLoad(`series-name/${seriesId ?? ''}`, async (signal) =>
    seriesId === undefined ? undefined : client.series.get(seriesId, { signal }),
  );
  if (error?.code === 'not_found') return <ErrorNotice error={error} again={again} isWholePage />;
  return (
    <>
      <p class="trail">
        <Link to="/">Browse</Link>
        {seriesId !== undefined && (
          <Link to={`/series/${encodeURIComponent(seriesId)}`}>{series.data?.name ?? '…'}</Link>
        )}
      </p>
      <div class="title-row">
        <Picture class="logo" src={expansion?.logo?.low} alt="" />
        <h1>{expansion?.name ?? (error ? 'Expansion' : <span class="skeleton skeleton-line" />)}</h1>
      </div>
      {expansion && (
        <p class="facts">
          <span>{expansion.release_date ? day(expansion.release_date) : 'No date yet'}</span>
          <span>{counted(expansion.card_count_total, 'card')}</span>
          <span>numbered to {count(expansion.card_count_official)}</span>
          {expansion.legal_standard && <span class="chip">standard</span>}
          {expansion.legal_expanded && <span class="chip">expanded</span>}
          <Link to={`/products?expansion_id=${encodeURIComponent(id)}`}>Sealed products</Link>
        </p>
      )}
      {error && <ErrorNotice error={error} again={again} />}
      <Cards expansionId={id} label={`Cards of ${expansion?.name ?? 'this expansion'}`} />
      <RequestNote snippet={{ method: 'GET', path: `/v1/cards?expansion_id=${encodeURIComponent(id)}&limit=200` }} />
    </>
  );
}

export function AllCardsPage() {
  useTitle('All cards');
  const game = useGame();
  return (
    <>
      <h1>All cards</h1>
      <p class="quiet">In catalog order: by expansion, then by number. They come as you scroll.</p>
      <GameChoice />
      <Cards game={game} label="All cards" />
    </>
  );
}
