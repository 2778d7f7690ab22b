/** What price runs know beside prices: claims of the catalog, matched rows, sub types, pending prices. */
import { sql } from 'kysely';
import { printingsIn } from '../../catalog/changes.ts';
import { type ClaimingCard, MARKETPLACES, type Marketplace, type SettledClaim } from '../../catalog/claims.ts';
import type { ExternalIds, Variant } from '../../catalog/records.ts';
import { remembered } from '../../packed/remembered.ts';
import { inBatches } from '../batches.ts';
import { deleteWhere, insertRows, other, putRows, rowsWhere, valuesBy } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

export type PriceLink = Tables['price_links'];
export type MarketplaceSubType = Omit<Tables['article_sub_types'], 'confirmed'> & { confirmed: boolean };
export type PendingPriceRow = Tables['held_amounts'];
export type JudgedRow = Omit<Tables['judged_amounts'], 'source'>;
export type JudgedAmount = Omit<JudgedRow, 'row_name'>;
export type GroupRows = Pick<Tables['group_rows'], 'group_id' | 'rows'>;
export type CardClaim = Tables['card_claims'];

const NO_IDS: ExternalIds = { tcgplayer: null, cardmarket: null };

/**
 * The cards named, with the marketplace ids written on each and on its printings, in the order of ids.
 * They are those that the catalog names, whatever became of them. A printing that did not come with the last complete record of its card claims nothing: its source says that it is not there. Nor does a card that came no more, of what others claim.
 * @param settled what became of the claims of these cards, by printing
 */
export async function claimingCards(
  reads: Reads,
  ids: readonly string[],
  settled: ReadonlyMap<number, readonly SettledClaim[]>,
) {
  const cards: ClaimingCard[] = [];
  // Some hundred at once: their bodies stand in memory together. By id, not by pages of a game: each page of those is sorted
  // out of the whole game anew, which took 3 of 20 s for the prices of 98,622 cards.
  for (const batch of inBatches(ids.toSorted())) {
    const columns = ['game', 'id', 'name', 'number', 'expansion_id', 'body'] as const;
    const rows = await rowsWhere(reads, 'cards', { id: batch }, columns);
    const found = new Map(rows.map((row) => [row.id, row]));
    const kept = await rowsWhere(reads, 'card_claims', { card_id: batch });
    const claims = new Map(kept.map(({ card_id, ...own }) => [card_id, own]));
    const missing = await rowsWhere(reads, 'variants', { missing_runs: other(0), card_id: batch });
    const missingIds = new Set(missing.map(({ id }) => id));
    const yielding = new Set(missing.flatMap(({ missing_runs, card_id }) => (missing_runs < 0 ? card_id : [])));
    for (const { body, ...row } of batch.flatMap((id) => found.get(id) ?? [])) {
      const variants = printingsIn(body).map((printing) => claimingVariant(asClaimed(printing, settled), missingIds));
      const external_ids = (yielding.has(row.id) ? undefined : claims.get(row.id)) ?? NO_IDS;
      cards.push({ ...row, external_ids, variants });
    }
  }
  return cards;
}

function claimingVariant({ usd_market, eur_market, ...variant }: Variant, missing: ReadonlySet<number>) {
  const is_missing = missing.has(variant.id);
  return { ...variant, is_missing, external_ids: is_missing ? NO_IDS : variant.external_ids };
}

/** Those known of the cards named, by printing. */
export async function settledClaims(reads: Reads, card_id: readonly string[]): Promise<Map<number, SettledClaim[]>> {
  const rows = (await rowsWhere(reads, 'settled_claims', { card_id })) as SettledClaim[];
  return Map.groupBy(rows, ({ variant_id }) => variant_id);
}

type Linked = Pick<Variant, 'id' | 'external_ids'>;

const relinked =
  (replacement: (claim: SettledClaim) => [from: number | null, to: number | null]) =>
  <Printing extends Linked>(printing: Printing, settled: ReadonlyMap<number, readonly SettledClaim[]>): Printing => {
    const external_ids = { ...printing.external_ids };
    for (const claim of settled.get(printing.id) ?? []) {
      const [from, to] = replacement(claim);
      if (from !== null && to !== null && external_ids[claim.market] === from) external_ids[claim.market] = to;
    }
    const isSame = MARKETPLACES.every((market) => external_ids[market] === printing.external_ids[market]);
    return isSame ? printing : { ...printing, external_ids };
  };

/** The printing with the products that the catalog names in place of those it was found to be. */
export const asClaimed = relinked(({ product_id, claimed }) => [product_id, claimed]);
/** The printing with the products it was found to be in place of those that the catalog names. */
export const asSettled = relinked(({ product_id, claimed }) => [claimed, product_id]);

/** Puts these claims in the place of those of the printings named. */
export async function replaceSettledClaims(
  writes: Writes,
  variantIds: readonly number[],
  settled: readonly SettledClaim[],
): Promise<void> {
  await deleteWhere(writes, 'settled_claims', { variant_id: variantIds });
  await insertRows(writes, 'settled_claims', settled);
}

/** Keeps the ids that a card as a whole claims; both null for none. */
export async function putCardClaims(writes: Writes, claims: readonly CardClaim[]): Promise<void> {
  await deleteWhere(writes, 'card_claims', { card_id: claims.map(({ card_id }) => card_id) });
  const rows = claims.filter(({ tcgplayer, cardmarket }) => tcgplayer !== null || cardmarket !== null);
  await insertRows(writes, 'card_claims', rows);
}

