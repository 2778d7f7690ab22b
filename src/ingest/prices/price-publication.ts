/** Price days made ready, and how they are written: links, withdrawals, prices and what waits, in one transaction. */
import type { CardPriceRow, ProductPriceRow } from '../../catalog/price-rows.ts';
import { keepUnreadDays } from '../../store/marketplace-products/hand-over.ts';
import {
  type JudgedAmount,
  type MarketplaceSubType,
  type PriceLink,
  pendingPrices,
  putMarketplaceSubTypes,
  replaceJudgedAmounts,
  replacePendingPrices,
} from '../../store/prices/market-knowledge.ts';
import { writeCardPriceDays, writeProductPriceDays } from '../../store/prices/price-days.ts';
import { settleAccepted } from '../../store/sources/held-parts.ts';
import { putSourceDay } from '../../store/sources/source-days.ts';
import type { Writes } from '../../store/store.ts';
import { type Changes, noteBefore } from '../changes.ts';
import { type LinkChanges, settleLinks } from './links.ts';
import type { PendingPrice } from './price-guards.ts';

export interface ObservedPrices {
  observed_on: string;
  cards: Map<string, CardPriceRow[]>;
  products: Map<number, ProductPriceRow[]>;
  /** Of marketplace products that nobody reads, by `marketplaceRow`, of no printing. */
  unread: Map<string, CardPriceRow[]>;
}

export interface ReadyDay extends ObservedPrices {
  source: string;
  game: string;
  currency: PriceLink['market'];
  /** Days as they are to stand now, of rows of which not all is served as it came: an amount that waited was right, or is not. */
  standing: readonly ObservedPrices[];
  links: LinkChanges;
  learned: readonly MarketplaceSubType[];
  /** Dated long before the last good day: it goes to the history alone. */
  isLate?: boolean;
  waiting: readonly PendingPrice[];
  /** By row, all that was judged otherwise than before. */
  judged: ReadonlyMap<string, readonly JudgedAmount[]>;
  batch: { number: number };
}

/** Writes days of one source and currency, oldest first; the same days again change nothing. */
export async function publishPriceDays(writes: Writes, days: readonly ReadyDay[], changes: Changes) {
  const counts = { printings_priced: 0, products_priced: 0, cards_changed: 0, withdrawn: 0, held: 0 };
  let batch: ReadyDay[] = [];
  for (const day of days) {
    // What changes hands on a day was published by the days before it: those are written first.
    const isOtherKind = batch.some(({ isLate }) => isLate !== day.isLate);
    if (batch.length > 0 && (isOtherKind || day.links.withdrawn.length + day.links.gained.length > 0)) {
      counts.cards_changed += await writeRows(writes, batch, changes);
      batch = [];
    }
    await putMarketplaceSubTypes(writes, day.learned);
    counts.withdrawn += await settleLinks(writes, { game: day.game, market: day.currency }, day.links, changes);
    counts.printings_priced += [...day.cards.values()].reduce((count, rows) => count + rows.length, 0);
    counts.products_priced += day.products.size;
    counts.held = day.waiting.length;
    batch.push(day);
  }
  counts.cards_changed += await writeRows(writes, batch, changes);
  const last = days.at(-1);
  if (last) {
    Object.assign(counts, await amountsTaken(writes, last));
    await replacePendingPrices(writes, last.source, last.waiting);
    await replaceJudgedAmounts(writes, last.source, last.judged);
    await settleAccepted(writes, last.source);
    last.batch.number += 1;
  }
  for (const { source, observed_on } of days) await putSourceDay(writes, source, observed_on, 'read');
  return counts;
}

/** Of the amounts that waited before these days, how many were taken: by an operator's word, or by a day that bore them out. */
async function amountsTaken(writes: Writes, { source, judged }: ReadyDay): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { key, observed_on } of await pendingPrices(writes, source)) {
    const at = key.lastIndexOf('/');
    const name = key.slice(at + 1);
    const now = judged.get(key.slice(0, at))?.find((one) => one.name === name && one.observed_on === observed_on);
    if (now === undefined || now.state === 'held') continue;
    const taken = now.state === 'accepted' ? 'amounts_accepted' : 'amounts_released';
    counts[taken] = (counts[taken] ?? 0) + 1;
  }
  return counts;
}

/** Returns of how many cards the current amounts changed. */
async function writeRows(writes: Writes, days: readonly ReadyDay[], changes: Changes): Promise<number> {
  const [first] = days;
  if (first === undefined) return 0;
  let changed = await writeDays(writes, first, days, changes);
  for (const { observed_on, isLate, standing } of days) {
    for (const day of standing) {
      // What is late changes no current price; what it changes of other days may.
      const of = { ...first, isLate: isLate === true && day.observed_on === observed_on };
      changed += await writeDays(writes, of, [day], changes);
    }
  }
  return changed;
}

async function writeDays(
  writes: Writes,
  { source, game, currency, isLate = false }: ReadyDay,
  days: readonly ObservedPrices[],
  changes: Changes,
): Promise<number> {
  const observer = { source, game, currency, isLate };
  const unread = days.map((day) => ({ observed_on: day.observed_on, rows: day.unread }));
  const ofCards = days.map((day) => ({ observed_on: day.observed_on, rows: day.cards }));
  const ofProducts = days.map((day) => ({ observed_on: day.observed_on, rows: day.products }));
  await keepUnreadDays(writes, observer, unread);
  const cards = await writeCardPriceDays(writes, observer, ofCards);
  const products = await writeProductPriceDays(writes, observer, ofProducts);
  if (cards.rows + products.rows > 0) for (const day of days) changes.days[currency].add(day.observed_on);
  for (const each of ['usd', 'eur'] as const) {
    noteBefore(changes.prices[each].cards, cards[each]);
    noteBefore(changes.prices[each].products, products[each]);
  }
  return cards[currency].size;
}
