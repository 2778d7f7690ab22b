/** The daily prices of a card or sealed product over a window of days. */
import { Failure } from '../../../failure.ts';
import type { Amounts } from '../../../store/prices/observation-codec.ts';
import {
  cardHistory,
  type History,
  type ObservedDay,
  type ProductHistory,
  productHistory,
  type VariantHistory,
  type Window,
} from '../../../store/prices/price-history.ts';
import { Enveloped } from '../../answer/answer.ts';
import type { RequestContext, RouteRequest } from '../../context.ts';
import { requireText } from '../../parameters.ts';
import { readProductId } from '../products.ts';
import { readWindow } from './price-window.ts';

/** @throws Failure bad_request before not_found: the window is read before the card is looked up */
export async function getCardPrices(
  { params, query }: Pick<RouteRequest, 'params' | 'query'>,
  context: RequestContext,
): Promise<Enveloped> {
  const window = readWindow(query, context.now());
  const id = params.id ?? '';
  requireText('id', id);
  const history = await cardHistory(context.reads, id, window);
  if (!history) throw new Failure('not_found', 'There is no card with this id.');
  if (history.id === id) context.isOf(history.game);
  return historyJson(window, history);
}

/** @throws Failure bad_request before not_found */
export async function getProductPrices({ params, query }: RouteRequest, context: RequestContext): Promise<Enveloped> {
  const window = readWindow(query, context.now());
  const history = await productHistory(context.reads, readProductId(params.id ?? ''), window);
  if (!history) throw new Failure('not_found', 'There is no product with this id.');
  context.isOf(history.game);
  return historyJson(window, history);
}

/** A text as it is, or days in their order. */
type Piece = string | { days: readonly ObservedDay[]; amountsJson: (amounts: Amounts) => string };

/** The answer. A year of 20 printings is 1.3 MB: made as objects for JSON.stringify it takes six times as long as this. */
export function historyJson(
  { from, to }: Window,
  { game, variants }: Pick<History<VariantHistory | ProductHistory>, 'game' | 'variants'>,
): Enveloped {
  const pieces: Piece[] = [`{"data":{"game":"${game}","from":"${from}","to":"${to}","variants":[`];
  for (const [index, { variant, usd, eur }] of variants.entries()) {
    pieces.push(`${index === 0 ? '' : ','}{"variant":${JSON.stringify(variant)},"usd_market":[`);
    for (const [at, { condition, days }] of usd.entries()) {
      pieces.push(`${at === 0 ? '' : ','}{"condition":"${condition}","currency":"USD","history":[`);
      pieces.push({ days, amountsJson: usdJson }, ']}');
    }
    const kind = 'price_kind' in eur ? `"price_kind":${JSON.stringify(eur.price_kind)},` : '';
    pieces.push(`],"eur_market":{"currency":"EUR",${kind}"history":[`, { days: eur.days, amountsJson: eurJson }, ']}}');
  }
  pieces.push(']},"error":null}');
  return new Enveloped(written(pieces));
}

/** A day's object with six amounts of ten digits and the comma before it has 152 bytes. */
const DAY_BYTES_MAX = 160;
const DAY_HEAD = ',{"observed_on":"';

/** A buffer is kept to write in: room for the largest days, taken anew each time, makes the garbage collector run often. */
let draft = Buffer.alloc(0);
const KEPT_BYTES_MAX = 8 * 1024 * 1024;

function written(pieces: readonly Piece[]): Buffer {
  const sizes = pieces.map((piece) =>
    typeof piece === 'string' ? Buffer.byteLength(piece) : piece.days.length * DAY_BYTES_MAX,
  );
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const json = size <= draft.length ? draft : Buffer.allocUnsafe(size);
  if (size <= KEPT_BYTES_MAX) draft = json;
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') length += json.write(piece, length);
    else length = writeDays(json, length, piece.days, piece.amountsJson);
  }
  return Buffer.from(json.subarray(0, length));
}

/**
 * Writes the days' objects, separated by commas, and returns where they end. Where a day has the amounts of the one
 * before, which five in six have, its object is a copy of that one's bytes with another date: a third of the time that
 * writing each takes.
 */
function writeDays(
  json: Buffer,
  start: number,
  days: readonly ObservedDay[],
  amountsJson: (amounts: Amounts) => string,
): number {
  // Every day begins with a comma; that of the first falls on the bracket which opens the list.
  const bracket = json[start - 1] ?? 0;
  let end = start - 1;
  let size = 0;
  let last: Amounts | undefined;
  for (const { day, amounts } of days) {
    // Days with the same amounts share one array.
    if (amounts === last) {
      json.copyWithin(end, end - size, end);
      writeDay(json, end + DAY_HEAD.length, day);
    } else size = json.write(`${DAY_HEAD}${day}",${amountsJson(amounts)}`, end, 'latin1');
    end += size;
    last = amounts;
  }
  json[start - 1] = bracket;
  return Math.max(start, end);
}

// Ten bytes: calling into Node for so few takes longer.
function writeDay(json: Buffer, start: number, day: string): void {
  for (let at = 0; at < day.length; at += 1) json[start + at] = day.charCodeAt(at);
}

const usdJson = ([market, low, high]: Amounts) => `"market":${market},"low":${low},"high":${high}}`;
const eurJson = ([avg, low, trend, avgHolo, lowHolo, trendHolo]: Amounts) =>
  `"avg":${avg},"low":${low},"trend":${trend},"avg_holo":${avgHolo},"low_holo":${lowHolo},"trend_holo":${trendHolo}}`;
