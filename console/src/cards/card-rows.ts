/** Rows of a list that are read page by page as they are scrolled to, and kept a while for who comes back. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CardListParams, CardSummary, CardstockError, Page } from '../../../client/src/cardstock.ts';
import { asError, stillUnreached, useComeback } from '../service/load.ts';
import { client } from '../service/service.ts';

const PAGE_ROWS = 200;
/** The first page is what a reader waits for. */
const FIRST_ROWS = 60;

interface Rows {
  cards: CardSummary[];
  /** Null when all are there; undefined before the first page. */
  next: string | null | undefined;
  /** Of a list that is empty, what it was asked for that no card has. */
  unmatched?: readonly string[] | undefined;
}

const NONE: Rows = { cards: [], next: undefined };
/** Lists read a while ago: "back" finds its place again, who comes later finds what there is by then. */
const kept = new Map<string, Rows & { until: number }>();
const KEPT_MAX = 12;
const KEPT_MS = 120_000;

function keptRows(key: string): Rows {
  const rows = kept.get(key);
  return rows && Date.now() < rows.until ? rows : NONE;
}

function keep(key: string, rows: Rows): void {
  kept.delete(key);
  // A catalog that is empty is one that is being read.
  if (rows.cards.length > 0) kept.set(key, { ...rows, until: Date.now() + KEPT_MS });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

export interface CardRows extends Rows {
  error: CardstockError | undefined;
  more(): void;
}

/** The cards that are asked for, with their prices. */
export function useCardRows(asked: CardListParams): CardRows {
  // Equal questions are one, whichever object they come in.
  const key = JSON.stringify(asked);
  const [rows, setRows] = useState<Rows>(() => keptRows(key));
  const [error, setError] = useState<CardstockError>();
  const underway = useRef<AbortController | undefined>(undefined);
  const latest = useRef(rows);
  latest.current = rows;

  const more = useCallback(async () => {
    const { cards, next } = latest.current;
    if (underway.current || next === null) return;
    const controller = new AbortController();
    underway.current = controller;
    setError(stillUnreached);
    try {
      const place = next === undefined ? { limit: FIRST_ROWS } : { limit: PAGE_ROWS, cursor: next };
      const page: Page<CardSummary> = await client.cards.list(
        { ...(JSON.parse(key) as CardListParams), include: 'prices', ...place },
        { signal: controller.signal },
      );
      const grown = { cards: [...cards, ...page.items], next: page.next_cursor, unmatched: page.unmatched };
      latest.current = grown;
      keep(key, grown);
      setRows(grown);
      setError(undefined);
    } catch (cause) {
      if (!controller.signal.aborted) setError(asError(cause));
    } finally {
      if (underway.current === controller) underway.current = undefined;
    }
  }, [key]);

  useEffect(() => {
    const known = keptRows(key);
    latest.current = known;
    setRows(known);
    setError(undefined);
    if (known.next === undefined) void more();
    return () => {
      underway.current?.abort();
      underway.current = undefined;
    };
  }, [key, more]);
  useComeback(error, more);
  return { ...rows, error, more };
}
