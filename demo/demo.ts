/** The built-in demo source: an original, fictional card game, emitted in the formats of the real sources. */
import { cardmarketFile } from './emit/cardmarket.ts';
import { justtcgFile } from './emit/justtcg.ts';
import { tcgcsvFile } from './emit/tcgcsv.ts';
import { tcgdexFile } from './emit/tcgdex.ts';
import { dayNumber } from './price-walk.ts';

/** How a demo document is asked for: the day its prices are of (`YYYY-MM-DD`), and where pictures are served. */
export interface DemoRequest {
  day: string;
  pictureBase: string;
  /** The body of a POST. */
  body?: string;
  /** The day of whoever asks; with it days long past are there once a week, as `PAST` says. */
  today?: string;
}

/**
 * What is there of a market's past: every day of the newest `daily` days, one day a week of the newest `weekly`, then one day in
 * four weeks, and nothing before `all` days. A chart of 30 days in USD is whole, longer ones say which days are absent; rows of days
 * that few look at were most of a first load.
 */
const PAST: Readonly<Record<string, { daily: number; weekly: number; all: number }>> = {
  tcgcsv: { daily: 31, weekly: 91, all: Number.POSITIVE_INFINITY },
  cardmarket: { daily: 7, weekly: 91, all: Number.POSITIVE_INFINITY },
  justtcg: { daily: 2, weekly: 16, all: 16 },
};
const WEEK = 7;

function isKept(market: string, day: string, today = day): boolean {
  const number = dayNumber(day);
  const age = dayNumber(today) - number;
  const past = PAST[market];
  if (past === undefined || age <= past.daily) return true;
  return age <= past.all && number % (age <= past.weekly ? WEEK : 4 * WEEK) === 0;
}

/**
 * The text of the document at a `demo:` path, undefined where there is none. Paths are those of the real sources below
 * `tcgdex/`, `tcgcsv/`, `cardmarket/` and `justtcg/`; only prices depend on the day.
 */
export function demoDocument(path: string, { day, pictureBase, body, today }: DemoRequest): string | undefined {
  const slash = path.indexOf('/');
  const rest = path.slice(slash + 1);
  const market = path.slice(0, slash);
  if (!isKept(market, day, today)) return undefined;
  switch (market) {
    case 'tcgdex':
      return tcgdexFile(rest, pictureBase);
    case 'tcgcsv':
      return tcgcsvFile(rest, day, pictureBase);
    case 'cardmarket':
      return cardmarketFile(rest, day);
    case 'justtcg':
      return justtcgFile(rest, day, body);
    default:
      return undefined;
  }
}
