/** The cards and products whose prices stand under owners' numbers. */
import { rowsWhere } from '../rows.ts';
import type { Reads } from '../store.ts';
import { cardOwner, ownerOf, productOwner } from './price-series.ts';

/** What both have at rest; of a card the id is a text. */
interface OwnerRecord {
  id: string | number;
  game: string;
  body: string;
}

/** These columns of them by owner, of a game alone where it is named; one that is gone is left out. */
export async function ownerRecords<Name extends keyof OwnerRecord>(
  reads: Reads,
  owners: readonly number[],
  columns: readonly Name[],
  game?: string,
): Promise<Map<number, Pick<OwnerRecord, Name>>> {
  const of = owners.map(ownerOf);
  const key = of.flatMap((owner) => ('card_key' in owner ? owner.card_key : []));
  const id = of.flatMap((owner) => ('product_id' in owner ? owner.product_id : []));
  const cards = await rowsWhere(reads, 'cards', { game, key }, ['key', ...columns]);
  const products = await rowsWhere(reads, 'products', { game, id }, ['id', ...columns]);
  return new Map<number, Pick<OwnerRecord, Name>>([
    ...cards.map((card) => [cardOwner(card.key), card] as const),
    ...products.map((product) => [productOwner(product.id), product] as const),
  ]);
}
