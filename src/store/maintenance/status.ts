/** What a store holds and takes on disk, for operators. */
import { type RawBuilder, sql } from 'kysely';
import { SCHEMA_VERSION } from '../engines/migrations.ts';
import { catalogVersion } from '../meta.ts';
import { OWNERS } from '../prices/price-series.ts';
import { countOf } from '../rows.ts';
import type { Engine, Reads, Store } from '../store.ts';

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
  return new Map(rows.map(({ game, count }) => [game, count]));
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

const MONTHS = 12;

/** Tables by what they are for; those that none names hold the catalog. */
const KINDS: readonly [kind: string, tables: RegExp][] = [
  ['history', /^(?:price_months|article_months|source_days|recorded_days|sub_types)$/],
  ['prices', /price|^(?:movers|article_|card_claims|held_|judged_|sealed_links|asked_|listed_|settled_|group_rows)/],
  ['events', /^(?:events|subscriptions|deliveries|attempts|watches)$/],
  ['pictures', /^(?:scan_|same_artworks)/],
  ['documents', /documents$/],
];

export interface StoreSizes {
  /** With indexes and what lies free in their pages; the greatest first. */
  kinds: { kind: string; bytes: number }[];
  /** The packed months of cards and products; no game's are those of owners that are gone. */
  history: { game: string | null; year: number; months: number; bytes: number }[];
}

export async function storeSizes({ engine, reads }: Store): Promise<StoreSizes> {
  const kinds = new Map<string, number>();
  for (const { name, bytes } of (await TABLES[engine].execute(reads)).rows) {
    const kind = KINDS.find(([, tables]) => tables.test(name))?.[0] ?? 'catalog';
    kinds.set(kind, (kinds.get(kind) ?? 0) + Number(bytes));
  }
  return {
    kinds: [...kinds].map(([kind, bytes]) => ({ kind, bytes })).sort((a, b) => b.bytes - a.bytes),
    history: await historySizes(reads),
  };
}

const TABLES: Readonly<Record<Engine, RawBuilder<{ name: string; bytes: number }>>> = {
  sqlite: sql`select s.tbl_name as name, sum(d.pgsize) as bytes
    from dbstat d join sqlite_schema s on s.name = d.name where d.aggregate = 1 group by s.tbl_name`,
  postgres: sql`select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c where c.relkind = 'r' and c.relnamespace = to_regnamespace(current_schema())`,
};

/** An owner is an even number of a card, or an odd one of a product. */
async function historySizes(reads: Reads): Promise<StoreSizes['history']> {
  const owner = sql`(m.key % ${sql.lit(OWNERS)})`;
  const found = sql<StoreSizes['history'][number]>`select coalesce(c.game, p.game) as game,
      m.key / ${sql.lit(OWNERS)} / ${sql.lit(MONTHS)} as year, count(*) as months, sum(length(m.body)) as bytes
    from price_months m
    left join cards c on m.key % 2 = 0 and c.key = ${owner} / 2
    left join products p on m.key % 2 = 1 and p.id = ${owner} / 2
    group by 1, 2 order by 1, 2`;
  const { rows } = await found.execute(reads);
  return rows.map((of) => ({ ...of, year: Number(of.year), months: Number(of.months), bytes: Number(of.bytes) }));
}
