/** What a store holds, as a digest per table: two equal ones hold the same rows. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../../../src/store/store.ts';

/** Tables of the service's own work, which every run writes to, or a service while it answers. */
export const RUN_TABLES = ['runs', 'tasks', 'source_documents', 'kept_documents', 'key_usage'];
/** What subscribers are told. */
const EVENT_TABLES = ['events', 'subscriptions', 'deliveries', 'attempts'];
/** Those, what no read of the catalog shows, and columns, which are made of the other tables and of when they changed. */
export const UNSERVED_TABLES = [
  ...RUN_TABLES,
  ...EVENT_TABLES,
  'documents',
  'games',
  'held_parts',
  'held_rows',
  'keys',
  'list_columns',
  'meta',
];

type Row = Record<string, unknown>;

/** Digests of all tables but `except`; rows count in no order, each as `view` shows it, whenever it changed. */
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
    // Facts tell a card's own name; its number is another one where a run was undone before.
    const numbered = ({ key, changed_at, told_at, ...row }: Row) =>
      name === 'card_facts' || key === undefined ? row : { key, ...row };
    // When a rename was found is the run's own.
    if (name === 'aliases') for (const row of rows) delete row.since;
    const hashes = rows.map(numbered).map((row) =>
      createHash('sha1')
        .update(JSON.stringify(view(name, row)))
        .digest('base64'),
    );
    digests[name] = `${rows.length} rows ${createHash('sha1').update(hashes.sort().join()).digest('base64url')}`;
  }
  return digests;
}
