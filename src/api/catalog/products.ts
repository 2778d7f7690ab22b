/** The sealed product list and detail. */
import Type from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import type { Product } from '../../catalog/records.ts';
import { pricedProduct } from '../../catalog/served-prices.ts';
import { Failure } from '../../failure.ts';
import { currentExpansionId } from '../../store/catalog/aliases.ts';
import { type ProductPosition, productPage } from '../../store/catalog/catalog-pages.ts';
import { productById, productsByIds, productsByNumbers } from '../../store/catalog/catalog-records.ts';
import { currentProductPrices } from '../../store/prices/current-prices.ts';
import type { RequestContext, RouteRequest } from '../context.ts';
import { type Query, readFilter, readSearch, requireText } from '../parameters.ts';
import { askedPage } from './asked/asked-list.ts';
import { productFilterParameters, readAsked } from './asked/filters.ts';
import { idsParameter, readListIds, severalPage } from './asked/several.ts';
import { listPage, listParameters, ofGame, type Page, searchPage } from './list.ts';

const ID_MAX = 2 ** 31 - 1;

export const productListParameters = {
  ...listParameters,
  ...productFilterParameters,
  ...idsParameter,
  expansion_id: Type.Optional(Type.String(doc('Only products of this expansion; an unknown one has none.', 'fl1'))),
};

export async function listProducts({ query }: RouteRequest, context: RequestContext): Promise<Page<Product>> {
  const page = await productRows(query, context);
  return { ...page, items: await withPrices(page.items, context) };
}

async function productRows(query: Query, context: RequestContext) {
  const game = readFilter(query, 'game');
  const ids = readListIds(query, productListParameters);
  if (ids !== undefined) return severalPage(ids, await productsOf(context, ids), game);
  const given = readFilter(query, 'expansion_id');
  const expansion_id = given && (await currentExpansionId(context.reads, given));
  if (expansion_id === given) context.isOf(game);
  const q = readSearch(query);
  const asked = readAsked(query, productFilterParameters);
  const rowsByIds = (ids: readonly string[]) => productsByIds(context.reads, ids);
  const search = q === undefined ? undefined : { list: 'products' as const, q, group: expansion_id, game, rowsByIds };
  const scope = ['products', expansion_id, ...(q === undefined ? [] : [q]), ...ofGame(game)];
  if (asked !== undefined) {
    const expansions = expansion_id === undefined ? undefined : new Set([expansion_id]);
    const rowsByKeys = (ids: readonly number[]) => productsByNumbers(context.reads, ids);
    return askedPage<Product>(context, query, { list: 'products', asked, expansions, game, scope, rowsByKeys, search });
  }
  if (search !== undefined) return searchPage(context, query, search);
  return listPage<Product, ProductPosition>(context, query, scope, (page) =>
    productPage(context.reads, { ...page, expansion_id, game }),
  );
}

/** Products by the ids that they are asked for under; what is no id is none. */
async function productsOf({ reads }: RequestContext, ids: readonly string[]): Promise<Map<string, Product>> {
  const numbers = ids.filter((id) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= ID_MAX);
  return numbers.length === 0 ? new Map() : productsByIds(reads, numbers);
}

async function withPrices<Row extends Product>(products: Row[], { reads }: RequestContext): Promise<Row[]> {
  const ids = products.map(({ id }) => id);
  const prices = await currentProductPrices(reads, ids);
  return products.map((product) => ({ ...product, ...pricedProduct(product, prices.get(product.id) ?? []) }));
}

/**
 * A product's id from the path.
 * @throws Failure not_found for text that is no id: a number too large would otherwise fail inside PostgreSQL
 */
export function readProductId(text: string): number {
  requireText('id', text);
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id === 0 || id > ID_MAX) throw noSuchProduct();
  return id;
}

const noSuchProduct = () => new Failure('not_found', 'There is no product with this id.');

/** @throws Failure not_found */
export async function getProduct({ params }: RouteRequest, context: RequestContext): Promise<Product> {
  const product = await productById(context.reads, readProductId(params.id ?? ''));
  if (!product) throw noSuchProduct();
  context.isOf(product.game);
  return pricedProduct(product, (await currentProductPrices(context.reads, [product.id])).get(product.id) ?? []);
}
