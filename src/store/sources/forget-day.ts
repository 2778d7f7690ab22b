/** Takes what a source said of one day out of histories and current prices, as if that day had never been read. */
import type { Condition } from '../../catalog/price-rows.ts';
import { inBatches, inPortions } from '../batches.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import { newestKept } from '../marketplace-products/marketplace-prices.ts';
import {
  amountsDigest,
  type Current,
  type CurrentRow,
  currentBodies,
  currentText,
  parseCurrent,
  putCurrent,
} from '../prices/current-prices.ts';
import { withoutDay } from '../prices/observation-codec.ts';
import { ownerRecords } from '../prices/owner-records.ts';
import { dayOfMonth, monthKey, monthOf, OWNERS, ownerOfMonthKey, seriesOfKey } from '../prices/price-series.ts';
import { newestLeft, putRest, stepBack } from '../prices/stored-months.ts';
import { slugOf, subTypes } from '../prices/sub-types.ts';
import { putRows } from '../put-rows.ts';
import { deleteWhere, firstWhere, rowsWhere, valuesBy, within } from '../rows-where.ts';
import type { Writes } from '../store.ts';
import { newestDay, putSourceDay } from './source-days.ts';

/** What is to be forgotten: of the currency and conditions that the source feeds now. */
export interface Forgotten {
  source: string;
  game: string;
  observed_on: string;
  feeds: { usd: readonly Condition[]; eur: boolean };
  /** Other sources of the deployment: what is theirs now stays. */
  others: ReadonlySet<string>;
}

const noAmounts = () => ({ cards: new Map<string, string>(), products: new Map<number, string>() });

const nothingForgotten = () => ({
  observations: 0,
  /** By the card's or product's id, the digest of its amounts before. */
  before: { usd: noAmounts(), eur: noAmounts() },
  /** The newest two days left of each series in USD, by the printing's id, or the product's and its sub-type: `900/normal`. */
  left: new Map<number | string, string[]>(),
  /** The same of marketplace products that nobody reads, by their names. */
  leftUnread: new Map<string, string[]>(),
});
export type ForgottenDay = ReturnType<typeof nothingForgotten>;

const ROWS_AT_ONCE = 500;

/** To be called in one transaction. Matching is the caller's: what the day alone taught of sub types is taken back by `left`. */
export async function forgetDay(writes: Writes, day: Forgotten): Promise<ForgottenDay> {
  const { source, observed_on } = day;
  const found = nothingForgotten();
  const first = monthKey(monthOf(observed_on), 0);
  const next = (last?: { key: number }) => {
    const key = within(last === undefined ? first : last.key + 1, first + OWNERS);
    return firstWhere(writes, 'price_months', ROWS_AT_ONCE, { key }, undefined, 'key');
  };
  for await (const rows of inPortions(next)) await forgetMonths(writes, day, rows, found);
  await forgetProducts(writes, day, found);
  for (const table of ['held_amounts', 'judged_amounts', 'source_documents'] as const) {
    await deleteWhere(writes, table, { source, observed_on });
  }
  await putSourceDay(writes, source, observed_on, 'forgotten');
  await touchDay(writes, day, found);
  return found;
}

/** What moved most is of the newest day that is left; lists show other amounts. */
async function touchDay(
  writes: Writes,
  { source, game, observed_on, feeds }: Forgotten,
  { left, leftUnread }: ForgottenDay,
) {
  const days = [...left.values(), ...leftUnread.values()].flat();
  const known = await newestDay(writes, source);
  const newest = days.reduce((a, b) => (a > b ? a : b), known ?? '') || observed_on;
  for (const currency of ['usd', 'eur'] as const) {
    if (currency === 'eur' ? !feeds.eur : feeds.usd.length === 0) continue;
    await writes.touched({ day: { game, currency, observed_on: newest, isLast: true } });
  }
  await bumpCatalogVersion(writes, pricesOf(game));
}

/** Whether the series is one that the source feeds; `of` is the source that its current price is of. */
function isFed({ source, feeds, others }: Forgotten, key: number, of: string | undefined): boolean {
  const { condition } = seriesOfKey(key);
  if (of !== undefined && of !== source && others.has(of)) return false;
  return condition === undefined ? feeds.eur : feeds.usd.includes(condition);
}

