/** What the four lists share: one page, and the cursor to the next. */
import Type, { type TSchema } from 'typebox';
import type { Positioned } from '../store/catalog-pages.ts';
import type { ApiContext } from './context.ts';
import type { CursorScope } from './cursors.ts';
import { type Query, readLimit } from './parameters.ts';

/** The payload of a list. */
export interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
}

export const pageOf = (row: TSchema) =>
  Type.Object({ items: Type.Array(row), next_cursor: Type.Union([Type.String(), Type.Null()]) });

/** Parameters that every list takes, for the reference. */
export const listParameters = {
  limit: Type.Optional(
    Type.String({ description: 'Rows a page, 1 to 200; larger is clamped, not an integer counts as 50. Default 50.' }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'next_cursor of the previous page; one not issued here gives the first page.' }),
  ),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Search; rows come best match first.' })),
};

/**
 * Answers one page. `fetch` is asked for one row more than is shown, which tells whether a next page exists.
 * Positions come back as they were sealed, so their shape is the caller's own.
 */
export async function listPage<Row, Position extends (string | number)[]>(
  { cursors }: ApiContext,
  query: Query,
  scope: CursorScope,
  fetch: (page: { after: Position | undefined; limit: number }) => Promise<Positioned<Row, Position>[]>,
): Promise<Page<Row>> {
  const limit = readLimit(query);
  const after = cursors.open(scope, query.cursor) as Position | undefined;
  const rows = await fetch({ after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ row }) => row),
    next_cursor: rows.length > limit && last ? cursors.seal(scope, last.position) : null,
  };
}
