/** Single records by id, under the id they have now or one that upstream gave up. */
import type { Card, Expansion, Product, Series } from '../../catalog/records.ts';
import type { Reads } from '../store.ts';
import type { AliasTable } from '../tables.ts';

/** The id that `id` stands for today, undefined when it never was another's. */
export async function aliasTarget(reads: Reads, kind: AliasTable['kind'], id: string): Promise<string | undefined> {
  const row = await reads
    .selectFrom('aliases')
    .select('target_id')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.target_id;
}

/** The id under which the expansion `id` is stored today; an unknown one stays as it is. */
export const currentExpansionId = async (reads: Reads, id: string): Promise<string> =>
  (await aliasTarget(reads, 'expansion', id)) ?? id;

/** The id under which the series `id` is stored today; an unknown one stays as it is. */
export const currentSeriesId = async (reads: Reads, id: string): Promise<string> =>
  (await aliasTarget(reads, 'series', id)) ?? id;

/** The card, or undefined. */
export async function cardById(reads: Reads, id: string): Promise<Card | undefined> {
  const row = await reads.selectFrom('cards').select('body').where('id', '=', id).executeTakeFirst();
  if (row) return JSON.parse(row.body) as Card;
  const target = await aliasTarget(reads, 'card', id);
  return target === undefined ? undefined : cardById(reads, target);
}

/** The expansion, or undefined. */
export async function expansionById(reads: Reads, id: string): Promise<Expansion | undefined> {
  const row = await reads.selectFrom('expansions').select('body').where('id', '=', id).executeTakeFirst();
  if (row) return JSON.parse(row.body) as Expansion;
  const target = await aliasTarget(reads, 'expansion', id);
  return target === undefined ? undefined : expansionById(reads, target);
}

/** The series, or undefined. */
export async function seriesById(reads: Reads, id: string): Promise<Series | undefined> {
  const row = await reads.selectFrom('series').select('body').where('id', '=', id).executeTakeFirst();
  if (row) return JSON.parse(row.body) as Series;
  const target = await aliasTarget(reads, 'series', id);
  return target === undefined ? undefined : seriesById(reads, target);
}

/** The sealed product, or undefined. */
export async function productById(reads: Reads, id: number): Promise<Product | undefined> {
  const row = await reads.selectFrom('products').select('body').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.body) as Product);
}
