/** Puts the prices of a market exactly as another store has them: what is not among them goes. */
import { inBatches } from '../batches.ts';
import {
  amountsDigest,
  type Current,
  currentBodies,
  currentText,
  type NamedPrices,
  parseCurrent,
  putCurrent,
} from '../prices/current-prices.ts';
import { dayBit, type Stretch, withSeries } from '../prices/observation-codec.ts';
import { dayOfMonth, isOfCurrency, type SeriesObservation } from '../prices/price-series.ts';
import { OWNED } from '../prices/stored-months.ts';
import type { Writes } from '../store.ts';

/** An observation, or with it all of its series in its month. */
export type Observed = SeriesObservation & { source: string; stretches?: readonly Stretch[] };

/** Observations by owner, some owners at a time, each owner once. */
export type OwnerRows = AsyncIterable<ReadonlyMap<number, readonly Observed[]>>;

/** What is mirrored: all owners of a game and kind, and the currency. */
export interface Mirrored {
  owners: readonly number[];
  currency: 'usd' | 'eur';
}

/** Each owner's rows, and none for those that have none. */
async function* whole({ owners }: Mirrored, rows: OwnerRows): OwnerRows {
  const left = new Set(owners);
  for await (const some of rows) {
    for (const owner of some.keys()) left.delete(owner);
    yield some;
  }
  for (const batch of inBatches([...left])) yield new Map(batch.map((owner) => [owner, []]));
}

/** Returns how many rows of the table differ now. */
export async function mirrorMonth(writes: Writes, of: Mirrored, month: number, rows: OwnerRows): Promise<number> {
  let written = 0;
  for await (const some of whole(of, rows)) {
    const before = await OWNED.bodiesIn(writes, month, [...some.keys()]);
    const changed = new Map<number, Uint8Array | undefined>();
    for (const [owner, observations] of some) {
      const body = before.get(owner);
      const rows = observations.flatMap(({ key, observed_on, amounts, stretches }) =>
        (stretches ?? [{ days: dayBit(dayOfMonth(observed_on)), amounts }]).map((stretch) => ({ key, ...stretch })),
      );
      const now = withSeries(body, (key) => isOfCurrency(key, of.currency), rows);
      if (body === undefined ? now !== undefined : !now || Buffer.compare(now, body) !== 0) changed.set(owner, now);
    }
    await OWNED.putIn(writes, month, changed);
    written += changed.size;
  }
  return written;
}

/** Returns owners whose amounts are not what they were, with the digest of those, and how many rows differ now. */
export async function mirrorCurrent(writes: Writes, of: Mirrored, rows: OwnerRows) {
  const before = new Map<number, string>();
  let written = 0;
  for await (const some of whole(of, rows)) {
    const bodies = await currentBodies(writes, [...some.keys()]);
    const changed: NamedPrices<number>[] = [];
    for (const [owner, observations] of some) {
      const known = parseCurrent(bodies.get(owner));
      const current: Current = new Map([...known].filter(([key]) => !isOfCurrency(key, of.currency)));
      for (const observation of observations) current.set(observation.key, observation);
      // To make a digest takes longer.
      if (currentText(current) === (bodies.get(owner) ?? '[]')) continue;
      const digest = amountsDigest(known, of.currency);
      const isSame = digest === amountsDigest(current, of.currency);
      if (!isSame) before.set(owner, digest);
      changed.push({ name: owner, current, isSame });
    }
    written += await putCurrent(writes, changed, bodies);
  }
  return { written, before };
}
