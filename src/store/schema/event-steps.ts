/** Makes the tables of events and their deliveries. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import type { ColumnTypes } from './column-types.ts';

export async function eventTables({ schema }: Transaction<Tables>, { text, counter, long }: ColumnTypes) {
  await schema
    .createTable('events')
    .addColumn('seq', counter)
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('group_id', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('position', long, (column) => column.unique())
    .execute();
  await schema.createIndex('events_new').on('events').column('seq').where(sql<boolean>`position is null`).execute();
  await schema.createIndex('events_age').on('events').column('created_at').execute();
  await schema
    .createTable('subscriptions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('patterns', text, (column) => column.notNull())
    .addColumn('allow_private', 'integer', (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('previous_secret', text)
    .addColumn('previous_until', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('last_success_at', text)
    .addColumn('failing_since', text)
    .addColumn('hold_until', text)
    .execute();
  await schema
    .createTable('deliveries')
    .addColumn('subscription_id', text, (column) => column.notNull())
    .addColumn('position', long, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', text, (column) => column.notNull())
    .addColumn('lease_until', text)
    .addPrimaryKeyConstraint('deliveries_key', ['subscription_id', 'position'])
    .execute();
  await schema.createIndex('deliveries_due').on('deliveries').columns(['subscription_id', 'state', 'due_at']).execute();
  await schema
    .createTable('attempts')
    .addColumn('id', counter)
    .addColumn('subscription_id', text, (column) => column.notNull())
    .addColumn('event_id', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('error', text)
    .addColumn('answer', text)
    .execute();
  await schema.createIndex('attempts_subscription').on('attempts').columns(['subscription_id', 'id']).execute();
}
