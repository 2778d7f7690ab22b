/** Puts current prices into the records that show them. */
import type { CardPriceRow, Condition, Observed, ProductPriceRow } from './price-rows.ts';
import type { Card, EurPrice, EurPriceEntry, Product, UsdPrice, UsdPriceEntry, Variant } from './records.ts';

/** What a printing has where nothing is known: stored cards have it everywhere, as the last two of a variant's keys. */
export const NO_PRICES: Pick<Variant, 'usd_market' | 'eur_market'> = {
  usd_market: [],
  eur_market: {
    price_kind: null,
    currency: 'EUR',
    observed_on: null,
    avg: null,
    low: null,
    trend: null,
    avg_holo: null,
    low_holo: null,
    trend_holo: null,
  },
};

type Price = CardPriceRow & Observed;

/** The card with its prices; a printing without a EUR price keeps the object of nulls. */
export function pricedCard(card: Card, prices: readonly Price[]): Card {
  const byVariant = Map.groupBy(prices, ({ variant_id }) => variant_id);
  const variants = card.variants.map((variant) => ({ ...variant, ...pricesOf(byVariant.get(variant.id) ?? []) }));
  return { ...card, variants };
}

/** A price as it is stored: amounts and kind are JSON. */
export interface PriceText {
  variant_id: number;
  /** None is the EUR price. */
  condition: Condition | undefined;
  observed_on: string;
  /** Those of a `CardPriceRow` in their order, separated by commas. */
  amounts: string;
  price_kind: string;
}

/** The same as it ends the JSON of a printing. */
export const NO_PRICES_TEXT = JSON.stringify(NO_PRICES).slice(1);
const NO_EUR_TEXT = JSON.stringify(NO_PRICES.eur_market);
const VARIANT_HEAD = '{"id":';

/**
 * What JSON.stringify makes of pricedCard, from the text of the card without prices: parsing and writing a whole card
 * takes longer than reading it from the store. Neither text sought can stand inside a string of JSON, where a quotation
 * mark has a backslash before it.
 */
export function pricedCardText(card: string, prices: readonly PriceText[]): string {
  if (prices.length === 0) return card;
  const texts = printingTexts(prices);
  let text = '';
  let from = 0;
  for (let at = card.indexOf(NO_PRICES_TEXT); at >= 0; at = card.indexOf(NO_PRICES_TEXT, from)) {
    const id = Number.parseInt(card.slice(card.lastIndexOf(VARIANT_HEAD, at) + VARIANT_HEAD.length, at), 10);
    const own = texts.get(id);
    text += card.slice(from, at);
    text += own === undefined ? NO_PRICES_TEXT : `"usd_market":[${own.usd}],"eur_market":${own.eur}}`;
    from = at + NO_PRICES_TEXT.length;
  }
  return text + card.slice(from);
}

interface PrintingText {
  /** The elements of the array. */
  usd: string;
  eur: string;
}

/** The JSON of each printing's prices. */
function printingTexts(prices: readonly PriceText[]): Map<number, PrintingText> {
  const texts = new Map<number, PrintingText>();
  for (const { variant_id, condition, observed_on, amounts, price_kind } of prices) {
    let own = texts.get(variant_id);
    if (own === undefined) {
      own = { usd: '', eur: NO_EUR_TEXT };
      texts.set(variant_id, own);
    }
    if (condition === undefined) {
      own.eur = `{"price_kind":${price_kind},"currency":"EUR","observed_on":"${observed_on}",${eurAmounts(amounts)}}`;
    } else {
      const usd = `{"condition":"${condition}","currency":"USD",${usdAmounts(amounts)},"observed_on":"${observed_on}"}`;
      own.usd = own.usd === '' ? usd : `${own.usd},${usd}`;
    }
  }
  return texts;
}

/** What JSON.stringify makes of `priceEntries`; `names` are those of the card's printings. */
export function priceEntriesText(prices: readonly PriceText[], names: ReadonlyMap<number, string>): string {
  let text = '';
  let variant = 0;
  let head: string | undefined;
  for (const price of prices) {
    // Prices of a printing follow each other.
    if (price.variant_id !== variant) {
      variant = price.variant_id;
      const name = names.get(variant);
      head = name === undefined ? undefined : `,{"variant":${JSON.stringify(name)}`;
    }
    if (head === undefined) continue;
    const { condition, amounts, price_kind } = price;
    text +=
      condition === undefined
        ? `${head},"currency":"EUR","price_kind":${price_kind},${eurAmounts(amounts)}}`
        : `${head},"condition":"${condition}","currency":"USD",${usdAmounts(amounts)}}`;
  }
  return `[${text.slice(1)}]`;
}

function usdAmounts(amounts: string): string {
  const low = amounts.indexOf(',');
  const high = amounts.indexOf(',', low + 1);
  return `"market":${amounts.slice(0, low)},"low":${amounts.slice(low + 1, high)},"high":${amounts.slice(high + 1)}`;
}

function eurAmounts(amounts: string): string {
  const [avg, low, trend, avgHolo, lowHolo, trendHolo] = amounts.split(',');
  return `"avg":${avg},"low":${low},"trend":${trend},"avg_holo":${avgHolo},"low_holo":${lowHolo},"trend_holo":${trendHolo}`;
}

function pricesOf(prices: readonly Price[]): Pick<Variant, 'usd_market' | 'eur_market'> {
  const usd_market: UsdPrice[] = [];
  let eur_market: EurPrice = NO_PRICES.eur_market;
  for (const price of prices) {
    const { observed_on } = price;
    if (price.market === 'usd') {
      usd_market.push({ condition: price.condition, currency: 'USD', ...price.amounts, observed_on });
    } else {
      eur_market = { price_kind: price.price_kind, currency: 'EUR', observed_on, ...price.amounts };
    }
  }
  return { usd_market, eur_market };
}

/** The product with its prices; without a EUR price its `eur_market` is null. */
export function pricedProduct(product: Product, prices: readonly (ProductPriceRow & Observed)[]): Product {
  const priced = { ...product };
  for (const price of prices) {
    const { observed_on } = price;
    if (price.market === 'usd') {
      const { condition, variant, amounts } = price;
      priced.usd_market = [...priced.usd_market, { condition, variant, currency: 'USD', ...amounts, observed_on }];
    } else priced.eur_market = { currency: 'EUR', observed_on, ...price.amounts };
  }
  return priced;
}

/** A card's prices as its list row and the price events carry them; `names` are those of its printings. */
export const priceEntries = (
  prices: readonly CardPriceRow[],
  names: ReadonlyMap<number, string>,
): (UsdPriceEntry | EurPriceEntry)[] =>
  prices.flatMap((price): (UsdPriceEntry | EurPriceEntry)[] => {
    // A printing that was pruned has no name any more.
    const variant = names.get(price.variant_id);
    if (variant === undefined) return [];
    return price.market === 'usd'
      ? [{ variant, condition: price.condition, currency: 'USD', ...price.amounts }]
      : [{ variant, currency: 'EUR', price_kind: price.price_kind, ...price.amounts }];
  });
