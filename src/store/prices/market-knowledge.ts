/** What price runs know beside prices: claims of the catalog, matched rows, sub types, held amounts. */
import { printingsIn } from '../../catalog/changes.ts';
import type { ClaimingCard, ClaimingVariant } from '../../catalog/claims.ts';
import type { ExternalIds, Variant } from '../../catalog/records.ts';
import { filledUp, inBatches, inInserts } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import { idsOfGame } from '../games.ts';
import type { CardClaimTable } from '../schema/catalog-tables.ts';
import type { ArticleSubTypeTable, GroupRowsTable, HeldAmountTable, PriceLinkTable } from '../schema/price-tables.ts';
import type { Reads, Writes } from '../store.ts';

export type PriceLink = PriceLinkTable;
export type ArticleSubType = Omit<ArticleSubTypeTable, 'confirmed'> & { confirmed: boolean };
export type HeldAmountRow = HeldAmountTable;
export type GroupRows = Omit<GroupRowsTable, 'source'>;
export type CardClaim = CardClaimTable;

const NO_IDS: ExternalIds = { tcgplayer: null, cardmarket: null };

/**
 * The cards of a game, or those named, with the marketplace ids written on each and on its printings, in the order of ids.
 * A printing that did not come with the last complete record of its card claims nothing: its source says that it is not there.
 */
export async function claimingCards(
  reads: Reads | Writes,
  which: { game: string } | { ids: readonly string[] },
): Promise<ClaimingCard[]> {
  const only = 'ids' in which ? which.ids : undefined;
  const kept = await reads
    .selectFrom('card_claims')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('card_id', 'in', only ?? []))
    .execute();
  const claims = new Map(kept.map(({ card_id, ...ids }) => [card_id, ids]));
  const missing = await reads
    .selectFrom('variants')
    .select('id')
    .where('missing_runs', '>', 0)
    .$if(only !== undefined, (query) => query.where('card_id', 'in', only ?? []))
    .execute();
  const missingIds = new Set(missing.map(({ id }) => id));
  const ids = 'ids' in which ? which.ids : await idsOfGame<string>(reads, 'cards', which.game);
  const cards: ClaimingCard[] = [];
  // Some hundred at once: their bodies stand in memory together. By id, not by pages of a game: each page of those is sorted
  // out of the whole game anew, which took 3 of 20 s for the prices of 98,622 cards.
  for (const batch of inBatches(ids.toSorted())) {
    const rows = await reads
      .selectFrom('cards')
      .select(['game', 'id', 'name', 'number', 'expansion_id', 'body'])
      .where('id', 'in', batch)
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of batch) {
      const row = found.get(id);
      if (row === undefined) continue;
      const { game, name, number, expansion_id, body } = row;
      const variants = printingsIn(body).map((printing) => claimingVariant(printing, missingIds));
      cards.push({ game, id, name, number, expansion_id, external_ids: claims.get(id) ?? NO_IDS, variants });
    }
  }
  return cards;
}

function claimingVariant(
  { usd_market, eur_market, ...variant }: Variant,
  missing: ReadonlySet<number>,
): ClaimingVariant {
  const is_missing = missing.has(variant.id);
  return { ...variant, is_missing, external_ids: is_missing ? NO_IDS : variant.external_ids };
}

/** Keeps the ids that a card as a whole claims; both null for none. */
export async function putCardClaims(writes: Writes, claims: readonly CardClaim[]): Promise<void> {
  for (const batch of inBatches(claims)) {
    await deleteClaims(writes, { ids: filledUp(batch.map(({ card_id }) => card_id)) });
    const rows = batch.filter(({ tcgplayer, cardmarket }) => tcgplayer !== null || cardmarket !== null);
    for (const run of inInserts(rows)) await writes.insertInto('card_claims').values(run).execute();
  }
}

const deleteClaims = statement((writes, { ids }: { ids: readonly string[] }) =>
  writes.deleteFrom('card_claims').where('card_id', 'in', ids),
);

/** The rows that speak for printings of a game, of one market. */
export function priceLinks(reads: Reads | Writes, market: PriceLink['market'], game: string): Promise<PriceLink[]> {
  return reads
    .selectFrom('price_links')
    .innerJoin('cards', 'cards.id', 'price_links.card_id')
    .selectAll('price_links')
    .where('market', '=', market)
    .where('cards.game', '=', game)
    .execute();
}

