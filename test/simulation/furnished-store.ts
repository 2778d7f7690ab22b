/** The store that a seed begins with: its schema made once, two subscriptions, a key, and records that change in pairs. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { newSecret } from '../../src/events/signature.ts';
import { putSeries } from '../../src/store/catalog/series.ts';
import { openStore } from '../../src/store/engines/open-store.ts';
import { addSubscription } from '../../src/store/events/subscriptions.ts';
import { KEY } from './ledger.ts';
import { seriesAt } from './series-at.ts';

export const BEGIN_MS = Date.parse('2026-03-01T00:00:00Z');
export const SEAL = sealUnder('the key of the simulation, as long as it has to be');
/** What nothing that is written may hold in the clear. */
export const SECRET = newSecret();
const SEALED = SEAL.seal(SECRET);
/** Nothing is to survive the machine: a commit need not wait for a disk. */
const MEMORY_DISK = '/dev/shm';
const PAIRS = 3;

/** Records that change together. */
export const pairIds = (): [string, string][] =>
  Array.from({ length: PAIRS }, (_, at) => [`pair-${at}-a`, `pair-${at}-b`]);

/** What no statement may do, held by the store itself, so that a look at every step costs nothing: a delivery that was taken is over. */
const FORBIDDEN = `create trigger delivered_is_over before update of state on deliveries
  when old.state = 'delivered' and new.state != 'delivered'
  begin select raise(abort, 'what was delivered waits again'); end`;

let template: string | undefined;

/** A store with its schema, made once: a copy takes a hundredth of the time. */
export async function newStorePlace(): Promise<string> {
  const base = existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir();
  if (template === undefined) {
    template = mkdtempSync(join(base, 'cardstock-simulation-'));
    const store = await openStore({ dataDir: template });
    await store.write((writes) => sql.raw(FORBIDDEN).execute(writes));
    await store.close();
    process.once('exit', () => rmSync(template ?? '', { recursive: true, force: true }));
  }
  const place = mkdtempSync(join(base, 'cardstock-simulated-'));
  cpSync(template, place, { recursive: true });
  return place;
}

/** What is there before anything happens. */
export async function furnish(
  dataDir: string,
  urls: readonly string[],
  { ids = pairIds().flat(), second = 'game.series.*' }: { ids?: readonly string[]; second?: string } = {},
): Promise<void> {
  const store = await openStore({ dataDir });
  const none = { reason: null, previous_secret: null, previous_until: null, last_success_at: null };
  const created_at = new Date(BEGIN_MS).toISOString();
  await store.write(async (writes) => {
    for (const [at, url] of urls.entries()) {
      await addSubscription(writes, {
        ...{ id: `subscription-${at}`, url, patterns: [at === 0 ? 'game.*' : second], allow_private: true },
        ...{ state: 'active', secret: SEALED, created_at, failing_since: null, hold_until: null, ...none },
      });
    }
    await writes.insertInto('keys').values(KEY.row).execute();
    for (const id of ids) await putSeries(writes, seriesAt(id, 0));
  });
  await store.close();
}
