/** Statistics of cards, products and expansions, and the points of a chart, from the packed history. */
import type { Static } from 'typebox';
import { addDays, dayOf } from '../../../catalog/days.ts';
import { optionalText } from '../../../catalog/field-shapes.ts';
import { compareOrdinary } from '../../../catalog/printings/ordinary-printing.ts';
import type { Printing } from '../../../catalog/records.ts';
import {
  CHART_STEPS,
  chartPoints,
  type DayAmounts,
  dayText,
  firstSince,
  statisticsOf,
} from '../../../catalog/statistics/statistics.ts';
import type {
  CardStatistics,
  Chart,
  ExpansionChart,
  ExpansionStatistics,
  ProductStatistics,
  SeriesStatistics,
} from '../../../catalog/statistics/statistics-shapes.ts';
import { ValueIndex } from '../../../catalog/statistics/value-index.ts';
import { variantNames } from '../../../catalog/variant-names.ts';
import { Failure } from '../../../failure.ts';
import { expansionById } from '../../../store/catalog/catalog-records.ts';
import { type PricedCard, pricesOfExpansion } from '../../../store/prices/current-prices.ts';
import {
  amountsByMonth,
  amountsIn,
  knownDays,
  type ProductHistory,
  type VariantHistory,
  type Window,
} from '../../../store/prices/price-history.ts';
import { cardOwner, seriesKey } from '../../../store/prices/price-series.ts';
import { movesAmong } from '../../../store/views/movers/find-movers.ts';
import { nextTurn } from '../../../time.ts';
import { oneOf } from '../../parameters.ts';
import type { CatalogReads, RouteRequest } from '../../request.ts';
import { type Dated, requestedCard, requestedProduct } from './price-history.ts';

const MARKET = 0;
const TREND = { '"plain"': 2, '"holo"': 5 } as Readonly<Record<string, number>>;
const LISTED = 10;
const SPANS = { '1y': 365, '3y': 1095, all: undefined } as const;

type Priced = VariantHistory | ProductHistory;

interface Series {
  head: Pick<SeriesStatistics, 'variant' | 'condition' | 'currency'>;
  amounts: DayAmounts;
}

/** The series of a printing that have an amount, USD by condition and then EUR. */
function seriesOf({ variant: text, usd, eur }: Priced): Series[] {
  const variant = JSON.parse(text) as Printing | string;
  const trend = 'price_kind' in eur ? TREND[eur.price_kind ?? ''] : TREND['"plain"'];
  const found: Series[] = usd.map(({ condition, months }) => ({
    head: { variant, condition, currency: 'USD' },
    amounts: amountsIn(months, MARKET),
  }));
  if (trend !== undefined) found.push({ head: { variant, currency: 'EUR' }, amounts: amountsIn(eur.months, trend) });
  return found.filter(({ amounts }) => amounts.days.length > 0);
}

const statisticsIn = (variants: readonly Priced[]): SeriesStatistics[] =>
  variants.flatMap(seriesOf).flatMap(({ head, amounts }) => {
    const numbers = statisticsOf(amounts);
    return numbers === undefined ? [] : [{ ...head, ...numbers }];
  });

/** All days that are known, or today. */
async function wholeWindow({ reads, now }: Dated): Promise<Window> {
  const today = dayOf(now().getTime());
  return (await knownDays(reads)) ?? { from: today, to: today };
}

/** @throws Failure not_found */
export async function getCardStatistics(request: RouteRequest, context: Dated): Promise<Static<typeof CardStatistics>> {
  const { id, game, variants } = await requestedCard(request, context, await wholeWindow(context));
  return { id: String(id), game, series: statisticsIn(variants) };
}

/** @throws Failure not_found */
export async function getProductStatistics(
  request: RouteRequest,
  context: Dated,
): Promise<Static<typeof ProductStatistics>> {
  const { id, game, variants } = await requestedProduct(request, context, await wholeWindow(context));
  // In EUR there are no sub types: each carries the one history.
  const series = variants.map((each, at) => (at === 0 ? each : { ...each, eur: { months: [] } }));
  return { id: Number(id), game, series: statisticsIn(series) };
}

export const chartParameters = {
  currency: optionalText('Prices in this currency; by default usd.', undefined, { enum: ['usd', 'eur'] }),
  span: optionalText('Up to today: 365 days, 1,095 days, or all there is; by default 1y.', undefined, {
    enum: Object.keys(SPANS),
  }),
  step: optionalText('What a point stands for; by default week.', undefined, { enum: [...CHART_STEPS] }),
};

/** What is asked of a chart; `from` is the first day of the span, 0 where it has none. @throws Failure bad_request */
function askedOf(query: RouteRequest['query'], { now }: Pick<Dated, 'now'>) {
  const currency = oneOf(query, 'currency', ['usd', 'eur']);
  const span = oneOf(query, 'span', ['1y', '3y', 'all']);
  const step = oneOf(query, 'step', CHART_STEPS);
  const [today, days] = [dayOf(now().getTime()), SPANS[span]];
  const from = days === undefined ? 0 : Date.parse(addDays(today, 1 - days)) / Date.parse(dayText(1));
  return { currency, span, step, from };
}

/** @throws Failure bad_request before not_found */
export async function getChart(request: RouteRequest, context: Dated): Promise<Static<typeof Chart>> {
  const { query } = request;
  const { span, step, from, ...asked } = askedOf(query, context);
  const currency = asked.currency.toUpperCase();
  const { id, game, variants } = await requestedCard(request, context, await wholeWindow(context));
  const series = variants.flatMap(seriesOf).flatMap(({ head: { currency: of, ...head }, amounts }) => {
    const points = of === currency ? chartPoints(since(amounts, from), step) : [];
    return points.length === 0 ? [] : [{ ...head, points }];
  });
  return { id: String(id), game, currency, span, step, series };
}

