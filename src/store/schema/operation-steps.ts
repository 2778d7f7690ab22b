/** Makes the tables that the service keeps of itself. */
import type { RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import type { ColumnTypes } from './column-types.ts';

export async function operationTables({ schema }: Transaction<Tables>, text: RawBuilder<unknown>) {
  await schema
    .createTable('runs')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('task', text, (column) => column.notNull())
    .addColumn('started_at', text, (column) => column.notNull())
    .addColumn('finished_at', text)
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('counts', text, (column) => column.notNull())
    .addColumn('reason', text)
    .execute();
  await schema
    .createTable('tasks')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('since', text, (column) => column.notNull())
    .addColumn('last_run_at', text)
    .addColumn('last_success_at', text)
    .addColumn('last_error', text)
    .addColumn('last_rows', 'integer')
    .addColumn('last_counts', text)
    .addColumn('configured', text)
    .execute();
  await schema
    .createTable('documents')
    .addColumn('task', text, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('etag', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('documents_key', ['task', 'url'])
    .execute();
  await schema
    .createTable('keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('rate', 'integer')
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text)
    .addColumn('revoked_at', text)
    .addColumn('last_used_at', text)
    .execute();
}

export async function consoleTables({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('keys').addColumn('session_of', text).execute();
  await schema
    .createTable('console_links')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute();
  await schema.alterTable('attempts').addColumn('request_headers', text).execute();
  await schema.createIndex('attempts_event').on('attempts').columns(['event_id', 'subscription_id', 'id']).execute();
}

export async function taskNotice({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('tasks').addColumn('notice', text).execute();
}