/** Replaces the links of the printings named in `removed` and `added`. */
export async function replacePriceLinks(
  writes: Writes,
  market: PriceLink['market'],
  removed: readonly number[],
  added: readonly PriceLink[],
): Promise<void> {
  for (const batch of inBatches(removed)) {
    await writes.deleteFrom('price_links').where('market', '=', market).where('variant_id', 'in', batch).execute();
  }
  for (const batch of inBatches(added)) await writes.insertInto('price_links').values(batch).execute();
}

/** The sub types of every article, or of those of `only`, over all days. */
export async function articleSubTypes(reads: Reads | Writes, only?: readonly number[]): Promise<ArticleSubType[]> {
  if (only?.length === 0) return [];
  const rows = await reads
    .selectFrom('article_sub_types')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('product_id', 'in', only ?? []))
    .execute();
  // Each of the few texts once: five games have 225,000 of these, which took 30 MB.
  const texts = new Map<string, string>();
  const textOf = (text: string) => texts.get(text) ?? (texts.set(text, text) && text);
  return rows.map(({ product_id, sub_type, first_on, confirmed }) => ({
    product_id,
    sub_type: textOf(sub_type),
    first_on: textOf(first_on),
    confirmed: confirmed === 1,
  }));
}

export async function putArticleSubTypes(writes: Writes, facts: readonly ArticleSubType[]): Promise<void> {
  for (const batch of inBatches(facts)) {
    await writes
      .insertInto('article_sub_types')
      .values(batch.map((fact) => ({ ...fact, confirmed: fact.confirmed ? 1 : 0 })))
      .onConflict((conflict) =>
        conflict
          .columns(['product_id', 'sub_type'])
          .doUpdateSet(({ ref }) => ({ confirmed: ref('excluded.confirmed') })),
      )
      .execute();
  }
}

/** Amounts of one source that wait for a second day. */
export function heldAmounts(reads: Reads | Writes, source: string): Promise<HeldAmountRow[]> {
  return reads.selectFrom('held_amounts').selectAll().where('source', '=', source).execute();
}

/** Replaces what waits of one source. */
export async function replaceHeldAmounts(
  writes: Writes,
  source: string,
  held: readonly Omit<HeldAmountRow, 'source'>[],
): Promise<void> {
  await writes.deleteFrom('held_amounts').where('source', '=', source).execute();
  for (const batch of inBatches(held)) {
    await writes
      .insertInto('held_amounts')
      .values(batch.map((row) => ({ source, ...row })))
      .execute();
  }
}

/** How many rows each group of the source's prices has on a day, by the group's id. */
export async function groupRows(reads: Reads | Writes, source: string): Promise<Map<number, GroupRows>> {
  const rows = await reads.selectFrom('group_rows').selectAll().where('source', '=', source).execute();
  return new Map(rows.map(({ source, ...group }) => [group.group_id, group]));
}

export async function putGroupRows(writes: Writes, source: string, groups: readonly GroupRows[]): Promise<void> {
  for (const batch of inBatches(groups)) {
    await writes
      .insertInto('group_rows')
      .values(batch.map((group) => ({ source, ...group })))
      .onConflict((conflict) =>
        conflict.columns(['source', 'group_id']).doUpdateSet(({ ref }) => ({
          rows: ref('excluded.rows'),
          short_days: ref('excluded.short_days'),
          short_on: ref('excluded.short_on'),
        })),
      )
      .execute();
  }
}

/** When the source was last asked for each article, by the article's id. */
export async function askedArticles(reads: Reads | Writes, source: string): Promise<Map<number, string>> {
  const rows = await reads.selectFrom('asked_articles').selectAll().where('source', '=', source).execute();
  return new Map(rows.map(({ product_id, asked_at }) => [product_id, asked_at]));
}

export async function putAskedArticles(
  writes: Writes,
  source: string,
  articleIds: readonly number[],
  asked_at: string,
): Promise<void> {
  for (const batch of inBatches(articleIds)) {
    await writes
      .insertInto('asked_articles')
      .values(batch.map((product_id) => ({ source, product_id, asked_at })))
      .onConflict((conflict) => conflict.columns(['source', 'product_id']).doUpdateSet({ asked_at }))
      .execute();
  }
}
