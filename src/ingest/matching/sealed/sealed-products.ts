/** Works out the sealed products: their records, kinds and expansions, and their marketplace products at the other marketplace. */
import { isDeepStrictEqual } from 'node:util';
import { type ClaimingCard, claimedIds, type Marketplace } from '../../../catalog/claims.ts';
import { foldName } from '../../../catalog/fold.ts';
import type { Product } from '../../../catalog/records.ts';
import type { DeployedGame } from '../../../games/game.ts';
import { gamesOfIds } from '../../../store/catalog/catalog-records.ts';
import { bumpCatalogVersion } from '../../../store/catalog/game-versions.ts';
import {
  allProducts,
  putProducts,
  putProductTypes,
  replaceSealedLinks,
  type SealedLink,
} from '../../../store/catalog/products.ts';
import type { Writes } from '../../../store/store.ts';
import type { CardmarketProduct } from '../../../upstream/markets/cardmarket.ts';
import type { TcgcsvGroup, TcgcsvProduct } from '../../../upstream/markets/tcgcsv.ts';
import type { Changes } from '../../changes.ts';
import type { MarketView } from '../links/market-view.ts';
import { describeSealed } from './describe-sealed.ts';
import { matchSealed, type SealedListing } from './match-sealed.ts';

export function expansionsOfProducts(cards: readonly ClaimingCard[], market: Marketplace): Map<number, Set<string>> {
  const expansions = new Map<number, Set<string>>();
  for (const card of cards) {
    for (const id of claimedIds(card, market)) {
      expansions.set(id, (expansions.get(id) ?? new Set()).add(card.expansion_id));
    }
  }
  return expansions;
}

/** The expansion of each group of TCGplayer: by its cards, else by a name that only one expansion has. */
export function tcgplayerExpansions(
  view: MarketView,
  groups: readonly TcgcsvGroup[],
  marketProducts: readonly TcgcsvProduct[],
): Map<number, string> {
  const elected = groupExpansions(marketProducts, expansionsOfProducts(view.cards, 'tcgplayer'));
  const byName = Map.groupBy(view.expansionNames, ([, name]) => foldName(name));
  for (const { group_id, name } of groups) {
    const [only, another] = byName.get(foldName(name)) ?? [];
    if (!elected.has(group_id) && only !== undefined && another === undefined) elected.set(group_id, only[0]);
  }
  return elected;
}

/** Records of the sealed marketplace products among `marketProducts`, without prices; links to the other marketplace are kept. */
export function productRecords(
  marketProducts: readonly TcgcsvProduct[],
  expansionOf: ReadonlyMap<number, string>,
  view: MarketView,
  links: readonly SealedLink[],
): Product[] {
  const cardmarketOf = new Map(links.map(({ product_id, cardmarket_id }) => [product_id, cardmarket_id]));
  return marketProducts.flatMap(({ product_id, group_id, name, number, shown }): Product[] => {
    if (shown === null) return [];
    const { clean_name, image, url } = shown;
    const expansion = expansionOf.get(group_id);
    return [
      {
        game: view.game.name,
        id: product_id,
        name,
        clean_name,
        number,
        image,
        usd_market_url: url,
        external_ids: { tcgplayer: product_id, cardmarket: cardmarketOf.get(product_id) ?? null },
        expansions: expansion === undefined ? [] : [{ id: expansion, name: view.expansionNames.get(expansion) ?? '' }],
        usd_market: [],
        eur_market: null,
      },
    ];
  });
}

/** Finds the products at Cardmarket. `marketProducts` are all of its marketplace products: the single cards tell which expansion is which. */
export function linkSealed(
  view: MarketView,
  products: readonly Product[],
  marketProducts: readonly CardmarketProduct[],
): SealedLink[] {
  const expansionOf = groupExpansions(marketProducts, expansionsOfProducts(view.cards, 'cardmarket'));
  const sealed = marketProducts.flatMap(({ product_id, group_id, name, sealed }): SealedListing[] => {
    const expansion_id = expansionOf.get(group_id);
    return sealed && expansion_id !== undefined ? [{ product_id, name, expansion_id }] : [];
  });
  const ours = products.flatMap(({ id, name, expansions: [expansion] }): SealedListing[] =>
    expansion === undefined ? [] : [{ product_id: id, name, expansion_id: expansion.id }],
  );
  return matchSealed(ours, sealed, view.expansionNames, view.game.sealed);
}

