/** Addresses of the console: which page is shown, and links that change it without loading anew. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { BELOW } from '../service/root.ts';

const BASE = `${BELOW}/console`;

/** Where the reader is. */
export interface Place {
  /** Below the console's base, as it stands in the address: `/` or `/cards/fl1-2`. */
  path: string;
  query: URLSearchParams;
}

/** The place that the address names now; what is drawn may still be the one before. */
export const placeNow = (): Place => ({
  path: location.pathname.slice(BASE.length).replace(/\/+$/, '') || '/',
  query: new URLSearchParams(location.search),
});

const MOVED = 'cardstock:moved';

interface Step {
  /** Leaves no step in the history. */
  replace?: boolean;
  /** Leaves the focus where it is: whoever types goes on typing. */
  keepsFocus?: boolean;
}

/** Goes to a path of the console. */
export function go(path: string, { replace = false, keepsFocus = replace }: Step = {}): void {
  if (replace) history.replaceState(null, '', `${BASE}${path}`);
  else history.pushState({ isOurs: true }, '', `${BASE}${path}`);
  dispatchEvent(new CustomEvent(MOVED, { detail: { keepsFocus } }));
}

/** The place, and again whenever it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(placeNow);
  // From the first moment that there is something to step from: an effect after the frame missed a letter typed at once.
  useLayoutEffect(() => {
    const onMove = (event: Event) => {
      const next = placeNow();
      setPlace(next);
      if (event instanceof CustomEvent && !event.detail.keepsFocus) {
        scrollTo(0, 0);
        // A reader by ear or keyboard starts at the new page, not where the link was.
        requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }));
      }
    };
    addEventListener('popstate', onMove);
    addEventListener(MOVED, onMove);
    return () => {
      removeEventListener('popstate', onMove);
      removeEventListener(MOVED, onMove);
    };
  }, []);
  return place;
}

export const hrefOf = (path: string): string => `${BASE}${path}`;

/** The path in the language that the address names. */
export function inLanguage(path: string): string {
  const lang = placeNow().query.get('lang');
  const [way = '', query] = path.split('?');
  // A path that names its own goes there.
  return lang === null ? path : `${way}${queryOf({ lang, ...Object.fromEntries(new URLSearchParams(query)) })}`;
}

/** A query string of what is set. */
export function queryOf(values: Record<string, string | undefined>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

interface LinkProps {
  to: string;
  class?: string;
  tabIndex?: number;
  onFocus?: () => void;
  children?: ComponentChildren;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
  'data-at'?: number;
}

/** A link within the console, which keeps the language; with a modifier key it is the browser's. */
export function Link({ to, children, ...rest }: LinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(inLanguage(to));
  };
  return (
    <a {...rest} href={hrefOf(inLanguage(to))} onClick={onClick}>
      {children}
    </a>
  );
}

/** Decoded once, since ids hold percent signs of their own; undefined for what is no such text. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The parts of `path` where it fits `pattern` (`/cards/:id`), else undefined. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith(':')) {
      const value = decoded(text);
      if (value === undefined) return undefined;
      parts[part.slice(1)] = value;
    } else if (part !== text) return undefined;
  }
  return parts;
}