/** The rows that speak for printings of a game, of one market. */
export async function priceLinks(reads: Reads, market: PriceLink['market'], game: string): Promise<PriceLink[]> {
  const found = sql<PriceLink>`select price_links.* from cards join price_links on price_links.card_id = cards.id
    where cards.game = ${game} and market = ${market}`;
  return (await found.execute(reads)).rows;
}

export const linksOfCards = (reads: Reads, market: PriceLink['market'], card_id: string[]): Promise<PriceLink[]> =>
  rowsWhere(reads, 'price_links', { market, card_id });

/** Replaces the links of the printings named in `removed` and `added`. */
export async function replacePriceLinks(
  writes: Writes,
  market: PriceLink['market'],
  removed: readonly number[],
  added: readonly PriceLink[],
): Promise<void> {
  await deleteWhere(writes, 'price_links', { market, variant_id: removed });
  await insertRows(writes, 'price_links', added);
}

/** The sub types of every marketplace product, or of those of `only`, over all days. */
export async function marketplaceSubTypes(reads: Reads, only?: readonly number[]): Promise<MarketplaceSubType[]> {
  const rows = await rowsWhere(reads, 'article_sub_types', { product_id: only });
  // Each of the few texts once: five games have 225,000 of these, which took 30 MB.
  const textOf = remembered((text: string) => text);
  return rows.map(({ product_id, sub_type, first_on, confirmed }) => ({
    product_id,
    sub_type: textOf(sub_type),
    first_on: textOf(first_on),
    confirmed: confirmed === 1,
  }));
}

/** Of what is known only whether it is confirmed may be another. */
export async function putMarketplaceSubTypes(writes: Writes, facts: readonly MarketplaceSubType[]): Promise<void> {
  const rows = facts.map((fact) => ({ ...fact, confirmed: fact.confirmed ? 1 : 0 }));
  await putRows(writes, 'article_sub_types', ['product_id', 'sub_type'], rows, ['confirmed']);
}

/** Puts other facts in the place of those known, or takes them away. */
export async function replaceSubTypes(writes: Writes, facts: readonly (MarketplaceSubType & { isGone: boolean })[]) {
  for (const { product_id, sub_type } of facts)
    await deleteWhere(writes, 'article_sub_types', { product_id, sub_type });
  const left = facts.flatMap(({ isGone, ...fact }) => (isGone ? [] : [fact]));
  await putMarketplaceSubTypes(writes, left);
}

export const pendingPrices = (reads: Reads, source: string): Promise<PendingPriceRow[]> =>
  rowsWhere(reads, 'held_amounts', { source }, undefined, 'key');

export async function replacePendingPrices(
  writes: Writes,
  source: string,
  held: readonly Omit<PendingPriceRow, 'source'>[],
): Promise<void> {
  await deleteWhere(writes, 'held_amounts', { source });
  const rows = held.map((row) => ({ source, ...row }));
  await insertRows(writes, 'held_amounts', rows);
}

/** Amounts of one source that were not ordinary on their day. */
export const judgedAmounts = (reads: Reads, source: string): Promise<JudgedRow[]> =>
  rowsWhere(reads, 'judged_amounts', { source }, ['row_name', 'name', 'observed_on', 'cents', 'state']);

/** Replaces what was judged of rows of one source, by their names. */
export async function replaceJudgedAmounts(
  writes: Writes,
  source: string,
  rows: ReadonlyMap<string, readonly JudgedAmount[]>,
): Promise<void> {
  await deleteWhere(writes, 'judged_amounts', { source, row_name: [...rows.keys()] });
  const all = [...rows].flatMap(([row_name, judged]) => judged.map((one) => ({ source, row_name, ...one })));
  await insertRows(writes, 'judged_amounts', all);
}

/** How many rows each group of the source's prices has on a day, by the group's id. */
export async function groupRows(reads: Reads, source: string): Promise<Map<number, GroupRows>> {
  const rows = await rowsWhere(reads, 'group_rows', { source }, ['group_id', 'rows']);
  return new Map(rows.map((group) => [group.group_id, group]));
}

export function putGroupRows(writes: Writes, source: string, groups: readonly GroupRows[]): Promise<void> {
  const rows = groups.map((group) => ({ source, ...group, short_days: 0, short_on: null }));
  return putRows(writes, 'group_rows', ['source', 'group_id'], rows);
}

/** When the source was last asked for each marketplace product, by the product's id. */
export const requestedProducts = (reads: Reads, source: string): Promise<Map<number, string>> =>
  valuesBy(reads, 'asked_articles', { source }, 'product_id', 'asked_at');

export async function putRequestedProducts(
  writes: Writes,
  source: string,
  productIds: readonly number[],
  asked_at: string,
): Promise<void> {
  const rows = productIds.map((product_id) => ({ source, product_id, asked_at }));
  await putRows(writes, 'asked_articles', ['source', 'product_id'], rows);
}

export interface ListedSingle extends Omit<Tables['listed_singles'], 'expansions'> {
  /** Those of which its group has products that no other card claims. */
  expansions: string[];
}

export async function listedSingles(reads: Reads): Promise<ListedSingle[]> {
  const rows = await rowsWhere(reads, 'listed_singles', {}, undefined, 'product_id');
  return rows.map(({ expansions, ...row }) => ({ ...row, expansions: JSON.parse(expansions) as string[] }));
}

/** Puts what a list says now in the place of what is known of its groups. */
export async function putListedSingles(writes: Writes, market: Marketplace, listed: readonly ListedSingle[]) {
  const group_id = [...new Set(listed.map((single) => single.group_id))];
  await deleteWhere(writes, 'listed_singles', { market, group_id });
  const rows = listed.map(({ expansions, ...row }) => ({ ...row, expansions: JSON.stringify(expansions) }));
  await putRows(writes, 'listed_singles', ['market', 'product_id'], rows);
}
