/** Writes what one source observed on one day. */
import type { CardPriceRow, ProductPriceRow } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import { cardKeys } from '../catalog/cards.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import type { Writes } from '../store.ts';
import { recordObservations } from './price-recorder.ts';
import { cardOwner, fromEur, fromUsd, productOwner, type SeriesObservation, seriesKey } from './price-series.ts';
import { subTypeNumbers } from './sub-types.ts';

export interface Observer {
  source: string;
  /** The game of everything that it observes, where it is known. */
  game?: string;
  /** The currency of all of it, where that is one. */
  currency?: 'usd' | 'eur';
  /** Whether its days go to the history alone, however old the current prices are. */
  isLate?: boolean;
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
 * Writes days of prices of one source by card id, oldest first, into history and, where they are the newest, into the current
 * prices; moves the catalog version when anything changed. The same day again changes nothing, and other rows of that day
 * overwrite theirs. Cards that are not in the catalog are skipped. To be called in one transaction: a month of days costs
 * little more than one.
 * @throws RangeError on an amount that is not null or whole cents from 0 to 2^31 − 1
 */
export const writeCardPriceDays = (
  writes: Writes,
  observer: Observer,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<PriceDayChanges<string>> =>
  writeDays(
    writes,
    observer,
    days,
    async (ids) => new Map([...(await cardKeys(writes, ids))].map(([id, key]) => [id, cardOwner(key)])),
    cardObservation,
  );

/** The same of sealed products, by product id. */
export async function writeProductPriceDays(
  writes: Writes,
  observer: Observer,
  days: readonly ObservedRows<number, ProductPriceRow>[],
): Promise<PriceDayChanges<number>> {
  const rows = days.flatMap((day) => [...day.rows.values()].flat());
  const slugs = rows.flatMap((row) => (row.market === 'usd' ? row.variant : []));
  const numbers = await subTypeNumbers(writes, slugs);
  const ownersOf = async (ids: readonly number[]) => new Map(ids.map((id) => [id, productOwner(id)]));
  return writeDays(writes, observer, days, ownersOf, (row, day) => productObservation(row, day, numbers));
}

async function writeDays<Id, Row>(
  writes: Writes,
  { source, game, currency, isLate = false }: Observer,
  days: readonly ObservedRows<Id, Row>[],
  ownersOf: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, number>>,
  observationOf: (row: Row, observed_on: string) => SeriesObservation,
): Promise<PriceDayChanges<Id>> {
  const changes: PriceDayChanges<Id> = { rows: 0, usd: new Map(), eur: new Map() };
  // Some hundred at a time: a day of a whole catalog at once would take 60 MB.
  for (const batch of inBatches([...new Set(days.flatMap(({ rows }) => [...rows.keys()]))])) {
    const owners = await ownersOf(batch);
    const idOf = new Map([...owners].map(([id, owner]) => [owner, id]));
    const observed = (id: Id) =>
      days.flatMap(({ observed_on, rows }) => (rows.get(id) ?? []).map((row) => observationOf(row, observed_on)));
    const observations = new Map([...owners].map(([id, owner]) => [owner, observed(id)]));
    const recorded = await recordObservations(writes, source, observations, isLate);
    changes.rows += recorded.rows;
    for (const market of ['usd', 'eur'] as const) {
      for (const [owner, before] of recorded[market]) changes[market].set(idOf.get(owner) as Id, before);
    }
  }
  // What moved most depends on which day is the newest, be it one without a change.
  const newest = isLate ? undefined : days.at(-1);
  if (game !== undefined && currency !== undefined && newest !== undefined) {
    await writes.touched({ day: { game, currency, observed_on: newest.observed_on } });
  }
  if (changes.rows > 0) await bumpCatalogVersion(writes, pricesOf(game));
  return changes;
}

export function cardObservation(row: CardPriceRow, observed_on: string): SeriesObservation {
  if (row.market === 'usd') {
    const key = seriesKey({ variantId: row.variant_id, condition: row.condition });
    return { key, observed_on, amounts: fromUsd(row.amounts) };
  }
  const key = seriesKey({ variantId: row.variant_id, condition: undefined });
  return { key, observed_on, amounts: fromEur(row.amounts), price_kind: row.price_kind };
}

/** The observation that a product's price row is; `numbers` has those of sub-types. */
export function productObservation(
  row: ProductPriceRow,
  observed_on: string,
  numbers: ReadonlyMap<string, number>,
): SeriesObservation {
  if (row.market === 'eur') {
    return { key: seriesKey({ variantId: 0, condition: undefined }), observed_on, amounts: fromEur(row.amounts) };
  }
  const variantId = numbers.get(row.variant);
  if (variantId === undefined) throw new Error(`the sub-type ${row.variant} has no number`);
  return { key: seriesKey({ variantId, condition: row.condition }), observed_on, amounts: fromUsd(row.amounts) };
}
