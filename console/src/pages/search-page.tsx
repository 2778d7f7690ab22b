/** Search as you type: cards, expansions or products, best match first, with their scores. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { priceText } from '../cards/card-price.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { highlight } from '../cards/highlight.ts';
import { LanguageChoice, useLang } from '../cards/language-choice.tsx';
import { type ExpansionName, useExpansionNames, useGames, useTitles } from '../cards/outline.ts';
import { Choice } from '../elements/choice.tsx';
import { counted, day, rarityText } from '../elements/format.ts';
import { ResultRow } from '../elements/result-row.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { useSome } from '../elements/some.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { walk } from '../elements/walk.ts';
import { go, queryOf } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad, usePaused } from '../service/load.ts';
import { client } from '../service/service.ts';

const SHOWN = 40;

/** A row of any list, as the results show it. */
interface Found {
  key: string;
  to: string;
  name: string;
  number: string | null;
  expansion_id: string | null;
  game: string;
  lang?: string | undefined;
  facts: string;
  /** The name in another language that was typed. */
  matched_name?: string | undefined;
  picture: string | null;
  score: number;
}

type Within = 'cards' | 'expansions' | 'products';
const WITHIN: readonly Within[] = ['cards', 'expansions', 'products'];

/** What is asked for. */
interface Asked {
  q: string;
  game: string | undefined;
  lang: string | undefined;
}

const SEARCHES: Record<Within, (asked: Asked, signal: AbortSignal) => Promise<Found[]>> = {
  async cards(asked, signal) {
    const { items } = await client.cards.list({ ...asked, include: 'prices', limit: SHOWN }, { signal });
    return items.map((card) => ({
      ...card,
      key: card.id,
      to: `/cards/${encodeURIComponent(card.id)}`,
      facts: [rarityText(card.rarity), priceText(card)].filter(Boolean).join(' · '),
      picture: card.image?.low ?? null,
      score: card.score ?? 0,
    }));
  },
  async expansions(asked, signal) {
    const { items } = await client.expansions.list({ ...asked, limit: SHOWN }, { signal });
    return items.map(({ game, lang, id, name, release_date, card_count_total, logo, symbol, score = 0 }) => ({
      game,
      lang,
      key: id,
      to: `/expansions/${encodeURIComponent(id)}`,
      name,
      number: null,
      expansion_id: null,
      facts: `${day(release_date)} · ${counted(card_count_total, 'card')}`,
      picture: logo?.low ?? symbol,
      score,
    }));
  },
  async products({ q, game: asked }, signal) {
    const { items } = await client.products.list({ q, game: asked, limit: SHOWN }, { signal });
    return items.map(({ game, id, name, number, expansions, image, score = 0 }) => ({
      game,
      key: String(id),
      to: `/products/${id}`,
      name,
      number,
      expansion_id: null,
      facts: expansions.map((expansion) => expansion.name).join(', '),
      picture: image?.low ?? null,
      score,
    }));
  },
};

/** A name with the letters that the query is about. */
function Marked({ text, q }: { text: string; q: string }) {
  return (
    <>
      {highlight(text, q).map(({ text: piece, isMatch }, at) =>
        isMatch ? <mark key={`${at}${piece}`}>{piece}</mark> : <span key={`${at}${piece}`}>{piece}</span>,
      )}
    </>
  );
}

/** The query without what is not part of a printed number. */
const isNumberAsked = (q: string, number: string): boolean =>
  q
    .split(/\s+/)
    .some((word) => word.toLowerCase().replace(/^0+/, '').split('/')[0] === number.toLowerCase().replace(/^0+/, ''));

interface ResultProps {
  found: Found;
  q: string;
  names: ReadonlyMap<string, ExpansionName>;
  /** Whether rows may be of several games. */
  isOverGames: boolean;
}

