/** Finds which article of a marketplace each printing is, where the catalog does not say: by what the lists tell of both. */
import type { ClaimingCard, ClaimingVariant, Marketplace } from '../../catalog/claims.ts';
import { numberNormalized } from '../../catalog/collector-number.ts';
import { foldName } from '../../catalog/fold.ts';
import type { CardArticle } from '../../games/game.ts';
import type { CardmarketProduct } from '../../upstream/markets/cardmarket.ts';
import type { TcgcsvGroup, TcgcsvProduct } from '../../upstream/markets/tcgcsv.ts';
import { type MarketView, viewOf } from '../matching/market-view.ts';
import { namedGroups } from './named-groups.ts';

/** Printings by card whose article is another than the one that is stored; null where it is none now. */
export type FoundArticles = ReadonlyMap<string, ReadonlyMap<number, number | null>>;

/** A single card of a list. */
type Article = CardArticle & { product_id: number };

/** The single cards of a list, by what an article and a card have in common. */
interface Candidates {
  byKey: ReadonlyMap<string, readonly Article[]>;
  keyOf(card: ClaimingCard): string | null;
}

/** Finds them at TCGplayer: article and card bear the same number. */
export function findAtTcgplayer(
  view: MarketView,
  groups: readonly TcgcsvGroup[],
  products: readonly TcgcsvProduct[],
): FoundArticles {
  const names = new Map(groups.map(({ group_id, name }) => [group_id, name]));
  const byKey = new Map<string, Article[]>();
  for (const { product_id, group_id, name, number, rarity } of products) {
    const key = numberNormalized(number);
    if (key !== null) put(byKey, key, { product_id, name, rarity, group: names.get(group_id) ?? null });
  }
  const keyOf = ({ number }: ClaimingCard) => numberNormalized(number);
  return find(view, 'tcgplayer', products, { byKey, keyOf });
}

/** Finds them at Cardmarket, whose list knows neither numbers nor the names of expansions: by name in the expansion. */
export function findAtCardmarket(view: MarketView, products: readonly CardmarketProduct[]): FoundArticles {
  const singles = products
    .filter(({ sealed }) => !sealed)
    .map(({ product_id, group_id, name }) => ({ product_id, group_id, ...withoutVersion(name) }));
  const expansionOf = namedGroups(singles, view.cards);
  const byKey = new Map<string, Article[]>();
  for (const { product_id, group_id, name, rarity } of singles) {
    const expansion = expansionOf.get(group_id);
    if (expansion !== undefined)
      put(byKey, `${expansion} ${foldName(name)}`, { product_id, name, rarity, group: null });
  }
  const keyOf = ({ expansion_id, name }: ClaimingCard) => `${expansion_id} ${foldName(name)}`;
  return find(view, 'cardmarket', products, { byKey, keyOf });
}

/** Cards of one name in an expansion are numbered there, in no order that is known: `Bell (V.1)`, `Bell (V.2 - Rare)`. */
function withoutVersion(text: string): { name: string; rarity: string | null } {
  const [, name = text, rarity = null] = /^(.+) \(V\.\d+(?: - (.+))?\)$/.exec(text) ?? [];
  return { name, rarity };
}

function put(lists: Map<string, Article[]>, key: string, article: Article): void {
  const list = lists.get(key);
  if (list) list.push(article);
  else lists.set(key, [article]);
}

/**
 * Finds the articles of all printings, and lets the view see the catalog as if it had named them. An article is of one card
 * and a printing is one article, or there is none; what the lists no longer hold stays what it was.
 */
function find(
  view: MarketView,
  market: Marketplace,
  products: readonly { product_id: number }[],
  { byKey, keyOf }: Candidates,
): FoundArticles {
  const isArticleOf = view.game.articles?.[market];
  if (isArticleOf === undefined) return new Map();
  const listed = new Set(products.map(({ product_id }) => product_id));
  const cardsOf = new Map<number, Set<string>>();
  const articlesOf = new Map<number, number[]>();
  for (const card of view.cards) {
    const named = { name: card.name, expansion: view.expansionNames.get(card.expansion_id) ?? '' };
    const candidates = byKey.get(keyOf(card) ?? '') ?? [];
    for (const variant of card.variants.filter(({ is_missing }) => !is_missing)) {
      const fitting = candidates.filter((article) => isArticleOf(article, named, variant));
      articlesOf.set(
        variant.id,
        fitting.map(({ product_id }) => product_id),
      );
      for (const { product_id } of fitting) {
        cardsOf.set(product_id, (cardsOf.get(product_id) ?? new Set()).add(card.id));
      }
    }
  }
  const articleOf = ({ id, external_ids }: ClaimingVariant): number | null => {
    const [only, another] = articlesOf.get(id) ?? [];
    if (only !== undefined && another === undefined && cardsOf.get(only)?.size === 1) return only;
    const kept = external_ids[market];
    return kept !== null && !listed.has(kept) ? kept : null;
  };
  return claim(view, market, articleOf);
}

/** Puts the articles where the catalog would have named them; returns what is another than before. */
function claim(
  view: MarketView,
  market: Marketplace,
  articleOf: (variant: ClaimingVariant) => number | null,
): FoundArticles {
  const found = new Map<string, ReadonlyMap<number, number | null>>();
  const cards = view.cards.map((card): ClaimingCard => {
    const changed = new Map(
      card.variants
        .filter(({ is_missing }) => !is_missing)
        .map((variant) => [variant, articleOf(variant)] as const)
        .filter(([{ external_ids }, article]) => external_ids[market] !== article)
        .map(([{ id }, article]) => [id, article]),
    );
    if (changed.size === 0) return card;
    found.set(card.id, changed);
    return { ...card, variants: card.variants.map((variant) => withArticle(variant, market, changed)) };
  });
  if (found.size > 0) Object.assign(view, viewOf(view.game, cards, view.expansionNames));
  return found;
}

/** The record with the article that was found for it, if any was. */
export function withArticle<Variant extends Pick<ClaimingVariant, 'id' | 'external_ids'>>(
  variant: Variant,
  market: Marketplace,
  found: ReadonlyMap<number, number | null>,
): Variant {
  const article = found.get(variant.id);
  return article === undefined ? variant : { ...variant, external_ids: { ...variant.external_ids, [market]: article } };
}
