/** A seed's life: every fourth ingests, the others change records themselves, and so have more of everything behind that. */
import { Deployment, type Outcome } from './deployment.ts';
import { IngestLife } from './ingest-life.ts';

const INGESTS_EVERY = 4;

/** Lives the seed, which is the same life each time. */
export const live = (seed: number): Promise<Outcome> =>
  seed % INGESTS_EVERY === 0 ? IngestLife.live(seed) : Deployment.live(seed);
