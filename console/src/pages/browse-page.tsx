/** The start: every series with its expansions; and one series alone. */

import { useMemo } from 'preact/hooks';
import type { Expansion, Game, Series, SeriesExpansion } from '../../../client/src/records.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { LanguageChoice, useLang } from '../cards/language-choice.tsx';
import { useGames } from '../cards/outline.ts';
import { counted, day } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { useSome } from '../elements/some.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { Link, queryOf } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad, useRecord } from '../service/load.ts';
import { client } from '../service/service.ts';
import { MoversOfTheWeek } from './movers-page.tsx';

/** Far above the series of any game, and a bound on what a loop may ask for. */
const SERIES_MAX = 1000;

async function everySeries(game: string | undefined, lang: string | undefined, signal: AbortSignal): Promise<Series[]> {
  const series: Series[] = [];
  for await (const one of client.series.iterate({ limit: 200, game, lang }, { signal })) {
    series.push(one);
    if (series.length >= SERIES_MAX) break;
  }
  return series;
}

/** A tile for an expansion. */
export function ExpansionTile({ expansion }: { expansion: SeriesExpansion | Expansion }) {
  const { id, name, logo, symbol, release_date, card_count_total } = expansion;
  const picture = logo?.low ?? symbol;
  return (
    <Link to={`/expansions/${encodeURIComponent(id)}`} class="tile">
      <span class="tile-picture">
        <Picture src={picture} alt="" isLazy>
          <span class="tile-letter">{name.charAt(0)}</span>
        </Picture>
      </span>
      <span class="tile-text">
        <strong>{name}</strong>
        <span class="quiet">
          {release_date ? day(release_date) : 'No date yet'} · {counted(card_count_total, 'card')}
        </span>
      </span>
    </Link>
  );
}

/** Expansions of all series that are shown unfolded together. */
const UNFOLDED_MAX = 24;
const TILES = { narrow: 12, wide: 60 };

const cardsIn = ({ expansions }: Series): number =>
  expansions.reduce((sum, { card_count_total }) => sum + card_count_total, 0);

/** The day of its newest expansion: a series goes on for years, as all that is no series of its own does. */
const newestDay = ({ expansions }: Series): string =>
  expansions.reduce((newest, { release_date }) => (`${release_date ?? ''}` > newest ? `${release_date}` : newest), '');

/** A way into one game: how much of it is here, and a picture of its newest expansion that has one, else of its dearest card. */
function GameTile({ game: { name, title }, series }: { game: Game; series: readonly Series[] }) {
  const expansions = series.flatMap((one) => one.expansions);
  const pictured = expansions.findLast(({ logo, symbol }) => logo?.low ?? symbol);
  const logo = pictured?.logo?.low ?? pictured?.symbol;
  // Expansions count what is announced; every card that is here is of a kind.
  const { data: kinds } = useLoad(`game-kinds/${name}`, (signal) => client.values('category', { game: name, signal }));
  const cards = kinds?.reduce((sum, kind) => sum + kind.count, 0);
  const { data: dearest } = useLoad(`game-picture/${logo ?? name}`, async (signal) => {
    if (logo) return undefined;
    return (await client.cards.list({ game: name, sort: '-usd', limit: 1 }, { signal })).items[0]?.image?.low;
  });
  return (
    <Link to={`/${queryOf({ game: name })}`} class="tile">
      <span class="tile-picture">
        <Picture src={logo ?? dearest} alt="" isLazy>
          <span class="tile-letter">{title.charAt(0)}</span>
        </Picture>
      </span>
      <span class="tile-text">
        <strong>{title}</strong>
        <span class="quiet">
          {counted(expansions.length, 'expansion')}
          {cards !== undefined && ` · ${counted(cards, 'card')}`}
        </span>
      </span>
    </Link>
  );
}

