/** The demo as Cardmarket's public files: the price guide of a day and the two product lists. */
import { dayNumber, type Quote, quoteOf } from '../price-walk.ts';
import { type EurProduct, idExpansionOf, metacardOf } from '../wickwild/market/product.ts';
import { EUR_PRODUCTS } from '../wickwild/market/products.ts';
import { amount, share } from './spelling.ts';

const head = (day: string, time: string) => `{"version":1,"createdAt":"${day}T${time}+0100"`;
const COLUMNS = ['avg', 'low', 'trend', 'avg1', 'avg7', 'avg30'] as const;

/** The six columns of one side, all null where it has no price. `suffix` is empty or `-holo`. */
function columns(quote: Quote | undefined, seed: number, suffix: string): string {
  const lean = (seed % 1000) / 1000;
  const values =
    quote === undefined
      ? []
      : [
          share(quote.now, 0.88 + lean * 0.24),
          share(quote.now, 0.38 + lean * 0.36),
          quote.now,
          quote.now,
          Math.round((quote.now + quote.before) / 2),
          Math.round((quote.now + quote.before + quote.monthAgo) / 3),
        ];
  return COLUMNS.map((name, i) => `"${name}${suffix}":${amount(values[i])}`).join(',');
}

/** A product's row; undefined on a day it has no price at all. Where it has no sister printing some rows lack the holo keys. */
function guideRow({ id, category, plain, holo }: EurProduct, day: number): string | undefined {
  const [plainQuote, holoQuote] = [quoteOf(plain, day), holo === undefined ? undefined : quoteOf(holo, day)];
  if (plainQuote === undefined && holoQuote === undefined) return undefined;
  const holoColumns = holo === undefined && id % 7 === 0 ? '' : `,${columns(holoQuote, holo?.seed ?? 0, '-holo')}`;
  return `{"idProduct":${id},"idCategory":${category},${columns(plainQuote, plain.seed, '')}${holoColumns}}`;
}

const listRow = (product: EurProduct) => ({
  idProduct: product.id,
  idCategory: product.category,
  categoryName: product.categoryName,
  idExpansion: idExpansionOf(product.expansion),
  idMetacard: product.card === undefined ? 0 : metacardOf(product.card.name),
  name: product.name,
  dateAdded: product.id % 9 === 0 ? '0000-00-00 00:00:00' : `${product.expansion.released} 00:00:00`,
});

const list = (day: string, products: readonly EurProduct[]) =>
  `${head(day, '08:22:12')},"products":${JSON.stringify(products.map(listRow))}}`;

/** The document at a path below `cardmarket/`. */
export function cardmarketFile(path: string, day: string): string | undefined {
  if (path === 'products_singles.json')
    return list(
      day,
      EUR_PRODUCTS.filter(({ card }) => card !== undefined),
    );
  if (path === 'products_nonsingles.json')
    return list(
      day,
      EUR_PRODUCTS.filter(({ card }) => card === undefined),
    );
  if (path !== 'price_guide.json') return undefined;
  const number = dayNumber(day);
  const rows = EUR_PRODUCTS.map((product) => guideRow(product, number)).filter((row) => row !== undefined);
  return `${head(day, '02:47:21')},"priceGuides":[${rows.join(',')}]}`;
}
