/** A price day made ready, and how it is written: links, withdrawals, prices and what waits, in one transaction. */
import type { CardPriceRow, ProductPriceRow } from '../catalog/price-rows.ts';
import { withdrawCardPrices } from '../store/current-prices.ts';
import {
  type ArticleSubType,
  type PriceLink,
  putArticleSubTypes,
  replaceHeldAmounts,
  replacePriceLinks,
} from '../store/market-knowledge.ts';
import { bumpCatalogVersion } from '../store/meta.ts';
import { writeCardPrices, writeProductPrices } from '../store/price-days.ts';
import type { Writes } from '../store/store.ts';
import type { LinkChanges } from './link-changes.ts';
import type { HeldAmount } from './price-guards.ts';

/** One source's day, matched and judged. */
export interface ReadyDay {
  source: string;
  market: PriceLink['market'];
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

/** Writes the day; the same day again changes nothing. */
export async function publishPriceDay(writes: Writes, day: ReadyDay): Promise<PriceCounts> {
  const { source, market, observed_on, links } = day;
  await putArticleSubTypes(writes, day.learned);
  const withdrawn = await withdrawCardPrices(
    writes,
    links.withdrawn.map(({ card_id, variant_id }) => ({ card_id, variant_id, market })),
  );
  if (withdrawn.size > 0) await bumpCatalogVersion(writes);
  const removed = links.removed.map(({ variant_id }) => variant_id);
  await replacePriceLinks(writes, market, removed, links.added);
  const cards = await writeCardPrices(writes, { source, observed_on }, day.cards);
  await writeProductPrices(writes, { source, observed_on }, day.products);
  await replaceHeldAmounts(writes, source, day.waiting);
  return {
    printings_priced: [...day.cards.values()].reduce((count, rows) => count + rows.length, 0),
    products_priced: day.products.size,
    cards_changed: cards[market].length,
    withdrawn: withdrawn.size,
    held: day.waiting.length,
  };
}
