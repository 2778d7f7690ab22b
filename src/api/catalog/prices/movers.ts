/** The cards and products whose price moved most. */
import Type, { type Static } from 'typebox';
import { day, doc, imageOrNull, text, textOr, whole } from '../../../catalog/field-shapes.ts';
import { LEAST_CENTS, type ListedMove, MOVER_DAYS, readMovers } from '../../../store/views/movers/moves.ts';
import type { InLanguages } from '../../answer/answer.ts';
import { oneOf, readFilter, readLimit } from '../../parameters.ts';
import type { CatalogReads, RouteRequest } from '../../request.ts';
import { cardOrProduct, langParameter, namingIn, namingRowsIn, readLang, type ServedGames } from '../in-language.ts';
import { gameParameter, pageParameters, wholeList } from '../list.ts';
import { readCents } from '../query/filters.ts';

const CURRENCIES = ['usd', 'eur'] as const;
const DIRECTIONS = ['up', 'down'] as const;
const DAYS_DEFAULT = 7;
const PERCENT_DIGITS = 10;

export const moverParameters = {
  currency: Type.Optional(Type.String(doc('Prices in this currency, usd or eur in any case; by default usd.', 'usd'))),
  days: Type.Optional(Type.Integer({ enum: [...MOVER_DAYS], default: 7, ...doc('Over how many days.', 7) })),
  direction: Type.Optional(Type.String({ enum: [...DIRECTIONS], ...doc('Which way; by default up.') })),
  min: Type.Optional(
    whole(`Only what costs at least so many cents on both days; ${LEAST_CENTS}, the default, at least.`, 1000, {
      minimum: 0,
    }),
  ),
  limit: pageParameters.limit,
  ...langParameter,
  ...gameParameter,
};

const amount = (description: string) =>
  Type.Object(
    {
      observed_on: day('Day that the source states for the amount'),
      amount: whole('Market price in USD, trend in EUR, in cents', 2895),
    },
    doc(description),
  );

const Mover = Type.Object({
  game: text('Game of the card or product', 'game'),
  ...cardOrProduct,
  number: textOr('Collector number', 'for a product and where the card has none', '2'),
  image: imageOrNull('Its picture'),
  variant: text('Short name of the printing, or sub type of the product', 'holo:1st-edition'),
  currency: text('Currency of the amounts', 'USD'),
  from: amount('What it was'),
  to: amount('What it is'),
  percent: Type.Number(doc('By how much it moved, of what it was; negative where it fell', 12.5)),
});

export const MoverList = wholeList(
  Mover,
  'The greatest moves first; equal amounts are none',
  'limit says how many there are',
);

/** @throws Failure bad_request, naming the parameter */
export async function listMovers(
  { query }: RouteRequest,
  context: CatalogReads & ServedGames,
): Promise<Static<typeof MoverList> | InLanguages> {
  const lang = readLang(query, context);
  const game = readFilter(query, 'game');
  const currency = oneOf(query, 'currency', CURRENCIES);
  const direction = oneOf(query, 'direction', DIRECTIONS);
  const days = oneOf(query, 'days', MOVER_DAYS, DAYS_DEFAULT);
  const min = Math.max(LEAST_CENTS, query.min === undefined ? 0 : readCents('min', query.min));
  context.isOf(game);
  const moves = await readMovers(context.reads, { game, currency, days, direction, min, limit: readLimit(query) });
  const rows = moves.map((move) => asMover(move, currency));
  const items = await namingRowsIn(context, lang, rows);
  return namingIn(lang, { items, next_cursor: null }, items);
}

function asMover({ record, variant, from, to }: ListedMove, currency: string): Static<typeof Mover> {
  const { game, name, number, image } = record;
  const place =
    'variants' in record
      ? { card_id: record.id, product_id: null, name, expansion_id: record.expansion_id, number }
      : { card_id: null, product_id: record.id, name, expansion_id: null, number: null };
  const percent = Math.round(((to.cents - from.cents) / from.cents) * 100 * PERCENT_DIGITS) / PERCENT_DIGITS;
  return {
    game,
    ...place,
    image,
    variant,
    currency: currency.toUpperCase(),
    from: { observed_on: from.observed_on, amount: from.cents },
    to: { observed_on: to.observed_on, amount: to.cents },
    percent,
  };
}
