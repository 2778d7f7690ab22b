/** Takes what a source said of one day out of histories and current prices, as if that day had never been read. */
import type { Condition } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import { UNREAD } from '../marketplace-products/marketplace-prices.ts';
import { amountsDigest, type Current, parseCurrent } from '../prices/current-prices.ts';
import { withoutDay } from '../prices/observation-codec.ts';
import { ownerRecords } from '../prices/owner-records.ts';
import { dayOfMonth, monthKey, monthOf, OWNERS, ownerOfMonthKey, seriesOfKey } from '../prices/price-series.ts';
import { type LeftDay, newestLeft, OWNED, type Shelf, stepBack } from '../prices/stored-months.ts';
import { slugOf, subTypes } from '../prices/sub-types.ts';
import { below, deleteWhere, portionsOf, rowsWhere, within } from '../rows.ts';
import type { Writes } from '../store.ts';
import { forgetHeldDay } from './held-parts.ts';
import { newestDay } from './source-days.ts';

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
  /** Parts of it that were left out. */
  parts: 0,
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
  const asked = { where: { key: below(first + OWNERS) }, after: { key: first - 1 } };
  for await (const rows of portionsOf(writes, 'price_months', ROWS_AT_ONCE, asked, 'key'))
    await forgetMonths(writes, day, rows, found);
  await forgetProducts(writes, day, found);
  for (const table of ['held_amounts', 'judged_amounts', 'source_documents'] as const) {
    await deleteWhere(writes, table, { source, observed_on });
  }
  found.parts = await forgetHeldDay(writes, source, observed_on);
  return found;
}

/** What moved most is of the newest day that is left; lists show other amounts. To be called when all else is written. */
export async function touchForgotten(
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

interface Forgetting<Name> {
  shelf: Shelf<Name>;
  bodies: ReadonlyMap<Name, Uint8Array>;
  isTaken(key: number, of: string | undefined): boolean;
  /** Told of what had the day, as its prices were, and then of the newest days that are left of each series. */
  told(name: Name, before: Current, left: ReadonlyMap<number, readonly LeftDay[]>): void;
}

/** Takes the day out of months of a shelf; returns out of how many series. */
async function forgetIn<Name>(
  writes: Writes,
  { observed_on }: Forgotten,
  { shelf, bodies, isTaken, told }: Forgetting<Name>,
): Promise<number> {
  const before = await shelf.currentBodies(writes, [...bodies.keys()]);
  const rest = new Map<Name, Uint8Array | undefined>();
  const gone = new Map<Name, Set<number>>();
  for (const [name, body] of bodies) {
    const current = parseCurrent(before.get(name));
    const taken = withoutDay(body, dayOfMonth(observed_on), (key) => isTaken(key, current.get(key)?.source));
    if (taken.gone.length === 0) continue;
    rest.set(name, taken.rest);
    gone.set(name, new Set(taken.gone));
  }
  await shelf.putIn(writes, monthOf(observed_on), rest);
  const changed = [...(await newestLeft(writes, shelf, gone))].map(([name, left]) => {
    const current = parseCurrent(before.get(name));
    told(name, current, left);
    for (const [key, days] of left) stepBack(current, key, observed_on, days[0]);
    return { name, current };
  });
  await shelf.putCurrent(writes, changed, before);
  return [...gone.values()].reduce((sum, keys) => sum + keys.size, 0);
}

const daysIn = (days: readonly LeftDay[]) => days.map(({ observed_on }) => observed_on);

async function forgetMonths(
  writes: Writes,
  day: Forgotten,
  rows: readonly { key: number; body: Uint8Array }[],
  found: ForgottenDay,
): Promise<void> {
  const months = new Map(rows.map(({ key, body }) => [ownerOfMonthKey(key), body]));
  const records = await ownerRecords(writes, [...months.keys()], ['id'], day.game);
  const slugs = await subTypes(writes);
  found.observations += await forgetIn(writes, day, {
    shelf: OWNED,
    bodies: new Map([...months].filter(([owner]) => records.has(owner))),
    isTaken: (key, of) => isFed(day, key, of),
    told: (owner, before, left) => {
      const { id = '' } = records.get(owner) ?? {};
      noteBefore(found, id, before);
      for (const [key, days] of left) {
        const { variantId: part, condition } = seriesOfKey(key);
        if (condition === undefined) continue;
        const name = typeof id === 'number' ? `${id}/${slugOf(slugs, part)}` : part;
        found.left.set(name, [...(found.left.get(name) ?? []), ...daysIn(days)]);
      }
    },
  });
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
    for (const batch of inBatches(rows)) {
      found.observations += await forgetIn(writes, day, {
        shelf: UNREAD,
        bodies: new Map(batch.map(({ article, body }) => [article, body])),
        // Of which game a marketplace product is that nobody reads only its source says.
        isTaken: (key, of) => of !== undefined && isFed(day, key, of),
        told: (article, _, left) => {
          found.leftUnread.set(article, [...left.values()].flatMap(daysIn));
        },
      });
    }
  }
}
