/** Whole resources in the order of their ids, for exports. */
import type { Card, Expansion, Product, Series } from '../../../catalog/records.ts';
import { rowsWhere } from '../../rows-where.ts';
import type { Reads } from '../../store.ts';
import { pricedCards, pricedProducts } from './priced-records.ts';

/** What can be exported, and what its records are. */
export interface Exported {
  cards: Card;
  expansions: Expansion;
  series: Series;
  products: Product;
}

/** Which records are exported: those after an id, those of a game. */
export interface ExportFilter {
  after?: string | undefined;
  game?: string | undefined;
}

async function pageOf(
  reads: Reads,
  table: 'cards' | 'expansions' | 'series' | 'products',
  { after, game }: ExportFilter,
  limit: number,
): Promise<{ id: string | number; body: string }[]> {
  let query = reads.selectFrom(table).select(['id', 'body']).orderBy('id').limit(limit);
  if (after !== undefined) query = query.where('id', '>', (table === 'products' ? Number(after) : after) as never);
  if (game !== undefined) query = query.where('game', '=', game);
  return query.execute();
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

/** What files of records hold beside what exports do: the other ids that records answer to, and codes of expansions. */
export type FileEntity = keyof Exported | 'aliases';

const RECORDS_AT_ONCE = 500;

/** Records of a game by id, each as the JSON that it is stored as: as its detail read, without amounts. */
export async function* recordTexts(
  reads: Reads,
  entity: FileEntity,
  game: string,
): AsyncGenerator<{ id: string; text: string }[]> {
  if (entity === 'aliases') return yield await aliasTexts(reads, game);
  let after: string | undefined;
  for (;;) {
    const rows = await pageOf(reads, entity, { after, game }, RECORDS_AT_ONCE);
    if (rows.length > 0) yield rows.map(({ id, body }) => ({ id: String(id), text: body }));
    if (rows.length < RECORDS_AT_ONCE) return;
    after = String(rows.at(-1)?.id);
  }
}

async function aliasTexts(reads: Reads, game: string): Promise<{ id: string; text: string }[]> {
  const found: { kind: string; id: string; target_id: string }[] = [];
  for (const [kind, table] of [
    ['card', 'cards'],
    ['expansion', 'expansions'],
    ['series', 'series'],
  ] as const) {
    const targets = reads.selectFrom(table).select('id').where('game', '=', game);
    const aliases = reads.selectFrom('aliases').select(['kind', 'id', 'target_id']).where('kind', '=', kind);
    found.push(...(await aliases.where('target_id', 'in', targets).orderBy('id').execute()));
  }
  const coded = await rowsWhere(reads, 'expansions', { game }, ['id', 'codes'], 'id');
  for (const { id, codes } of coded) {
    for (const code of JSON.parse(codes) as string[]) found.push({ kind: 'code', id: code, target_id: id });
  }
  return found.map((alias) => ({ id: alias.id, text: JSON.stringify(alias) }));
}
