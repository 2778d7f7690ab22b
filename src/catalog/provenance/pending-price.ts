/** What an amount that is held back is of, read from the key that it waits under. */

export interface PendingPriceOf {
  market: 'tcgplayer' | 'cardmarket';
  currency: 'USD' | 'EUR';
  productId: string;
  /** Of the marketplace product's rows which, and of the row's amounts which. */
  parts: string[];
}

/** TCGplayer has a row for each sub type and condition (`42382/Normal/NM/market`), Cardmarket one (`8211/trend`). */
export function pendingPriceOf(key: string): PendingPriceOf {
  const [productId = '', ...parts] = key.split('/');
  const isOnly = parts.length === 1;
  return { market: isOnly ? 'cardmarket' : 'tcgplayer', currency: isOnly ? 'EUR' : 'USD', productId, parts };
}
