/** Brings the schema of a store up to date: steps only go forward. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { OperatorFailure } from '../../failure.ts';
import { metaValue, setMetaValue } from '../meta.ts';
import { columnTypes, type Step } from '../schema/steps/declare-tables.ts';
import { steps } from '../schema/steps/schema-steps.ts';
import type { Tables } from '../schema/tables.ts';
import type { Engine } from '../store.ts';

/** Thrown when the store was written by a newer release: it is left untouched. */
export class NewerStore extends OperatorFailure {}

export const SCHEMA_VERSION = steps.length;

/**
 * The least schema version whose release still runs on this release's schema. A step that only adds leaves it: the
 * release before runs on beside the new one, and after it. A step that takes away what an older release uses raises it
 * to the first release that no longer does, which must be one that came before: see docs/decisions/0010.
 */
export const SCHEMA_LEAST = 1;

/**
 * Whether there is a table `meta`. Kysely's own list of all tables with their columns is most of what an opening takes;
 * `to_regclass` answers from what the session knew before it waited for the lock.
 */
const META_TABLE: Readonly<Record<Engine, RawBuilder<unknown>>> = {
  sqlite: sql`select 1 from sqlite_schema where name = 'meta'`,
  postgres: sql`select 1 from pg_catalog.pg_tables where tablename = 'meta' and schemaname = any(current_schemas(false))`,
};

/** The schema version of the store, 0 for an empty one. */
export async function schemaVersion(db: Kysely<Tables>, engine: Engine): Promise<number> {
  const { rows } = await META_TABLE[engine].execute(db);
  return rows.length > 0 ? keptVersion(db) : 0;
}

const keptVersion = async (db: Kysely<Tables>): Promise<number> => Number((await metaValue(db, 'schema_version')) ?? 0);

/**
 * Brings the schema to version `to`, this release's but for tests, each step in its own transaction. A newer schema that
 * only added to ours stays as it is. With its first step a store is marked as the target of the move `mark`.
 * @throws NewerStore when a newer release took away what this one needs
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  { made = steps, to = made.length, mark }: { made?: readonly Step[]; to?: number; mark?: string | undefined } = {},
): Promise<void> {
  const found = await schemaVersion(db, engine);
  // A store that does not say which is the least schema whose release may open it asks for its own.
  if (found > SCHEMA_VERSION && Number((await metaValue(db, 'schema_least')) ?? found) > SCHEMA_VERSION) {
    throw new NewerStore(
      `the data was written by a newer release (schema ${found}, this one knows ${SCHEMA_VERSION}): upgrade cardstock`,
    );
  }
  for (const [index, step] of made.slice(0, to).entries()) {
    if (index < found) continue;
    await db.transaction().execute(async (transaction) => {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7232017)`.execute(transaction);
      // Another process may have done the step while this one waited for the lock.
      const now = index === 0 ? await schemaVersion(transaction, engine) : await keptVersion(transaction);
      if (now > index) return;
      await step(transaction, columnTypes[engine]);
      if (index === 0 && mark !== undefined) await setMetaValue(transaction, 'moving', mark);
      await setMetaValue(transaction, 'schema_version', String(index + 1));
      // What a store holds may ask for more than its schema does.
      const least = Math.max(SCHEMA_LEAST, Number((await metaValue(transaction, 'schema_least')) ?? 0));
      await setMetaValue(transaction, 'schema_least', String(least));
    });
  }
}
