/** Price history that nobody reads any more, kept by the article it was observed of, and given to whoever reads that. */
import { inBatches } from '../batches.ts';
import type { Reads, Writes } from '../store.ts';
import { mergedMonths, splitMonth } from './observation-codec.ts';
import { putMonths } from './price-recorder.ts';
import { isOfMarket, monthKey, monthOfMonthKey, ownerOfMonthKey, seriesKeyAt, slotOf } from './price-series.ts';

/** Who reads the prices of an article: a printing, or a sealed product at the other marketplace. */
export interface ArticleReader {
  /** A card's or product's number in the price tables. */
  owner: number;
  /** Id of the printing, 0 for a product. */
  part: number;
  market: 'usd' | 'eur';
  /** The marketplace's row, as `articleName` names it. */
  article: string;
}

/** A row of a marketplace: an article in EUR, each of an article's sub-types in USD. */
export const articleName = (market: 'usd' | 'eur', articleId: number, subType: string): string =>
  market === 'usd' ? `usd/${articleId}/${subType}` : `eur/${articleId}`;

/**
 * Takes the history of these readers away and keeps it under their articles: read under a mapping that no longer holds,
 * it is not theirs. Returns whether there was any.
 */
export async function setHistoryAside(writes: Writes, readers: readonly ArticleReader[]): Promise<boolean> {
  if (readers.length === 0) return false;
  const byOwner = Map.groupBy(readers, ({ owner }) => owner);
  let hasAny = false;
  for (const month of await storedMonths(writes)) {
    for (const owners of inBatches([...byOwner.keys()])) {
      const keys = owners.map((owner) => monthKey(month, owner));
      const rows = await writes.selectFrom('price_months').selectAll().where('key', 'in', keys).execute();
      for (const { key, body } of rows) {
        const own = byOwner.get(ownerOfMonthKey(key)) ?? [];
        if (await setMonthAside(writes, key, body, own)) hasAny = true;
      }
    }
  }
  return hasAny;
}

async function setMonthAside(writes: Writes, key: number, body: Uint8Array, readers: readonly ArticleReader[]) {
  let rest: Uint8Array | undefined = body;
  for (const { part, market, article } of readers) {
    if (rest === undefined) break;
    const split = splitMonth(rest, (series) => (isOfMarket(series, part, market) ? slotOf(series) : undefined));
    if (split.taken === undefined) continue;
    await keepMonth(writes, article, monthOfMonthKey(key), split.taken);
    rest = split.rest;
  }
  if (rest === body) return false;
  if (rest === undefined) await writes.deleteFrom('price_months').where('key', '=', key).execute();
  else await putMonths(writes, [{ key, body: rest }]);
  return true;
}

async function keepMonth(writes: Writes, article: string, month: number, body: Uint8Array): Promise<void> {
  const kept = await writes
    .selectFrom('article_months')
    .select('body')
    .where('article', '=', article)
    .where('month', '=', month)
    .executeTakeFirst();
  const merged = kept === undefined ? body : mergedMonths(kept.body, body);
  await writes
    .insertInto('article_months')
    .values({ article, month, body: merged })
    .onConflict((conflict) => conflict.columns(['article', 'month']).doUpdateSet({ body: merged }))
    .execute();
}

/**
 * Gives readers what was kept of their articles; days that they have stay as they are. It is kept on: another printing
 * may come to read the same article. Returns whether anything was given.
 */
export async function giveHistory(writes: Writes, readers: readonly ArticleReader[]): Promise<boolean> {
  if (readers.length === 0) return false;
  const any = await writes.selectFrom('article_months').select('month').limit(1).executeTakeFirst();
  if (any === undefined) return false;
  const byArticle = Map.groupBy(readers, ({ article }) => article);
  let hasGiven = false;
  for (const articles of inBatches([...byArticle.keys()])) {
    const rows = await writes.selectFrom('article_months').selectAll().where('article', 'in', articles).execute();
    for (const { article, month, body } of rows) {
      for (const { owner, part } of byArticle.get(article) ?? []) {
        const { taken } = splitMonth(body, (slot) => seriesKeyAt(part, slot));
        if (taken && (await giveMonth(writes, monthKey(month, owner), taken))) hasGiven = true;
      }
    }
  }
  return hasGiven;
}

async function giveMonth(writes: Writes, key: number, given: Uint8Array): Promise<boolean> {
  const own = await writes.selectFrom('price_months').select('body').where('key', '=', key).executeTakeFirst();
  const body = own === undefined ? given : mergedMonths(given, own.body);
  if (own !== undefined && Buffer.compare(own.body, body) === 0) return false;
  await putMonths(writes, [{ key, body }]);
  return true;
}

/** Every month that any history may be of. */
async function storedMonths(reads: Reads | Writes): Promise<number[]> {
  const range = await reads
    .selectFrom('price_months')
    .select(({ fn }) => [fn.min('key').as('first'), fn.max('key').as('last')])
    .executeTakeFirst();
  if (range?.first == null || range.last == null) return [];
  const first = monthOfMonthKey(Number(range.first));
  return Array.from({ length: monthOfMonthKey(Number(range.last)) - first + 1 }, (_, at) => first + at);
}
