/** One day of prices of a source, written by itself. */
import type { CardPriceRow, ProductPriceRow } from '../../../src/catalog/price-rows.ts';
import {
  type Observer,
  type PriceDayChanges,
  writeCardPriceDays,
  writeProductPriceDays,
} from '../../../src/store/prices/price-days.ts';
import type { Writes } from '../../../src/store/store.ts';

interface SourceDay extends Observer {
  observed_on: string;
}

/** Writes a day by card id. */
export const writeCardPrices = (
  writes: Writes,
  { observed_on, ...observer }: SourceDay,
  rows: ReadonlyMap<string, readonly CardPriceRow[]>,
): Promise<PriceDayChanges<string>> => writeCardPriceDays(writes, observer, [{ observed_on, rows }]);

/** Writes a day by product id. */
export const writeProductPrices = (
  writes: Writes,
  { observed_on, ...observer }: SourceDay,
  rows: ReadonlyMap<number, readonly ProductPriceRow[]>,
): Promise<PriceDayChanges<number>> => writeProductPriceDays(writes, observer, [{ observed_on, rows }]);
