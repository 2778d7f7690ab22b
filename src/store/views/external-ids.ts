/** Ids of marketplaces, and numbers printed on cards, as an index of their own: what finds cards and products by them, or by place. */

import type { Selectable } from 'kysely';
import { MARKETPLACES, type Marketplace, type NumberedId, PRINTED_IDS } from '../../catalog/claims.ts';
import type { Card, Variant } from '../../catalog/records.ts';
import { inBatches, oneOf, readInBatches } from '../batches.ts';
import { byAskedIds } from '../catalog/aliases.ts';
import { deleteWhere, insertRows, portionsOf, rowsWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';
import type { View } from './view.ts';

interface IndexedCard {
  id: string;
  /** One of a release before has not every field. */
  card: { variants?: Partial<Variant>[]; metadata?: Partial<Card['metadata']> };
}

const CARDS_AT_ONCE = 500;

/** The ids that a record's printings carry, and those that are printed on it, each once. */
function idsIn({ id, card: { variants = [], metadata } }: IndexedCard): Tables['external_ids'][] {
  const found = (market: Marketplace) =>
    [...new Set(variants.map(({ external_ids }) => external_ids?.[market]))].flatMap((external_id) =>
      external_id ? [{ market, external_id, card_id: id }] : [],
    );
  const printed = PRINTED_IDS.flatMap((market) => {
    const external_id = metadata?.attributes?.[market];
    return typeof external_id === 'number' ? [{ market, external_id, card_id: id }] : [];
  });
  return [...found('tcgplayer'), ...found('cardmarket'), ...printed];
}

async function indexCards(writes: Writes, cards: readonly IndexedCard[]): Promise<void> {
  await deleteWhere(writes, 'external_ids', { card_id: cards.map(({ id }) => id) });
  await insertRows(writes, 'external_ids', cards.flatMap(idsIn));
}

export const externalIds: View = {
  follows: ['cards'],
  update: async (writes, { cards = [], deleted }) => {
    await indexCards(writes, cards);
    await deleteWhere(writes, 'external_ids', { card_id: deleted?.cards?.map(({ id }) => id) ?? [] });
  },
  rebuild: async (writes) => {
    const ids = writes.selectFrom('cards').select('id');
    await writes.deleteFrom('external_ids').where('card_id', 'not in', ids).execute();
    for await (const rows of portionsOf(writes, 'cards', CARDS_AT_ONCE, { columns: ['id', 'body'] }, 'id')) {
      const cards = rows.map(({ id, body }) => ({ id, card: JSON.parse(body) as IndexedCard['card'] }));
      await indexCards(writes, cards);
    }
  },
};

/** Cards that carry the id, on a printing or as a whole, in the order of their ids. */
export async function cardsByExternalId(reads: Reads, source: NumberedId, externalId: number): Promise<Card[]> {
  const carried = await cardsOfMarketplaceIds(reads, source, [externalId]);
  const rows = await rowsWhere(reads, 'cards', { id: carried.get(externalId) ?? [] }, ['body'], 'id');
  return rows.map(({ body }) => JSON.parse(body) as Card);
}

/** Sealed products with the id, in the order of their ids. TCGplayer's are our own ids. */
export async function productsByExternalId(reads: Reads, marketplace: Marketplace, externalId: number) {
  const query = reads.selectFrom('products').select(['id', 'game', 'name']).orderBy('id');
  if (marketplace === 'tcgplayer') return query.where('id', '=', externalId).execute();
  const linked = reads.selectFrom('sealed_links').select('product_id').where('cardmarket_id', '=', externalId);
  return query.where('id', 'in', linked).execute();
}

/** Marketplace ids that several of these cards carry on their printings. */
export async function sharedIds(reads: Reads, card_id: readonly string[]): Promise<Record<Marketplace, Set<number>>> {
  const rows = await rowsWhere(reads, 'external_ids', { card_id }, ['market', 'external_id']);
  const shared = (market: Marketplace) => {
    const carried = Map.groupBy(rows, (row) => (row.market === market ? row.external_id : undefined));
    return new Set([...carried].flatMap(([id, { length }]) => (id !== undefined && length > 1 ? [id] : [])));
  };
  return { tcgplayer: shared('tcgplayer'), cardmarket: shared('cardmarket') };
}

/** The cards on which one of the marketplace products is written, on a printing or as a whole. */
export async function claimantIds(reads: Reads, named: Readonly<Record<Marketplace, Iterable<number>>>) {
  const found = new Set<string>();
  for (const market of MARKETPLACES) {
    const carried = await cardsOfMarketplaceIds(reads, market, [...named[market]]);
    for (const id of [...carried.values()].flat()) found.add(id);
  }
  return found;
}

/** A card as evidence is weighed on it; the sortable form of no number stands behind all. */
export type LookupRow = Pick<Selectable<Tables['cards']>, (typeof COLUMNS)[number]>;

export type LookupExpansion = Awaited<ReturnType<typeof lookupExpansions>>[number];

const COLUMNS = ['id', 'game', 'expansion_id', 'name', 'number', 'number_sort'] as const;
/** Expansions in one statement: each is a term of its condition. */
const PLACES_AT_ONCE = 50;

/** `official` stands behind the slash of its numbers, 0 where nothing does; no `region` is the catalog's own. */
export async function lookupExpansions(reads: Reads) {
  const columns = ['id', 'game', 'name', 'card_count_official', 'codes', 'body'] as const;
  const rows = await rowsWhere(reads, 'expansions', {}, columns);
  const texts = await rowsWhere(reads, 'translations', { kind: 'expansion', withheld: null }, ['id', 'name']);
  const names = Map.groupBy(texts, ({ id }) => id);
  return rows.map(({ id, game, name, card_count_official: official, codes, body }) => {
    const translated = (names.get(id) ?? []).map((text) => text.name);
    const { region } = JSON.parse(body) as { region?: string };
    return { id, game, name, translated, codes: JSON.parse(codes) as string[], official, region };
  });
}

/** Cards by the marketplace products that they or their printings carry, or by a number that is printed on them. */
export async function cardsOfMarketplaceIds(reads: Reads, source: NumberedId, ids: readonly number[]) {
  const market = MARKETPLACES.find((each) => each === source);
  const rows = await readInBatches(ids, (some) => {
    const carried = reads
      .selectFrom('external_ids')
      .select(['external_id as article', 'card_id'])
      .where('market', '=', source)
      .where('external_id', 'in', oneOf(some));
    if (market === undefined) return carried.execute();
    const claimed = reads
      .selectFrom('card_claims')
      .select((row) => [row.ref(market).$notNull().as('article'), 'card_id'])
      .where(market, 'in', oneOf(some));
    return carried.union(claimed).execute();
  });
  const found = Map.groupBy(rows, ({ article }) => article);
  return new Map([...found].map(([article, cards]) => [article, cards.map(({ card_id }) => card_id)]));
}

/** The cards at collector numbers of expansions, in their sortable form. */
export async function cardsAtPlaces(reads: Reads, places: ReadonlyMap<string, ReadonlySet<string>>) {
  const found: LookupRow[] = [];
  for (const batch of inBatches([...places], PLACES_AT_ONCE)) {
    const rows = await reads
      .selectFrom('cards')
      .select(COLUMNS)
      .where(({ eb, or, and }) =>
        or(
          batch.map(([id, numbers]) =>
            and([eb('expansion_id', '=', id), eb('number_sort', 'in', oneOf([...numbers]))]),
          ),
        ),
      )
      .execute();
    found.push(...rows);
  }
  return found;
}

export const cardsOfExpansions = (reads: Reads, ids: readonly string[]): Promise<LookupRow[]> =>
  rowsWhere(reads, 'cards', { expansion_id: ids }, COLUMNS);

/** Cards by the ids that they have now or that upstream gave up, under the id that was asked. */
export const cardsByAnyId = (reads: Reads, ids: readonly string[]): Promise<Map<string, LookupRow>> =>
  byAskedIds(reads, 'card', ids, async (all) => {
    const rows = await rowsWhere(reads, 'cards', { id: all }, COLUMNS);
    return new Map(rows.map((row) => [row.id, row]));
  });