/** Where there are several games, each is a way to go on. */
function Games({ series, isOfMany }: { series: readonly Series[]; isOfMany: boolean }) {
  const games = useGames();
  // What they are called comes with a second answer.
  if (games.length < 2) return isOfMany ? <Skeleton kind="tile" count={4} /> : null;
  return (
    <ul class="tiles game-tiles" aria-label="Games">
      {games.map((game) => (
        <li key={game.name}>
          <GameTile game={game} series={series.filter((one) => one.game === game.name)} />
        </li>
      ))}
    </ul>
  );
}

/** Every series; of many the newest is unfolded, and of several games none before one is chosen. */
function AllSeries({ all, isOfMany }: { all: readonly Series[]; isOfMany: boolean }) {
  const total = all.reduce((sum, { expansions }) => sum + expansions.length, 0);
  if (total <= UNFOLDED_MAX) return all.toReversed().map((one) => <SeriesSection series={one} key={one.id} />);
  if (isOfMany) return null;
  const newestFirst = all.toSorted((a, b) => newestDay(b).localeCompare(newestDay(a)));
  return newestFirst.map((one, at) => (
    <details class="series-fold" open={at === 0} key={one.id}>
      <summary>
        <strong lang={one.lang}>{one.name}</strong>{' '}
        <span class="quiet">
          {counted(one.expansions.length, 'expansion')} · {counted(cardsIn(one), 'card')}
        </span>
      </summary>
      <SeriesSection series={one} />
    </details>
  ));
}

function SeriesSection({
  series: { id, name, lang, logo, expansions },
  isAlone,
}: {
  series: Series;
  isAlone?: boolean;
}) {
  const newestFirst = useMemo(() => expansions.toReversed(), [expansions]);
  const [shown, showAll] = useSome(newestFirst, { ...TILES, noun: 'expansions' });
  return (
    <section class="series" aria-labelledby={isAlone ? undefined : `series-${id}`}>
      {!isAlone && (
        <h2 id={`series-${id}`}>
          <span lang={lang}>
            <Link to={`/series/${encodeURIComponent(id)}`}>{name}</Link>
          </span>{' '}
          <span class="quiet">{counted(expansions.length, 'expansion')}</span>
        </h2>
      )}
      {isAlone && <Picture class="logo" src={logo?.high} alt="" />}
      <div class="tiles" lang={lang}>
        {shown.map((expansion) => (
          <ExpansionTile expansion={expansion} key={expansion.id} />
        ))}
      </div>
      {showAll}
    </section>
  );
}

export function BrowsePage() {
  useTitle(undefined);
  const game = useGame();
  const lang = useLang();
  const series = useLoad(`series/${game ?? ''}/${lang ?? ''}`, (signal) => everySeries(game, lang, signal), {
    keeps: true,
  });
  return (
    <>
      <h1>Browse</h1>
      <div class="tools">
        {game !== undefined && <GameChoice />}
        <LanguageChoice game={game} />
      </div>
      <Loaded loading={series} wait={<Skeleton kind="tile" count={9} />}>
        {(all) => {
          const isOfMany = game === undefined && new Set(all.map((one) => one.game)).size > 1;
          return all.length === 0 ? (
            <Empty title="The catalog is empty">
              <p>
                No source has brought anything yet. An operator sees under <Link to="/ingest">Ingest</Link> what is
                under way; the command <code>cardstock ingest runs</code> says the same.
              </p>
            </Empty>
          ) : (
            <>
              {game === undefined && <Games series={all} isOfMany={isOfMany} />}
              {game === undefined && <MoversOfTheWeek />}
              <AllSeries all={all} isOfMany={isOfMany} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

export function SeriesPage({ id }: { id: string }) {
  const lang = useLang();
  const series = useRecord(`series/${id}`, lang, (signal) => client.series.get(id, { lang, signal }));
  useTitle(series.data?.name);
  return (
    <>
      <p class="trail">
        <Link to="/">Browse</Link>
      </p>
      <h1 lang={series.data?.lang}>{series.data?.name ?? 'Series'}</h1>
      <LanguageChoice game={series.data?.game} />
      <Loaded loading={series} wait={<Skeleton kind="tile" />}>
        {(one) => <SeriesSection series={one} isAlone />}
      </Loaded>
    </>
  );
}
