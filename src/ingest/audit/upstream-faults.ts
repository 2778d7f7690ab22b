/** Ids in a catalog that cannot be right, told as those who keep the catalog can mend them. */
import { MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import type { DeployedGame } from '../../games/game.ts';
import { allExpansions, allSeries } from '../../store/catalog/expansions.ts';
import type { Reads } from '../../store/store.ts';
import { marketView } from '../matching/links/market-view.ts';

/** An id that is wrong, or is written on more cards than it can be right for. */
type UpstreamFault = Awaited<ReturnType<typeof faultsOf>>[number];

/** Every such id of the games, in the order of cards. No amount is among them. */
export async function upstreamFaults(reads: Reads, games: readonly DeployedGame[]): Promise<UpstreamFault[]> {
  const faults: UpstreamFault[] = [];
  for (const game of games) faults.push(...(await faultsOf(reads, game)));
  return faults;
}

async function faultsOf(reads: Reads, game: DeployedGame) {
  const { cards, claims, settled } = await marketView(reads, game);
  const expansions = new Map((await allExpansions(reads, game.name)).map((each) => [each.id, each]));
  const series = new Map((await allSeries(reads, game.name)).map(({ id, name }) => [id, name]));
  const layout = Object.values(game.catalogs).find(({ fileOf }) => fileOf);
  const shared = new Map(claims.shared.map((entry) => [`${entry.market}/${entry.id}`, entry]));
  const settledBy = (market: Marketplace, id: number) =>
    [...settled.values()].flat().find((claim) => claim.market === market && claim.product_id === id)?.settled_by ??
    null;
  return cards.flatMap((card) => {
    const names = variantNames(card.variants);
    const expansion = expansions.get(card.expansion_id);
    const place = expansion && { ...card, expansion, series: series.get(expansion.series_id) ?? expansion.series_id };
    return card.variants.flatMap((variant) =>
      MARKETPLACES.flatMap((market) => {
        const id = variant.external_ids[market];
        const { product_id, refused } = claims.productOf(variant, market);
        if (id === null || (refused === undefined && product_id === id)) return [];
        const other_cards = shared.get(`${market}/${id}`)?.cards.filter((other) => other.id !== card.id) ?? [];
        const right = refused === undefined ? product_id : null;
        return [
          {
            game: game.name,
            /** As the store calls it. */
            card: card.id,
            printing: names.get(variant.id) ?? '',
            /** Where the catalog keeps the card, in its own layout; null where that is not known. */
            file: (place && layout?.fileOf?.(place, game.idPrefix)) ?? null,
            field: `thirdParty.${market}`,
            id,
            /** The product that the printing is instead; null where none is known. */
            right,
            evidence: {
              /** As reasons of prices are called. */
              reason: refused ?? ('another-product' as const),
              /** By what the right product is known, or whose this one is. */
              settled_by: settledBy(market, right ?? id),
              other_cards,
            },
          },
        ];
      }),
    );
  });
}
