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
const [ZERO, NINE] = [0x30, 0x39];

/**
 * What JSON.stringify makes of pricedCard, from the text of the card without prices: parsing and writing a whole card
 * takes longer than reading it from the store. Neither text sought can stand inside a string of JSON, where a quotation
 * mark has a backslash before it. From behind, since the printings are the end of a card, and no search passes the rest.
 */
export function pricedCardText(card: string, prices: readonly PriceText[]): string {
  if (prices.length === 0) return card;
  let text = '';
  let rest = card.length;
  for (let at = card.lastIndexOf(NO_PRICES_TEXT); card.startsWith(NO_PRICES_TEXT, at); ) {
    const head = card.lastIndexOf(VARIANT_HEAD, at);
    const own = printingText(prices, wholeAt(card, head + VARIANT_HEAD.length));
    if (own !== undefined) {
      text = own + card.slice(at + NO_PRICES_TEXT.length, rest) + text;
      rest = at;
    }
    // A comma stands between two of them.
    at = head - 1 - NO_PRICES_TEXT.length;
  }
  return card.slice(0, rest) + text;
}

/** The JSON of a printing's prices, as the end of its own; undefined where it has none. */
function printingText(prices: readonly PriceText[], id: number): string | undefined {
  let usd: string | undefined;
  let eur: string | undefined;
  for (const { variant_id, condition, observed_on, amounts, price_kind } of prices) {
    if (variant_id !== id) continue;
    if (condition === undefined) {
      eur = `{"price_kind":${price_kind},"currency":"EUR","observed_on":"${observed_on}",${eurAmounts(amounts)}}`;
    } else {
      const price = `{"condition":"${condition}","currency":"USD",${usdAmounts(amounts)},"observed_on":"${observed_on}"}`;
      usd = usd === undefined ? price : `${usd},${price}`;
    }
  }
  if (usd === undefined && eur === undefined) return undefined;
  return `"usd_market":[${usd ?? ''}],"eur_market":${eur ?? NO_EUR_TEXT}}`;
}

/** The whole number that stands at a place of the text. */
function wholeAt(text: string, start: number): number {
  let value = 0;
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code >= ZERO && code <= NINE)) return value;
    value = value * 10 + code - ZERO;
  }
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
  const low = amounts.indexOf(',');
  const trend = amounts.indexOf(',', low + 1);
  const avgHolo = amounts.indexOf(',', trend + 1);
  const lowHolo = amounts.indexOf(',', avgHolo + 1);
  const trendHolo = amounts.indexOf(',', lowHolo + 1);
  const plain = `"avg":${amounts.slice(0, low)},"low":${amounts.slice(low + 1, trend)},"trend":${amounts.slice(trend + 1, avgHolo)}`;
  return `${plain},"avg_holo":${amounts.slice(avgHolo + 1, lowHolo)},"low_holo":${amounts.slice(lowHolo + 1, trendHolo)},"trend_holo":${amounts.slice(trendHolo + 1)}`;
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
