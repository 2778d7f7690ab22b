/** Tools of cards: find, read, histories. */
import Type from 'typebox';
import { printingIdentity } from '../src/catalog/changes.ts';
import type { Card, CardSummary } from '../src/catalog/records.ts';
import type { SeriesStatistics } from '../src/catalog/statistics/statistics-shapes.ts';
import { variantNames } from '../src/catalog/variant-names.ts';
import { Failure } from '../src/failure.ts';
import {
  CENTS,
  cardId,
  cents,
  choice,
  cursor,
  expansionNames,
  firstOf,
  game,
  input,
  LIMIT,
  limit,
  next_cursor,
  optional,
  type Page,
  pathOf,
  priced,
  pricesOf,
  requireKnown,
  requireMeant,
  rowsOf,
  type Tool,
  word,
} from './tool.ts';

const POINTS_MAX = 60;
const SERIES_MAX = 3;
const PRINTINGS_MAX = 10;

export const searchCards: Tool = {
  name: 'search_cards',
  title: 'Find cards',
  description: `Finds trading cards by name, collector number, expansion, rarity or illustrator, misspelled too ("charizard 4/102", "base set pikachu"), and says how much each printing is worth now. Best match first. ${CENTS}`,
  input: input({
    q: optional(word('Words to search; leave out to list by filters alone', { minLength: 1 })),
    game,
    expansion_id: optional(word('Only this expansion, by its id from list_expansions')),
    rarity: optional(word('Only this rarity')),
    sort: optional(
      choice('Order instead of relevance, a minus reverses it: -usd begins with the most expensive', [
        'name',
        'released',
        'usd',
        '-usd',
        'eur',
        '-eur',
        '-released',
      ]),
    ),
    limit,
    cursor,
  }),
  output: Type.Object({
    cards: rowsOf(
      {
        card_id: Type.String(),
        name: Type.String(),
        number: Type.Union([Type.String(), Type.Null()]),
        expansion: Type.String(),
        rarity: Type.Union([Type.String(), Type.Null()]),
        game: Type.String(),
        prices: rowsOf(priced, 'Each printing that has a price'),
      },
      'The cards',
    ),
    next_cursor,
  }),
  async run({ limit: rows = LIMIT, ...query }, ask) {
    const found = await ask<Page<CardSummary & { game: string }>>({
      path: '/v1/cards',
      query: { ...query, limit: rows, include: 'prices' },
    });
    await requireMeant(found, query, ask);
    const names = await expansionNames(
      found.items.map(({ expansion_id }) => expansion_id),
      ask,
    );
    const cards = found.items.map(({ id, name, number, expansion_id, rarity, game: of, prices = [] }) => ({
      card_id: id,
      name,
      number,
      expansion: names.get(expansion_id) ?? expansion_id,
      rarity,
      game: of,
      prices: pricesOf(prices),
    }));
    return { cards, next_cursor: found.next_cursor };
  },
};

const statistics = rowsOf(
  {
    variant: Type.String(),
    condition: optional(Type.String()),
    currency: Type.String(),
    now_cents: cents('Newest amount'),
    change_30d_ratio: Type.Union([Type.Number(), Type.Null()], {
      description: 'Change over 30 days: 0.1 is 10 % more',
    }),
    lowest_365d_cents: cents('Lowest of 365 days'),
    highest_365d_cents: cents('Highest of 365 days'),
    median_90d_cents: cents('Median of 90 days'),
    observed_on: Type.String(),
  },
  'Statistics by printing, condition (USD) and currency',
);

function statisticsIn(series: readonly SeriesStatistics[], nameOf: NameOf) {
  return series.flatMap(({ variant, condition, currency, now, observed_on, windows }) => {
    if (condition !== undefined && condition !== 'NM' && condition !== 'Unopened') return [];
    const of = (days: number) => windows.find((each) => each.days === days);
    return {
      variant: nameOf(variant),
      ...(condition && { condition }),
      currency,
      now_cents: now,
      change_30d_ratio: of(30)?.change.ratio ?? null,
      lowest_365d_cents: of(365)?.lowest ?? null,
      highest_365d_cents: of(365)?.highest ?? null,
      median_90d_cents: of(90)?.median ?? null,
      observed_on,
    };
  });
}

type NameOf = (variant: SeriesStatistics['variant']) => string;

/** Names as the card's own printings bear them: of two that are alike in name, the later one is `#2` in every answer. */
function namesAmong(variants: Card['variants']): NameOf {
  const names = variantNames(variants);
  const byIdentity = new Map(variants.toReversed().map((each) => [printingIdentity(each), names.get(each.id) ?? '']));
  return (variant) => (typeof variant === 'string' ? variant : (byIdentity.get(printingIdentity(variant)) ?? ''));
}

