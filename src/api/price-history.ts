/** The daily prices of a card or sealed product over a window of days. */
import { Failure } from '../failure.ts';
import type { Amounts } from '../store/observation-codec.ts';
import {
  cardHistory,
  type ObservedDay,
  type ProductHistory,
  productHistory,
  type VariantHistory,
  type Window,
} from '../store/price-history.ts';
import type { RequestContext, RouteRequest } from './context.ts';
import { requireText } from './parameters.ts';
import { readWindow } from './price-window.ts';
import { readProductId } from './products.ts';

/** @throws Failure bad_request before not_found: the window is read before the card is looked up */
export async function getCardPrices(
  { params, query }: Pick<RouteRequest, 'params' | 'query'>,
  context: RequestContext,
): Promise<Buffer> {
  const window = readWindow(query, context.now());
  const id = params.id ?? '';
  requireText('id', id);
  const variants = await cardHistory(context.reads, id, window);
  if (!variants) throw new Failure('not_found', 'There is no card with this id.');
  return historyJson(window, variants);
}

/** @throws Failure bad_request before not_found */
export async function getProductPrices({ params, query }: RouteRequest, context: RequestContext): Promise<Buffer> {
  const window = readWindow(query, context.now());
  const variants = await productHistory(context.reads, readProductId(params.id ?? ''), window);
  if (!variants) throw new Failure('not_found', 'There is no product with this id.');
  return historyJson(window, variants);
}

/** A year of 20 printings is 1.3 MB: made as objects for JSON.stringify it takes twice as long as this. */
function historyJson({ from, to }: Window, variants: readonly (VariantHistory | ProductHistory)[]): Buffer {
  const heads = new Map<string, Buffer>();
  const chunks: Buffer[] = [Buffer.from(`{"from":"${from}","to":"${to}","variants":[`)];
  for (const [index, { variant, usd, eur }] of variants.entries()) {
    chunks.push(Buffer.from(`${index === 0 ? '' : ','}{"variant":${JSON.stringify(variant)},"usd_market":[`));
    for (const [at, { condition, days }] of usd.entries()) {
      chunks.push(Buffer.from(`${at === 0 ? '' : ','}{"condition":"${condition}","currency":"USD","history":[`));
      chunks.push(daysJson(days, usdJson, heads), Buffer.from(']}'));
    }
    const kind = 'price_kind' in eur ? `"price_kind":${JSON.stringify(eur.price_kind)},` : '';
    chunks.push(Buffer.from(`],"eur_market":{"currency":"EUR",${kind}"history":[`));
    chunks.push(daysJson(eur.days, eurJson, heads), Buffer.from(']}}'));
  }
  return Buffer.concat([...chunks, Buffer.from(']}')]);
}

/** A day's object with six amounts of ten digits and the comma before it has 152 bytes. */
const DAY_BYTES_MAX = 160;

/** The days' objects, separated by commas; `heads` keeps the bytes that each begins with. */
function daysJson(
  days: readonly ObservedDay[],
  amountsJson: (amounts: Amounts) => string,
  heads: Map<string, Buffer>,
): Buffer {
  const json = Buffer.allocUnsafe(days.length * DAY_BYTES_MAX);
  let length = 0;
  let last: Amounts | undefined;
  let tail: Buffer = json;
  for (const { day, amounts } of days) {
    // Days with the same amounts share one array.
    if (amounts !== last) tail = Buffer.from(amountsJson(amounts), 'latin1');
    last = amounts;
    let head = heads.get(day);
    if (!head) {
      head = Buffer.from(`,{"observed_on":"${day}",`);
      heads.set(day, head);
    }
    json.set(head, length);
    json.set(tail, length + head.length);
    length += head.length + tail.length;
  }
  return json.subarray(1, length);
}

const usdJson = ([market, low, high]: Amounts) => `"market":${market},"low":${low},"high":${high}}`;
const eurJson = ([avg, low, trend, avgHolo, lowHolo, trendHolo]: Amounts) =>
  `"avg":${avg},"low":${low},"trend":${trend},"avg_holo":${avgHolo},"low_holo":${lowHolo},"trend_holo":${trendHolo}}`;
