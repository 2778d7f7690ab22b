/** What a catalog adapter hands over, and what it is given of the last time. */
import type { CatalogSeed, Quarantined } from '../catalog/seeds.ts';
import type { EurRow, PriceDay, UsdRow } from './markets/market-rows.ts';

/** The catalog, or word that nothing has changed. */
export interface CatalogDelivery {
  /** Undefined when every document was unchanged. */
  seed: CatalogSeed | undefined;
  /** Prices that stood in the records that came, where they were wanted and there are any. */
  prices?: EmbeddedPrices;
  /**
   * Validators to hold until the next run, by address. To be asked for once the seed is published: what was quarantined until
   * then has none, so that it is read again.
   */
  etags(): Map<string, string>;
}

/** Prices that a catalog holds in its records, as rows of the marketplaces they come from; days oldest first. */
export interface EmbeddedPrices {
  readonly isEmpty: boolean;
  /** The day that one file states of them all; absent where each has its own. */
  readonly stated?: string;
  /** Whether each card is a document of its own. */
  readonly isByCard: boolean;
  usdDays(): PriceDay<UsdRow>[];
  eurDays(): PriceDay<EurRow>[];
  /** Its rows by the document and day that they are of. */
  documents(): { address: string; observed_on: string; product_id: number }[][];
  readonly quarantined: Quarantined[];
  /** Amounts that could not be taken, of rows that were. */
  readonly leftOut: Quarantined[];
}

/** What is held of the last publish. */
export interface HeldDocuments {
  /** Validators by address. */
  known: ReadonlyMap<string, string>;
  /** Upstream ids of cards that must come whole even when they have not changed. */
  again: ReadonlySet<string>;
}
