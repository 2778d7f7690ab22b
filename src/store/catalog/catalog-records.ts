/** Records by id: one, under the id that it has now or one that upstream gave up, many at once for a list, and whose an id is. */
import type { Card, Expansion, Product, Series } from '../../catalog/records.ts';
import { other, rowsWhere, rowWhere, valuesBy } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';
import { aliasTarget } from './aliases.ts';
import { TEXT_TABLES, type TextKind } from './translations.ts';

function recordOf<Found>(kind: TextKind) {
  return async function recordById(reads: Reads, id: string): Promise<Found | undefined> {
    const row = await rowWhere(reads, TEXT_TABLES[kind], { id }, ['body']);
    if (row) return JSON.parse(row.body) as Found;
    const target = await aliasTarget(reads, kind, id);
    return target === undefined ? undefined : recordById(reads, target);
  };
}

export const cardById = recordOf<Card>('card');
export const expansionById = recordOf<Expansion>('expansion');
export const seriesById = recordOf<Series>('series');

export async function productById(reads: Reads, id: number): Promise<Product | undefined> {
  const row = await rowWhere(reads, 'products', { id }, ['body']);
  return row && (JSON.parse(row.body) as Product);
}

/** Records of the table by id; an id that is gone is left out. */
const recordsByIds =
  <Id extends string | number, Found>(table: 'expansions' | 'series' | 'products') =>
  async (reads: Reads, ids: readonly Id[]): Promise<Map<Id, Found>> => {
    const rows = await rowsWhere(reads, table, { id: ids as never }, ['id', 'body']);
    return new Map(rows.map(({ id, body }) => [id as Id, JSON.parse(body) as Found]));
  };

export const expansionsByIds = recordsByIds<string, Expansion>('expansions');
export const seriesByIds = recordsByIds<string, Series>('series');
export const productsByNumbers = recordsByIds<number, Product>('products');

/** Sealed products by id as text; an id that is gone is left out. */
export async function productsByIds(reads: Reads, ids: readonly string[]): Promise<Map<string, Product>> {
  const products = await productsByNumbers(reads, ids.map(Number));
  return new Map([...products].map(([id, product]) => [String(id), product]));
}

export const gamesOfCards = (writes: Writes, ids: readonly string[]): Promise<Map<string, string>> =>
  valuesBy(writes, 'cards', { id: ids }, 'id', 'game');

/** The game of each of these ids, or of all, that stands for a record of a game other than `game`. */
export async function gamesOfIds<Id extends string | number>(
  writes: Writes,
  table: 'series' | 'expansions' | 'cards' | 'products',
  ids: readonly Id[] | undefined,
  game: string,
): Promise<Map<Id, string>> {
  return (await valuesBy(writes, table, { id: ids as never, game: other(game) }, 'id', 'game')) as Map<Id, string>;
}

/** Ids of a game's records, in their order. */
export async function idsOfGame<Id extends string | number>(
  reads: Reads,
  table: 'cards' | 'products' | 'expansions' | 'series',
  game: string,
): Promise<Id[]> {
  const rows = await rowsWhere(reads, table, { game }, ['id'], 'id');
  return rows.map(({ id }) => id as Id);
}
