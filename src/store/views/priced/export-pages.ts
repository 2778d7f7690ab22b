/** Whole resources in the order of their ids, for exports. */
import type { Card, Expansion, Product, Series } from '../../../catalog/records.ts';
import { above, firstWhere, portionsOf } from '../../rows.ts';
import { aliasRows, shownTextRows } from '../../sources/mirror-relations.ts';
import type { Reads } from '../../store.ts';
import { pricedCards, pricedProducts } from './priced-records.ts';

export interface Exported {
  cards: Card;
  expansions: Expansion;
  series: Series;
  products: Product;
}

export interface ExportFilter {
  after?: string | undefined;
  game?: string | undefined;
}

function pageOf(reads: Reads, table: keyof Exported, { after, game }: ExportFilter, limit: number) {
  const id = after === undefined ? undefined : above(table === 'products' ? Number(after) : after);
  return firstWhere(reads, table, limit, { id: id as never, game }, ['id', 'body'], 'id');
}

/** Records as the detail reads show them, by id. */
export const exportPages: {
  [Entity in keyof Exported]: (reads: Reads, filter: ExportFilter, limit: number) => Promise<Exported[Entity][]>;
} = {
  cards: async (reads, filter, limit) => {
    const ids = (await pageOf(reads, 'cards', filter, limit)).map(({ id }) => String(id));
    return pricedCards(reads, ids);
  },
  expansions: async (reads, filter, limit) =>
    (await pageOf(reads, 'expansions', filter, limit)).map(({ body }) => JSON.parse(body) as Expansion),
  series: async (reads, filter, limit) =>
    (await pageOf(reads, 'series', filter, limit)).map(({ body }) => JSON.parse(body) as Series),
  products: async (reads, filter, limit) => {
    const ids = (await pageOf(reads, 'products', filter, limit)).map(({ id }) => Number(id));
    return pricedProducts(reads, ids);
  },
};

/** What files of records hold beside what exports do: what records are found by, and their texts in other languages. */
export type FileEntity = keyof Exported | 'aliases' | 'texts';

const RECORDS_AT_ONCE = 500;

/** Records of a game by id, each as the JSON that it is stored as: as its detail read, without amounts. */
export async function* recordTexts(
  reads: Reads,
  entity: FileEntity,
  game: string,
): AsyncGenerator<{ id: string; text: string }[]> {
  if (entity === 'texts') return yield* shownTextRows(reads, game);
  if (entity === 'aliases')
    return yield (await aliasRows(reads, game)).map((row) => ({ id: row.id, text: JSON.stringify(row) }));
  const asked = { where: { game }, columns: ['id', 'body'] as const };
  for await (const rows of portionsOf(reads, entity, RECORDS_AT_ONCE, asked, 'id'))
    yield rows.map(({ id, body }) => ({ id: String(id), text: body }));
}
