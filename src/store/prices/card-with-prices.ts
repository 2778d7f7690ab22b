/** The read that callers make most, a card with its current prices: one statement, compiled once. */
import type { CompiledQuery } from 'kysely';
import { aliasTarget } from '../catalog/aliases.ts';
import type { Reads } from '../store.ts';
import { type CurrentCardPrice, cardPricesIn } from './current-prices.ts';
import { cardOwner } from './price-series.ts';

interface Row {
  key: number;
  game: string;
  body: string;
  prices: string | null;
}

/** Building and compiling a statement takes longer than SQLite takes to run it. */
const statements = new WeakMap<Reads, CompiledQuery<Row>>();

/** A card as it is stored. */
export interface CardWithPrices {
  /** Its number in the price tables, as `cardOwner` takes it. */
  key: number;
  /** Its id now, which is another than was asked for where that one was given up. */
  id: string;
  game: string;
  /** Its JSON, without prices. */
  text: string;
  prices: CurrentCardPrice[];
}

/** The card with its current prices; undefined when there is none of this id. */
export async function cardWithPrices(reads: Reads, id: string): Promise<CardWithPrices | undefined> {
  const { rows } = await reads.executeQuery<Row>({ ...statementOn(reads), parameters: [id] });
  const [row] = rows;
  if (row) {
    const { key, game, body, prices } = row;
    return { key, id, game, text: body, prices: prices === null ? [] : cardPricesIn(prices) };
  }
  const target = await aliasTarget(reads, 'card', id);
  return target === undefined ? undefined : cardWithPrices(reads, target);
}

function statementOn(reads: Reads): CompiledQuery<Row> {
  let statement = statements.get(reads);
  if (statement === undefined) {
    statement = reads
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
      .where('cards.id', '=', '')
      .compile();
    statements.set(reads, statement);
  }
  return statement;
}
