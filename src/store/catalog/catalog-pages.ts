/** Pages of the four lists in catalog order, each row with the position that the next page follows. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Expansion, Product, Series } from '../../catalog/records.ts';
import { statement } from '../engines/statement.ts';
import { type StoredSummary, summaryColumns, summaryText } from '../shown/card-summaries.ts';
import type { Reads } from '../store.ts';
import type { Tables } from '../tables.ts';

/** A row and its place in the list's order. A position holds the row's own sort values, never an offset. */
export interface Positioned<Row, Position> {
  row: Row;
  position: Position;
}

/** Release date, expansion, number and id. */
export type CardPosition = [sort_date: string, expansion_id: string, number_sort: string, id: string];
export type ExpansionPosition = [sort_date: string, id: string];
export type SeriesPosition = [sort_date: string, sort_id: string, id: string];
export type ProductPosition = [id: number];

/** A type by itself, since only these go for the values of a statement. */
type PageRequest<Position> = {
  after: Position | undefined;
  limit: number;
  /** Only what is of this game. */
  game?: string | undefined;
};

type CardPageRequest = PageRequest<CardPosition> & { expansion_id?: string | undefined };

/** Card summaries by expansion (release date, then id), then number, then id. */
export async function cardPage(
  reads: Reads,
  { after, limit, game, expansion_id }: CardPageRequest,
): Promise<Positioned<StoredSummary, CardPosition>[]> {
  const rows = await cardRows(reads, { after, limit, game, expansion_id });
  return rows.map(({ sort_date, expansion_id, number_sort, ...row }) => ({
    row,
    position: [sort_date, expansion_id, number_sort, row.id],
  }));
}

const cardRows = statement((reads, { limit, ...asked }: CardPageRequest) =>
  inOrder(reads, asked)
    .limit(counted(limit))
    .select(summaryColumns(undefined))
    .select(['sort_date', 'expansion_id', 'number_sort']),
);

/** The same page as one text: its rows as JSON, separated by commas. */
export interface CardPageText {
  items: string;
  /** The position that the next page follows; undefined on the last. */
  last: CardPosition | undefined;
}

/** The store joins the rows: fetched one by one, 50 of them took three times as long. */
export async function cardPageText(
  reads: Reads,
  { isPriced, ...asked }: CardPageRequest & { isPriced: boolean },
): Promise<CardPageText> {
  // Asked at once: one round trip on PostgreSQL.
  const [[page], places] = await Promise.all([
    joinedRows(reads, { ...asked, isPriced: isPriced || undefined }),
    lastPlaces(reads, { ...asked, shown: asked.limit - 1 }),
  ]);
  const [last, further] = places;
  const hasFurther = last !== undefined && further !== undefined;
  return {
    items: page?.items ?? '',
    last: hasFurther ? [last.sort_date, last.expansion_id, last.number_sort, last.id] : undefined,
  };
}

type JoinedAsked = CardPageRequest & { isPriced: true | undefined };

/** Both engines join in the order of the rows inside; told it once more, SQLite sorts them again, which costs as much as the join. */
const joinedRows = statement((reads, { limit, isPriced, ...asked }: JoinedAsked) =>
  reads
    .selectFrom(inOrder(reads, asked).limit(counted(limit)).select(summaryText(isPriced)).as('page'))
    .select(sql<string | null>`string_agg(text, ',')`.as('items')),
);

/** The place of the last row that a page shows, and of the one after it. */
const lastPlaces = statement((reads, { shown, after, game, expansion_id }: CardPageRequest & { shown: number }) =>
  inOrder(reads, { after, game, expansion_id })
    .limit(sql.lit(2))
    .offset(counted(shown))
    .select(['sort_date', 'expansion_id', 'number_sort', 'id']),
);

/**
 * How many, to a statement that is planned once. SQLite looks at a parameter that is a limit by itself, and so plans the
 * statement anew each time that one is bound, which takes as long as the page.
 */
