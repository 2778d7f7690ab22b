/** Writes observations into the packed months and, where they are the newest, into the current prices. */
import { compareText } from '../../packed/list-builder.ts';
import { inBatches } from '../batches.ts';
import type { Writes } from '../store.ts';
import { amountsDigest, type Current, parseCurrent } from './current-prices.ts';
import { dayBit, withObservations, withoutDay } from './observation-codec.ts';
import { dayOfMonth, monthOf, type SeriesObservation, seriesOfKey } from './price-series.ts';
import { type LeftDay, newestLeft, OWNED, type Shelf, stepBack } from './stored-months.ts';

/** What recording changed. A new `observed_on` alone changes `rows`, but no owner's prices. */
export interface Recorded {
  rows: number;
  /** Owners whose current USD or EUR amounts are not what they were, with the digest of those. */
  usd: Map<number, string>;
  eur: Map<number, string>;
}

/** What was observed of each owner, by the owner's number. */
export type OwnerObservations = ReadonlyMap<number, readonly SeriesObservation[]>;
type Batch<Name> = [name: Name, observations: readonly SeriesObservation[]][];

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
