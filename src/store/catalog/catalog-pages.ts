/** Pages of the four lists in catalog order, each row with the position that the next page follows. */
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Expansion, Product, Series } from '../../catalog/records.ts';
import { statement } from '../engines/statement.ts';
import type { CardTable } from '../schema/catalog-tables.ts';
import { type StoredSummary, summaryColumns } from '../shown/card-summaries.ts';
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

interface PageRequest<Position> {
  after: Position | undefined;
  limit: number;
  /** Only what is of this game. */
  game?: string | undefined;
}

interface CardPageRequest extends PageRequest<CardPosition> {
  expansion_id?: string | undefined;
  /** Whether the rows bring their prices along. */
  isPriced?: boolean;
}

/** Card summaries by expansion (release date, then id), then number, then id. */
export async function cardPage(
  reads: Reads,
  { after, limit, game, expansion_id, isPriced = false }: CardPageRequest,
): Promise<Positioned<StoredSummary, CardPosition>[]> {
  const rows = await cardRows(reads, { after, limit, game, expansion_id, isPriced: isPriced || undefined });
  return rows.map(({ sort_date, expansion_id, number_sort, ...row }) => ({
    row,
    position: [sort_date, expansion_id, number_sort, row.id],
  }));
}

type CardsAsked = Omit<CardPageRequest, 'isPriced'> & { isPriced: true | undefined };

const cardRows = statement((reads, { after, limit, game, expansion_id, isPriced }: CardsAsked) => {
  const cards = reads
    .selectFrom('cards')
    .select(summaryColumns(isPriced))
    .select(['sort_date', 'expansion_id', 'number_sort'])
    .limit(limit);
  const asked = game === undefined ? cards : cards.where('game', '=', game);
  return expansion_id === undefined ? inCatalogOrder(asked, after) : ofExpansion(asked, expansion_id, after);
});

type CardRows = SelectQueryBuilder<Tables, 'cards', CardRow>;
type CardRow = StoredSummary & Pick<Selectable<CardTable>, 'sort_date' | 'expansion_id' | 'number_sort'>;

function inCatalogOrder(cards: CardRows, after: CardPosition | undefined): CardRows {
  const ordered = cards.orderBy('sort_date').orderBy('expansion_id').orderBy('number_sort').orderBy('id');
  if (after === undefined) return ordered;
  return ordered.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('sort_date', 'expansion_id', 'number_sort', 'id'), '>', tuple(...after)),
  );
}

/** The same order, said shorter: all cards of an expansion have its date, and PostgreSQL does not know it. */
function ofExpansion(cards: CardRows, expansion_id: string, after: CardPosition | undefined): CardRows {
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
    .limit(limit);
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
    .limit(limit);
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
  let query = reads.selectFrom('products').select(['body', 'id']).orderBy('id').limit(limit);
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
