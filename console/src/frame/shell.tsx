/** What stands around every page of the console: its search, the ways to the pages, the word that the line is dead. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asError } from '../service/load.ts';
import { BELOW } from '../service/root.ts';
import { may, type Session, sessionName, useSession } from '../service/session.tsx';
import { Brand, Frame } from './frame.tsx';
import { Icon } from './icons.tsx';
import { Palette } from './palette.tsx';
import { go, inLanguage, Link, type Place, placeNow, queryOf } from './router.tsx';
import { OPERATOR, PUBLIC, type Way } from './ways.ts';

/** Pages reached from another one stand under it in the ways. */
const isUnder = (way: string, path: string): boolean =>
  way === path || (way !== '/' && path.startsWith(`${way}/`)) || (way === '/' && /^\/(expansions|series)\//.test(path));

function Ways({ ways, path }: { ways: readonly Way[]; path: string }) {
  return (
    <ul>
      {ways.map(([to, label, icon]) => (
        <li key={to}>
          <Link to={to} class="way" aria-current={isUnder(to, path) ? 'page' : undefined}>
            <Icon name={icon} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** From the box into what was found; results that newer ones are to replace are no place to go. */
function toFirstResult(event: KeyboardEvent): void {
  const first = document.querySelector<HTMLElement>('.results[aria-busy="false"] a');
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** The search of the whole catalog; every letter asks anew. */
function SearchBox({ place }: { place: Place }) {
  const input = useRef<HTMLInputElement>(null);
  // The address holds the text, and is written in the very event of each letter. A copy that an effect brought up to
  // date lagged behind whoever typed faster than the page was drawn, and took letters back.
  const text = place.path === '/search' ? (place.query.get('q') ?? '') : '';
  // From the first moment that the box is there: an effect after the frame missed a key that came at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const onInput = (next: string) => {
    const { path, query } = placeNow();
    const isSearch = path === '/search';
    const within = isSearch ? (query.get('in') ?? undefined) : undefined;
    // The first letter is a step that "back" undoes; the others only change it.
    go(inLanguage(`/search${queryOf({ q: next, in: within, game: query.get('game') ?? undefined })}`), {
      replace: isSearch,
      keepsFocus: true,
    });
  };
  return (
    <search class="search-box">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search cards, expansions and products"
        aria-keyshortcuts="/"
        placeholder="Search the catalog"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') toFirstResult(event);
        }}
      />
      <span class="key-hint" aria-hidden="true">
        /
      </span>
    </search>
  );
}

/** Whether the browser believes that it has a connection. */
function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}

function Account({ session }: { session: Session }) {
  const [problem, setProblem] = useState('');
  if (session.state.state !== 'in') return null;
  const { name, scopes } = session.state.session;
  return (
    <div class="account">
      <p>
        Signed in as <strong>{sessionName(name)}</strong>
        <span class="quiet"> {scopes.join(', ')}</span>
      </p>
      <button
        type="button"
        class="way"
        onClick={() => void session.signOut().catch((cause: unknown) => setProblem(asError(cause).message))}
      >
        <Icon name="out" />
        Sign out
      </button>
      {problem && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

export function Shell({ place, children }: { place: Place; children: ComponentChildren }) {
  const session = useSession();
  const isOnline = useOnline();
  const isIn = session.state.state === 'in' || session.state.state === 'unknown';
  const ways = (
    <>
      {isIn && <Ways ways={PUBLIC} path={place.path} />}
      {may(session, 'admin') && (
        <>
          <h2>Operate</h2>
          <Ways ways={OPERATOR} path={place.path} />
        </>
      )}
      <div class="ways-foot">
        <a class="way" href={`${BELOW}/docs`}>
          <Icon name="docs" />
          API reference
        </a>
        <Account session={session} />
      </div>
    </>
  );
  const brand = (
    <Link to="/" class="brand" aria-label="Cardstock, to the start">
      <Brand />
    </Link>
  );
  return (
    <Frame brand={brand} tools={isIn && <SearchBox place={place} />} label="Pages" ways={ways} isBare={!isIn}>
      {!isOnline && (
        <p class="offline" role="status">
          There is no connection. What you see is as it was; it goes on by itself when the line is back.
        </p>
      )}
      {isIn && <Palette />}
      {children}
    </Frame>
  );
}
