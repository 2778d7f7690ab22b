/** What the look-up of lists compares with: cards by article, by place and by id, many in one statement. */
import type { Marketplace } from '../../catalog/claims.ts';
import { filledUp, inBatches } from '../batches.ts';
import type { Reads } from '../store.ts';

/** A card as evidence is weighed on it. */
export interface LookupRow {
  id: string;
  game: string;
  expansion_id: string;
  name: string;
  number: string | null;
  /** The number's sortable form; that of no number stands behind all. */
  number_sort: string;
}

/** An expansion as lists may name it. */
export interface LookupExpansion {
  id: string;
  game: string;
  name: string;
  /** What it is called in other languages. */
  translated: string[];
  /** What is printed on its cards for it. */
  codes: string[];
  /** What stands behind the slash of its numbers; 0 where nothing does. */
  official: number;
}

const COLUMNS = ['id', 'game', 'expansion_id', 'name', 'number', 'number_sort'] as const;
/** Expansions in one statement: each is a term of its condition. */
const PLACES_AT_ONCE = 50;

/** Every expansion, with its names. */
export async function lookupExpansions(reads: Reads): Promise<LookupExpansion[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select(['id', 'game', 'name', 'card_count_official', 'codes'])
    .execute();
  const texts = await reads
    .selectFrom('translations')
    .select(['id', 'name'])
    .where('kind', '=', 'expansion')
    .where('withheld', 'is', null)
    .execute();
  const names = Map.groupBy(texts, ({ id }) => id);
  return rows.map(({ id, game, name, card_count_official: official, codes }) => {
    const translated = (names.get(id) ?? []).map((text) => text.name);
    return { id, game, name, translated, codes: JSON.parse(codes) as string[], official };
  });
}

/** Cards by the marketplace's articles that they or their printings carry. */
export async function cardsOfArticles(
  reads: Reads,
  market: Marketplace,
  articles: readonly number[],
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const batch of inBatches(articles)) {
    const wanted = filledUp(batch);
    const rows = await reads
      .selectFrom('external_ids')
      .select(['external_id as article', 'card_id'])
      .where('market', '=', market)
      .where('external_id', 'in', wanted)
      .union(
        reads
          .selectFrom('card_claims')
          .select((row) => [row.ref(market).$notNull().as('article'), 'card_id'])
          .where(market, 'in', wanted),
      )
      .execute();
    for (const { article, card_id } of rows) found.set(article, [...(found.get(article) ?? []), card_id]);
  }
  return found;
}

/** The cards at collector numbers of expansions, in their sortable form. */
export async function cardsAtPlaces(
  reads: Reads,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<LookupRow[]> {
  const found: LookupRow[] = [];
  const expansions = [...places];
  for (let start = 0; start < expansions.length; start += PLACES_AT_ONCE) {
    const batch = expansions.slice(start, start + PLACES_AT_ONCE);
    const rows = await reads
      .selectFrom('cards')
      .select(COLUMNS)
      .where(({ eb, or, and }) =>
        or(batch.map(([id, numbers]) => and([eb('expansion_id', '=', id), eb('number_sort', 'in', [...numbers])]))),
      )
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Cards by the ids that they have now or that upstream gave up, under the id that was asked. */
export async function cardsByAnyId(reads: Reads, ids: readonly string[]): Promise<Map<string, LookupRow>> {
  const found = await cardsByIds(reads, ids);
  const missing = ids.filter((id) => !found.has(id));
  const targets = new Map<string, string>();
  for (const batch of inBatches(missing)) {
    const rows = await reads
      .selectFrom('aliases')
      .select(['id', 'target_id'])
      .where('kind', '=', 'card')
      .where('id', 'in', filledUp(batch))
      .execute();
    for (const { id, target_id } of rows) targets.set(id, target_id);
  }
  const renamed = await cardsByIds(reads, [...targets.values()]);
  for (const [id, target] of targets) {
    const row = renamed.get(target);
    if (row !== undefined) found.set(id, row);
  }
  return found;
}

async function cardsByIds(reads: Reads, ids: readonly string[]): Promise<Map<string, LookupRow>> {
  const found = new Map<string, LookupRow>();
  for (const batch of inBatches(ids)) {
    const rows = await reads.selectFrom('cards').select(COLUMNS).where('id', 'in', filledUp(batch)).execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
