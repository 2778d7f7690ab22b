/** The store that a seed begins with: two subscriptions, a key, and records that change in pairs. */
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { newSecret } from '../../src/events/signature.ts';
import { putSeries } from '../../src/store/catalog/expansions.ts';
import { addSubscription } from '../../src/store/events/subscriptions.ts';
import type { Engine } from '../../src/store/store.ts';
import { KEY } from './ledger.ts';
import { emptiedPlace } from './places/emptied-place.ts';
import type { Place } from './places/place.ts';
import { seriesAt } from './series-at.ts';

export const BEGIN_MS = Date.parse('2026-03-01T00:00:00Z');
export const SEAL = sealUnder('the key of the simulation, as long as it has to be');
/** What nothing that is written may hold in the clear. */
export const SECRET = newSecret();
const SEALED = SEAL.seal(SECRET);
const PAIRS = 3;

/** Records that change together. */
export const pairIds = (): [string, string][] =>
  Array.from({ length: PAIRS }, (_, at) => [`pair-${at}-a`, `pair-${at}-b`]);

/** A place with what is there before anything happens. */
export async function furnishedPlace(
  urls: readonly string[],
  engine?: Engine,
  { ids = pairIds().flat(), second = 'game.series.*' }: { ids?: readonly string[]; second?: string } = {},
): Promise<Place> {
  const place = await emptiedPlace(engine);
  const store = await place.open();
  const none = { reason: null, previous_secret: null, previous_until: null, last_success_at: null };
  const created_at = new Date(BEGIN_MS).toISOString();
  await store.write(async (writes) => {
    for (const [at, url] of urls.entries()) {
      await addSubscription(writes, {
        ...{ id: `subscription-${at}`, url, patterns: [at === 0 ? 'game.*' : second], allow_private: true },
        ...{
          state: 'active',
          secret: SEALED,
          created_at,
          failing_since: null,
          hold_until: null,
          watch: [],
          format: 'standard',
          ordered: false,
          ...none,
        },
      });
    }
    await writes.insertInto('keys').values(KEY.row).execute();
    for (const id of ids) await putSeries(writes, seriesAt(id, 0));
  });
  await store.close();
  return place;
}