const counted = (limit: number) => sql<number>`cast(${limit} as bigint)`;

type Cards = SelectQueryBuilder<Tables, 'cards', object>;

function inOrder(reads: Reads, { after, game, expansion_id }: Omit<CardPageRequest, 'limit'>): Cards {
  const cards = reads.selectFrom('cards');
  const asked = game === undefined ? cards : cards.where('game', '=', game);
  return expansion_id === undefined ? inCatalogOrder(asked, after) : ofExpansion(asked, expansion_id, after);
}

function inCatalogOrder(cards: Cards, after: CardPosition | undefined): Cards {
  const ordered = cards.orderBy('sort_date').orderBy('expansion_id').orderBy('number_sort').orderBy('id');
  if (after === undefined) return ordered;
  return ordered.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('sort_date', 'expansion_id', 'number_sort', 'id'), '>', tuple(...after)),
  );
}

/** The same order, said shorter: all cards of an expansion have its date, and PostgreSQL does not know it. */
function ofExpansion(cards: Cards, expansion_id: string, after: CardPosition | undefined): Cards {
  const ordered = cards.where('expansion_id', '=', expansion_id).orderBy('number_sort').orderBy('id');
  if (after === undefined) return ordered;
  const [, , number, id] = after;
  return ordered.where(({ eb, refTuple, tuple }) => eb(refTuple('number_sort', 'id'), '>', tuple(number, id)));
}

/** Expansions by release date, then id. */
export async function expansionPage(
  reads: Reads,
  { after, limit, game, series_id }: PageRequest<ExpansionPosition> & { series_id?: string | undefined },
): Promise<Positioned<Expansion, ExpansionPosition>[]> {
  let query = reads
    .selectFrom('expansions')
    .select(['body', 'sort_date', 'id'])
    .orderBy('sort_date')
    .orderBy('id')
    .limit(counted(limit));
  if (series_id !== undefined) query = query.where('series_id', '=', series_id);
  if (game !== undefined) query = query.where('game', '=', game);
  if (after) {
    const [date, id] = after;
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('sort_date', 'id'), '>', tuple(date, id)));
  }
  const rows = await query.execute();
  return rows.map((row) => ({ row: JSON.parse(row.body) as Expansion, position: [row.sort_date, row.id] }));
}

/** Series by their first expansion; those without one last. */
export async function seriesPage(
  reads: Reads,
  { after, limit, game }: PageRequest<SeriesPosition>,
): Promise<Positioned<Series, SeriesPosition>[]> {
  let query = reads
    .selectFrom('series')
    .select(['body', 'sort_date', 'sort_id', 'id'])
    .orderBy('sort_date')
    .orderBy('sort_id')
    .orderBy('id')
    .limit(counted(limit));
  if (game !== undefined) query = query.where('game', '=', game);
  if (after) {
    const [date, first, id] = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('sort_date', 'sort_id', 'id'), '>', tuple(date, first, id)),
    );
  }
  const rows = await query.execute();
  return rows.map((row) => ({ row: JSON.parse(row.body) as Series, position: [row.sort_date, row.sort_id, row.id] }));
}

/** Sealed products by id. */
export async function productPage(
  reads: Reads,
  { after, limit, game, expansion_id }: PageRequest<ProductPosition> & { expansion_id?: string | undefined },
): Promise<Positioned<Product, ProductPosition>[]> {
  let query = reads.selectFrom('products').select(['body', 'id']).orderBy('id').limit(counted(limit));
  if (game !== undefined) query = query.where('game', '=', game);
  if (expansion_id !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product_expansions')
          .select('product_id')
          .whereRef('product_id', '=', 'products.id')
          .where('product_expansions.expansion_id', '=', expansion_id),
      ),
    );
  }
  if (after) query = query.where('id', '>', after[0]);
  const rows = await query.execute();
  return rows.map((row) => ({ row: JSON.parse(row.body) as Product, position: [row.id] }));
}
