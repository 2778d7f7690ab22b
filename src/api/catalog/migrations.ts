/** `GET /v1/migrations`: ids that upstream gave up, and what it calls the record now. */
import Type, { type Static } from 'typebox';
import { doc, text } from '../../catalog/field-shapes.ts';
import { countRenames, type RenamePosition, renames } from '../../store/catalog/aliases.ts';
import type { CatalogReads, RouteRequest } from '../request.ts';
import { listedPage, listPage, type Page, type Paging } from './list.ts';

const Migration = Type.Object({
  kind: Type.Enum(['card', 'expansion', 'series'], doc('What was renamed')),
  from: text('The id that the record had and goes on answering under: its id here', 'fl1-2'),
  to: text('The id that upstream uses now, which answers with the same record', 'fl1-002'),
  at: text('When the rename was found, ISO 8601 in UTC', '2026-11-21T06:00:00.000Z'),
});

export const MigrationList = listedPage(Migration, 'The renames, the oldest first');

type Listed = Promise<Page<Static<typeof Migration>>>;

export function listMigrations({ query }: RouteRequest, context: CatalogReads & Paging): Listed {
  const fetch = async (page: { after: RenamePosition | undefined; limit: number }) => {
    const rows = await renames(context.reads, page);
    return rows.map((row) => ({ row, position: [row.at, row.kind, row.to] satisfies RenamePosition }));
  };
  return listPage(context, query, ['migrations'], fetch, () => countRenames(context.reads));
}
