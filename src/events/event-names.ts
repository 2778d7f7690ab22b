/** The names of events: a closed list, and the patterns that subscribers choose from it by. */
import type { Card, EurPriceEntry, Expansion, Product, Series, UsdPriceEntry } from '../catalog/records.ts';
import { Failure } from '../failure.ts';

/** USD and EUR rows of a sealed product's price event; the EUR side has no `variant` and no `price_kind`. */
export type ProductPriceEntry = UsdPriceEntry | Omit<EurPriceEntry, 'variant' | 'price_kind'>;

/** What one record of each event is, by the event's name without the game. */
export interface EventRecords {
  'cards.updated': Card;
  'cards.deleted': string;
  'card_variants.deleted': number;
  'card_prices.updated': { card_id: string; prices: (UsdPriceEntry | EurPriceEntry)[] };
  'products.updated': Product;
  'products.removed': number;
  'product_prices.updated': { product_id: number; prices: ProductPriceEntry[] };
  'expansions.created': Expansion;
  'expansions.updated': Expansion;
  'series.created': Series;
  'series.updated': Series;
}

export type EventKind = keyof EventRecords;

/** The key in `data` under which each event carries its records. */
export const RECORDS_KEY: Record<EventKind, string> = {
  'cards.updated': 'cards',
  'cards.deleted': 'card_ids',
  'card_variants.deleted': 'variant_ids',
  'card_prices.updated': 'cards',
  'products.updated': 'products',
  'products.removed': 'product_ids',
  'product_prices.updated': 'products',
  'expansions.created': 'expansions',
  'expansions.updated': 'expansions',
  'series.created': 'series',
  'series.updated': 'series',
};

export const EVENT_KINDS = Object.keys(RECORDS_KEY) as EventKind[];

/** Every event name of the games, as it stands on the wire. */
export const eventNames = (games: readonly string[]): string[] =>
  games.flatMap((game) => EVENT_KINDS.map((kind) => `${game}.${kind}`));

/** The game and the kind that an event's name says, undefined where it is the name of none. */
export function readEventName(name: string): { game: string; kind: EventKind } | undefined {
  const dot = name.indexOf('.');
  const kind = EVENT_KINDS.find((known) => known === name.slice(dot + 1));
  return dot < 1 || kind === undefined ? undefined : { game: name.slice(0, dot), kind };
}

/** Whether `pattern` names the event: the name itself, or the beginning of it before `.*`; `*.` stands for any game. */
function isMatch(pattern: string, name: string): boolean {
  if (pattern.startsWith('*.')) return isMatch(pattern.slice(1), name.slice(name.indexOf('.')));
  return pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1)));
}

export const isWanted = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, name));

/**
 * Names and patterns as a caller gave them, each once.
 * @throws Failure bad_request when there are none, or one of them names no event of the games
 */
export function readPatterns(games: readonly string[], given: readonly string[]): string[] {
  const patterns = [...new Set(given.map((text) => text.trim()).filter((text) => text !== ''))];
  const names = eventNames(games);
  const unknown = patterns.filter((pattern) => !names.some((name) => isMatch(pattern, name)));
  if (patterns.length > 0 && unknown.length === 0) return patterns;
  const fault = patterns.length === 0 ? 'no events are named' : `there is no event ${unknown.join(', ')}`;
  throw new Failure(
    'bad_request',
    `${fault}; known are ${names.join(', ')}, and patterns such as ${games[0]}.* and *.cards.*`,
  );
}
