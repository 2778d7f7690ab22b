/** Matches anew what is stored of both marketplaces, once the catalog says otherwise who is which product. */
import type { DeployedGame } from '../../../games/game.ts';
import { hasMarketplacePrices } from '../../../store/marketplace-products/marketplace-prices.ts';
import { marketplaceSubTypes, priceLinks } from '../../../store/prices/market-knowledge.ts';
import type { Writes } from '../../../store/store.ts';
import type { Changes } from '../../changes.ts';
import { linkChanges, settleLinks } from '../../prices/links.ts';
import { KnownSubTypes } from '../../prices/sub-types.ts';
import { settleClaims } from '../claims/settle-claims.ts';
import { marketView } from './market-view.ts';
import { matchesIn } from './match-printings.ts';

/** To be called in the transaction that changed the catalog. Before the first day of prices there is nothing to match. */
export async function rematch(writes: Writes, game: DeployedGame, changes: Changes): Promise<void> {
  await settleClaims(writes, game, changes);
  await matchAnew(writes, game, changes);
  // What is matched otherwise now may cost otherwise, which settles claims.
  await rematchSettled(writes, game, changes);
}

/** To be called in the transaction that changed prices: whose a product is may follow from them. */
export async function rematchSettled(writes: Writes, game: DeployedGame, changes: Changes): Promise<void> {
  if (await settleClaims(writes, game, changes)) await matchAnew(writes, game, changes);
}

async function matchAnew(writes: Writes, game: DeployedGame, changes: Changes): Promise<void> {
  const markets = [];
  for (const market of ['usd', 'eur'] as const) {
    const stored = await priceLinks(writes, market, game.name);
    if (stored.length > 0 || (await hasMarketplacePrices(writes, market))) markets.push({ market, stored });
  }
  if (markets.length === 0) return;
  const view = await marketView(writes, game);
  const matches = matchesIn(view, new KnownSubTypes(await marketplaceSubTypes(writes)));
  for (const { market, stored } of markets) {
    await settleLinks(writes, { game: game.name, market }, linkChanges(stored, matches[market]), changes);
  }
}
