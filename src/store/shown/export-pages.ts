/** Whole resources in the order of their ids, for exports. */
import type { Card, Expansion, Product, Series } from '../../catalog/records.ts';
import type { Reads } from '../store.ts';
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

/** Records as the detail reads show them, by id. */
export const exportPages: {
  [Entity in keyof Exported]: (reads: Reads, filter: ExportFilter, limit: number) => Promise<Exported[Entity][]>;
} = {
  cards: async (reads, { after, game }, limit) => {
    let query = reads.selectFrom('cards').select('id').orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    if (game !== undefined) query = query.where('game', '=', game);
    const rows = await query.execute();
    return pricedCards(
      reads,
      rows.map(({ id }) => id),
    );
  },
  expansions: async (reads, { after, game }, limit) => {
    let query = reads.selectFrom('expansions').select('body').orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    if (game !== undefined) query = query.where('game', '=', game);
    return (await query.execute()).map(({ body }) => JSON.parse(body) as Expansion);
  },
  series: async (reads, { after, game }, limit) => {
    let query = reads.selectFrom('series').select('body').orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    if (game !== undefined) query = query.where('game', '=', game);
    return (await query.execute()).map(({ body }) => JSON.parse(body) as Series);
  },
  products: async (reads, { after, game }, limit) => {
    let query = reads.selectFrom('products').select('id').orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', Number(after));
    if (game !== undefined) query = query.where('game', '=', game);
    const rows = await query.execute();
    return pricedProducts(
      reads,
      rows.map(({ id }) => id),
    );
  },
};
