/** Writes observations into the packed months and, where they are the newest, into the current prices. */
import { inBatches } from '../batches.ts';
import { deleteWhere, valuesBy } from '../rows-where.ts';
import type { Writes } from '../store.ts';
import {
  amountsDigest,
  type Current,
  type CurrentRow,
  currentBodies,
  parseCurrent,
  putCurrent,
} from './current-prices.ts';
import { withObservations, withoutDay } from './observation-codec.ts';
import { dayOfMonth, monthKey, monthOf, type SeriesObservation, seriesOfKey } from './price-series.ts';
import { type LeftDay, newestLeft, putMonths, stepBack } from './stored-months.ts';

/** What recording changed. A new `observed_on` alone changes `rows`, but no owner's prices. */
export interface Recorded {
  rows: number;
  /** Owners whose current USD or EUR amounts are not what they were, with the digest of those. */
  usd: Map<number, string>;
  eur: Map<number, string>;
}

/** What was observed of each owner, by the owner's number. */
export type OwnerObservations = ReadonlyMap<number, readonly SeriesObservation[]>;
type Batch = [owner: number, observations: readonly SeriesObservation[]][];

/**
 * Records `observations` of `source`: a day of a series that is there already is overwritten, and the current price is
 * the newest day's. One without any amount takes its day away. What is there as it comes is not written again. What is late
 * goes to the history alone.
 */
export async function recordObservations(
  writes: Writes,
  source: string,
  observations: OwnerObservations,
  isLate = false,
): Promise<Recorded> {
  const recorded: Recorded = { rows: 0, usd: new Map(), eur: new Map() };
  for (const batch of inBatches([...observations])) {
    recorded.rows += await recordMonths(writes, batch);
    if (!isLate) recorded.rows += await recordCurrent(writes, source, batch, recorded);
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
      days.sort((a, b) => (a.observed_on < b.observed_on ? -1 : a.observed_on > b.observed_on ? 1 : 0));
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

async function recordMonths(writes: Writes, batch: Batch): Promise<number> {
  const observed = batch.flatMap(([owner, observations]) => observations.map((one) => ({ owner, ...one })));
  const monthIn = ({ owner, observed_on }: (typeof observed)[number]) => monthKey(monthOf(observed_on), owner);
  let written = 0;
  for (const months of inBatches([...Map.groupBy(observed, monthIn)])) {
    const stored = await valuesBy(writes, 'price_months', { key: months.map(([key]) => key) }, 'key', 'body');
    const { changed, gone } = monthsWith(months, stored);
    await putMonths(
      writes,
      changed.map(([key, body]) => ({ key, body })),
    );
    await deleteWhere(writes, 'price_months', { key: gone });
    written += changed.length + gone.length;
  }
  return written;
}

/** The months that are others with these observations, by name, and the names of those of which nothing is left. */
export function monthsWith<Name>(
  months: readonly (readonly [Name, readonly SeriesObservation[]])[],
  stored: ReadonlyMap<Name, Uint8Array>,
) {
  const found = { changed: [] as [Name, Uint8Array][], gone: [] as Name[] };
  for (const [name, observations] of months) {
    const before = stored.get(name);
    const days = observations.map(({ key, observed_on, amounts }) => ({ key, day: dayOfMonth(observed_on), amounts }));
    const body = monthWith(before, days);
    if (body === before) continue;
    if (body === undefined) found.gone.push(name);
    else found.changed.push([name, body]);
  }
  return found;
}

/** The month with these observations; those without an amount take their days away. Undefined where nothing is left. */
function monthWith(
  before: Uint8Array | undefined,
  rows: readonly { key: number; day: number; amounts: SeriesObservation['amounts'] }[],
): Uint8Array | undefined {
  if (!rows.some(isEmpty)) return withObservations(before, rows);
  let body = before;
  for (const row of rows) {
    if (!isEmpty(row)) body = withObservations(body, [row]);
    else body = body && withoutDay(body, row.day, (series) => series === row.key).rest;
  }
  return body;
}

export const isEmpty = ({ amounts }: { amounts: SeriesObservation['amounts'] }): boolean =>
  amounts.every((amount) => amount === null);

async function recordCurrent(writes: Writes, source: string, batch: Batch, recorded: Recorded): Promise<number> {
  const owners = batch.map(([owner]) => owner);
  const stored = await currentBodies(writes, owners);
  const rows: CurrentRow[] = [];
  const emptied = new Map(
    batch.flatMap(([owner, observations]): [number, Set<number>][] => {
      const keys = observations.flatMap((observation) => (isEmpty(observation) ? observation.key : []));
      return keys.length === 0 ? [] : [[owner, new Set(keys)]];
    }),
  );
  const left = emptied.size === 0 ? undefined : await newestLeft(writes, emptied);
  for (const [owner, observations] of batch) {
    const current = parseCurrent(stored.get(owner));
    const previous = new Map(current);
    const markets = takeInto(current, observations, source, left?.get(owner));
    for (const market of markets) recorded[market].set(owner, amountsDigest(previous, market));
    rows.push({ owner, current, isSame: markets.size === 0 });
  }
  return putCurrent(writes, rows, stored);
}

/** Takes in what `source` observed, where it is the newest; returns the markets of which some amount is another now. */
export function takeInto(
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
