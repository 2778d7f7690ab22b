/** Grids of cards: those of one expansion, and all of them. */
import { CardGrid } from '../cards/card-grid.tsx';
import { useCardRows } from '../cards/card-rows.ts';
import { ExpansionWorth } from '../cards/expansion-worth.tsx';
import { FilterBar, NoneLeft, useCardFilter } from '../cards/filter-bar.tsx';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { LanguageChoice, useLang } from '../cards/language-choice.tsx';
import { count, counted, day } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { Empty, ErrorNotice, Skeleton } from '../elements/states.tsx';
import { Link, queryOf } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad, useRecord } from '../service/load.ts';
import { client } from '../service/service.ts';

function Cards({ expansionId, game, label }: { expansionId?: string; game?: string | undefined; label: string }) {
  const lang = useLang();
  const filter = useCardFilter();
  const { cards, next, unmatched, error, more } = useCardRows({ ...filter, expansion_id: expansionId, game, lang });
  if (next === undefined && !error) return <Skeleton kind="tile" count={12} />;
  const { sort, ...narrowed } = filter;
  // An expansion without a card has none that a filter could leave.
  const isFiltered = Object.keys(narrowed).length > 0 && !unmatched?.some((text) => text.startsWith('expansion_id='));
  if (next === null && cards.length === 0 && isFiltered) return <NoneLeft unmatched={unmatched} />;
  if (next === null && cards.length === 0) {
    return (
      <Empty title="No cards yet">
        <p>An expansion is often announced before its cards are known. They appear here as the source learns them.</p>
      </Empty>
    );
  }
  return (
    <>
      <CardGrid
        key={JSON.stringify([filter, expansionId, game])}
        cards={cards}
        label={label}
        sort={sort}
        onNearEnd={next === null || error ? undefined : more}
      />
      {error && <ErrorNotice error={error} again={more} />}
    </>
  );
}

export function ExpansionPage({ id }: { id: string }) {
  const lang = useLang();
  const loading = useRecord(`expansion/${id}`, lang, (signal) => client.expansions.get(id, { lang, signal }));
  const { data: expansion, error, again } = loading;
  useTitle(expansion?.name);
  const seriesId = expansion?.series_id;
  const series = useLoad(`series-name/${seriesId ?? ''}/${lang ?? ''}`, async (signal) =>
    seriesId === undefined ? undefined : client.series.get(seriesId, { lang, signal }),
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
        <h1 lang={expansion?.lang}>
          {expansion?.name ?? (error ? 'Expansion' : <span class="skeleton skeleton-line" />)}
        </h1>
      </div>
      <LanguageChoice game={expansion?.game} />
      {expansion && (
        <p class="facts">
          <span>{expansion.release_date ? day(expansion.release_date) : 'No date yet'}</span>
          <span>{counted(expansion.card_count_total, 'card')}</span>
          {expansion.card_count_official > 0 && <span>numbered to {count(expansion.card_count_official)}</span>}
          {expansion.legal_standard && <span class="chip">standard</span>}
          {expansion.legal_expanded && <span class="chip">expanded</span>}
          <Link to={`/products?expansion_id=${encodeURIComponent(id)}`}>Sealed products</Link>
          <Link to={`/expansions/${encodeURIComponent(id)}/checklist`}>Checklist</Link>
        </p>
      )}
      {error && <ErrorNotice error={error} again={again} />}
      <ExpansionWorth id={id} announced={expansion?.card_count_total} />
      {expansion && <FilterBar game={expansion.game} />}
      <Cards expansionId={id} label={`Cards of ${expansion?.name ?? 'this expansion'}`} />
      <RequestNote snippet={{ method: 'GET', path: `/v1/cards${queryOf({ expansion_id: id, lang, limit: '200' })}` }} />
    </>
  );
}

export function AllCardsPage() {
  useTitle('All cards');
  const game = useGame();
  return (
    <>
      <h1>All cards</h1>
      <p class="quiet">In catalog order, by expansion, then by number, until you sort them.</p>
      <div class="tools">
        <GameChoice />
        <LanguageChoice game={game} />
      </div>
      <FilterBar game={game} />
      <Cards game={game} label="All cards" />
    </>
  );
}
