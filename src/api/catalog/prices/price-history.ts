/** The daily prices of a card or sealed product over a window of days. */
import { Failure } from '../../../failure.ts';
import {
  cardHistory,
  type History,
  type ProductHistory,
  productHistory,
  type VariantHistory,
  type Window,
} from '../../../store/prices/price-history.ts';
import type { Enveloped } from '../../answer/answer.ts';
import type { CatalogReads, RouteRequest } from '../../request.ts';
import { readProductId } from '../products.ts';
import { EUR_DAY, type HistoryPart, USD_DAY, writeHistory } from './history-writer.ts';
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
export async function getCardPrices(request: RouteRequest, context: Dated): Promise<Enveloped> {
  const window = readWindow(request.query, context.now());
  return historyJson(window, await requestedCard(request, context, window));
}

/** @throws Failure bad_request before not_found */
export async function getProductPrices(request: RouteRequest, context: Dated): Promise<Enveloped> {
  const window = readWindow(request.query, context.now());
  return historyJson(window, await requestedProduct(request, context, window));
}

export function historyJson(
  { from, to }: Window,
  { game, variants }: Pick<History<VariantHistory | ProductHistory>, 'game' | 'variants'>,
): Enveloped {
  const parts: HistoryPart[] = [`{"data":{"game":"${game}","from":"${from}","to":"${to}","variants":[`];
  for (const [index, { variant, usd, eur }] of variants.entries()) {
    parts.push(`${index === 0 ? '' : ','}{"variant":${variant},"usd_market":[`);
    for (const [at, { condition, months }] of usd.entries()) {
      parts.push(`${at === 0 ? '' : ','}{"condition":"${condition}","currency":"USD","history":[`);
      parts.push({ months, names: USD_DAY }, ']}');
    }
    const kind = 'price_kind' in eur ? `"price_kind":${eur.price_kind},` : '';
    parts.push(`],"eur_market":{"currency":"EUR",${kind}"history":[`, { months: eur.months, names: EUR_DAY }, ']}}');
  }
  return writeHistory([...parts, ']},"error":null}']);
}
