/** The prices that the store believes of a marketplace's rows, by the names under which new ones are judged. */
import type { Condition, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
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
): Promise<[string, Believed][]> {
  return [...(await believedCards(reads, names, links)), ...(await believedProducts(reads, names, sealed))];
}

async function believedCards(
  reads: Reads | Writes,
  { currency, rowName }: MarketplaceNames,
  links: readonly PriceLink[],
): Promise<[string, Believed][]> {
  const linkOf = new Map(links.map((link) => [link.variant_id, link]));
  const believed: [string, Believed][] = [];
  // Not all at once: the prices of one batch stand in memory whole.
  for (const ids of inBatches([...new Set(links.map(({ card_id }) => card_id))])) {
    for (const prices of (await currentCardPrices(reads, ids)).values()) {
      for (const price of prices) {
        const link = linkOf.get(price.variant_id);
        if (price.market !== currency || link === undefined) continue;
        const condition = 'condition' in price ? price.condition : undefined;
        believed.push([judgedName(rowName(link.product_id, link.part), condition), believedOf(price)]);
      }
    }
  }
  return believed;
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
  return known.flatMap(({ product_id, article_id }) =>
    (current.get(product_id) ?? [])
      .filter(({ market }) => market === names.currency)
      .map((price): [string, Believed] => [judgedProductName(names, article_id, price), believedOf(price)]),
  );
}

const believedOf = ({ amounts, observed_on, source }: Observed & { amounts: Amounts }): Believed => ({
  amounts,
  observed_on,
  source,
});
