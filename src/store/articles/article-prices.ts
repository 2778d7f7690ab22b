/** The newest prices of articles that nobody reads, or as they were when somebody last did. */
import type { Observed } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import {
  type Current,
  type CurrentCardPrice,
  cardPricesIn,
  currentText,
  parseCurrent,
} from '../prices/current-prices.ts';
import { isOfMarket, type SeriesObservation, seriesKeyAt, slotOf } from '../prices/price-series.ts';
import { type CurrentRow, putCurrent } from '../prices/put-current.ts';
import type { Reads, Writes } from '../store.ts';
import type { ArticleReader } from './article-reader.ts';

type Newest = SeriesObservation & Observed;

/** Prices by article, those kept of the ones named. */
async function keptPrices(reads: Reads | Writes, articles: readonly string[]): Promise<Map<string, Current>> {
  const kept = new Map<string, Current>();
  for (const batch of inBatches([...new Set(articles)])) {
    const rows = await reads.selectFrom('article_prices').selectAll().where('article', 'in', batch).execute();
    for (const { article, body } of rows) kept.set(article, parseCurrent(body));
  }
  return kept;
}

/** Every article of the market with what is kept of it, as prices of no printing. */
export async function articlePrices(
  reads: Reads | Writes,
  market: 'usd' | 'eur',
): Promise<Map<string, CurrentCardPrice[]>> {
  const rows = await ofMarket(reads, market).selectAll().execute();
  return new Map(rows.map(({ article, body }) => [article, cardPricesIn(body)]));
}

/** Whether anything is kept of any article of the market. */
export async function hasArticles(reads: Reads | Writes, market: 'usd' | 'eur'): Promise<boolean> {
  const row = await ofMarket(reads, market).select('article').limit(1).executeTakeFirst();
  return row !== undefined;
}

const ofMarket = (reads: Reads | Writes, market: 'usd' | 'eur') =>
  reads.selectFrom('article_prices').where('article', '>=', `${market}/`).where('article', '<', `${market}0`);

async function putKept(writes: Writes, kept: ReadonlyMap<string, Current>): Promise<void> {
  const rows = [...kept].map(([article, current]) => ({ article, body: currentText(current) }));
  for (const batch of inBatches(rows)) {
    await writes
      .insertInto('article_prices')
      .values(batch)
      .onConflict((conflict) => conflict.column('article').doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })))
      .execute();
  }
}

/** Puts the price in its place unless a newer one is there; returns whether it is another now. */
function putNewer(current: Current, price: Newest): boolean {
  const known = current.get(price.key);
  if (known && known.observed_on >= price.observed_on) return false;
  current.set(price.key, price);
  return true;
}

const currentOf = (reads: Reads | Writes, owners: number[]) =>
  reads.selectFrom('current_prices').selectAll().where('owner', 'in', owners).execute();

/** Keeps what these readers have under their articles, and takes it from them. Returns the owners that had any. */
export async function keepPrices(
  writes: Writes,
  readers: readonly ArticleReader[],
  how: 'taken' | 'copied',
): Promise<Set<number>> {
  const had = new Set<number>();
  if (readers.length === 0) return had;
  const kept = await keptPrices(
    writes,
    readers.map(({ article }) => article),
  );
  const byOwner = Map.groupBy(readers, ({ owner }) => owner);
  for (const owners of inBatches([...byOwner.keys()])) {
    const left: CurrentRow[] = [];
    for (const { owner, body } of await currentOf(writes, owners)) {
      const current = parseCurrent(body);
      for (const { part, market, article } of byOwner.get(owner) ?? []) {
        const own = [...current.values()].filter(({ key }) => isOfMarket(key, part, market));
        if (own.length === 0) continue;
        had.add(owner);
        const prices = kept.get(article) ?? new Map();
        kept.set(article, prices);
        for (const { price_kind: _, ...price } of own) {
          // What was kept is never newer: whoever reads an article has all of its days.
          prices.set(slotOf(price.key), { ...price, key: slotOf(price.key) });
          if (how === 'taken') current.delete(price.key);
        }
      }
      const now = currentText(current);
      if (now !== body) left.push({ owner, body: now, current });
    }
    await putCurrent(writes, left);
  }
  await putKept(writes, kept);
  return had;
}

/** Gives readers what is kept of their articles, where it is newer than what they have. Returns whether anything was. */
export async function givePrices(writes: Writes, readers: readonly ArticleReader[]): Promise<boolean> {
  if (readers.length === 0) return false;
  const any = await writes.selectFrom('article_prices').select('article').limit(1).executeTakeFirst();
  if (any === undefined) return false;
  const kept = await keptPrices(
    writes,
    readers.map(({ article }) => article),
  );
  const byOwner = Map.groupBy(
    readers.filter(({ article }) => kept.has(article)),
    ({ owner }) => owner,
  );
  let hasGiven = false;
  for (const owners of inBatches([...byOwner.keys()])) {
    const bodies = new Map((await currentOf(writes, owners)).map(({ owner, body }) => [owner, body]));
    const rows: CurrentRow[] = [];
    for (const owner of owners) {
      const current = parseCurrent(bodies.get(owner));
      let isOther = false;
      for (const { part, article, price_kind } of byOwner.get(owner) ?? []) {
        for (const price of kept.get(article)?.values() ?? []) {
          const kind = price_kind === undefined ? {} : { price_kind };
          if (putNewer(current, { ...price, ...kind, key: seriesKeyAt(part, price.key) })) isOther = true;
        }
      }
      if (isOther) rows.push({ owner, body: currentText(current), current });
    }
    await putCurrent(writes, rows);
    if (rows.length > 0) hasGiven = true;
  }
  return hasGiven;
}

/** Keeps the newest of these observations, given by article, oldest first. */
export async function keepNewest(
  writes: Writes,
  source: string,
  observations: ReadonlyMap<string, readonly SeriesObservation[]>,
): Promise<void> {
  for (const batch of inBatches([...observations])) {
    const kept = await keptPrices(
      writes,
      batch.map(([article]) => article),
    );
    const changed = new Map<string, Current>();
    for (const [article, days] of batch) {
      const prices = kept.get(article) ?? new Map();
      for (const day of days) {
        const known = prices.get(day.key);
        // The same day again is a correction.
        if (known && known.observed_on > day.observed_on) continue;
        prices.set(day.key, { ...day, source });
        changed.set(article, prices);
      }
    }
    await putKept(writes, changed);
  }
}
