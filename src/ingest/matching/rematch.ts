/** Matches anew what is stored of both marketplaces, once the catalog says otherwise who is which article. */
import type { DeployedGame } from '../../games/game.ts';
import { hasArticles } from '../../store/articles/article-prices.ts';
import { priceLinks } from '../../store/prices/market-knowledge.ts';
import type { Writes } from '../../store/store.ts';
import type { Changes } from '../changes.ts';
import { cardmarket } from '../prices/cardmarket.ts';
import { tcgplayer } from '../prices/tcgplayer.ts';
import { linkChanges } from './link-changes.ts';
import { marketView } from './market-view.ts';
import { matchPrintings } from './match-printings.ts';
import { settleLinks } from './settle-links.ts';

/** To be called in the transaction that changed the catalog. Before the first day of prices there is nothing to match. */
export async function rematch(writes: Writes, game: DeployedGame, changes: Changes): Promise<void> {
  const markets = [];
  for (const marketplace of [tcgplayer, cardmarket]) {
    const stored = await priceLinks(writes, marketplace.currency, game.name);
    if (stored.length > 0 || (await hasArticles(writes, marketplace.currency))) markets.push({ marketplace, stored });
  }
  if (markets.length === 0) return;
  const { cards, withheld } = await marketView(writes, game);
  const sub_types = await tcgplayer.known(writes);
  const matches = matchPrintings(cards, { printings: game.printings, sub_types, withheld });
  for (const { marketplace, stored } of markets) {
    const { currency, linksOf } = marketplace;
    await settleLinks(writes, { game: game.name, market: currency }, linkChanges(stored, linksOf(matches)), changes);
  }
}
