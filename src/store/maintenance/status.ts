/** What a store holds, for operators. */
import { sql } from 'kysely';
import { SCHEMA_VERSION } from '../engines/migrations.ts';
import { catalogVersion } from '../meta.ts';
import { countOf } from '../put-rows.ts';
import type { Reads, Store } from '../store.ts';

const COUNTED = ['series', 'expansions', 'cards', 'variants', 'products'] as const;

export type StoreStatus = Record<'engine', string> &
  Record<'schema_version' | 'catalog_version' | (typeof COUNTED)[number], number>;

export async function storeStatus(store: Store): Promise<StoreStatus> {
  const status: Partial<StoreStatus> = {
    engine: store.engine,
    schema_version: SCHEMA_VERSION,
    catalog_version: await catalogVersion(store.reads),
  };
  for (const table of COUNTED) status[table] = await countOf(store.reads.selectFrom(table));
  return status as StoreStatus;
}

export async function countsByGame(reads: Reads, table: 'series' | 'products'): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ game: string; count: number }>`
    select game, count(*) as count from ${sql.table(table)} group by game`.execute(reads);
  return new Map(rows.map(({ game, count }) => [game, Number(count)]));
}

/** What looking at every page of an embedded store finds; null where it is whole. A server looks after its own. */
export async function damageOf({ engine, reads }: Store): Promise<string | null> {
  if (engine !== 'sqlite') return null;
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(reads);
    const says = rows[0]?.quick_check ?? 'ok';
    return says === 'ok' ? null : says;
  } catch (error) {
    return (error as Error).message;
  }
}
