/** Tools of the market: products, movers, expansions, and why a price is what it is. */
import Type from 'typebox';
import type { CardExplanation } from '../src/catalog/provenance/card-explanation.ts';
import type { Expansion, Product } from '../src/catalog/records.ts';
import {
  CENTS,
  cardId,
  cents,
  choice,
  cursor,
  firstOf,
  game,
  input,
  LIMIT,
  limit,
  next_cursor,
  optional,
  type Page,
  pathOf,
  requireKnown,
  requireMeant,
  rowsOf,
  type Tool,
  word,
} from './tool.ts';

const PRINTINGS_MAX = 8;

export const findProducts: Tool = {
  name: 'find_products',
  title: 'Find sealed products',
  description: `Finds sealed products (booster boxes, decks, collections) by name or expansion with their current prices. ${CENTS}`,
  input: input({
    q: optional(word('Words of the name', { minLength: 1 })),
    game,
    expansion_id: optional(word('Only this expansion')),
    limit,
    cursor,
  }),
  output: Type.Object({
    products: rowsOf(
      {
        product_id: Type.Integer(),
        name: Type.String(),
        game: Type.String(),
        expansions: Type.Array(Type.String()),
        usd_cents: cents('Market price in USD'),
        eur_cents: cents('Trend in EUR'),
      },
      'The products',
    ),
    next_cursor,
  }),
  async run({ limit: rows = LIMIT, ...query }, ask) {
    const found = await ask<Page<Product>>({ path: '/v1/products', query: { ...query, limit: rows } });
    await requireMeant(found, query, ask);
    const products = found.items.map(({ id, name, game: of, expansions, usd_market, eur_market }) => ({
      product_id: id,
      name,
      game: of,
      expansions: expansions.map((each) => each.name),
      usd_cents: usd_market[0]?.market ?? null,
      eur_cents: eur_market?.trend ?? null,
    }));
    return { products, next_cursor: found.next_cursor };
  },
};

export const topMovers: Tool = {
  name: 'top_movers',
  title: 'What moved most',
  description: `Lists the cards and sealed products whose price rose or fell most over 1, 7 or 30 days. ${CENTS}`,
  input: input({
    currency: optional(choice('usd unless given', ['usd', 'eur'])),
    days: optional(Type.Integer({ enum: [1, 7, 30], description: '7 unless given' })),
    direction: optional(choice('up unless given', ['up', 'down'])),
    min_cents: optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Only what costs at least so many cents on both days',
      }),
    ),
    game,
    limit,
  }),
  output: Type.Object({
    movers: Type.Array(
      Type.Object({
        name: Type.String(),
        variant: Type.String(),
        currency: Type.String(),
        from_cents: Type.Integer({ description: 'What it was, in integer cents' }),
        to_cents: Type.Integer({ description: 'What it is, in integer cents' }),
        percent: Type.Number(),
      }),
      { description: 'The greatest move first' },
    ),
  }),
  async run({ limit: rows = LIMIT, min_cents: min, ...query }, ask) {
    type Mover = {
      card_id: string | null;
      product_id: number | null;
      name: string;
      number: string | null;
      variant: string;
      currency: string;
      from: { amount: number };
      to: { amount: number };
      percent: number;
    };
    const { items } = await ask<Page<Mover>>({ path: '/v1/movers', query: { ...query, min, limit: rows } });
    return {
      movers: items.map(({ card_id, product_id, name, number, variant, currency, from, to, percent }) => ({
        ...(card_id === null ? { product_id } : { card_id }),
        name,
        number,
        variant,
        currency,
        from_cents: from.amount,
        to_cents: to.amount,
        percent,
      })),
    };
  },
};

export const explainPrice: Tool = {
  name: 'explain_price',
  title: 'Explain a price',
  description: `Says where each price of a card comes from (marketplace, source, day, rule), or why there is none. ${CENTS}`,
  input: input({ card_id: cardId, variant: optional(word('Only this printing, as results spell it')) }),
  output: Type.Object({
    card_id: Type.String(),
    name: Type.String(),
    printings: Type.Array(Type.Object({ variant: Type.String() }, { additionalProperties: true }), {
      description: 'Each printing with its USD and EUR side',
    }),
    note: optional(Type.String()),
  }),
  async run({ card_id, variant }, ask) {
    const { card_id: id, name, variants } = await ask<CardExplanation>({ path: pathOf('cards', card_id, '/explain') });
    if (variant !== undefined)
      requireKnown(
        'printing',
        String(variant),
        variants.map((each) => each.variant),
      );
    const printings = variants
      .filter((each) => variant === undefined || each.variant === variant)
      .map(({ variant: of, usd_market, eur_market }) => ({
        variant: of,
        usd: sideOf(usd_market),
        eur: sideOf(eur_market),
      }));
    const { first, ...note } = firstOf(printings, PRINTINGS_MAX);
    return { card_id: id, name, printings: first, ...note };
  },
};

const sideOf = ({
  marketplace,
  meaning,
  prices,
  held,
  other_cards,
}: CardExplanation['variants'][number]['usd_market'] | CardExplanation['variants'][number]['eur_market']) => ({
  marketplace,
  meaning,
  prices: prices.map((price) => ({
    source: price.source,
    observed_on: price.observed_on,
    ...('market' in price
      ? { condition: price.condition, market_cents: price.market }
      : { trend_cents: price.price_kind === 'holo' ? price.trend_holo : price.trend }),
  })),
  ...(held.length > 0 && { held_back: held }),
  ...(other_cards.length > 0 && { other_cards }),
});

export const listExpansions: Tool = {
  name: 'list_expansions',
  title: 'Find expansions',
  description: `Finds expansions (sets) by name, newest first without words; with expansion_id what that one is worth, its dearest cards and movers of the week. ${CENTS}`,
  input: input({
    q: optional(word('Words of the name', { minLength: 1 })),
    game,
    expansion_id: optional(word('An id from this list: its worth instead of a list')),
    limit,
    cursor,
  }),
  output: Type.Object({
    expansions: optional(
      rowsOf(
        {
          expansion_id: Type.String(),
          name: Type.String(),
          game: Type.String(),
          release_date: Type.Union([Type.String(), Type.Null()]),
          cards: Type.Integer(),
        },
        'The expansions',
      ),
    ),
    markets: optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: 'Worth by currency; all amounts (cents, amount, from, to) in integer cents',
      }),
    ),
    next_cursor: optional(next_cursor),
  }),
  async run({ expansion_id, limit: rows = LIMIT, q, ...query }, ask) {
    if (expansion_id !== undefined)
      return ask<{ markets: object[] }>({ path: pathOf('expansions', expansion_id, '/stats') });
    const found = await ask<Page<Expansion>>({
      path: '/v1/expansions',
      query: { ...query, q, sort: q === undefined ? '-released' : undefined, limit: rows },
    });
    const expansions = found.items.map(({ id, name, game: of, release_date, card_count_total }) => ({
      expansion_id: id,
      name,
      game: of,
      release_date,
      cards: card_count_total,
    }));
    return { expansions, next_cursor: found.next_cursor };
  },
};
