/** Puts new links in the place of the stored ones: who comes to read a row gets its price and days, who leaves it has none. */

import type { ArticleReader } from '../../store/articles/article-reader.ts';
import { leaveArticles, readArticles, shareArticles } from '../../store/articles/hand-over.ts';
import { cardKeys } from '../../store/catalog/cards.ts';
import { cardAmounts } from '../../store/prices/current-prices.ts';
import { type PriceLink, replacePriceLinks } from '../../store/prices/market-knowledge.ts';
import { cardOwner } from '../../store/prices/price-series.ts';
import type { Writes } from '../../store/store.ts';
import { type Changes, noteBefore } from '../changes.ts';
import { articleOf, type LinkChanges } from './link-changes.ts';

/** Stores the links of one marketplace to cards of a game; returns of how many cards prices were withdrawn. */
export async function settleLinks(
  writes: Writes,
  { game, market }: { game: string; market: PriceLink['market'] },
  { removed, added, withdrawn, gained, shared }: LinkChanges,
  changes: Changes,
): Promise<number> {
  const touched = [...new Set([...withdrawn, ...gained].map(({ card_id }) => card_id))];
  noteBefore(changes.prices[market].cards, await cardAmounts(writes, market, touched));
  await shareArticles(writes, await readersOf(writes, shared));
  const had = await leaveArticles(writes, await readersOf(writes, withdrawn), game);
  const left = removed.map(({ variant_id }) => variant_id);
  await replacePriceLinks(writes, market, left, added);
  await readArticles(writes, await readersOf(writes, gained), game);
  return had.size;
}

async function readersOf(writes: Writes, links: readonly PriceLink[]): Promise<ArticleReader[]> {
  const keys = await cardKeys(writes, [...new Set(links.map(({ card_id }) => card_id))]);
  return links.flatMap((link): ArticleReader[] => {
    const key = keys.get(link.card_id);
    if (key === undefined) return [];
    const { market, variant_id, part } = link;
    const reader = { owner: cardOwner(key), part: variant_id, market, article: articleOf(link) };
    return [market === 'usd' ? reader : { ...reader, price_kind: part === 'holo' ? 'holo' : 'plain' }];
  });
}
