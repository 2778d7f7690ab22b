/** Reads the prices that moved most, each with the record that it is of. */
import type { Card, Product } from '../../../catalog/records.ts';
import { variantNames } from '../../../catalog/variant-names.ts';
import { inBatches } from '../../batches.ts';
import { ownerRecords } from '../../prices/owner-records.ts';
import { subTypes } from '../../prices/sub-types.ts';
import { rowsWhere } from '../../rows-where.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Reads } from '../../store.ts';
import { byChange, leastOf, type Move } from './moves.ts';

/** What a product is sold as in EUR, where there are no sub types. */
const ONLY_SUB_TYPE = 'normal';

export interface MoversAsked extends Pick<Tables['movers'], 'currency' | 'days' | 'direction'> {
  game: string | undefined;
  /** What they cost at least on either day, in cents. */
  min: number;
  limit: number;
}

export interface ListedMove extends Move {
  record: Card | Product;
  /** The printing's short name, or the product's sub type. */
  variant: string;
}

/** The greatest moves first. One whose printing is gone is left out. */
export async function readMovers(reads: Reads, asked: MoversAsked): Promise<ListedMove[]> {
  const { game, currency, days, direction, min, limit } = asked;
  const moves = (await rowsWhere(reads, 'movers', { game, currency, days, direction }, ['body'], 'game'))
    .flatMap(({ body }) => JSON.parse(body) as Move[])
    .filter((move) => leastOf(move) >= min)
    // Those of a game stand in their order, which this keeps.
    .sort(byChange);
  const shown: ListedMove[] = [];
  const slugs = await subTypes(reads);
  // Nearly all of them are there.
  for (const batch of inBatches(moves.slice(0, 2 * limit))) {
    const owners = batch.map(({ owner }) => owner);
    const records = await ownerRecords(reads, owners, ['body']);
    for (const move of batch) {
      const body = records.get(move.owner)?.body;
      if (body === undefined) continue;
      const record = JSON.parse(body) as Card | Product;
      const variant =
        'variants' in record ? variantNames(record.variants).get(move.part) : (slugs.get(move.part) ?? ONLY_SUB_TYPE);
      if (variant !== undefined) shown.push({ ...move, record, variant });
    }
  }
  return shown.slice(0, limit);
}
