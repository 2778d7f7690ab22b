/** Writes what one source observed on one day. */
import type { CardPriceRow, ProductPriceRow } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import { cardKeys } from '../catalog/cards.ts';
import { pricesOf } from '../game-versions.ts';
import { bumpCatalogVersion } from '../meta.ts';
import type { Writes } from '../store.ts';
import { fillObservations, recordObservations } from './price-recorder.ts';
import { cardOwner, fromEur, fromUsd, productOwner, type SeriesObservation, seriesKey } from './price-series.ts';
import { subTypeNumbers } from './sub-types.ts';

/** Who observed. */
export interface Observer {
  /** Name of the source in the configuration. */
  source: string;
  /** The game of everything that it observes, where it is known. */
  game?: string;
}

/** One source's day. */
export interface SourceDay extends Observer {
  /** `YYYY-MM-DD`: the day that the source states. */
  observed_on: string;
}

/** What was observed on one day, by card or product. */
export interface ObservedRows<Id, Row> {
  observed_on: string;
  rows: ReadonlyMap<Id, readonly Row[]>;
}

/** What a day changed: cards or products whose current amounts are not what they were, with the digest of those. */
export interface PriceDayChanges<Id> {
  /** Rows of the price tables written: 0 when the day brought nothing new. */
  rows: number;
  usd: Map<Id, string>;
  eur: Map<Id, string>;
}

/**
 * Writes a day of prices by card id into history and, where it is the newest, into the current prices; moves the catalog version
 * when anything changed. The same day again changes nothing, and other rows of that day overwrite theirs. Cards that are
 * not in the catalog are passed over. To be called in one transaction for the whole day.
 * @throws RangeError on an amount that is not null or whole cents from 0 to 2^31 − 1
 */
export const writeCardPrices = (
  writes: Writes,
  { observed_on, ...observer }: SourceDay,
  rows: ReadonlyMap<string, readonly CardPriceRow[]>,
): Promise<PriceDayChanges<string>> => writeCardPriceDays(writes, observer, [{ observed_on, rows }]);

/** Writes several days of one source at once, oldest first: a month of them costs little more than one. */
export async function writeCardPriceDays(
  writes: Writes,
  { source, game }: Observer,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<PriceDayChanges<string>> {
  const ids = new Set(days.flatMap(({ rows }) => [...rows.keys()]));
  const changes: PriceDayChanges<string> = { rows: 0, usd: new Map(), eur: new Map() };
  // Some hundred cards at a time: a day of a whole catalog at once would take 60 MB.
  for (const batch of inBatches([...ids])) {
    const { observations, idOf } = await cardObservations(writes, batch, days);
    const recorded = await recordObservations(writes, source, observations);
    changes.rows += recorded.rows;
    for (const market of ['usd', 'eur'] as const) {
      for (const [id, before] of byId(recorded[market], idOf)) changes[market].set(id, before);
    }
  }
  if (changes.rows > 0) await bumpCatalogVersion(writes, pricesOf(game));
  return changes;
}

/** What was observed of these cards, by owner. */
async function cardObservations(
  writes: Writes,
  ids: readonly string[],
  days: readonly ObservedRows<string, CardPriceRow>[],
) {
  const observations = new Map<number, SeriesObservation[]>();
  const idOf = new Map<number, string>();
  for (const [id, key] of await cardKeys(writes, ids)) {
    idOf.set(cardOwner(key), id);
    observations.set(
      cardOwner(key),
      days.flatMap(({ observed_on, rows }) => (rows.get(id) ?? []).map((row) => cardObservation(row, observed_on))),
    );
  }
  return { observations, idOf };
}

/**
 * Fills amounts into days of the history that lack them; null says nothing here. Current prices stay: these are days
 * before the newest.
 */
export async function fillCardPriceDays(
  writes: Writes,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<void> {
  const ids = new Set(days.flatMap(({ rows }) => [...rows.keys()]));
  for (const batch of inBatches([...ids])) {
    await fillObservations(writes, (await cardObservations(writes, batch, days)).observations);
  }
}

/** The same for sealed products. */
export async function fillProductPriceDays(
  writes: Writes,
  days: readonly ObservedRows<number, ProductPriceRow>[],
): Promise<void> {
  await fillObservations(writes, (await productObservations(writes, days)).observations);
}

/** Writes a day of the prices of sealed products, by product id and by the rules of writeCardPrices. */
export const writeProductPrices = (
  writes: Writes,
  { observed_on, ...observer }: SourceDay,
  rows: ReadonlyMap<number, readonly ProductPriceRow[]>,
): Promise<PriceDayChanges<number>> => writeProductPriceDays(writes, observer, [{ observed_on, rows }]);

/** Writes several days of one source at once, oldest first. */
export async function writeProductPriceDays(
  writes: Writes,
  { source, game }: Observer,
  days: readonly ObservedRows<number, ProductPriceRow>[],
): Promise<PriceDayChanges<number>> {
  const { observations, idOf } = await productObservations(writes, days);
  const { rows, usd, eur } = await recordObservations(writes, source, observations);
  if (rows > 0) await bumpCatalogVersion(writes, pricesOf(game));
  return { rows, usd: byId(usd, idOf), eur: byId(eur, idOf) };
}

/** What was observed of products, by owner. */
async function productObservations(writes: Writes, days: readonly ObservedRows<number, ProductPriceRow>[]) {
  const rowsOf = days.flatMap(({ rows }) => [...rows.values()].flat());
  const numbers = await subTypeNumbers(
    writes,
    rowsOf.flatMap((row) => (row.market === 'usd' ? row.variant : [])),
  );
  const observations = new Map<number, SeriesObservation[]>();
  const idOf = new Map<number, number>();
  for (const id of new Set(days.flatMap(({ rows }) => [...rows.keys()]))) {
    idOf.set(productOwner(id), id);
    observations.set(
      productOwner(id),
      days.flatMap(({ observed_on, rows }) =>
        (rows.get(id) ?? []).map((row) => productObservation(row, observed_on, numbers)),
      ),
    );
  }
  return { observations, idOf };
}

const byId = <Id>(owners: ReadonlyMap<number, string>, idOf: ReadonlyMap<number, Id>): Map<Id, string> =>
  new Map([...owners].map(([owner, before]) => [idOf.get(owner) as Id, before]));

/** The observation that a card's price row is. */
export function cardObservation(row: CardPriceRow, observed_on: string): SeriesObservation {
  if (row.market === 'usd') {
    const key = seriesKey({ part: row.variant_id, condition: row.condition });
    return { key, observed_on, amounts: fromUsd(row.amounts) };
  }
  const key = seriesKey({ part: row.variant_id, condition: undefined });
  return { key, observed_on, amounts: fromEur(row.amounts), price_kind: row.price_kind };
}

/** The observation that a product's price row is; `numbers` has those of sub-types. */
export function productObservation(
  row: ProductPriceRow,
  observed_on: string,
  numbers: ReadonlyMap<string, number>,
): SeriesObservation {
  if (row.market === 'eur') {
    return { key: seriesKey({ part: 0, condition: undefined }), observed_on, amounts: fromEur(row.amounts) };
  }
  const part = numbers.get(row.variant);
  if (part === undefined) throw new Error(`the sub-type ${row.variant} has no number`);
  return { key: seriesKey({ part, condition: row.condition }), observed_on, amounts: fromUsd(row.amounts) };
}
