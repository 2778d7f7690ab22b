/** What a transaction touches of the records: whoever writes them says it, and views/views.ts knows what follows from it. */
import type { Card, PriceKind } from '../catalog/records.ts';

/** A card as it is written now. */
export interface TouchedCard {
  key: number;
  id: string;
  name: string;
  card: Card;
  isChanged: boolean;
}

export interface TouchedPrices {
  owner: number;
  current: ReadonlyMap<number, { key: number; amounts: readonly (number | null)[]; price_kind?: PriceKind }>;
  /** Whether nothing but days and sources of its amounts are others than they were. */
  isSame?: boolean;
}

/** A day of a game's prices in one currency, whether or not it brought anything new. */
export interface TouchedDay {
  game: string;
  currency: 'usd' | 'eur';
  observed_on: string;
  /** No later day is there any more. */
  isLast?: boolean;
}

/** A move of the catalog's version, and of those of some games. */
export interface TouchedVersion {
  version: number;
  /** All where it is undefined. */
  games: readonly string[] | undefined;
  /** Games of which anything that is searched is another now; all where it is undefined. */
  names: readonly string[] | undefined;
}

export interface Touched {
  cards?: readonly TouchedCard[];
  /** Ids of cards of which a printing came, went or is spelled otherwise. */
  printings?: readonly string[];
  prices?: readonly TouchedPrices[];
  day?: TouchedDay;
  /** Without saying which. */
  expansions?: true;
  /** Products or their types, without saying which. */
  products?: true;
  deleted?: { cards?: readonly { key: number; id: string }[]; products?: readonly number[] };
  /** A game that has another name now; undefined where it is gone. */
  renamed?: { from: string; to: string | undefined };
  version?: TouchedVersion;
}
