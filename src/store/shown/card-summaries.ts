/** List rows of cards as they are stored: their JSON, which is not parsed to be printed again, and what prices are put behind it from. */
import { type ExpressionBuilder, sql } from 'kysely';
import { filledUp } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import { cardOwner } from '../prices/price-series.ts';
import type { Reads } from '../store.ts';
import type { Tables } from '../tables.ts';

/** A card's list row, and what lists ask of it. */
export interface StoredSummary {
  id: string;
  game: string;
  text: string;
  /** Its current prices as they are stored; only where they were asked for, and null where it has none. */
  prices?: string | null;
  /** Its printings, each a line of id, ordinal and identity; only with prices. */
  printings?: string | null;
}

/** Its columns. Prices and printings come along by row: as statements over the ids of the page they took twice as long. */
export const summaryColumns = (isPriced: true | undefined) => (eb: ExpressionBuilder<Tables, 'cards'>) =>
  [
    'cards.id as id',
    'cards.game as game',
    'cards.summary as text',
    ...(isPriced
      ? [
          eb
            .selectFrom('current_prices')
            .select('current_prices.body')
            .where('current_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))
            .as('prices'),
          eb
            .selectFrom('variants')
            .select(sql<string>`string_agg(variants.id || ' ' || ordinal || ' ' || identity, '\n')`.as('lines'))
            .whereRef('card_id', '=', 'cards.id')
            .as('printings'),
        ]
      : []),
  ] as const;

const rowsByIds = statement((reads, { ids, isPriced }: { ids: readonly string[]; isPriced: true | undefined }) =>
  reads.selectFrom('cards').select(summaryColumns(isPriced)).where('id', 'in', ids),
);

const rowsByKeys = statement((reads, { keys, isPriced }: { keys: readonly number[]; isPriced: true | undefined }) =>
  reads.selectFrom('cards').select('key').select(summaryColumns(isPriced)).where('key', 'in', keys),
);

/** Card summaries by id; an id that is gone is left out. */
export async function cardSummariesByIds(
  reads: Reads,
  ids: readonly string[],
  isPriced: boolean,
): Promise<Map<string, StoredSummary>> {
  const rows = await rowsByIds(reads, { ids: filledUp(ids), isPriced: isPriced || undefined });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Card summaries by key; a key that is gone is left out. */
export async function cardSummariesByKeys(
  reads: Reads,
  keys: readonly number[],
  isPriced: boolean,
): Promise<Map<number, StoredSummary>> {
  const rows = await rowsByKeys(reads, { keys: filledUp(keys), isPriced: isPriced || undefined });
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}
