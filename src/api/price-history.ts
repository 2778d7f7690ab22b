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

/** The payload. A year of 20 printings is 1.3 MB: made as objects for JSON.stringify it takes six times as long as this. */
export function historyJson({ from, to }: Window, variants: readonly (VariantHistory | ProductHistory)[]): Buffer {
  const chunks: Buffer[] = [Buffer.from(`{"from":"${from}","to":"${to}","variants":[`)];
  for (const [index, { variant, usd, eur }] of variants.entries()) {
    chunks.push(Buffer.from(`${index === 0 ? '' : ','}{"variant":${JSON.stringify(variant)},"usd_market":[`));
    for (const [at, { condition, days }] of usd.entries()) {
      chunks.push(Buffer.from(`${at === 0 ? '' : ','}{"condition":"${condition}","currency":"USD","history":[`));
      chunks.push(daysJson(days, usdJson), Buffer.from(']}'));
    }
    const kind = 'price_kind' in eur ? `"price_kind":${JSON.stringify(eur.price_kind)},` : '';
    chunks.push(Buffer.from(`],"eur_market":{"currency":"EUR",${kind}"history":[`));
    chunks.push(daysJson(eur.days, eurJson), Buffer.from(']}}'));
  }
  return Buffer.concat([...chunks, Buffer.from(']}')]);
}

/** A day's object with six amounts of ten digits and the comma before it has 152 bytes. */
const DAY_BYTES_MAX = 160;
const DAY_HEAD = ',{"observed_on":"';

/**
 * The days' objects, separated by commas. Where a day has the amounts of the one before, which five in six have, its
 * object is a copy of that one's bytes with another date: a third of the time that writing each takes.
 */
function daysJson(days: readonly ObservedDay[], amountsJson: (amounts: Amounts) => string): Buffer {
  const json = Buffer.allocUnsafe(days.length * DAY_BYTES_MAX);
  let length = 0;
  let size = 0;
  let last: Amounts | undefined;
  for (const { day, amounts } of days) {
    // Days with the same amounts share one array.
    if (amounts === last) {
      json.copyWithin(length, length - size, length);
      writeDay(json, length + DAY_HEAD.length, day);
    } else size = json.write(`${DAY_HEAD}${day}",${amountsJson(amounts)}`, length, 'latin1');
    length += size;
    last = amounts;
  }
  return json.subarray(1, length);
}

// Ten bytes: calling into Node for so few takes longer.
function writeDay(json: Buffer, start: number, day: string): void {
  for (let at = 0; at < day.length; at += 1) json[start + at] = day.charCodeAt(at);
}

const usdJson = ([market, low, high]: Amounts) => `"market":${market},"low":${low},"high":${high}}`;
const eurJson = ([avg, low, trend, avgHolo, lowHolo, trendHolo]: Amounts) =>
  `"avg":${avg},"low":${low},"trend":${trend},"avg_holo":${avgHolo},"low_holo":${lowHolo},"trend_holo":${trendHolo}}`;
