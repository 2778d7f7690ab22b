/** Reads the prices that moved most, each with the record that it is of. */
import type { Card, Product } from '../../catalog/records.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import { inBatches } from '../batches.ts';
import { cardOwner, ownerOf, productOwner } from '../prices/price-series.ts';
import { subTypes } from '../prices/sub-types.ts';
import type { Reads } from '../store.ts';
import type { MoverTable } from './mover-table.ts';
import { byChange, leastOf, type Move } from './moves.ts';

/** What a product is sold as in EUR, where there are no sub types. */
const ONLY_SUB_TYPE = 'normal';

/** What movers are asked for. */
export interface MoversAsked extends Pick<MoverTable, 'currency' | 'days' | 'direction'> {
  game: string | undefined;
  /** What they cost at least on either day, in cents. */
  min: number;
  limit: number;
}

/** A move, with the card or product whose price it is. */
export interface ShownMove extends Move {
  record: Card | Product;
  /** The printing's short name, or the product's sub type. */
  variant: string;
}

/** The greatest moves first. One whose printing is gone is left out. */
export async function readMovers(reads: Reads, asked: MoversAsked): Promise<ShownMove[]> {
  const { game, currency, days, direction, min, limit } = asked;
  let query = reads
    .selectFrom('movers')
    .select('body')
    .where('currency', '=', currency)
    .where('days', '=', days)
    .where('direction', '=', direction);
  if (game !== undefined) query = query.where('game', '=', game);
  const moves = (await query.execute())
    .flatMap(({ body }) => JSON.parse(body) as Move[])
    .filter((move) => leastOf(move) >= min)
    .sort(byChange);
  const shown: ShownMove[] = [];
  const slugs = await subTypes(reads);
  // Nearly all of them are there.
  for (const batch of inBatches(moves.slice(0, 2 * limit))) {
    const records = await recordsOf(reads, batch);
    for (const move of batch) {
      const record = records.get(move.owner);
      if (record === undefined) continue;
      const variant =
        'variants' in record ? variantNames(record.variants).get(move.part) : (slugs.get(move.part) ?? ONLY_SUB_TYPE);
      if (variant !== undefined) shown.push({ ...move, record, variant });
    }
  }
  return shown.slice(0, limit);
}

async function recordsOf(reads: Reads, moves: readonly Move[]): Promise<Map<number, Card | Product>> {
  const owners = moves.map(({ owner }) => ({ owner, ...ownerOf(owner) }));
  const keys = owners.flatMap((each) => ('card_key' in each ? each.card_key : []));
  const ids = owners.flatMap((each) => ('product_id' in each ? each.product_id : []));
  const cards =
    keys.length === 0 ? [] : await reads.selectFrom('cards').select(['key', 'body']).where('key', 'in', keys).execute();
  const products =
    ids.length === 0 ? [] : await reads.selectFrom('products').select(['id', 'body']).where('id', 'in', ids).execute();
  const bodies = new Map<number, string>([
    ...cards.map(({ key, body }) => [cardOwner(key), body] as const),
    ...products.map(({ id, body }) => [productOwner(id), body] as const),
  ]);
  return new Map([...bodies].map(([owner, body]) => [owner, JSON.parse(body) as Card | Product]));
}
