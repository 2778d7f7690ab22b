/** Pages of the four lists in catalog order, each row with the position that the next page follows. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Expansion, Product, Series } from '../../../catalog/records.ts';
import { behind, Compared, portionsOf } from '../../rows.ts';
import type { Tables } from '../../schema/tables.ts';
import { statement } from '../../statement.ts';
import type { Reads } from '../../store.ts';
import { summaryText } from './card-summaries.ts';

/** A row and its place in the list's order. A position holds the row's own sort values, never an offset. */
export interface Positioned<Row, Position> {
  row: Row;
  position: Position;
}

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

/** A page of card summaries by expansion (release date, then id), then number, then id: its rows as JSON, separated by commas. */
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
  return ordered.where(behind(['sort_date', 'expansion_id', 'number_sort', 'id'], after));
}

/** The same order, said shorter: all cards of an expansion have its date, and PostgreSQL does not know it. */
function ofExpansion(cards: Cards, expansion_id: string, after: CardPosition | undefined): Cards {
  const ordered = cards.where('expansion_id', '=', expansion_id).orderBy('number_sort').orderBy('id');
  if (after === undefined) return ordered;
  const [, , number, id] = after;
  return ordered.where(behind(['number_sort', 'id'], [number, id]));
}

/** Records of a table in the order of some columns, of which a position has the values. */
async function recordPage<Found, Position extends [string | number, ...(string | number)[]]>(
  reads: Reads,
  table: 'expansions' | 'series' | 'products',
  order: { [At in keyof Position]: string },
  { after, limit, game, where }: PageRequest<Position> & { where?: object },
): Promise<Positioned<Found, Position>[]> {
  const columns = order as unknown as ['id'];
  const place = after && Object.fromEntries(columns.map((column, at) => [column, after[at]]));
  const asked = { where: { game, ...where }, after: place, columns: ['body', ...columns] as const };
  const { value: rows = [] } = await portionsOf(reads, table as 'series', limit, asked, ...columns).next();
  return rows.map((row: (typeof rows)[number]) => ({
    row: JSON.parse(row.body) as Found,
    position: columns.map((column) => row[column]) as unknown as Position,
  }));
}

/** Expansions by release date, then id. */
export const expansionPage = (
  reads: Reads,
  { series_id, ...asked }: PageRequest<ExpansionPosition> & { series_id?: string | undefined },
) =>
  recordPage<Expansion, ExpansionPosition>(reads, 'expansions', ['sort_date', 'id'], {
    ...asked,
    where: { series_id },
  });

/** Series by their first expansion; those without one last. */
export const seriesPage = (reads: Reads, asked: PageRequest<SeriesPosition>) =>
  recordPage<Series, SeriesPosition>(reads, 'series', ['sort_date', 'sort_id', 'id'], asked);

/** Sealed products by id. */
export const productPage = (
  reads: Reads,
  { expansion_id, ...asked }: PageRequest<ProductPosition> & { expansion_id?: string | undefined },
) => {
  const listed = new Compared<number>(
    (id) => sql`exists (select 1 from product_expansions where product_id = ${id} and expansion_id = ${expansion_id})`,
  );
  const where = expansion_id === undefined ? {} : { id: listed };
  return recordPage<Product, ProductPosition>(reads, 'products', ['id'], { ...asked, where });
};
