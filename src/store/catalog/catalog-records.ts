/** Records by id: one, under the id that it has now or one that upstream gave up, and many at once for a list. */
import type { Card, Expansion, Product, Series } from '../../catalog/records.ts';
import { filledUp } from '../batches.ts';
import type { AliasTable } from '../schema/catalog-tables.ts';
import type { Reads } from '../store.ts';
import { aliasTarget } from './aliases.ts';

const TABLES = { card: 'cards', expansion: 'expansions', series: 'series' } as const;

async function recordById<Found>(reads: Reads, kind: AliasTable['kind'], id: string): Promise<Found | undefined> {
  const row = await reads.selectFrom(TABLES[kind]).select('body').where('id', '=', id).executeTakeFirst();
  if (row) return JSON.parse(row.body) as Found;
  const target = await aliasTarget(reads, kind, id);
  return target === undefined ? undefined : recordById(reads, kind, target);
}

/** The card, or undefined. */
export const cardById = (reads: Reads, id: string): Promise<Card | undefined> => recordById(reads, 'card', id);

/** The expansion, or undefined. */
export const expansionById = (reads: Reads, id: string): Promise<Expansion | undefined> =>
  recordById(reads, 'expansion', id);

/** The series, or undefined. */
export const seriesById = (reads: Reads, id: string): Promise<Series | undefined> => recordById(reads, 'series', id);

/** The sealed product, or undefined. */
export async function productById(reads: Reads, id: number): Promise<Product | undefined> {
  const row = await reads.selectFrom('products').select('body').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.body) as Product);
}

/** Expansions by id; an id that is gone is left out. */
export async function expansionsByIds(reads: Reads, ids: readonly string[]): Promise<Map<string, Expansion>> {
  const rows = await reads.selectFrom('expansions').select(['id', 'body']).where('id', 'in', filledUp(ids)).execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Expansion]));
}

/** Series by id; an id that is gone is left out. */
export async function seriesByIds(reads: Reads, ids: readonly string[]): Promise<Map<string, Series>> {
  const rows = await reads.selectFrom('series').select(['id', 'body']).where('id', 'in', filledUp(ids)).execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Series]));
}

/** Sealed products by id; an id that is gone is left out. */
export async function productsByNumbers(reads: Reads, ids: readonly number[]): Promise<Map<number, Product>> {
  const rows = await reads.selectFrom('products').select(['id', 'body']).where('id', 'in', filledUp(ids)).execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Product]));
}

/** Sealed products by id as text; an id that is gone is left out. */
export async function productsByIds(reads: Reads, ids: readonly string[]): Promise<Map<string, Product>> {
  const products = await productsByNumbers(reads, ids.map(Number));
  return new Map([...products].map(([id, product]) => [String(id), product]));
}
