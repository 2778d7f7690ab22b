/** The prices that the store accepts of a marketplace's rows, by the names under which new ones are judged. */
import type { CardPriceRow, Condition, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
import { inBatches } from '../../store/batches.ts';
import { marketplacePrices } from '../../store/marketplace-products/marketplace-prices.ts';
import { currentCardPrices, currentProductPrices } from '../../store/prices/current-prices.ts';
import type { PriceLink } from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { Amounts } from './judge-days.ts';
import type { MarketplaceNames } from './marketplace.ts';
import type { AcceptedPrice } from './price-ledger.ts';

export interface LinkedProduct {
  product_id: number;
  marketplace_id: number;
  /** Not linked before this run: the price that the product has was another marketplace product's. */
  isNew: boolean;
}

/** Names what is judged: a row, and where its prices are of a condition, that. */
export const judgedName = (rowName: string, condition: Condition | undefined) =>
  condition === undefined ? rowName : `${rowName}/${condition}`;

/** The same of a sealed product, whose price names its sub type and condition itself. */
export const judgedProductName = ({ rowName }: MarketplaceNames, marketplace_id: number, price: ProductPriceRow) =>
  'variant' in price
    ? judgedName(rowName(marketplace_id, price.variant), price.condition)
    : rowName(marketplace_id, '');

/** The current prices of what reads the marketplace's rows: printings by `links`, products by `sealed`. */
export async function acceptedPrices(
  reads: Reads | Writes,
  names: MarketplaceNames,
  links: readonly PriceLink[],
  sealed: readonly LinkedProduct[],
): Promise<Map<string, AcceptedPrice>> {
  const { currency, rowName } = names;
  const accepted = new Map<string, AcceptedPrice>();
  const accept = (row: string, price: CardPriceRow & Observed) =>
    accepted.set(judgedName(row, price.market === 'usd' ? price.condition : undefined), acceptedOf(price));
  // What is kept of marketplace products while nobody reads them; who does read one has what is newer, and comes after them.
  for (const [product, prices] of await marketplacePrices(reads, currency)) {
    const [, id, subType = ''] = /^\w+\/(\d+)\/?(.*)$/.exec(product) ?? [];
    for (const price of prices) accept(rowName(Number(id), subType), price);
  }
  const linkOf = new Map(links.map((link) => [link.variant_id, link]));
  // Not all at once: the prices of one batch stand in memory whole.
  for (const ids of inBatches([...new Set(links.map(({ card_id }) => card_id))])) {
    for (const price of [...(await currentCardPrices(reads, ids)).values()].flat()) {
      const link = price.market === currency ? linkOf.get(price.variant_id) : undefined;
      if (link !== undefined) accept(rowName(link.product_id, link.part), price);
    }
  }
  const known = sealed.filter(({ isNew }) => !isNew);
  const ids = known.map(({ product_id }) => product_id);
  const current = await currentProductPrices(reads, ids);
  for (const { product_id, marketplace_id } of known) {
    for (const price of current.get(product_id) ?? []) {
      if (price.market !== currency) continue;
      accepted.set(judgedProductName(names, marketplace_id, price), acceptedOf(price));
    }
  }
  return accepted;
}

const acceptedOf = ({ amounts, observed_on, source }: Observed & { amounts: Amounts }): AcceptedPrice => ({
  amounts,
  observed_on,
  source,
});