export const getCard: Tool = {
  name: 'get_card',
  title: 'Read a card',
  description: `Reads one card: its printings with current prices by condition, and statistics of the last 30 to 365 days (change, range, median) for near mint copies. ${CENTS}`,
  input: input({ card_id: cardId, lang: optional(word('Language of the texts, such as fr')) }),
  output: Type.Object({
    card: Type.Object({ card_id: Type.String(), name: Type.String() }, { additionalProperties: true }),
    printings: rowsOf(
      {
        variant: Type.String(),
        usd: Type.Record(Type.String(), cents('Market price in USD')),
        eur_cents: priced.eur_cents,
      },
      'Printings, USD by condition',
    ),
    statistics,
    note: optional(Type.String()),
  }),
  async run({ card_id, lang }, ask) {
    const card = await ask<Card>({ path: pathOf('cards', card_id), query: { lang } });
    const { series } = await ask<{ series: SeriesStatistics[] }>({ path: pathOf('cards', card_id, '/stats') });
    const names = variantNames(card.variants);
    const { id, name, number, rarity, illustrator, category, game: of, expansion_id, image } = card;
    const [expansion = expansion_id] = (await expansionNames([expansion_id], ask)).values();
    const printings = card.variants.map(({ id: variant, usd_market, eur_market: eur }) => ({
      variant: names.get(variant) ?? '',
      usd: Object.fromEntries(usd_market.map(({ condition, market }) => [condition, market])),
      eur_cents: eur.price_kind === 'holo' ? eur.trend_holo : eur.trend,
    }));
    const head = {
      card_id: id,
      name,
      number,
      expansion,
      rarity,
      category,
      illustrator,
      game: of,
      image: image?.high ?? null,
    };
    const { first, ...note } = firstOf(printings, PRINTINGS_MAX, ' of get_prices');
    const shown = new Set(first.map(({ variant }) => variant));
    const numbers = statisticsIn(series, namesAmong(card.variants)).filter(({ variant }) => shown.has(variant));
    return { card: head, printings: first, statistics: numbers, ...note };
  },
};

export const getPrices: Tool = {
  name: 'get_prices',
  title: 'Read a price history',
  description: `Reads how a price developed: at most ${POINTS_MAX} points [first day of the step, last amount] for each printing of a card in one condition, or the statistics of a sealed product. ${CENTS}`,
  input: input({
    card_id: optional(cardId),
    product_id: optional(Type.Integer({ description: 'product_id of find_products, instead of card_id' })),
    currency: optional(choice('usd unless given', ['usd', 'eur'])),
    span: optional(choice('How far back; 1y (weekly points) unless given, else monthly points', ['1y', '3y', 'all'])),
    condition: optional(choice('Condition in USD; NM unless given', ['NM', 'LP', 'MP', 'HP', 'DMG'])),
    variant: optional(word('Only this printing, as results spell it')),
  }),
  output: Type.Object({
    currency: optional(Type.String()),
    series: optional(
      rowsOf(
        {
          variant: Type.String(),
          points: Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()])), { description: '[day, cents]' }),
        },
        'Each printing',
      ),
    ),
    statistics: optional(statistics),
    note: optional(Type.String()),
  }),
  async run({ card_id, product_id, currency = 'usd', span = '1y', condition = 'NM', variant }, ask) {
    if ((card_id === undefined) === (product_id === undefined))
      throw new Failure('bad_request', 'Give card_id or product_id, one of them.');
    if (product_id !== undefined) {
      const { series } = await ask<{ series: SeriesStatistics[] }>({ path: pathOf('products', product_id, '/stats') });
      return { statistics: statisticsIn(series, namesAmong([])) };
    }
    const query = { currency, span, step: span === '1y' ? 'week' : 'month' };
    type Line = { variant: SeriesStatistics['variant']; condition?: string; points: { day: string; last: number }[] };
    const { series } = await ask<{ series: Line[] }>({ path: pathOf('cards', card_id, '/chart'), query });
    const nameOf = namesAmong((await ask<Card>({ path: pathOf('cards', card_id), query: {} })).variants);
    const lines = series
      .filter((line) => line.condition === undefined || line.condition === condition)
      .map(({ variant: of, points }) => ({
        variant: nameOf(of),
        points: points.slice(-POINTS_MAX).map(({ day, last }) => [day, last]),
      }));
    if (variant !== undefined && lines.length > 0)
      requireKnown(
        'priced printing',
        String(variant),
        lines.map((line) => line.variant),
      );
    const fitting = lines.filter((line) => variant === undefined || line.variant === variant);
    const { first, note } = firstOf(fitting, SERIES_MAX);
    const known = new Set(series.map((line) => line.condition ?? currency));
    const none = lines.length === 0 && `No such price in this span; there are ${[...known].join(', ') || 'none'}.`;
    return { currency, series: first, ...((note || none) && { note: note || none }) };
  },
};
