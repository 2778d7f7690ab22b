/** Writes what one source observed on days: into the packed months and, where it is the newest, into the current prices. */
import type { CardPriceRow, ProductPriceRow } from '../../catalog/price-rows.ts';
import { compareText } from '../../packed/list-builder.ts';
import { inBatches } from '../batches.ts';
import { cardKeys } from '../catalog/cards.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import type { Writes } from '../store.ts';
import { amountsDigest, type Current, parseCurrent } from './current-prices.ts';
import { dayBit, withObservations, withoutDay } from './observation-codec.ts';
import {
  cardOwner,
  dayOfMonth,
  fromEur,
  fromUsd,
  monthOf,
  productOwner,
  type SeriesObservation,
  seriesKey,
  seriesOfKey,
} from './price-series.ts';
import { type LeftDay, newestLeft, OWNED, type Shelf, stepBack } from './stored-months.ts';
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

/** By the owner's number. A new `observed_on` alone changes `rows`, but no owner's prices. */
type Recorded = PriceDayChanges<number>;

type Batch<Name> = [name: Name, observations: readonly SeriesObservation[]][];

/**
 * Records `observations` of `source`: a day of a series that is there already is overwritten, and the current price is
 * the newest day's. One without any amount takes its day away. What is there as it comes is not written again. What is late
 * goes to the history alone.
 */
async function recordObservations(
  writes: Writes,
  source: string,
  observations: ReadonlyMap<number, readonly SeriesObservation[]>,
  isLate = false,
): Promise<Recorded> {
  const recorded: Recorded = { rows: 0, usd: new Map(), eur: new Map() };
  for (const batch of inBatches([...observations])) {
    recorded.rows += await recordMonths(writes, OWNED, batch);
    if (!isLate) recorded.rows += await recordCurrent(writes, OWNED, { source, batch, recorded });
  }
  return recorded;
}

/** What was observed of some owners, each day with the name of who observed it. */
export type NamedObservations = ReadonlyMap<number, readonly (SeriesObservation & { source: string })[]>;

/** Records observations of several sources, each series oldest first; of prices that several changed it says what was before all. */
export async function recordNamed(writes: Writes, observations: NamedObservations): Promise<Recorded> {
  const bySource = new Map<string, Map<number, SeriesObservation[]>>();
  for (const [owner, all] of observations) {
    for (const [source, own] of Map.groupBy(all, (observation) => observation.source)) {
      const days = own.map(({ source: _, ...observation }) => observation);
      days.sort((a, b) => compareText(a.observed_on, b.observed_on));
      bySource.set(source, (bySource.get(source) ?? new Map()).set(owner, days));
    }
  }
  const all: Recorded = { rows: 0, usd: new Map(), eur: new Map() };
  for (const [source, owners] of bySource) {
    const recorded = await recordObservations(writes, source, owners);
    all.rows += recorded.rows;
    for (const market of ['usd', 'eur'] as const) {
      for (const [owner, digest] of recorded[market]) if (!all[market].has(owner)) all[market].set(owner, digest);
    }
  }
  return all;
}

export async function recordMonths<Name>(writes: Writes, shelf: Shelf<Name>, batch: Batch<Name>): Promise<number> {
  const observed = batch.flatMap(([name, observations]) => observations.map((one) => ({ name, ...one })));
  let written = 0;
  for (const [month, ofMonth] of Map.groupBy(observed, ({ observed_on }) => monthOf(observed_on))) {
    const byName = Map.groupBy(ofMonth, ({ name }) => name);
    const before = await shelf.bodiesIn(writes, month, [...byName.keys()]);
    const changed = new Map<Name, Uint8Array | undefined>();
    for (const [name, observations] of byName) {
      const body = monthWith(before.get(name), observations);
      if (body !== before.get(name)) changed.set(name, body);
    }
    await shelf.putIn(writes, month, changed);
    written += changed.size;
  }
  return written;
}

/** The month with these observations; those without an amount take their days away. Undefined where nothing is left. */
function monthWith(before: Uint8Array | undefined, observations: readonly SeriesObservation[]): Uint8Array | undefined {
  const rows = observations.map(({ key, observed_on, amounts }) => {
    const day = dayOfMonth(observed_on);
    return { key, day, days: dayBit(day), amounts };
  });
  if (!rows.some(isEmpty)) return withObservations(before, rows);
  let body = before;
  for (const row of rows) {
    if (!isEmpty(row)) body = withObservations(body, [row]);
    else body = body && withoutDay(body, row.day, (series) => series === row.key).rest;
  }
  return body;
}

const isEmpty = ({ amounts }: { amounts: SeriesObservation['amounts'] }): boolean =>
  amounts.every((amount) => amount === null);

export async function recordCurrent<Name>(
  writes: Writes,
  shelf: Shelf<Name>,
  {
    source,
    batch,
    recorded,
  }: { source: string; batch: Batch<Name>; recorded?: Record<'usd' | 'eur', Map<Name, string>> },
): Promise<number> {
  const names = batch.map(([name]) => name);
  const stored = await shelf.currentBodies(writes, names);
  const emptied = new Map(
    batch.flatMap(([name, observations]): [Name, Set<number>][] => {
      const keys = observations.flatMap((observation) => (isEmpty(observation) ? observation.key : []));
      return keys.length === 0 ? [] : [[name, new Set(keys)]];
    }),
  );
  const left = emptied.size === 0 ? undefined : await newestLeft(writes, shelf, emptied);
  const rows = batch.map(([name, observations]) => {
    const current = parseCurrent(stored.get(name));
    const previous = new Map(current);
    const markets = takeInto(current, observations, source, left?.get(name));
    for (const market of markets) recorded?.[market].set(name, amountsDigest(previous, market));
    return { name, current, isSame: markets.size === 0 };
  });
  return shelf.putCurrent(writes, rows, stored);
}

/** Takes in what `source` observed, where it is the newest; returns the markets of which some amount is another now. */
function takeInto(
  current: Current,
  observations: readonly SeriesObservation[],
  source: string,
  left: ReadonlyMap<number, LeftDay[]> | undefined,
): Set<'usd' | 'eur'> {
  const markets = new Set<'usd' | 'eur'>();
  for (const observation of observations) {
    const { key, observed_on } = observation;
    const known = current.get(key);
    if (known && known.observed_on > observed_on) continue;
    const isOfDay = known?.observed_on === observed_on;
    const isSame = known !== undefined && haveEqualAmounts(known, observation);
    if (isEmpty(observation) ? !isOfDay : isSame && isOfDay) continue;
    if (isEmpty(observation)) stepBack(current, key, observed_on, left?.get(key)?.[0]);
    else current.set(key, { ...observation, source });
    if (isEmpty(observation) || !isSame) markets.add(seriesOfKey(key).condition === undefined ? 'eur' : 'usd');
  }
  return markets;
}

const haveEqualAmounts = (a: SeriesObservation, b: SeriesObservation): boolean =>
  a.price_kind === b.price_kind && a.amounts.every((amount, column) => amount === b.amounts[column]);