async function forgetMonths(
  writes: Writes,
  day: Forgotten,
  rows: readonly { key: number; body: Uint8Array }[],
  found: ForgottenDay,
): Promise<void> {
  const owners = rows.map(({ key }) => ownerOfMonthKey(key));
  const records = await ownerRecords(writes, owners, ['id'], day.game);
  const idOf = new Map([...records].map(([owner, { id }]) => [owner, id]));
  const bodies = await currentBodies(writes, [...idOf.keys()]);
  const gone = new Map<number, Set<number>>();
  for (const { key, body } of rows) {
    const owner = ownerOfMonthKey(key);
    if (!idOf.has(owner)) continue;
    const current = parseCurrent(bodies.get(owner));
    const taken = withoutDay(body, dayOfMonth(day.observed_on), (series) =>
      isFed(day, series, current.get(series)?.source),
    );
    if (taken.gone.length === 0) continue;
    found.observations += taken.gone.length;
    gone.set(owner, new Set(taken.gone));
    await putRest(writes, key, taken.rest);
  }
  const left = await newestLeft(writes, gone);
  const slugs = await subTypes(writes);
  const changed: CurrentRow[] = [];
  for (const [owner, series] of gone) {
    const current = parseCurrent(bodies.get(owner));
    noteBefore(found, idOf.get(owner) as string | number, current);
    for (const key of series) {
      const days = left.get(owner)?.get(key) ?? [];
      const { variantId: part, condition } = seriesOfKey(key);
      if (condition !== undefined) {
        const id = idOf.get(owner);
        const name = typeof id === 'number' ? `${id}/${slugOf(slugs, part)}` : part;
        found.left.set(name, [...(found.left.get(name) ?? []), ...days.map(({ observed_on }) => observed_on)]);
      }
      stepBack(current, key, day.observed_on, days[0]);
    }
    changed.push({ owner, current });
  }
  await putCurrent(writes, changed, bodies);
}

function noteBefore({ before }: ForgottenDay, id: string | number, current: Current): void {
  for (const market of ['usd', 'eur'] as const) {
    const digest = amountsDigest(current, market);
    if (typeof id === 'string') before[market].cards.set(id, digest);
    else before[market].products.set(id, digest);
  }
}

/** The same of what is kept by marketplace product, read or not. */
async function forgetProducts(writes: Writes, day: Forgotten, found: ForgottenDay): Promise<void> {
  const month = monthOf(day.observed_on);
  for (const market of ['usd', 'eur'] as const) {
    if (market === 'eur' ? !day.feeds.eur : day.feeds.usd.length === 0) continue;
    const rows = await rowsWhere(writes, 'article_months', { month, article: within(`${market}/`, `${market}0`) });
    for (const batch of inBatches(rows)) await forgetKept(writes, day, batch, found);
  }
}

async function forgetKept(
  writes: Writes,
  day: Forgotten,
  rows: readonly { article: string; month: number; body: Uint8Array }[],
  found: ForgottenDay,
): Promise<void> {
  const articles = rows.map(({ article }) => article);
  const bodies = await valuesBy(writes, 'article_prices', { article: articles }, 'article', 'body');
  for (const { article, month, body } of rows) {
    const current = parseCurrent(bodies.get(article));
    const taken = withoutDay(body, dayOfMonth(day.observed_on), (key) => {
      const of = current.get(key)?.source;
      // Of which game a marketplace product is that nobody reads only its source says.
      return of !== undefined && isFed(day, key, of);
    });
    if (taken.gone.length === 0) continue;
    found.observations += taken.gone.length;
    if (taken.rest === undefined) await deleteWhere(writes, 'article_months', { article, month });
    else await putRows(writes, 'article_months', ['article', 'month'], [{ article, month, body: taken.rest }]);
    for (const [key, days] of await newestKept(writes, article, taken.gone)) {
      stepBack(current, key, day.observed_on, days[0]);
      const known = found.leftUnread.get(article) ?? [];
      found.leftUnread.set(article, [...known, ...days.map(({ observed_on }) => observed_on)]);
    }
    if (current.size === 0) await deleteWhere(writes, 'article_prices', { article });
    else await putRows(writes, 'article_prices', ['article'], [{ article, body: currentText(current) }]);
  }
}
