/** The demo as tcgcsv serves TCGplayer's files: categories, groups, products and a day's prices, of every game. */
import type { Market, MarketGroup, MarketProduct } from '../market.ts';
import { orbwrightMarket } from '../orbwright/market.ts';
import { dayNumber, quoteOf, type Walk } from '../price-walk.ts';
import { wickwildMarket } from '../wickwild/market/market.ts';
import { SLIP, slippingOn } from './mistakes.ts';
import { amount, share, slug } from './spelling.ts';

const MARKETS: readonly Market[] = [wickwildMarket, orbwrightMarket];

const envelope = (results: unknown[]) =>
  JSON.stringify({ totalItems: results.length, success: true, errors: [], results });

const categoryRecord = ({ category, name, slug }: Market) => ({
  categoryId: category,
  name,
  modifiedOn: '2023-02-01T10:00:00.1',
  displayName: name,
  seoCategoryName: name,
  categoryDescription: null,
  categoryPageTitle: null,
  sealedLabel: 'Sealed Products',
  nonSealedLabel: 'Single Cards',
  conditionGuideUrl: `https://usd-market.example/${slug}/conditions`,
  isScannable: false,
  popularity: 0,
  isDirect: true,
});

const groupRecord = ({ category }: Market, group: MarketGroup) => ({
  groupId: group.id,
  name: group.name,
  abbreviation: group.abbreviation,
  isSupplemental: group.isSupplemental,
  publishedOn: `${group.released}T00:00:00`,
  modifiedOn: `${group.released}T08:30:12.4`,
  categoryId: category,
});

const cleaned = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\w ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

const productRecord = (market: Market, group: MarketGroup, product: MarketProduct, pictureBase: string) => ({
  productId: product.id,
  name: product.name,
  cleanName: cleaned(product.name),
  imageUrl: `${pictureBase}/products/${product.id}_200w.jpg`,
  categoryId: market.category,
  groupId: group.id,
  url: `https://usd-market.example/product/${product.id}/${market.slug}-${slug(group.name)}-${slug(product.name)}`,
  modifiedOn: `${group.released}T09:15:00.8`,
  imageCount: 1,
  presaleInfo: { isPresale: false, releasedOn: null, note: null },
  extendedData: market.printedOn(product).map(([name, displayName, value]) => ({ name, displayName, value })),
});

/** One row of `prices`. The low, the middle and the high are fixed shares of the market price, so they move when it moves. */
function priceRow(
  id: number,
  { subType, walk }: MarketProduct['rows'][number],
  day: number,
  slipping: Walk | undefined,
): string | undefined {
  const quote = quoteOf(walk, day);
  if (quote === undefined) return undefined;
  const { seed } = walk;
  const lean = (seed % 1000) / 1000;
  const low = share(quote.now, 0.52 + lean * 0.33);
  const mid = share(quote.now, 1.06 + lean * 0.24) + 2;
  // Some sellers park a product at a price nobody will pay.
  const high = seed % 41 === 0 ? 499_900 + (seed % 100) : share(mid, 1.5 + lean * 1.4);
  const market = seed % 53 === 0 ? undefined : quote.now * (walk === slipping ? SLIP : 1);
  const direct = seed % 3 === 0 ? share(low, 1.1) + 1 : undefined;
  return rowText(id, subType, [low, mid, high, market, direct]);
}

const AMOUNTS = ['lowPrice', 'midPrice', 'highPrice', 'marketPrice', 'directLowPrice'] as const;

const rowText = (id: number, subType: string, amounts: readonly (number | undefined)[]): string =>
  `{"productId":${id},${AMOUNTS.map((name, i) => `"${name}":${amount(amounts[i])}`).join(',')},"subTypeName":"${subType}"}`;

function prices({ listsUnpriced }: Market, products: readonly MarketProduct[], day: string): string {
  const number = dayNumber(day);
  const slipping = slippingOn(number);
  const rows = products.flatMap(({ id, rows }) =>
    rows
      .map((row) => priceRow(id, row, number, slipping) ?? (listsUnpriced ? rowText(id, row.subType, []) : undefined))
      .filter((row) => row !== undefined),
  );
  return `{"success":true,"errors":[],"results":[${rows.join(',')}]}`;
}

/** The document at a path below `tcgcsv/`. */
export function tcgcsvFile(path: string, day: string, pictureBase: string): string | undefined {
  if (path === 'last-updated.txt') return `${day}T04:05:33+0000`;
  if (path === 'categories') return envelope(MARKETS.map(categoryRecord));
  const [category, place, what] = path.split('/');
  const market = MARKETS.find((each) => String(each.category) === category);
  if (market === undefined) return undefined;
  if (place === 'groups' && what === undefined) {
    return envelope(market.groups.map((group) => groupRecord(market, group)));
  }
  const group = market.groups.find(({ id }) => String(id) === place);
  const products = group && market.productsOf(group.id);
  if (products === undefined) return undefined;
  if (what === 'products') {
    return envelope(products.map((product) => productRecord(market, group as MarketGroup, product, pictureBase)));
  }
  return what === 'prices' ? prices(market, products, day) : undefined;
}
