/** Makes the tables of the scan. */
import type { Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import type { ColumnTypes } from './column-types.ts';

export async function scanTables({ schema }: Transaction<Tables>, { text, long, bytes }: ColumnTypes) {
  await schema
    .createTable('scan_pictures')
    .addColumn('card_key', long, (column) => column.primaryKey())
    .addColumn('picture', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('digest', text)
    .addColumn('etag', text)
    .addColumn('vector', bytes)
    .addColumn('seq', long, (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('tried_at', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('scan_pictures_seq').on('scan_pictures').column('seq').execute();
  await schema
    .createTable('scan_thumbnails')
    .addColumn('card_key', long, (column) => column.primaryKey())
    .addColumn('body', bytes, (column) => column.notNull())
    .execute();
  await schema
    .createTable('scan_models')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .execute();
}

/** Pictures of cards in further languages: a table of its own, for the release before finds one row a card in the other. */
export async function languagePictureTable(
  { schema }: Transaction<Tables>,
  { text, long, bytes }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('scan_language_pictures')
    .addColumn('id', long, (column) => column.primaryKey())
    .addColumn('card_key', long, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('picture', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('digest', text)
    .addColumn('etag', text)
    .addColumn('vector', bytes)
    .addColumn('seq', long, (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('tried_at', text, (column) => column.notNull())
    .addColumn('thumbnail', bytes)
    .addUniqueConstraint('scan_language_pictures_place', ['card_key', 'language'])
    .execute();
  await schema.createIndex('scan_language_pictures_seq').on('scan_language_pictures').column('seq').execute();
}

/** The pictures in full, beside those in small: after them, so that these are read as before. */
export async function detailColumns({ schema }: Transaction<Tables>, { text, bytes }: ColumnTypes): Promise<void> {
  await schema.alterTable('scan_thumbnails').addColumn('detail', bytes).execute();
  await schema.alterTable('scan_thumbnails').addColumn('detail_of', text).execute();
}

/** Which cards show one artwork. */
export async function sameArtworkTable({ schema }: Transaction<Tables>, { long }: ColumnTypes): Promise<void> {
  await schema
    .createTable('same_artworks')
    .addColumn('card_key', long, (column) => column.notNull())
    .addColumn('other_key', long, (column) => column.notNull())
    .addPrimaryKeyConstraint('same_artworks_key', ['card_key', 'other_key'])
    .execute();
}
