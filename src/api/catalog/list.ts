/** What the four lists share: one page, and the cursor to the next. */

import Type, { type TObject, type TSchema } from 'typebox';
import { doc, optionalText, textOr, texts, whole } from '../../catalog/field-shapes.ts';
import { CardSummary } from '../../catalog/records.ts';
import type { CatalogSearch } from '../../search/catalog-search.ts';
import type { Hit } from '../../search/search-index.ts';
import type { SearchedList } from '../../search/tables/index-data.ts';
import type { Positioned } from '../../store/views/priced/catalog-pages.ts';
import type { CursorPosition, CursorScope, Cursors } from '../cursors.ts';
import { type Query, readLimit, wantsTotal } from '../parameters.ts';

export interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
  /** How many rows there are on all pages, where it is asked for. */
  total?: number;
  /** Of a list that is empty, what it was asked for that no row has. */
  unmatched?: string[];
}

export interface Paging {
  cursors: Cursors;
  search: CatalogSearch;
}

export const nextCursor = textOr('Give it back as cursor for the next page', 'on the last', 'bGlzdA.3f9c');

const total = Type.Optional(whole('How many rows there are on all pages; only with total=true', 64));

/** A page of a list that is not searched. */
export const listedPage = <Row extends TSchema>(row: Row, description = 'The rows of the page') =>
  Type.Object({ items: Type.Array(row, doc(description)), next_cursor: nextCursor, total });

/** What is no list of pages, shaped as they are. */
export const wholeList = <Row extends TSchema>(row: Row, description: string, why = 'everything is on one page') =>
  Type.Object({ items: Type.Array(row, doc(description)), next_cursor: Type.Null(doc(`Always null: ${why}`)) });

/** Rows of every list carry `score` under q. */
export const pageOf = (row: TObject) =>
  Type.Object({
    items: Type.Array(
      Type.Object({ ...row.properties, score: CardSummary.properties.score }),
      doc('The rows of the page'),
    ),
    next_cursor: nextCursor,
    total,
    unmatched: Type.Optional(texts('Of an empty list, the filters and terms that no row fits', 'rarity=Foo')),
  });

/** The parameter by which a list counts its rows. */
export const countedParameter = {
  total: optionalText('Adds data.total, how many rows there are on all pages.', undefined, { enum: ['true', 'false'] }),
};

/** Parameters of lists that are not searched, for the reference. */
export const pageParameters = {
  limit: Type.Optional(
    whole('Rows a page; what is larger is clamped, and what is no integer counts as 50.', 20, {
      ...{ minimum: 1, maximum: 200, default: 50 },
    }),
  ),
  cursor: optionalText('next_cursor of the previous page; one not issued here gives the first page.', 'bGlzdA.3f9c'),
  ...countedParameter,
};

export const gameParameter = {
  game: optionalText('Only what is of this game; an unknown one has nothing.', 'game'),
};

export const listParameters = {
  ...pageParameters,
  ...gameParameter,
  q: optionalText(
    'Search by name in any language served; cards by number, expansion, code, rarity, illustrator too. Best match first.',
    'vultwick 2',
    // It is trimmed: of blanks nothing is left.
    { minLength: 1, maxLength: 200, pattern: '\\S' },
  ),
};

/**
 * Answers one page. `fetch` is asked for one row more than is shown, which tells whether a next page exists.
 * Positions come back as they were sealed, so their shape is the caller's own.
 */
export async function listPage<Row, Position extends CursorPosition>(
  { cursors }: Pick<Paging, 'cursors'>,
  query: Query,
  scope: CursorScope,
  fetch: (page: { after: Position | undefined; limit: number }) => Promise<Positioned<Row, Position>[]>,
  count?: () => Promise<number> | number,
): Promise<Page<Row>> {
  const limit = readLimit(query);
  const after = cursors.open(scope, query.cursor) as Position | undefined;
  const rows = await fetch({ after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ row }) => row),
    next_cursor: rows.length > limit && last ? cursors.seal(scope, last.position) : null,
    ...(count && wantsTotal(query) && { total: await count() }),
  };
}

/** Answers a list of which everything is on one page. */
export const onlyPage = <Row>(query: Query, items: Row[]): Page<Row> => ({
  ...{ items, next_cursor: null },
  ...(wantsTotal(query) && { total: items.length }),
});

/** What a cursor belongs to beside the rest, where a list is of one game: cursors of before go on without it. */
export const ofGame = (game: string | undefined): string[] => (game === undefined ? [] : [`game ${game}`]);

/** The same where a list is in a language that was asked for. */
export const inLang = (lang: string | undefined): string[] => (lang === undefined ? [] : [`lang ${lang}`]);

export interface ListSearch<Row> {
  list: SearchedList;
  q: string;
  /** The list's filter: an expansion, or a series. */
  group?: string | undefined;
  game: string | undefined;
  lang?: string | undefined;
  rowsByIds(ids: readonly string[]): Promise<Map<string, Row>>;
  /** Which rows are left by the list's further filters, and what cursors belong to with them. */
  keeps?(id: string): boolean;
  scope?: CursorScope;
}

/** Answers one page of a search, each row with its score. A position is score and id: it means the same in any index. */
export function searchPage<Row extends { game: string }>(
  context: Paging,
  query: Query,
  { list, q, group, game, lang, rowsByIds, keeps, scope: bound }: ListSearch<Row>,
): Promise<Page<Row & { score: number }>> {
  const groups = group === undefined ? [] : [group];
  const scope = bound ?? [list, group, q, ...ofGame(game), ...inLang(lang)];
  const wanted = { query: q, game, groups, keeps };
  const count = async () =>
    (await context.search.index()).search(list, { ...wanted, limit: Number.POSITIVE_INFINITY }).length;
  const fetch = async ({ after, limit }: { after: [score: number, id: string] | undefined; limit: number }) => {
    const found: Positioned<Row & { score: number }, [number, string]>[] = [];
    const index = await context.search.index();
    let last: Hit | undefined = after && { score: after[0], id: after[1] };
    for (let more = true; more && found.length < limit; ) {
      const missing = limit - found.length;
      const hits = index.search(list, { ...wanted, after: last, limit: missing });
      const rows = hits.length === 0 ? new Map<string, Row>() : await rowsByIds(hits.map(({ id }) => id));
      // The index may be older than the store by a moment: a row that went, or went to another game, leaves its place to the next.
      const isThere = (row: Row | undefined): row is Row => row !== undefined && row.game === (game ?? row.game);
      for (const { id, score } of hits) {
        const row = rows.get(id);
        if (isThere(row)) found.push({ row: { ...row, score }, position: [score, id] });
      }
      last = hits.at(-1);
      more = hits.length === missing;
    }
    return found;
  };
  return listPage(context, query, scope, fetch, count);
}
