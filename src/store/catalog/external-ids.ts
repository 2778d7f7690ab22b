/** Marketplace ids of printings as an index of their own: what finds a card, or a sealed product, by a foreign id. */
import type { Marketplace } from '../../catalog/claims.ts';
import type { Card, Variant } from '../../catalog/records.ts';
import { filledUp, inBatches } from '../batches.ts';
import { insertion, statement } from '../engines/statement.ts';
import type { ExternalIdTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';

interface IndexedCard {
  id: string;
  /** One of a release before has not every field. */
  card: { variants?: Partial<Variant>[] };
}

const CARDS_AT_ONCE = 500;

/** The ids that a record's printings carry, each once. */
function idsIn({ id, card: { variants = [] } }: IndexedCard): ExternalIdTable[] {
  const found = (market: Marketplace) =>
    [...new Set(variants.map(({ external_ids }) => external_ids?.[market]))].flatMap((external_id) =>
      external_id ? [{ market, external_id, card_id: id }] : [],
    );
  return [...found('tcgplayer'), ...found('cardmarket')];
}

/** Brings the index up to these records; to be called in the transaction that writes them. */
export async function indexCards(writes: Writes, cards: readonly IndexedCard[]): Promise<void> {
  for (const batch of inBatches(cards.map(({ id }) => id))) await deleteIds(writes, { ids: filledUp(batch) });
  await insertIds(writes, cards.flatMap(idsIn));
}

const deleteIds = statement((writes, { ids }: { ids: readonly string[] }) =>
  writes.deleteFrom('external_ids').where('card_id', 'in', ids),
);

const insertIds = insertion((writes, rows: readonly ExternalIdTable[]) =>
  writes.insertInto('external_ids').values(rows),
);

/** Fills the index from a store that was written without it. */
export async function indexStoredCards(writes: Writes): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const rows: { id: string; body: string }[] = await writes
      .selectFrom('cards')
      .select(['id', 'body'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(CARDS_AT_ONCE)
      .execute();
    const cards = rows.map(({ id, body }) => ({ id, card: JSON.parse(body) as IndexedCard['card'] }));
    if (cards.length > 0) await indexCards(writes, cards);
    last = rows.at(-1)?.id;
  }
}

/** Cards that carry the id, on a printing or as a whole, in the order of their ids. */
export async function cardsByExternalId(reads: Reads, marketplace: Marketplace, externalId: number): Promise<Card[]> {
  const ids = await reads
    .selectFrom('external_ids')
    .select('card_id')
    .where('market', '=', marketplace)
    .where('external_id', '=', externalId)
    .union(reads.selectFrom('card_claims').select('card_id').where(marketplace, '=', externalId))
    .execute();
  if (ids.length === 0) return [];
  const rows = await reads
    .selectFrom('cards')
    .select('body')
    .where(
      'id',
      'in',
      ids.map(({ card_id }) => card_id),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as Card);
}

/** Sealed products with the id, in the order of their ids. TCGplayer's are our own ids. */
export async function productsByExternalId(
  reads: Reads,
  marketplace: Marketplace,
  externalId: number,
): Promise<{ id: number; game: string; name: string }[]> {
  const query = reads.selectFrom('products').select(['id', 'game', 'name']).orderBy('id');
  if (marketplace === 'tcgplayer') return query.where('id', '=', externalId).execute();
  const linked = reads.selectFrom('sealed_links').select('product_id').where('cardmarket_id', '=', externalId);
  return query.where('id', 'in', linked).execute();
}
