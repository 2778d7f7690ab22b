/** What the look-up of lists compares with: cards by marketplace product, by place and by id, many in one statement. */
import type { Selectable } from 'kysely';
import { MARKETPLACES, type NumberedId } from '../../../catalog/claims.ts';
import { inBatches, oneOf, readInBatches } from '../../batches.ts';
import { byAskedIds } from '../../catalog/aliases.ts';
import { rowsWhere } from '../../rows-where.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Reads } from '../../store.ts';

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
