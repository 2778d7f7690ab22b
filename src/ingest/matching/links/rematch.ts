/** Matches anew what is stored of both marketplaces, once the catalog says otherwise who is which product. */
import type { DeployedGame } from '../../../games/game.ts';
import { hasMarketplacePrices } from '../../../store/marketplace-products/marketplace-prices.ts';
import { type PriceLink, priceLinks, settledClaims } from '../../../store/prices/market-knowledge.ts';
import type { Writes } from '../../../store/store.ts';
import type { Changes } from '../../changes.ts';
import { linkChanges, settleLinks } from '../../prices/links.ts';
import { KnownSubTypes } from '../../prices/sub-types.ts';
import { settleClaims } from '../claims/settle-claims.ts';
import { type MarketView, marketView, viewOf } from './market-view.ts';
import { claimedProducts, matchesIn } from './match-printings.ts';

/** To be called in the transaction that changed the catalog. Before the first day of prices there is nothing to match. */
export async function rematch(writes: Writes, game: DeployedGame, changes: Changes): Promise<void> {
  await settleClaims(writes, game, changes);
  const markets = await pricedMarkets(writes, game);
  if (markets.length === 0) return;
  const view = await marketView(writes, game);
  await matchAnew(writes, view, markets, changes);
  // What is matched otherwise now may cost otherwise, which settles claims.
  await rematchSettled(writes, view, changes);
}

/** To be called in the transaction that changed prices: whose a product is may follow from them. `view` is of the catalog as it stands. */
export async function rematchSettled(writes: Writes, view: MarketView, changes: Changes): Promise<void> {
  const { game, cards, expansionNames } = view;
  if (!(await settleClaims(writes, game, changes, view))) return;
  const ids = cards.map(({ id }) => id);
  const settled = viewOf(game, cards, expansionNames, await settledClaims(writes, ids));
  await matchAnew(writes, settled, await pricedMarkets(writes, game), changes);
}

type PricedMarket = Awaited<ReturnType<typeof pricedMarkets>>[number];

async function pricedMarkets(writes: Writes, game: DeployedGame) {
  const markets: { market: PriceLink['market']; stored: PriceLink[] }[] = [];
  for (const market of ['usd', 'eur'] as const) {
    const stored = await priceLinks(writes, market, game.name);
    if (stored.length > 0 || (await hasMarketplacePrices(writes, market))) markets.push({ market, stored });
  }
  return markets;
}

async function matchAnew(writes: Writes, view: MarketView, markets: readonly PricedMarket[], changes: Changes) {
  const known = new KnownSubTypes();
  await known.lookUp(writes, claimedProducts(view));
  const currencies = markets.map(({ market }) => market);
  const matches = matchesIn(view, known, currencies);
  for (const { market, stored } of markets) {
    await settleLinks(writes, { game: view.game.name, market }, linkChanges(stored, matches[market]), changes);
  }
}
