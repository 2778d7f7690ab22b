/** Each derived table beside its rebuild: whatever a transaction did, what it leaves has to be the same. */
import { sql } from 'kysely';
import type { Store, Upkeep, Writes } from '../../../src/store/store.ts';
import type { Touched, TouchedDay } from '../../../src/store/touched.ts';
import { upkeepOf, VIEWS, type Views } from '../../../src/store/views/views.ts';

/** Stamps are others each time. */
const COMPARED = Object.entries(VIEWS).filter(([name]) => name !== 'names_stamps');
/** They are of the last day that a price run wrote: between two of a market their rebuild may be another. */
const OF_DAYS = 'movers';
/** A market of which a price run has just written a day; that of every game where none is named. */
type Market = Pick<TouchedDay, 'currency'> & Partial<TouchedDay>;

async function rowsOf(writes: Writes, table: string, markets: readonly Market[]): Promise<string> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(writes);
  const plain = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  const isOf = (row: Record<string, unknown>) =>
    markets.some(({ game = row.game, currency }) => row.game === game && row.currency === currency);
  return rows
    .filter((row) => table !== OF_DAYS || isOf(row))
    .map((row) => JSON.stringify(row, plain))
    .sort()
    .join('\n');
}

/** Makes all anew, and names the tables that were not what they are now; movers are compared of `days` alone. */
export async function rebuilt(writes: Writes, days: readonly Market[]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, view] of COMPARED) {
    if (name === OF_DAYS && days.length === 0) continue;
    const before = await rowsOf(writes, name, days);
    await view.rebuild(writes);
    if ((await rowsOf(writes, name, days)) !== before) found.push(name);
  }
  return found;
}

/** What `rebuilt` finds in a store, which stays as it is. */
export async function staleIn(store: Store, days: readonly Market[]): Promise<string[]> {
  const undone = new Error('undone');
  let found: string[] = [];
  const looking = store.write(async (writes) => {
    found = await rebuilt(writes, days);
    throw undone;
  });
  await looking.catch((error) => {
    if (error !== undone) throw error;
  });
  return found;
}

/** An upkeep that looks at the end of each transaction which tables that left stale. */
export interface WatchedUpkeep extends Upkeep {
  /** The end of the transaction that is at its end, if one is: nothing of a simulation waits for it. */
  ending: Promise<void> | undefined;
}

/** @param views those that it keeps up */
export function watchedUpkeep(onStale: (tables: readonly string[]) => void, views: Views = VIEWS): WatchedUpkeep {
  const { prepare, settled } = upkeepOf({ views });
  const upkeep: WatchedUpkeep = {
    prepare,
    ending: undefined,
    settled: (work) => async (transaction) => {
      const end = Promise.withResolvers<void>();
      const all: Touched[] = [];
      let writes: Writes | undefined;
      const noting = async (given: Writes) => {
        const { touched } = given;
        writes = Object.assign(given, {
          touched(this: Writes, what: Touched) {
            all.push(what);
            return touched.call(this, what);
          },
        });
        const done = await work(writes);
        upkeep.ending = end.promise;
        return done;
      };
      try {
        const done = await settled(noting)(transaction);
        if (writes !== undefined && all.length > 0) {
          const days = all.flatMap(({ day }) => day ?? []);
          const found = await rebuilt(writes, days);
          if (found.length > 0) onStale(found);
        }
        return done;
      } finally {
        if (upkeep.ending === end.promise) upkeep.ending = undefined;
        end.resolve();
      }
    },
  };
  return upkeep;
}
