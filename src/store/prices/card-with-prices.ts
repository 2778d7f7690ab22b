/** The read that callers make most, a card with its current prices: one statement. */
import { aliasTarget } from '../catalog/aliases.ts';
import { statement } from '../engines/statement.ts';
import type { Reads } from '../store.ts';
import { cardOwner } from './price-series.ts';

const NO_PRICES = '[]';

/** A card as it is stored. */
export interface CardWithPrices {
  /** Its number in the price tables, as `cardOwner` takes it. */
  key: number;
  /** Its id now, which is another than was asked for where that one was given up. */
  id: string;
  game: string;
  /** Its JSON, without prices. */
  text: string;
  prices: string;
}

/** The card with its current prices; undefined when there is none of this id. */
export async function cardWithPrices(reads: Reads, id: string): Promise<CardWithPrices | undefined> {
  const [row] = await cardRow(reads, { id });
  if (row) {
    const { key, game, body, prices } = row;
    return { key, id, game, text: body, prices: prices ?? NO_PRICES };
  }
  const target = await aliasTarget(reads, 'card', id);
  return target === undefined ? undefined : cardWithPrices(reads, target);
}

const cardRow = statement((reads, { id }: { id: string }) =>
  reads
    .selectFrom('cards')
    .select(({ eb, selectFrom }) => [
      'cards.key as key',
      'cards.game as game',
      'cards.body as body',
      // As a join SQLite takes four times as long.
      selectFrom('current_prices')
        .select('current_prices.body')
        .where('current_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))
        .as('prices'),
    ])
    .where('cards.id', '=', id),
);