function Result({ found, q, names, isOverGames }: ResultProps) {
  const titleOf = useTitles();
  const { to, name, lang, number, expansion_id, game, facts, matched_name, picture, score } = found;
  const expansion = expansion_id === null ? undefined : names.get(expansion_id);
  const rest = [facts, isOverGames && titleOf(game)].filter(Boolean);
  return (
    <ResultRow
      to={to}
      picture={picture}
      score={score}
      letter={name.charAt(0)}
      lang={lang}
      name={
        <>
          <Marked text={name} q={q} />
          {matched_name && (
            <span class="quiet">
              {' '}
              <Marked text={matched_name} q={q} />
            </span>
          )}
        </>
      }
      facts={
        <>
          {number !== null && <>#{isNumberAsked(q, number) ? <mark>{number}</mark> : number} · </>}
          {expansion_id !== null && <span lang={expansion?.lang}>{expansion?.name ?? expansion_id}</span>}
          {(expansion_id !== null ? ['', ...rest] : rest).join(' · ')}
        </>
      }
    />
  );
}

const toSearch = (event: KeyboardEvent): void => walk(event, document.querySelector<HTMLElement>('.search-box input'));

/** What was found for a query that is typed, which may not yet be the one that is answered; and names for it. */
function useSearch(typed: string, within: Within, { game, lang }: Omit<Asked, 'q'>) {
  const q = usePaused(typed);
  const found = useLoad(
    `${within}/${game ?? ''}/${lang ?? ''}?${q}`,
    async (signal) => ({ q, rows: q === '' ? [] : await SEARCHES[within]({ q, game, lang }, signal) }),
    { keeps: true },
  );
  return { q, found, names: useExpansionNames(lang) };
}

type Finding = ReturnType<typeof useSearch>['found'];

/** How many were found, and in what time. */
function tally({ data, error, tookMs, isLoading }: Finding): string {
  if (!data || error) return '';
  const { length } = data.rows;
  const took = tookMs === undefined || isLoading ? '' : ` in ${Math.max(1, Math.round(tookMs))} ms`;
  return `${length === SHOWN ? `The best ${SHOWN}` : counted(length, 'result')}${took}`;
}

interface ResultsProps {
  found: Finding;
  names: ReadonlyMap<string, ExpansionName>;
  /** Whether what is shown is of what is typed. */
  isNewest: boolean;
}

interface RowsProps extends Omit<ResultsProps, 'found'> {
  q: string;
  rows: readonly Found[];
}

/** No row is lower than its picture with the edges. */
const ROW_PX_MIN = 72;

/** How many rows are drawn: those that the window has room for, and all of them once these are painted. */
function usePainted(rows: readonly Found[]): number {
  const [painted, setPainted] = useState<readonly Found[]>();
  useEffect(() => setPainted(rows), [rows]);
  return painted === rows ? rows.length : Math.ceil(innerHeight / ROW_PX_MIN);
}

function Rows({ q, rows, names, isNewest }: RowsProps) {
  const game = useGame();
  const isOverGames = useGames().length > 1 && game === undefined;
  const [some, showAll] = useSome(rows, { narrow: 20, wide: SHOWN, noun: 'results' });
  const shown = some.slice(0, usePainted(rows));
  // What is typed leaves them as they are until others come: drawing them anew with each key would hold up the question.
  const drawn = useMemo(
    () => shown.map((row) => <Result found={row} q={q} names={names} isOverGames={isOverGames} key={row.key} />),
    [rows, shown.length, q, names, isOverGames],
  );
  return (
    <>
      <ul class="results" aria-label="Results" aria-busy={!isNewest} onKeyDown={toSearch}>
        {drawn}
      </ul>
      {showAll}
    </>
  );
}

function Results({ found, names, isNewest }: ResultsProps) {
  return (
    <Loaded loading={found} wait={<Skeleton kind="row" count={8} />}>
      {({ q, rows }) =>
        rows.length === 0 && q !== '' && !found.isLoading ? (
          <Empty title={`Nothing is like “${q}”`}>
            <p>Try fewer letters, or search in another list.</p>
          </Empty>
        ) : (
          <Rows q={q} rows={rows} names={names} isNewest={isNewest && !found.isLoading} />
        )
      }
    </Loaded>
  );
}

export function SearchPage({ query }: { query: URLSearchParams }) {
  const typed = query.get('q')?.trim() ?? '';
  const asked = query.get('in');
  const within = WITHIN.find((one) => one === asked) ?? 'cards';
  const game = useGame();
  const lang = useLang();
  const { q, found, names } = useSearch(typed, within, { game, lang });
  useTitle(typed ? `${typed} · Search` : 'Search');
  return (
    <>
      <h1>Search</h1>
      <div class="tools">
        <Choice
          legend="Search in"
          options={WITHIN.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))}
          value={within}
          onChoose={(value) => go(`/search${queryOf({ q: typed, in: value, game, lang })}`, { replace: true })}
        />
        <GameChoice />
        <LanguageChoice game={game} />
        <p class="quiet" role="status">
          {q === '' ? '' : tally(found)}
        </p>
      </div>
      {q === '' ? (
        <Empty title="What are you looking for?">
          <p>
            A name, however it is spelt; a collector number as printed (<code>4/102</code>, <code>TG12</code>); or both:{' '}
            <code>vultwick 2</code>. <kbd>↓</kbd> or <kbd>Enter</kbd> leads from the search into what it found.
          </p>
        </Empty>
      ) : (
        <Results found={found} names={names} isNewest={q === typed} />
      )}
      {q !== '' && (
        <RequestNote
          snippet={{
            method: 'GET',
            path: `/v1/${within}${queryOf({ q, game, lang: within === 'products' ? undefined : lang })}`,
          }}
        />
      )}
    </>
  );
}
