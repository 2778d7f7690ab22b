/** The daily prices of a card or sealed product over a window of days. */
import { Failure } from '../../../failure.ts';
import { forEachStretch, lowest } from '../../../store/prices/observation-codec.ts';
import {
  cardHistory,
  type History,
  type ProductHistory,
  productHistory,
  type SeriesMonth,
  type VariantHistory,
  type Window,
} from '../../../store/prices/price-history.ts';
import { daysOfMonth } from '../../../store/prices/price-series.ts';
import type { CatalogReads, RouteRequest } from '../../request.ts';
import { readProductId } from '../products.ts';
import { readWindow } from './price-window.ts';

/** The history of the card in the path. @throws Failure not_found */
export async function requestedCard({ params: { id = '' } }: RouteRequest, context: CatalogReads, window: Window) {
  const history = await cardHistory(context.reads, id, window);
  if (!history) throw new Failure('not_found', 'There is no card with this id.');
  if (history.id === id) context.isOf(history.game);
  return history;
}

/** The history of the product in the path. @throws Failure not_found */
export async function requestedProduct({ params }: RouteRequest, context: CatalogReads, window: Window) {
  const history = await productHistory(context.reads, readProductId(params.id ?? ''), window);
  if (!history) throw new Failure('not_found', 'There is no product with this id.');
  context.isOf(history.game);
  return history;
}

/** What is read by days. */
export type Dated = CatalogReads & { now: () => Date };

/** @throws Failure bad_request before not_found: the window is read before the card is looked up */
const prices =
  (requested: typeof requestedCard | typeof requestedProduct) =>
  async (request: RouteRequest, context: Dated): Promise<string> => {
    const window = readWindow(request.query, context.now());
    return historyJson(window, await requested(request, context, window));
  };
export const getCardPrices = prices(requestedCard);
export const getProductPrices = prices(requestedProduct);

const USD_AMOUNTS = ['market', 'low', 'high'];
const EUR_AMOUNTS = ['avg', 'low', 'trend', 'avg_holo', 'low_holo', 'trend_holo'];

/** The history's JSON, written as it is read: a year of 20 printings in all conditions is 3 MB. */
export function historyJson(
  { from, to }: Window,
  { game, variants }: Pick<History<VariantHistory | ProductHistory>, 'game' | 'variants'>,
): string {
  const printings = variants.map(({ variant, usd, eur }) => {
    const conditions = usd.map(
      ({ condition, months }) =>
        `{"condition":"${condition}","currency":"USD","history":[${daysJson(months, USD_AMOUNTS)}]}`,
    );
    const kind = 'price_kind' in eur ? `"price_kind":${eur.price_kind},` : '';
    const ofEur = `{"currency":"EUR",${kind}"history":[${daysJson(eur.months, EUR_AMOUNTS)}]}`;
    return `{"variant":${variant},"usd_market":[${conditions}],"eur_market":${ofEur}}`;
  });
  return `{"game":"${game}","from":"${from}","to":"${to}","variants":[${printings}]}`;
}

const NEXT_DAY = ',{"observed_on":"';

/** Days with the same amounts in a row have them spelled once: each is its date and what stands up to the next one. */
function daysJson(months: readonly SeriesMonth[], names: readonly string[]): string {
  let text = NEXT_DAY;
  for (const { month, window, series } of months) {
    const spelled = daysOfMonth(month);
    forEachStretch(series, (days, cells) => {
      if ((days & window) === 0) return;
      let amounts = '"';
      for (const [column, name] of names.entries()) {
        const cell = cells[column] ?? 0;
        amounts += `,"${name}":${cell === 0 ? 'null' : cell - 1}`;
      }
      const upToNext = `${amounts}}${NEXT_DAY}`;
      for (let rest = days & window; rest !== 0; rest &= rest - 1) text += spelled[lowest(rest)] + upToNext;
    });
  }
  return text.slice(1, -NEXT_DAY.length);
}
