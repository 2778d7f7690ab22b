/** Prices of a source written by themselves: a day of it, and lines that are written out and taken in. */
import { Readable } from 'node:stream';
import type { CardPriceRow, ProductPriceRow } from '../../../src/catalog/price-rows.ts';
import { priceLines } from '../../../src/files/price-lines.ts';
import { type ImportedFile, importDays } from '../../../src/ingest/runs/import-prices.ts';
import {
  type Observer,
  type PriceDayChanges,
  writeCardPriceDays,
  writeProductPriceDays,
} from '../../../src/store/prices/price-days.ts';
import type { Store, Writes } from '../../../src/store/store.ts';

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

/** All price history of a store as lines. */
export const writtenOut = async (store: Store): Promise<string[]> =>
  (await Readable.from(priceLines(store.reads)).toArray()).join('').split('\n').filter(Boolean);

/** Takes lines in, as `import prices` does. */
export async function takeIn(
  store: Store,
  lines: readonly string[],
  options: { isAccepted?: boolean; now?: Date } = {},
) {
  const bytes = () => Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(''))]);
  const file = { name: 'lines.ndjson' } as ImportedFile['file'];
  const asked = { source: 'import', isDry: false, isAccepted: true, now: new Date(), ...options };
  return importDays(store, [{ file, bytes, sha256: '' }], asked);
}
