/** What a store holds, as a digest per table: two equal ones hold the same rows. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';

/** Tables of the service's own work, which every run writes to. */
export const RUN_TABLES = ['runs', 'tasks'];
/** What subscribers are told. */
const EVENT_TABLES = ['events', 'subscriptions', 'deliveries', 'attempts'];
/** Those, and what no read of the catalog shows. */
export const UNSERVED_TABLES = [...RUN_TABLES, ...EVENT_TABLES, 'documents', 'games', 'keys', 'meta'];

type Row = Record<string, unknown>;

/** Digests of all tables but `except`; rows count in no order, each as `view` shows it. */
export async function storedDigests(
  { reads }: Pick<Store, 'reads'>,
  except: readonly string[],
  view: (table: string, row: Row) => unknown = (_, row) => row,
): Promise<Record<string, string>> {
  const names = (await reads.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !except.includes(name));
  const digests: Record<string, string> = {};
  for (const name of names.sort()) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(reads);
    const hashes = rows.map((row) =>
      createHash('sha1')
        .update(JSON.stringify(view(name, row)))
        .digest('base64'),
    );
    digests[name] = `${rows.length} rows ${createHash('sha1').update(hashes.sort().join()).digest('base64url')}`;
  }
  return digests;
}
