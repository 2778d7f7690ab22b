/** Price days made ready, and how they are written: links, withdrawals, prices and what waits, in one transaction. */
import type { CardPriceRow, ProductPriceRow } from '../../catalog/price-rows.ts';
import { cardKeys } from '../../store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../store/meta.ts';
import { type ArticleReader, articleName, giveHistory, setHistoryAside } from '../../store/prices/article-history.ts';
import { withdrawCardPrices } from '../../store/prices/current-prices.ts';
import {
  type ArticleSubType,
  type PriceLink,
  putArticleSubTypes,
  replaceHeldAmounts,
  replacePriceLinks,
} from '../../store/prices/market-knowledge.ts';
import { writeCardPriceDays, writeProductPriceDays } from '../../store/prices/price-days.ts';
import { cardOwner } from '../../store/prices/price-series.ts';
import type { Writes } from '../../store/store.ts';
import type { Changes } from '../changes.ts';
import type { LinkChanges } from './link-changes.ts';
import type { HeldAmount } from './price-guards.ts';

/** One source's day, matched and judged. */
export interface ReadyDay {
  source: string;
  currency: PriceLink['market'];
  observed_on: string;
  cards: Map<string, CardPriceRow[]>;
  products: Map<number, ProductPriceRow[]>;
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
    // What a day withdraws was published by the days before it: those are written first.
    if (day.links.withdrawn.length > 0 && batch.length > 0) {
      counts.cards_changed += await writeRows(writes, batch, changes);
      batch = [];
    }
    counts.withdrawn += await applyLinks(writes, day, changes);
    counts.printings_priced += [...day.cards.values()].reduce((count, rows) => count + rows.length, 0);
    counts.products_priced += day.products.size;
    counts.held = day.waiting.length;
    batch.push(day);
  }
  counts.cards_changed += await writeRows(writes, batch, changes);
  const last = days.at(-1);
  if (last) await replaceHeldAmounts(writes, last.source, last.waiting);
  return counts;
}

/** Stores what the day taught and how printings read rows since; returns of how many cards prices were withdrawn. */
async function applyLinks(writes: Writes, { currency, links, learned }: ReadyDay, changes: Changes): Promise<number> {
  await putArticleSubTypes(writes, learned);
  const withdrawn = await withdrawCardPrices(
    writes,
    links.withdrawn.map(({ card_id, variant_id }) => ({ card_id, variant_id, market: currency })),
  );
  for (const id of withdrawn) changes.prices[currency].cards.add(id);
  const removed = links.removed.map(({ variant_id }) => variant_id);
  await replacePriceLinks(writes, currency, removed, links.added);
  const hasTaken = await setHistoryAside(writes, await readersOf(writes, links.withdrawn));
  const hasGiven = await giveHistory(writes, await readersOf(writes, links.added));
  if (withdrawn.size > 0 || hasTaken || hasGiven) await bumpCatalogVersion(writes);
  return withdrawn.size;
}

async function readersOf(writes: Writes, links: readonly PriceLink[]): Promise<ArticleReader[]> {
  const keys = await cardKeys(writes, [...new Set(links.map(({ card_id }) => card_id))]);
  return links.flatMap(({ card_id, variant_id, market, product_id, part }) => {
    const key = keys.get(card_id);
    const article = articleName(market, product_id, part);
    return key === undefined ? [] : [{ owner: cardOwner(key), part: variant_id, market, article }];
  });
}

/** Returns of how many cards the current amounts changed. */
async function writeRows(writes: Writes, days: readonly ReadyDay[], changes: Changes): Promise<number> {
  const [first] = days;
  if (first === undefined) return 0;
  const rowsOf = <Id, Row>(pick: (day: ReadyDay) => Map<Id, Row[]>) =>
    days.map((day) => ({ observed_on: day.observed_on, rows: pick(day) }));
  const cards = await writeCardPriceDays(
    writes,
    first.source,
    rowsOf(({ cards }) => cards),
  );
  const products = await writeProductPriceDays(
    writes,
    first.source,
    rowsOf(({ products }) => products),
  );
  for (const currency of ['usd', 'eur'] as const) {
    for (const id of cards[currency]) changes.prices[currency].cards.add(id);
    for (const id of products[currency]) changes.prices[currency].products.add(id);
  }
  return cards[first.currency].length;
}
