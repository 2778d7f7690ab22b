/** Search as you type: cards, expansions or products, best match first, with their scores. */
import { useEffect, useState } from 'preact/hooks';
import { priceText } from '../cards/card-price.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { highlight } from '../cards/highlight.ts';
import { LanguageChoice, useLang } from '../cards/language-choice.tsx';
import { type ExpansionName, useExpansionNames, useGames, useTitles } from '../cards/outline.ts';
import { Choice } from '../elements/choice.tsx';
import { counted, day } from '../elements/format.ts';
import { ResultRow } from '../elements/result-row.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { go, queryOf } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';

/** Shorter than the pause between two letters of a slow writer, longer than that of a fast one. */
const PAUSE_MS = 90;
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
      facts: [card.rarity, priceText(card)].filter(Boolean).join(' · '),
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

/** What is typed, once the writer pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

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

/** Arrow keys walk over the results, as in a menu, and above the first one back into the search. */
function walk(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at === 0 && event.key === 'ArrowUp') document.querySelector<HTMLElement>('.search-box input')?.focus();
  else links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}

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

function Results({ found, names, isNewest }: ResultsProps) {
  const game = useGame();
  const isOverGames = useGames().length > 1 && game === undefined;
  return (
    <Loaded loading={found} wait={<Skeleton kind="row" count={8} />}>
      {({ q, rows }) =>
        rows.length === 0 && q !== '' && !found.isLoading ? (
          <Empty title={`Nothing is like “${q}”`}>
            <p>Try fewer letters, or search in another list.</p>
          </Empty>
        ) : (
          <ul class="results" aria-label="Results" aria-busy={found.isLoading || !isNewest} onKeyDown={walk}>
            {rows.map((row) => (
              <Result found={row} q={q} names={names} isOverGames={isOverGames} key={row.key} />
            ))}
          </ul>
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
