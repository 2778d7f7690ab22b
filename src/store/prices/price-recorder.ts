/** Writes observations into the packed months and, where they are the newest, into the current prices. */
import { inBatches, inInserts } from '../batches.ts';
import type { Writes } from '../store.ts';
import { amountsDigest, currentText, parseCurrent } from './current-prices.ts';
import { DAY_MAX, daysBetween, decodeMonth, withObservations } from './observation-codec.ts';
import { dayOfMonth, monthKey, monthOf, type SeriesObservation, seriesOfKey } from './price-series.ts';
import { type CurrentRow, putCurrent } from './put-current.ts';

/** What recording changed. A new `observed_on` alone changes `rows`, but no owner's prices. */
export interface Recorded {
  /** Rows of the price tables written. */
  rows: number;
  /** Owners whose current USD or EUR amounts are not what they were, with the digest of those. */
  usd: Map<number, string>;
  eur: Map<number, string>;
}

/** What was observed of each owner, by the owner's number. */
export type OwnerObservations = ReadonlyMap<number, readonly SeriesObservation[]>;
/** Days of a month by their number. */
const DAY_NUMBERS = Array.from({ length: DAY_MAX + 1 }, (_, day) => day);
type Batch = [owner: number, observations: readonly SeriesObservation[]][];

/**
 * Records `observations` of `source`: a day of a series that is there already is overwritten, and the current price is
 * the newest day's. What is there as it comes is not written again.
 */
export async function recordObservations(
  writes: Writes,
  source: string,
  observations: OwnerObservations,
): Promise<Recorded> {
  const recorded: Recorded = { rows: 0, usd: new Map(), eur: new Map() };
  for (const batch of inBatches([...observations])) {
    recorded.rows += await recordMonths(writes, batch);
    recorded.rows += await recordCurrent(writes, source, batch, recorded);
  }
  return recorded;
}

async function recordMonths(writes: Writes, batch: Batch): Promise<number> {
  const byMonth = new Map<number, { key: number; day: number; amounts: SeriesObservation['amounts'] }[]>();
  for (const [owner, observations] of batch) {
    for (const { key, observed_on, amounts } of observations) {
      const month = monthKey(monthOf(observed_on), owner);
      const known = byMonth.get(month);
      const observation = { key, day: dayOfMonth(observed_on), amounts };
      if (known) known.push(observation);
      else byMonth.set(month, [observation]);
    }
  }
  let written = 0;
  for (const months of inBatches([...byMonth])) {
    const keys = months.map(([key]) => key);
    const found = await writes.selectFrom('price_months').selectAll().where('key', 'in', keys).execute();
    const stored = new Map(found.map((row) => [row.key, row.body]));
    const changed: { key: number; body: Uint8Array }[] = [];
    for (const [key, rows] of months) {
      const before = stored.get(key);
      const body = withObservations(before, rows);
      if (body !== before) changed.push({ key, body });
    }
    await putMonths(writes, changed);
    written += changed.length;
  }
  return written;
}

/** Writes the amounts of each observation beside those that its day has in the history; null says nothing here. */
export async function fillObservations(writes: Writes, observations: OwnerObservations): Promise<void> {
  for (const [owner, rows] of observations) {
    for (const row of rows) {
      const key = monthKey(monthOf(row.observed_on), owner);
      const stored = await writes.selectFrom('price_months').select('body').where('key', '=', key).executeTakeFirst();
      await putMonths(writes, [{ key, body: filledMonth(stored?.body, row) }]);
    }
  }
}

/** The month with the amounts of the observation beside those that its day has. */
export function filledMonth(
  body: Uint8Array | undefined,
  { key, observed_on, amounts }: SeriesObservation,
): Uint8Array {
  const day = dayOfMonth(observed_on);
  const known = body && decodeMonth(body, DAY_NUMBERS, daysBetween(day, day)).get(key)?.[0]?.amounts;
  const filled = amounts.map((amount, column) => amount ?? known?.[column] ?? null);
  return withObservations(body, [{ key, day, amounts: filled }]);
}

/** Replaces months of history. */
export async function putMonths(writes: Writes, rows: { key: number; body: Uint8Array }[]): Promise<void> {
  for (const run of inInserts(rows)) {
    await writes
      .insertInto('price_months')
      .values(run)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })))
      .execute();
  }
}

async function recordCurrent(writes: Writes, source: string, batch: Batch, recorded: Recorded): Promise<number> {
  const owners = batch.map(([owner]) => owner);
  const found = await writes.selectFrom('current_prices').selectAll().where('owner', 'in', owners).execute();
  const stored = new Map(found.map((row) => [row.owner, row.body]));
  const changed: CurrentRow[] = [];
  for (const [owner, observations] of batch) {
    const before = stored.get(owner);
    const current = parseCurrent(before);
    const previous = new Map(current);
    const markets = new Set<'usd' | 'eur'>();
    for (const observation of observations) {
      const known = current.get(observation.key);
      if (known && known.observed_on > observation.observed_on) continue;
      const isSame = known !== undefined && haveEqualAmounts(known, observation);
      if (isSame && known.observed_on === observation.observed_on) continue;
      current.set(observation.key, { ...observation, source });
      if (isSame) continue;
      const { condition } = seriesOfKey(observation.key);
      markets.add(condition === undefined ? 'eur' : 'usd');
    }
    for (const market of markets) recorded[market].set(owner, amountsDigest(previous, market));
    const body = currentText(current);
    if (current.size > 0 && body !== before) changed.push({ owner, body, current, isSame: markets.size === 0 });
  }
  await putCurrent(writes, changed);
  return changed.length;
}

const haveEqualAmounts = (a: SeriesObservation, b: SeriesObservation): boolean =>
  a.price_kind === b.price_kind && a.amounts.every((amount, column) => amount === b.amounts[column]);
