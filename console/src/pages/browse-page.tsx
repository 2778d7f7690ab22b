/** The start: every series with its expansions; and one series alone. */
import type { Expansion, Series, SeriesExpansion } from '../../../client/src/records.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { LanguageChoice, useLang } from '../cards/language-choice.tsx';
import { counted, day } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad, useRecord } from '../service/load.ts';
import { client } from '../service/service.ts';

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

function SeriesSection({
  series: { id, name, lang, logo, expansions },
  isAlone,
}: {
  series: Series;
  isAlone?: boolean;
}) {
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
        {expansions.toReversed().map((expansion) => (
          <ExpansionTile expansion={expansion} key={expansion.id} />
        ))}
      </div>
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
        <GameChoice />
        <LanguageChoice game={game} />
      </div>
      <Loaded loading={series} wait={<Skeleton kind="tile" count={9} />}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="The catalog is empty">
              <p>
                No source has brought anything yet. An operator sees under <Link to="/ingest">Ingest</Link> what is
                under way; the command <code>cardstock ingest runs</code> says the same.
              </p>
            </Empty>
          ) : (
            all.toReversed().map((one) => <SeriesSection series={one} key={one.id} />)
          )
        }
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
