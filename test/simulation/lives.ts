/** A seed's life: every fourth ingests, the others change records themselves, and so have more of everything behind that. */
import { Deployment, type Outcome } from './deployment.ts';
import { NO_FAULTS } from './faults.ts';
import { IngestLife } from './ingest-life.ts';

const INGESTS_EVERY = 4;

/** Lives the seed, which is the same life each time. */
export const live = (seed: number, without: readonly string[] = []): Promise<Outcome> =>
  seed % INGESTS_EVERY === 0 ? IngestLife.live(seed, without) : Deployment.live(seed, without);

/** The faults that a red seed stays red without. */
export async function needless(seed: number): Promise<string[]> {
  let without: string[] = [];
  for (const name of Object.keys(NO_FAULTS)) {
    const { violations } = await live(seed, [...without, name]);
    if (violations.length > 0) without = [...without, name];
  }
  return without;
}
