/** Finds which article of TCGplayer each printing is, where the catalog does not say: by number and what the game makes of the rest. */
import type { ClaimingCard, ClaimingVariant } from '../../catalog/claims.ts';
import { numberNormalized } from '../../catalog/collector-number.ts';
import type { ArticleRules, CardArticle } from '../../games/game.ts';
import type { TcgcsvGroup, TcgcsvProduct } from '../../upstream/markets/tcgcsv.ts';
import { type MarketView, viewOf } from './market-view.ts';

/** Printings by card whose article is another than the one that is stored; null where it is none now. */
export type FoundArticles = ReadonlyMap<string, ReadonlyMap<number, number | null>>;

/** What may be what. */
interface Pair {
  variant: ClaimingVariant;
  product_id: number;
}

/**
 * Finds them among the single cards of the lists, and lets the view see the catalog as if it had named them. An article is
 * a printing's where neither may be another's; one that the lists no longer hold stays what it was.
 */
export function findArticles(
  view: MarketView,
  groups: readonly TcgcsvGroup[],
  products: readonly TcgcsvProduct[],
): FoundArticles {
  const rules = view.game.articles;
  if (rules === undefined) return new Map();
  const articles = articlesByNumber(groups, products);
  const listed = new Set(products.map(({ product_id }) => product_id));
  const pairs = view.cards.flatMap((card) => pairsOf(card, articles, rules, view.expansionNames));
  const byProduct = Map.groupBy(pairs, ({ product_id }) => product_id);
  const byVariant = Map.groupBy(pairs, ({ variant }) => variant.id);
  const articleOf = ({ id, external_ids: { tcgplayer } }: ClaimingVariant): number | null => {
    const [only, another] = byVariant.get(id) ?? [];
    if (only && !another && byProduct.get(only.product_id)?.length === 1) return only.product_id;
    return tcgplayer !== null && !listed.has(tcgplayer) ? tcgplayer : null;
  };
  const found = new Map<string, Map<number, number | null>>();
  const cards = view.cards.map((card): ClaimingCard => {
    const changed = new Map(
      card.variants
        .filter(({ is_missing }) => !is_missing)
        .map((variant) => [variant, articleOf(variant)] as const)
        .filter(([{ external_ids }, article]) => external_ids.tcgplayer !== article)
        .map(([{ id }, article]) => [id, article]),
    );
    if (changed.size === 0) return card;
    found.set(card.id, changed);
    return { ...card, variants: card.variants.map((variant) => withArticle(variant, changed)) };
  });
  if (found.size > 0) Object.assign(view, viewOf(view.game, cards, view.expansionNames));
  return found;
}

/** The record with the articles that were found for its printings. */
export function withArticle<Variant extends Pick<ClaimingVariant, 'id' | 'external_ids'>>(
  variant: Variant,
  found: ReadonlyMap<number, number | null>,
): Variant {
  const tcgplayer = found.get(variant.id);
  return tcgplayer === undefined ? variant : { ...variant, external_ids: { ...variant.external_ids, tcgplayer } };
}

type Articles = ReadonlyMap<string, (CardArticle & { product_id: number })[]>;

function articlesByNumber(groups: readonly TcgcsvGroup[], products: readonly TcgcsvProduct[]): Articles {
  const names = new Map(groups.map(({ group_id, name }) => [group_id, name]));
  const articles = new Map<string, (CardArticle & { product_id: number })[]>();
  for (const { product_id, group_id, name, number, rarity } of products) {
    const key = numberNormalized(number);
    if (key === null) continue;
    const article = { product_id, name, rarity, group: names.get(group_id) ?? '' };
    const known = articles.get(key);
    if (known) known.push(article);
    else articles.set(key, [article]);
  }
  return articles;
}

function pairsOf(
  card: ClaimingCard,
  articles: Articles,
  { isArticleOf }: ArticleRules,
  expansionNames: ReadonlyMap<string, string>,
): Pair[] {
  const named = { name: card.name, expansion: expansionNames.get(card.expansion_id) ?? '' };
  const candidates = articles.get(numberNormalized(card.number) ?? '') ?? [];
  return card.variants
    .filter(({ is_missing }) => !is_missing)
    .flatMap((variant) =>
      candidates
        .filter((article) => isArticleOf(article, named, variant))
        .map(({ product_id }) => ({ variant, product_id })),
    );
}
