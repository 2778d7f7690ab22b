/** Price history kept by the article that it was observed of, while nobody reads that, and given to whoever comes to. */
import { inBatches } from '../batches.ts';
import { mergedMonths, splitMonth, withObservations } from '../prices/observation-codec.ts';
import { filledMonth, putMonths } from '../prices/price-recorder.ts';
import {
  dayOfMonth,
  isOfMarket,
  monthKey,
  monthOf,
  monthOfMonthKey,
  ownerOfMonthKey,
  type SeriesObservation,
  seriesKeyAt,
  slotOf,
} from '../prices/price-series.ts';
import type { Reads, Writes } from '../store.ts';
import type { ArticleReader } from './article-reader.ts';

/** Keeps the history of these readers under their articles, and takes it from them. Returns whether there was any. */
export async function keepHistory(
  writes: Writes,
  readers: readonly ArticleReader[],
  how: 'taken' | 'copied',
): Promise<boolean> {
  if (readers.length === 0) return false;
  const byOwner = Map.groupBy(readers, ({ owner }) => owner);
  let hasAny = false;
  for (const month of await storedMonths(writes)) {
    for (const owners of inBatches([...byOwner.keys()])) {
      const keys = owners.map((owner) => monthKey(month, owner));
      const rows = await writes.selectFrom('price_months').selectAll().where('key', 'in', keys).execute();
      for (const { key, body } of rows) {
        const rest = await keepMonths(writes, key, body, byOwner.get(ownerOfMonthKey(key)) ?? []);
        if (rest === body) continue;
        hasAny = true;
        if (how === 'copied') continue;
        if (rest === undefined) await writes.deleteFrom('price_months').where('key', '=', key).execute();
        else await putMonths(writes, [{ key, body: rest }]);
      }
    }
  }
  return hasAny;
}

/** Keeps the readers' series of one month; returns what is left of it without them, `body` itself where they have none. */
async function keepMonths(
  writes: Writes,
  key: number,
  body: Uint8Array,
  readers: readonly ArticleReader[],
): Promise<Uint8Array | undefined> {
  let rest: Uint8Array | undefined = body;
  for (const { part, market, article } of readers) {
    if (rest === undefined) break;
    const split = splitMonth(rest, (series) => (isOfMarket(series, part, market) ? slotOf(series) : undefined));
    if (split.taken === undefined) continue;
    await keepMonth(writes, article, monthOfMonthKey(key), split.taken);
    rest = split.rest;
  }
  return rest;
}

async function keepMonth(writes: Writes, article: string, month: number, body: Uint8Array): Promise<void> {
  const kept = await keptMonth(writes, article, month);
  await putArticleMonths(writes, [{ article, month, body: kept === undefined ? body : mergedMonths(kept, body) }]);
}

async function keptMonth(writes: Writes, article: string, month: number): Promise<Uint8Array | undefined> {
  const row = await writes
    .selectFrom('article_months')
    .select('body')
    .where('article', '=', article)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.body;
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

/** Keeps observations of articles, oldest first; a day that is there already is overwritten. */
export async function keepObservations(
  writes: Writes,
  observations: ReadonlyMap<string, readonly SeriesObservation[]>,
): Promise<void> {
  const rows = [...observations].flatMap(([article, days]) => days.map((day) => ({ article, day })));
  for (const [month, ofMonth] of Map.groupBy(rows, ({ day }) => monthOf(day.observed_on))) {
    for (const batch of inBatches([...Map.groupBy(ofMonth, ({ article }) => article)])) {
      const articles = batch.map(([article]) => article);
      const stored = await writes
        .selectFrom('article_months')
        .select(['article', 'body'])
        .where('month', '=', month)
        .where('article', 'in', articles)
        .execute();
      const before = new Map(stored.map(({ article, body }) => [article, body]));
      const changed = batch.flatMap(([article, days]) => {
        const own = days.map(({ day: { key, observed_on, amounts } }) => ({
          key,
          day: dayOfMonth(observed_on),
          amounts,
        }));
        const body = withObservations(before.get(article), own);
        return body === before.get(article) ? [] : [{ article, month, body }];
      });
      await putArticleMonths(writes, changed);
    }
  }
}

/** Writes the amounts of each observation beside those that its day has; null says nothing here. */
export async function fillKept(
  writes: Writes,
  observations: ReadonlyMap<string, readonly SeriesObservation[]>,
): Promise<void> {
  for (const [article, days] of observations) {
    for (const day of days) {
      const month = monthOf(day.observed_on);
      const body = filledMonth(await keptMonth(writes, article, month), day);
      await putArticleMonths(writes, [{ article, month, body }]);
    }
  }
}

async function putArticleMonths(
  writes: Writes,
  rows: { article: string; month: number; body: Uint8Array }[],
): Promise<void> {
  if (rows.length === 0) return;
  await writes
    .insertInto('article_months')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['article', 'month']).doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })),
    )
    .execute();
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
