/** The prices that the store believes of a marketplace's rows, by the names under which new ones are judged. */
import type { CardPriceRow, Condition, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
import { articlePrices } from '../../store/articles/article-prices.ts';
import { inBatches } from '../../store/batches.ts';
import { currentCardPrices, currentProductPrices } from '../../store/prices/current-prices.ts';
import type { PriceLink } from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { MarketplaceNames } from './marketplace.ts';
import type { Amounts, Believed } from './price-ledger.ts';

/** A sealed product and the article that it is at the marketplace. */
export interface ProductArticle {
  product_id: number;
  article_id: number;
  /** Not linked before this run: the price that the product has was another article's. */
  isNew: boolean;
}

/** Names what is judged: a row, and where its prices are of a condition, that. */
export const judgedName = (rowName: string, condition: Condition | undefined) =>
  condition === undefined ? rowName : `${rowName}/${condition}`;

/** The same of a sealed product, whose price names its part and condition itself. */
export const judgedProductName = ({ rowName }: MarketplaceNames, article_id: number, price: ProductPriceRow) =>
  'variant' in price ? judgedName(rowName(article_id, price.variant), price.condition) : rowName(article_id, '');

/** The current prices of what reads the marketplace's rows: printings by `links`, products by `sealed`. */
export async function believedPrices(
  reads: Reads | Writes,
  names: MarketplaceNames,
  links: readonly PriceLink[],
  sealed: readonly ProductArticle[],
): Promise<Map<string, Believed>> {
  const believed = new Map<string, Believed>();
  for (const [name, price] of await believedArticles(reads, names)) believed.set(name, price);
  // After them: what articles keep is older than what is believed of those who read them.
  await believeCards(reads, names, links, believed);
  for (const [name, price] of await believedProducts(reads, names, sealed)) believed.set(name, price);
  return believed;
}

/** What is kept of articles while nobody reads them; who does read one has what is newer. */
async function believedArticles(reads: Reads | Writes, { currency, rowName }: MarketplaceNames) {
  return [...(await articlePrices(reads, currency))].flatMap(([article, prices]) => {
    const [, id, part = ''] = /^\w+\/(\d+)\/?(.*)$/.exec(article) ?? [];
    return prices.map((price): [string, Believed] => [
      judgedName(rowName(Number(id), part), price.market === 'usd' ? price.condition : undefined),
      believedOf(price),
    ]);
  });
}

async function believeCards(
  reads: Reads | Writes,
  { currency, rowName }: MarketplaceNames,
  links: readonly PriceLink[],
  believed: Map<string, Believed>,
): Promise<void> {
  const linkOf = new Map(links.map((link) => [link.variant_id, link]));
  // Not all at once: the prices of one batch stand in memory whole.
  for (const ids of inBatches([...new Set(links.map(({ card_id }) => card_id))])) {
    for (const prices of (await currentCardPrices(reads, ids)).values()) {
      for (const price of prices) {
        const link = linkOf.get(price.variant_id);
        if (price.market !== currency || link === undefined) continue;
        const condition = 'condition' in price ? price.condition : undefined;
        const name = judgedName(rowName(link.product_id, link.part), condition);
        const half = link.part === 'holo' ? 'holo' : 'plain';
        const other = prices.find(({ market, variant_id }) => market !== currency && variant_id === price.variant_id);
        // Two printings may read the halves of one row.
        const elsewhere = { ...believed.get(name)?.elsewhere, [half]: costOf(other) };
        believed.set(name, { ...believedOf(price), elsewhere });
      }
    }
  }
}

async function believedProducts(
  reads: Reads | Writes,
  names: MarketplaceNames,
  sealed: readonly ProductArticle[],
): Promise<[string, Believed][]> {
  const known = sealed.filter(({ isNew }) => !isNew);
  const current = await currentProductPrices(
    reads,
    known.map(({ product_id }) => product_id),
  );
  return known.flatMap(({ product_id, article_id }) => {
    const prices = current.get(product_id) ?? [];
    const elsewhere = { plain: costOf(prices.find(({ market }) => market !== names.currency)) };
    return prices
      .filter(({ market }) => market === names.currency)
      .map((price): [string, Believed] => [
        judgedProductName(names, article_id, price),
        { ...believedOf(price), elsewhere },
      ]);
  });
}

/** What a price says that its printing or product costs; undefined where it does not. */
function costOf(price: CardPriceRow | ProductPriceRow | undefined): number | undefined {
  if (price === undefined) return undefined;
  if (price.market === 'usd') return price.amounts.market ?? undefined;
  const isHolo = 'price_kind' in price && price.price_kind === 'holo';
  const { trend, avg, trend_holo, avg_holo } = price.amounts;
  return (isHolo ? (trend_holo ?? avg_holo) : (trend ?? avg)) ?? undefined;
}

const believedOf = ({ amounts, observed_on, source }: Observed & { amounts: Amounts }): Believed => ({
  amounts,
  observed_on,
  source,
});
