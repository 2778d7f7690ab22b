/** Price days made ready, and how they are written: links, withdrawals, prices and what waits, in one transaction. */
import type { CardPriceRow, ProductPriceRow } from '../../catalog/price-rows.ts';
import { fillUnreadDays, keepUnreadDays } from '../../store/articles/hand-over.ts';
import { refreshMovers } from '../../store/movers/find-movers.ts';
import {
  type ArticleSubType,
  type PriceLink,
  putArticleSubTypes,
  replaceHeldAmounts,
} from '../../store/prices/market-knowledge.ts';
import {
  fillCardPriceDays,
  fillProductPriceDays,
  writeCardPriceDays,
  writeProductPriceDays,
} from '../../store/prices/price-days.ts';
import type { Writes } from '../../store/store.ts';
import { type Changes, noteBefore } from '../changes.ts';
import type { LinkChanges } from '../matching/link-changes.ts';
import { settleLinks } from '../matching/settle-links.ts';
import type { HeldAmount } from './price-guards.ts';

/** Prices of one day. */
export interface ObservedPrices {
  observed_on: string;
  cards: Map<string, CardPriceRow[]>;
  products: Map<number, ProductPriceRow[]>;
  /** Of articles that nobody reads, by `articleName`, of no printing. */
  unread: Map<string, CardPriceRow[]>;
}

/** One source's day, matched and judged. */
export interface ReadyDay extends ObservedPrices {
  source: string;
  /** The game of the cards and products. */
  game: string;
  currency: PriceLink['market'];
  /** What waited on earlier days and was right: it is missing in the history so far, beside amounts that are there. */
  confirmed: readonly ObservedPrices[];
  links: LinkChanges;
  /** Facts about sub types that this day has shown. */
  learned: readonly ArticleSubType[];
  /** All amounts of the source that wait after this day. */
  waiting: readonly HeldAmount[];
}

export type PriceCounts = Record<
  'printings_priced' | 'products_priced' | 'cards_changed' | 'withdrawn' | 'held',
  number
>;

/** Writes days of one source and currency, oldest first; the same days again change nothing. */
export async function publishPriceDays(
  writes: Writes,
  days: readonly ReadyDay[],
  changes: Changes,
): Promise<PriceCounts> {
  const counts = { printings_priced: 0, products_priced: 0, cards_changed: 0, withdrawn: 0, held: 0 };
  let batch: ReadyDay[] = [];
  for (const day of days) {
    // What changes hands on a day was published by the days before it: those are written first.
    if (day.links.withdrawn.length + day.links.gained.length > 0 && batch.length > 0) {
      counts.cards_changed += await writeRows(writes, batch, changes);
      batch = [];
    }
    await putArticleSubTypes(writes, day.learned);
    counts.withdrawn += await settleLinks(writes, { game: day.game, market: day.currency }, day.links, changes);
    counts.printings_priced += [...day.cards.values()].reduce((count, rows) => count + rows.length, 0);
    counts.products_priced += day.products.size;
    counts.held = day.waiting.length;
    batch.push(day);
  }
  counts.cards_changed += await writeRows(writes, batch, changes);
  const confirmed = days.flatMap((day) => day.confirmed);
  await fillCardPriceDays(
    writes,
    confirmed.map(({ observed_on, cards }) => ({ observed_on, rows: cards })),
  );
  await fillProductPriceDays(
    writes,
    confirmed.map(({ observed_on, products }) => ({ observed_on, rows: products })),
  );
  await fillUnreadDays(
    writes,
    confirmed.map(({ observed_on, unread }) => ({ observed_on, rows: unread })),
  );
  const last = days.at(-1);
  if (last) {
    const { game, currency, observed_on } = last;
    await replaceHeldAmounts(writes, last.source, last.waiting);
    await refreshMovers(writes, { game, currency }, observed_on);
  }
  return counts;
}

/** Returns of how many cards the current amounts changed. */
async function writeRows(writes: Writes, days: readonly ReadyDay[], changes: Changes): Promise<number> {
  const [first] = days;
  if (first === undefined) return 0;
  const rowsOf = <Id, Row>(pick: (day: ReadyDay) => Map<Id, Row[]>) =>
    days.map((day) => ({ observed_on: day.observed_on, rows: pick(day) }));
  await keepUnreadDays(
    writes,
    first.source,
    rowsOf(({ unread }) => unread),
  );
  const { source, game } = first;
  const cards = await writeCardPriceDays(
    writes,
    { source, game },
    rowsOf(({ cards }) => cards),
  );
  const products = await writeProductPriceDays(
    writes,
    { source, game },
    rowsOf(({ products }) => products),
  );
  for (const currency of ['usd', 'eur'] as const) {
    noteBefore(changes.prices[currency].cards, cards[currency]);
    noteBefore(changes.prices[currency].products, products[currency]);
  }
  return cards[first.currency].size;
}
