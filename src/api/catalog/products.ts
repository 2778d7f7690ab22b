/** The sealed product list and detail. */
import Type from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import type { Product } from '../../catalog/records.ts';
import { pricedProduct } from '../../catalog/served-prices.ts';
import { Failure } from '../../failure.ts';
import { currentExpansionId } from '../../store/catalog/aliases.ts';
import { type ProductPosition, productPage } from '../../store/catalog/catalog-pages.ts';
import { productById, productsByIds } from '../../store/catalog/catalog-records.ts';
import { currentProductPrices } from '../../store/prices/current-prices.ts';
import type { RequestContext, RouteRequest } from '../context.ts';
import { type Query, readFilter, readSearch, requireText } from '../parameters.ts';
import { listPage, listParameters, ofGame, type Page, searchPage } from './list.ts';

const ID_MAX = 2 ** 31 - 1;

export const productListParameters = {
  ...listParameters,
  expansion_id: Type.Optional(Type.String(doc('Only products of this expansion; an unknown one has none.', 'fl1'))),
};

export async function listProducts({ query }: RouteRequest, context: RequestContext): Promise<Page<Product>> {
  const asked = readFilter(query, 'expansion_id');
  const expansion_id = asked && (await currentExpansionId(context.reads, asked));
  if (expansion_id === asked) context.isOf(readFilter(query, 'game'));
  const page = await productRows(query, context, expansion_id);
  return { ...page, items: await withPrices(page.items, context) };
}

function productRows(query: Query, context: RequestContext, expansion_id: string | undefined) {
  const game = readFilter(query, 'game');
  const q = readSearch(query);
  if (q !== undefined) {
    const rowsByIds = (ids: readonly string[]) => productsByIds(context.reads, ids);
    return searchPage(context, query, { list: 'products', q, group: expansion_id, game, rowsByIds });
  }
  return listPage<Product, ProductPosition>(context, query, ['products', expansion_id, ...ofGame(game)], (page) =>
    productPage(context.reads, { ...page, expansion_id, game }),
  );
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
