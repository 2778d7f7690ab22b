/** The sealed product list and detail. */
import { optionalText } from '../../catalog/field-shapes.ts';
import type { Product } from '../../catalog/records.ts';
import { pricedProduct } from '../../catalog/served-prices.ts';
import { Failure } from '../../failure.ts';
import { currentId } from '../../store/catalog/aliases.ts';
import { productById, productsByIds, productsByNumbers } from '../../store/catalog/catalog-records.ts';
import { currentProductPrices } from '../../store/prices/current-prices.ts';
import { type ProductPosition, productPage } from '../../store/views/priced/catalog-pages.ts';
import { type Query, readFilter, readSearch, wantsTotal } from '../parameters.ts';
import type { CatalogReads, RouteRequest } from '../request.ts';
import { listPage, listParameters, ofGame, type Page, type Paging, searchPage } from './list.ts';
import { idsParameter, readListIds, severalPage } from './query/batch-read.ts';
import { columnPage, countRows } from './query/filtered-page.ts';
import { productFilterParameters, readListQuery } from './query/filters.ts';

const ID_MAX = 2 ** 31 - 1;

export const productListParameters = {
  ...listParameters,
  ...productFilterParameters,
  ...idsParameter,
  expansion_id: optionalText('Only products of this expansion; an unknown one has none.', 'fl1'),
};

export async function listProducts({ query }: RouteRequest, context: CatalogReads & Paging): Promise<Page<Product>> {
  const page = await productRows(query, context);
  return { ...page, items: await withPrices(page.items, context) };
}

async function productRows(query: Query, context: CatalogReads & Paging) {
  const game = readFilter(query, 'game');
  const ids = readListIds(query, productListParameters);
  if (ids !== undefined) return severalPage(ids, await productsOf(context, ids), game, wantsTotal(query));
  const given = readFilter(query, 'expansion_id');
  const expansion_id = given && (await currentId(context.reads, 'expansion', given));
  if (expansion_id === given) context.isOf(game);
  const q = readSearch(query);
  const asked = readListQuery(query, productFilterParameters);
  const rowsByIds = (ids: readonly string[]) => productsByIds(context.reads, ids);
  const search = q === undefined ? undefined : { list: 'products' as const, q, group: expansion_id, game, rowsByIds };
  const scope = ['products', expansion_id, ...(q === undefined ? [] : [q]), ...ofGame(game)];
  if (asked !== undefined) {
    const expansions = expansion_id === undefined ? undefined : new Set([expansion_id]);
    const rowsByKeys = (ids: readonly number[]) => productsByNumbers(context.reads, ids);
    const wanted = { list: 'products' as const, asked, expansions, game, scope, rowsByKeys, search };
    return columnPage<Product>(context, query, wanted);
  }
  if (search !== undefined) return searchPage(context, query, search);
  const fetch = (page: { after: ProductPosition | undefined; limit: number }) =>
    productPage(context.reads, { ...page, expansion_id, game });
  return listPage(context, query, scope, fetch, () => countRows(context, 'products', { game, expansion_id }));
}

/** Products by the ids that they are asked for under; what is no id is none. */
async function productsOf({ reads }: CatalogReads, ids: readonly string[]): Promise<Map<string, Product>> {
  const numbers = ids.filter((id) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= ID_MAX);
  return numbers.length === 0 ? new Map() : productsByIds(reads, numbers);
}

async function withPrices<Row extends Product>(products: Row[], { reads }: CatalogReads): Promise<Row[]> {
  const ids = products.map(({ id }) => id);
  const prices = await currentProductPrices(reads, ids);
  return products.map((product) => ({ ...product, ...pricedProduct(product, prices.get(product.id) ?? []) }));
}

/**
 * A product's id from the path.
 * @throws Failure not_found for text that is no id: a number too large would otherwise fail inside PostgreSQL
 */
export function readProductId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id === 0 || id > ID_MAX) throw noSuchProduct();
  return id;
}

const noSuchProduct = () => new Failure('not_found', 'There is no product with this id.');

/** @throws Failure not_found */
export async function getProduct({ params }: RouteRequest, context: CatalogReads): Promise<Product> {
  const product = await productById(context.reads, readProductId(params.id ?? ''));
  if (!product) throw noSuchProduct();
  context.isOf(product.game);
  return pricedProduct(product, (await currentProductPrices(context.reads, [product.id])).get(product.id) ?? []);
}
