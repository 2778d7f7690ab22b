/** The prices that the store accepts of a marketplace's rows, by the names under which new ones are judged. */
import type { Condition, Observed, ProductPriceRow } from '../../catalog/price-rows.ts';
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
  const accepted = new Map(await unreadPrices(reads, names));
  // After them: what marketplace products keep is older than what is accepted of those who read them.
  await addCardPrices(reads, names, links, accepted);
  for (const [name, price] of await acceptedProductPrices(reads, names, sealed)) accepted.set(name, price);
  return accepted;
}

/** What is kept of marketplace products while nobody reads them; who does read one has what is newer. */
async function unreadPrices(reads: Reads | Writes, { currency, rowName }: MarketplaceNames) {
  return [...(await marketplacePrices(reads, currency))].flatMap(([product, prices]) => {
    const [, id, subType = ''] = /^\w+\/(\d+)\/?(.*)$/.exec(product) ?? [];
    return prices.map((price): [string, AcceptedPrice] => [
      judgedName(rowName(Number(id), subType), price.market === 'usd' ? price.condition : undefined),
      acceptedOf(price),
    ]);
  });
}

async function addCardPrices(
  reads: Reads | Writes,
  { currency, rowName }: MarketplaceNames,
  links: readonly PriceLink[],
  accepted: Map<string, AcceptedPrice>,
): Promise<void> {
  const linkOf = new Map(links.map((link) => [link.variant_id, link]));
  // Not all at once: the prices of one batch stand in memory whole.
  for (const ids of inBatches([...new Set(links.map(({ card_id }) => card_id))])) {
    for (const prices of (await currentCardPrices(reads, ids)).values()) {
      for (const price of prices.filter(({ market }) => market === currency)) {
        const link = linkOf.get(price.variant_id);
        if (link === undefined) continue;
        const condition = price.market === 'usd' ? price.condition : undefined;
        accepted.set(judgedName(rowName(link.product_id, link.part), condition), acceptedOf(price));
      }
    }
  }
}

async function acceptedProductPrices(reads: Reads | Writes, names: MarketplaceNames, sealed: readonly LinkedProduct[]) {
  const known = sealed.filter(({ isNew }) => !isNew);
  const ids = known.map(({ product_id }) => product_id);
  const current = await currentProductPrices(reads, ids);
  return known.flatMap(({ product_id, marketplace_id }) => {
    const prices = current.get(product_id) ?? [];
    return prices
      .filter(({ market }) => market === names.currency)
      .map((price): [string, AcceptedPrice] => [judgedProductName(names, marketplace_id, price), acceptedOf(price)]);
  });
}

const acceptedOf = ({ amounts, observed_on, source }: Observed & { amounts: Amounts }): AcceptedPrice => ({
  amounts,
  observed_on,
  source,
});
