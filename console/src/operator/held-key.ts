/** What an amount that is held back is of, read from the key that it waits under. */
import type { Currency } from '../elements/format.ts';

/** One amount of one row of a marketplace. */
export interface HeldOf {
  market: 'tcgplayer' | 'cardmarket';
  currency: Currency;
  article: string;
  /** Of the article's rows which, and of the row's amounts which. */
  parts: string[];
}

/** TCGplayer has a row for each sub type and condition (`42382/Holofoil/NM/market`), Cardmarket one (`8211/trend`). */
export function heldOf(key: string): HeldOf {
  const [article = '', ...parts] = key.split('/');
  const isOnly = parts.length === 1;
  return { market: isOnly ? 'cardmarket' : 'tcgplayer', currency: isOnly ? 'EUR' : 'USD', article, parts };
}
