/** The demo as tcgcsv serves TCGplayer's files: groups, products and a day's prices. */
import { dayNumber, quoteOf, type Walk } from '../price-walk.ts';
import type { DemoCard } from '../wickwild/card.ts';
import { type DemoExpansion, EXPANSIONS } from '../wickwild/expansions.ts';
import { demoCategory, demoGame } from '../wickwild/game.ts';
import { groupIdOf, printedNumber, type UsdArticle } from '../wickwild/market/article.ts';
import { usdArticlesOf } from '../wickwild/market/articles.ts';
import { SLIP, slippingOn } from './mistakes.ts';
import { amount, share, slug } from './spelling.ts';

const envelope = (results: unknown[]) =>
  JSON.stringify({ totalItems: results.length, success: true, errors: [], results });

const groupRecord = (expansion: DemoExpansion) => ({
  groupId: groupIdOf(expansion),
  name: expansion.name,
  abbreviation: expansion.abbreviation,
  isSupplemental: expansion.series === 'ks',
  publishedOn: `${expansion.released}T00:00:00`,
  modifiedOn: `${expansion.released}T08:30:12.4`,
  categoryId: demoCategory,
});

const extended = (name: string, displayName: string, value: string) => ({ name, displayName, value });

function extendedData(card: DemoCard) {
  const attacks = card.attacks.map(({ name, cost, damage, text }, i) =>
    extended(
      `Attack ${i + 1}`,
      `Attack ${i + 1}`,
      `[${cost.length}] ${name}${damage === undefined ? '' : ` (${damage})`}${text === undefined ? '' : `\r\n<br>\r\n${text}`}`,
    ),
  );
  return [
    extended('Number', 'Card Number', printedNumber(card)),
    extended('Rarity', 'Rarity', card.rarity),
    ...(card.hp === undefined
      ? []
      : [extended('HP', 'HP', String(card.hp)), extended('Stage', 'Stage', card.stage ?? '')]),
    ...attacks,
  ];
}

const cleaned = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\w ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

const productRecord = (product: UsdArticle, pictureBase: string) => ({
  productId: product.id,
  name: product.name,
  cleanName: cleaned(product.name),
  imageUrl: `${pictureBase}/products/${product.id}_200w.jpg`,
  categoryId: demoCategory,
  groupId: groupIdOf(product.expansion),
  url: `https://usd-market.example/product/${product.id}/${demoGame}-${slug(product.expansion.name)}-${slug(product.name)}`,
  modifiedOn: `${product.expansion.released}T09:15:00.8`,
  imageCount: 1,
  presaleInfo: { isPresale: false, releasedOn: null, note: null },
  extendedData: product.card === undefined ? [] : extendedData(product.card),
});

/** One row of `prices`. The low, the middle and the high are fixed shares of the market price, so they move when it moves. */
function priceRow(
  id: number,
  { subType, walk }: UsdArticle['rows'][number],
  day: number,
  slipping: Walk | undefined,
): string | undefined {
  const quote = quoteOf(walk, day);
  if (quote === undefined) return undefined;
  const { seed } = walk;
  const lean = (seed % 1000) / 1000;
  const low = share(quote.now, 0.52 + lean * 0.33);
  const mid = share(quote.now, 1.06 + lean * 0.24) + 2;
  // Some sellers park an article at a price nobody will pay.
  const high = seed % 41 === 0 ? 499_900 + (seed % 100) : share(mid, 1.5 + lean * 1.4);
  const market = seed % 53 === 0 ? undefined : quote.now * (walk === slipping ? SLIP : 1);
  const direct = seed % 3 === 0 ? share(low, 1.1) + 1 : undefined;
  return `{"productId":${id},"lowPrice":${amount(low)},"midPrice":${amount(mid)},"highPrice":${amount(high)},"marketPrice":${amount(market)},"directLowPrice":${amount(direct)},"subTypeName":"${subType}"}`;
}

function prices(products: readonly UsdArticle[], day: string): string {
  const number = dayNumber(day);
  const slipping = slippingOn(number);
  const rows = products.flatMap(({ id, rows }) =>
    rows.map((row) => priceRow(id, row, number, slipping)).filter((row) => row !== undefined),
  );
  return `{"success":true,"errors":[],"results":[${rows.join(',')}]}`;
}

/** The document at a path below `tcgcsv/`. */
export function tcgcsvFile(path: string, day: string, pictureBase: string): string | undefined {
  if (path === 'last-updated.txt') return `${day}T04:05:33+0000`;
  const [category, group, what] = path.split('/');
  if (category !== String(demoCategory)) return undefined;
  if (group === 'groups' && what === undefined) return envelope(EXPANSIONS.map(groupRecord));
  const products = usdArticlesOf(Number(group));
  if (products === undefined) return undefined;
  if (what === 'products') return envelope(products.map((product) => productRecord(product, pictureBase)));
  return what === 'prices' ? prices(products, day) : undefined;
}
