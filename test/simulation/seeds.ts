/** A seed's life: every fourth ingests, the others change records themselves, and so have more of everything behind that. */
import type { Engine } from '../../src/store/store.ts';
import { Deployment, type Outcome } from './deployment.ts';
import { IngestLife } from './ingest-life.ts';

const INGESTS_EVERY = 4;
const TRIES_MAX = 300;

/** Lives the seed, which is the same life each time; with `only` of its strikes. */
export const live = (seed: number, only?: readonly number[], engine?: Engine): Promise<Outcome> =>
  (seed % INGESTS_EVERY === 0 ? IngestLife : Deployment).live(seed, only, engine);

/**
 * The fewest strikes that a red life is red with: halves, quarters and so on are left out as long as it stays red (delta
 * debugging). What is left out changes what comes after it, so that each try is a life.
 */
export async function fewestFaults(
  faultDraws: readonly number[],
  isRed: (only: readonly number[]) => Promise<boolean>,
) {
  let left = faultDraws;
  let tries = 0;
  for (let parts = 1; left.length > 0 && tries < TRIES_MAX; ) {
    const size = Math.ceil(left.length / parts);
    const from = left.length;
    for (let at = 0; at < left.length && tries < TRIES_MAX; ) {
      const fewer = left.toSpliced(at, size);
      tries += 1;
      if (await isRed(fewer)) left = fewer;
      else at += size;
    }
    if (size > 1) parts = Math.min(left.length, parts * 2);
    else if (left.length === from) break;
  }
  return left;
}
