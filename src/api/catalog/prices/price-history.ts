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
import type { RequestContext, RouteRequest } from '../../context.ts';
import { requireText } from '../../parameters.ts';
import { readProductId } from '../products.ts';
import { EUR_DAY, HistoryWriter, USD_DAY } from './history-writer.ts';
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

/** The answer. */
export function historyJson(
  { from, to }: Window,
  { game, variants }: Pick<History<VariantHistory | ProductHistory>, 'game' | 'variants'>,
): Enveloped {
  const json = new HistoryWriter();
  json.text(`{"data":{"game":"${game}","from":"${from}","to":"${to}","variants":[`);
  for (const [index, { variant, usd, eur }] of variants.entries()) {
    json.text(`${index === 0 ? '' : ','}{"variant":${variant},"usd_market":[`);
    for (const [at, { condition, months }] of usd.entries()) {
      json.text(`${at === 0 ? '' : ','}{"condition":"${condition}","currency":"USD","history":[`);
      json.days(months, USD_DAY);
      json.text(']}');
    }
    const kind = 'price_kind' in eur ? `"price_kind":${eur.price_kind},` : '';
    json.text(`],"eur_market":{"currency":"EUR",${kind}"history":[`);
    json.days(eur.months, EUR_DAY);
    json.text(']}}');
  }
  json.text(']},"error":null}');
  return json.end();
}
