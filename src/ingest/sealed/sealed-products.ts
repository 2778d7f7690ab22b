/** Works out the sealed products: their records, their expansions, and their articles at the other marketplace. */
import { isDeepStrictEqual } from 'node:util';
import { type ClaimingCard, claimedIds, type Marketplace } from '../../catalog/claims.ts';
import { foldName } from '../../catalog/fold.ts';
import type { Product } from '../../catalog/records.ts';
import { gamesOfIds } from '../../store/catalog/other-games.ts';
import { allProducts, putProducts, replaceSealedLinks, type SealedLink } from '../../store/catalog/products.ts';
import { bumpCatalogVersion } from '../../store/meta.ts';
import type { Writes } from '../../store/store.ts';
import type { CardmarketProduct } from '../../upstream/markets/cardmarket.ts';
import type { TcgcsvGroup, TcgcsvProduct } from '../../upstream/markets/tcgcsv.ts';
import type { Changes } from '../changes.ts';
import type { MarketView } from '../matching/market-view.ts';
import { groupExpansions } from './group-expansions.ts';
import { matchSealed, type SealedArticle } from './match-sealed.ts';

/** Expansions of the cards that claim each article of a market. */
function expansionsOfArticles(cards: readonly ClaimingCard[], market: Marketplace): Map<number, Set<string>> {
  const expansions = new Map<number, Set<string>>();
  for (const card of cards) {
    for (const id of claimedIds(card, market)) {
      const known = expansions.get(id);
      if (known) known.add(card.expansion_id);
      else expansions.set(id, new Set([card.expansion_id]));
    }
  }
  return expansions;
}

/** The expansion of each group of TCGplayer: by its cards, else by a name that only one expansion has. */
export function tcgplayerExpansions(
  view: MarketView,
  groups: readonly TcgcsvGroup[],
  articles: readonly TcgcsvProduct[],
): Map<number, string> {
  const elected = groupExpansions(articles, expansionsOfArticles(view.cards, 'tcgplayer'));
  const byName = Map.groupBy(view.expansionNames, ([, name]) => foldName(name));
  for (const { group_id, name } of groups) {
    const [only, another] = byName.get(foldName(name)) ?? [];
    if (!elected.has(group_id) && only !== undefined && another === undefined) elected.set(group_id, only[0]);
  }
  return elected;
}

/** Records of the sealed articles among `articles`, without prices; links to the other marketplace are kept. */
export function productRecords(
  articles: readonly TcgcsvProduct[],
  expansionOf: ReadonlyMap<number, string>,
  view: MarketView,
  links: readonly SealedLink[],
): Product[] {
  const cardmarketOf = new Map(links.map(({ product_id, cardmarket_id }) => [product_id, cardmarket_id]));
  return articles.flatMap(({ product_id, group_id, name, number, shown }): Product[] => {
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

/** Finds the products at Cardmarket. `articles` are all of its articles: the single cards tell which expansion is which. */
export function linkSealed(
  view: MarketView,
  products: readonly Product[],
  articles: readonly CardmarketProduct[],
): SealedLink[] {
  const expansionOf = groupExpansions(articles, expansionsOfArticles(view.cards, 'cardmarket'));
  const sealed = articles.flatMap(({ product_id, group_id, name, sealed }): SealedArticle[] => {
    const expansion_id = expansionOf.get(group_id);
    return sealed && expansion_id !== undefined ? [{ product_id, name, expansion_id }] : [];
  });
  const ours = products.flatMap(({ id, name, expansions: [expansion] }): SealedArticle[] =>
    expansion === undefined ? [] : [{ product_id: id, name, expansion_id: expansion.id }],
  );
  return matchSealed(ours, sealed, view.expansionNames, view.game.sealed).map(
    ({ tcgplayer, cardmarket, confidence }) => ({
      product_id: tcgplayer,
      cardmarket_id: cardmarket,
      confidence,
    }),
  );
}

/** Writes the products of the game that differ from those stored; returns how many. None is ever removed. */
export async function publishProducts(
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
  // Marketplaces number the articles of all games: one that another game had taken for its own is that game's no longer.
  await bumpCatalogVersion(writes, { games: [game, ...others.values()], names });
  return changed.length;
}

/** Whether a search finds both by the same words, in the same expansions. */
const isFoundAlike = (one: Product | undefined, other: Product): boolean =>
  one?.name === other.name &&
  isDeepStrictEqual(
    one.expansions.map(({ id }) => id),
    other.expansions.map(({ id }) => id),
  );

/** Calls the expansions that were renamed by their new names in the products that are in them, still sold or not. */
export async function renameInProducts(writes: Writes, game: string, changes: Changes): Promise<void> {
  const renamed = changes.expansionsChanged;
  if (renamed.size === 0) return;
  const stored = await allProducts(writes, game);
  const wanted = stored.map((product) => ({
    ...product,
    expansions: product.expansions.map(({ id, name }) => ({ id, name: renamed.get(id)?.name ?? name })),
  }));
  await publishProducts(writes, game, { stored, wanted }, changes);
}

/** Writes the links and the products' records that name them. */
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
  return publishProducts(writes, game, { stored: products, wanted }, changes);
}