function since({ days, cents }: DayAmounts, day: number): DayAmounts {
  const start = firstSince(days, day);
  return { days: days.subarray(start), cents: cents.subarray(start) };
}

/** @throws Failure not_found */
async function requestedExpansion({ params }: RouteRequest, context: CatalogReads) {
  const { id: asked = '' } = params;
  const expansion = await expansionById(context.reads, asked);
  if (expansion === undefined) throw new Failure('not_found', 'There is no expansion with this id.');
  const { id, game } = expansion;
  if (id === asked) context.isOf(game);
  return { id, game };
}

/** @throws Failure bad_request before not_found */
export async function getExpansionChart(request: RouteRequest, context: Dated): Promise<Static<typeof ExpansionChart>> {
  const { currency, span, step, from } = askedOf(request.query, context);
  const { id, game } = await requestedExpansion(request, context);
  const whole = await wholeWindow(context);
  const window = from === 0 ? whole : { ...whole, from: dayText(from) };
  const index = new ValueIndex(step);
  const { priced } = await pricesOfExpansion(context.reads, id);
  const wanted = new Map(priced.flatMap((each) => ordinarySeries(each, currency)));
  for await (const month of amountsByMonth(context.reads, window, wanted)) {
    index.add(month);
    // Ten years of a large expansion take a while: others are answered between the months.
    await nextTurn();
  }
  index.end();
  return { id, game, currency: currency.toUpperCase(), span, step, points: index.points };
}

/** The series and its column that say what a card's ordinary printing costs, by owner; none where no side of EUR speaks for it. */
function ordinarySeries({ key, card, prices }: PricedCard, currency: 'usd' | 'eur') {
  const variantId = card.variants.toSorted((a, b) => compareOrdinary(a, b))[0]?.id;
  if (variantId === undefined) return [];
  const of = (condition: 'NM' | undefined, column: number | undefined) =>
    column === undefined ? [] : [[cardOwner(key), { key: seriesKey({ variantId, condition }), column }] as const];
  if (currency === 'usd') return of('NM', MARKET);
  const kind = prices.flatMap((each) =>
    each.market === 'eur' && each.variant_id === variantId ? each.price_kind : [],
  );
  return of(undefined, TREND[JSON.stringify(kind[0])]);
}

/** @throws Failure not_found */
export async function getExpansionStatistics(
  request: RouteRequest,
  context: CatalogReads,
): Promise<ExpansionStatistics> {
  const { id, game } = await requestedExpansion(request, context);
  const { cards, priced } = await pricesOfExpansion(context.reads, id);
  const markets = [];
  for (const currency of ['usd', 'eur'] as const) markets.push(await marketOf(context, currency, cards, priced));
  return { id, game, markets };
}

async function marketOf(
  { reads }: CatalogReads,
  currency: 'usd' | 'eur',
  cards: number,
  priced: readonly PricedCard[],
) {
  const printings = priced.flatMap((each) => {
    const names = variantNames(each.card.variants);
    const { id: card_id, name, number } = each.card;
    return each.card.variants
      .toSorted((a, b) => compareOrdinary(a, b))
      .map(({ id, type }) => {
        const head = { card_id, name, number, variant: names.get(id) ?? '' };
        return { owner: cardOwner(each.key), part: id, type, head, amount: amountOf(each, id, currency) };
      });
  });
  // The ordinary printing of a card stands first among its own.
  const worthOf = (some: typeof printings, of: number) => {
    const firsts = [...new Map(some.toReversed().map((each) => [each.owner, each])).values()];
    const known = firsts.flatMap(({ amount }) => amount ?? []);
    return { cents: known.reduce((sum, each) => sum + each, 0), priced: known.length, unpriced: of - known.length };
  };
  const finishes = [...Map.groupBy(printings, ({ type }) => type)].map(([finish, of]) => ({
    finish,
    ...worthOf(of, new Set(of.map(({ owner }) => owner)).size),
  }));
  const newest = priced
    .flatMap(({ prices }) => prices.filter(({ market }) => market === currency))
    .reduce((last, { observed_on }) => (observed_on > last ? observed_on : last), '');
  const owners = priced.map(({ key }) => cardOwner(key));
  const moves = newest === '' ? [] : await movesAmong(reads, currency, owners, newest);
  return {
    currency: currency.toUpperCase(),
    value: worthOf(printings, cards),
    by_finish: finishes.sort((a, b) => b.cents - a.cents || (a.finish < b.finish ? -1 : 1)),
    dearest: printings
      .flatMap(({ head, amount }) => (amount === null ? [] : { ...head, amount }))
      .sort((a, b) => b.amount - a.amount)
      .slice(0, LISTED),
    movers: moves.slice(0, LISTED).flatMap(({ owner, part, from, to }) => {
      const printing = printings.find((each) => each.owner === owner && each.part === part);
      const percent = Math.round(((to.cents - from.cents) / from.cents) * 1000) / 10;
      return printing ? [{ ...printing.head, from: from.cents, to: to.cents, percent }] : [];
    }),
  };
}

/** The NM market price of a printing, or the trend of the side that speaks for it. */
function amountOf({ prices }: PricedCard, variantId: number, currency: 'usd' | 'eur'): number | null {
  for (const price of prices) {
    if (price.variant_id !== variantId || price.market !== currency) continue;
    if (price.market === 'usd' && price.condition === 'NM') return price.amounts.market;
    if (price.market === 'eur' && price.price_kind !== null)
      return price.price_kind === 'holo' ? price.amounts.trend_holo : price.amounts.trend;
  }
  return null;
}