/** Writes the products of the game, and what kind each is; returns how many differ. None is ever removed. */
export async function publishProducts(
  writes: Writes,
  game: DeployedGame,
  { stored, wanted }: { stored: readonly Product[]; wanted: readonly Product[] },
  changes: Changes,
): Promise<number> {
  const changed = await putDiffering(writes, game.name, { stored, wanted }, changes);
  const types = new Map(wanted.map((product) => [product.id, typeOf(product, game)]));
  const typed = await putProductTypes(writes, game.name, types);
  if (typed > 0) await bumpCatalogVersion(writes, { games: [game.name], names: false });
  return changed;
}

async function putDiffering(
  writes: Writes,
  game: string,
  { stored, wanted }: { stored: readonly Product[]; wanted: readonly Product[] },
  changes: Changes,
): Promise<number> {
  const before = new Map(stored.map((product) => [product.id, product]));
  const changed = wanted.filter((product) => !isDeepStrictEqual(before.get(product.id), product));
  if (changed.length === 0) return 0;
  const ids = changed.map(({ id }) => id);
  const others = await gamesOfIds(writes, 'products', ids, game);
  await putProducts(writes, changed);
  for (const { id, expansions } of changed) {
    changes.products.add(id);
    const isDetached = expansions.length === 0 && (before.get(id)?.expansions.length ?? 0) > 0;
    if (isDetached) changes.productsDetached.add(id);
  }
  const names = changed.some((product) => !isFoundAlike(before.get(product.id), product));
  // Marketplaces number the products of all games: one that another game had taken for its own is that game's no longer.
  await bumpCatalogVersion(writes, { games: [game, ...others.values()], names });
  return changed.length;
}

/** Whether a search finds both by the same words, in the same expansions. */
const isFoundAlike = (one: Product | undefined, other: Product): boolean =>
  one?.name === other.name && expansionIds(one) === expansionIds(other);
const expansionIds = ({ expansions }: Product) => expansions.map(({ id }) => id).join(' ');

/** Calls the expansions that were renamed by their new names in the products that are in them, still sold or not. */
export async function renameInProducts(writes: Writes, game: string, changes: Changes): Promise<void> {
  const renamed = changes.expansionsChanged;
  if (renamed.size === 0) return;
  const stored = await allProducts(writes, game);
  const wanted = stored.map((product) => ({
    ...product,
    expansions: product.expansions.map(({ id, name }) => ({ id, name: renamed.get(id)?.name ?? name })),
  }));
  await putDiffering(writes, game, { stored, wanted }, changes);
}

export async function publishSealedLinks(
  writes: Writes,
  game: string,
  { products, links }: { products: readonly Product[]; links: readonly SealedLink[] },
  changes: Changes,
): Promise<number> {
  const cardmarketOf = new Map(links.map(({ product_id, cardmarket_id }) => [product_id, cardmarket_id]));
  await replaceSealedLinks(writes, game, links);
  const wanted = products.map((product) => ({
    ...product,
    external_ids: { ...product.external_ids, cardmarket: cardmarketOf.get(product.id) ?? null },
  }));
  return putDiffering(writes, game, { stored: products, wanted }, changes);
}

/**
 * Which expansion each group of a marketplace is, by the votes of its single cards: every product whose id is written on a
 * card votes for that card's expansion, and the most votes win. A group without votes, or with a tie, has none.
 */
export function groupExpansions(
  marketProducts: Iterable<{ product_id: number; group_id: number }>,
  expansionsOf: ReadonlyMap<number, ReadonlySet<string>>,
): Map<number, string> {
  const votes = new Map<number, Map<string, number>>();
  for (const { product_id, group_id } of marketProducts) {
    const expansions = expansionsOf.get(product_id);
    // An id on cards of two expansions is wrong for one of them: it has no vote.
    if (expansions?.size !== 1) continue;
    const counts = votes.get(group_id) ?? new Map<string, number>();
    votes.set(group_id, counts);
    for (const id of expansions) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const elected = new Map<number, string>();
  for (const [group, counts] of votes) {
    const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
    if (first && first[1] !== second?.[1]) elected.set(group, first[0]);
  }
  return elected;
}

/** `booster box`, `elite trainer box case`; empty where the name says none. */
function typeOf({ name, expansions: [expansion] }: Product, { sealed }: DeployedGame): string {
  const { kind, container } = describeSealed(name, expansion?.name ?? '', sealed);
  return kind === '' ? '' : [kind, container].filter(Boolean).join(' ');
}
