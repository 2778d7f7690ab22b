/** The one list of what follows from other tables. Each transaction ends here, and each start of a newer release. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { migrate } from '../engines/migrations.ts';
import { deleteMetaValue, metaValue, setMetaValue } from '../meta.ts';
import { ANEW, type Step } from '../schema/steps/declare-tables.ts';
import { steps } from '../schema/steps/schema-steps.ts';
import type { Tables } from '../schema/tables.ts';
import type { Engine, Upkeep, Writes } from '../store.ts';
import type { Touched, TouchedDay, TouchedVersion } from '../touched.ts';
import { externalIds } from './external-ids.ts';
import { storedFacts } from './listing/card-facets.ts';
import { lowestPrices } from './listing/lowest-prices.ts';
import { storedColumns } from './listing/refresh-columns.ts';
import { movers } from './movers/find-movers.ts';
import { priceEntries } from './priced/put-entries.ts';
import { stampedNames } from './search-rows/names-stamps.ts';
import type { Ended, View } from './view.ts';

export type Views = Readonly<Record<string, View>>;

/** By the name of the table, one that follows from another after it. */
export const VIEWS = {
  external_ids: externalIds,
  card_facts: storedFacts,
  lowest_prices: lowestPrices,
  price_entries: priceEntries,
  list_columns: storedColumns,
  movers,
  names_stamps: stampedNames,
} satisfies Views;

/** What an engine does beside its own work; of other views and steps only for tests. */
export function upkeepOf({ views = VIEWS, made = steps }: { views?: Views; made?: readonly Step[] } = {}): Upkeep {
  return {
    prepare: async (db, engine, mark) => {
      await migrate(db, engine, { made, mark });
      await rebuildMarked(db, engine, views);
    },
    settled: (work) => async (transaction) => {
      const ending = new Ending(transaction, views);
      const done = await work(ending.writes);
      await ending.settle();
      return done;
    },
  };
}

class Ending {
  readonly writes: Writes;
  readonly #views: readonly View[];
  readonly #versions: TouchedVersion[] = [];
  readonly #days: TouchedDay[] = [];
  #lists: Ended['lists'];

  constructor(transaction: Transaction<Tables>, views: Views) {
    this.#views = Object.values(views);
    const note = (writes: Writes, touched: Touched) => this.#touched(writes, touched);
    // By whatever is written: to a simulation each statement is a moment in which it may end.
    this.writes = Object.assign(transaction, {
      touched(this: Writes, touched: Touched) {
        return note(this, touched);
      },
    });
  }

  async #touched(writes: Writes, touched: Touched): Promise<void> {
    const { cards, prices, day, expansions, products, deleted, version } = touched;
    if (version) this.#versions.push(version);
    if (day) this.#days.push(day);
    if (cards || expansions || deleted) this.#lists = 'records';
    else if (products && this.#lists !== 'records') this.#lists = 'products';
    if (prices?.some(({ isSame }) => !isSame)) this.#lists ??= 'prices';
    for (const view of this.#views) await view.update?.(writes, touched);
  }

  async settle(): Promise<void> {
    const [first] = this.#versions;
    const isAlone = first !== undefined && !(await isFollowed(this.writes, first.version));
    const last = this.#versions.at(-1);
    if (last) await setMetaValue(this.writes, 'entries_of', String(last.version));
    if (isAlone) for (const view of this.#views) await view.rebuild(this.writes);
    const ended = { days: this.#days, versions: isAlone ? [] : this.#versions, lists: this.#lists };
    for (const view of this.#views) await view.settle?.(this.writes, ended);
  }
}

/**
 * Whether the move before the catalog's `version` was told here. A release before there were views moves it and leaves them
 * as they are: it may run beside this one, or in its place for a while.
 */
const isFollowed = async (writes: Writes, version: number): Promise<boolean> =>
  Number((await metaValue(writes, 'entries_of')) ?? 0) === version - 1;

/** Makes anew what steps of the schema have marked, each in a transaction: one that is cut off is made when the store is opened next. */
async function rebuildMarked(db: Kysely<Tables>, engine: Engine, views: Views): Promise<void> {
  const end = `${ANEW}\u{10FFFF}`;
  const marks = await db.selectFrom('meta').select('key').where('key', '>', ANEW).where('key', '<', end).execute();
  if (marks.length === 0) return;
  for (const [name, view] of Object.entries(views)) {
    const key = `${ANEW}${name}` as const;
    if (!marks.some((mark) => mark.key === key)) continue;
    await db.transaction().execute(async (transaction) => {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7232017)`.execute(transaction);
      // Another process may have made it while this one waited for the lock.
      if ((await metaValue(transaction, key)) === undefined) return;
      await view.rebuild(new Ending(transaction, views).writes);
      await deleteMetaValue(transaction, key);
    });
  }
}
