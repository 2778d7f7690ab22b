/** List rows of cards as they are stored: their JSON, which is not parsed to be printed again. */
import { type ExpressionBuilder, sql } from 'kysely';
import { filledUp, oneOf } from '../../batches.ts';
import type { Tables } from '../../schema/tables.ts';
import { statement } from '../../statement.ts';
import type { Reads } from '../../store.ts';
import { NO_ENTRIES } from './put-entries.ts';

/** A card's list row, and what lists ask of it. */
export interface StoredSummary {
  id: string;
  game: string;
  text: string;
  /** The entries of its prices as JSON; only where they were asked for, and null where it has none. */
  entries?: string | null;
}

/** Prices come along by row: as a statement over the ids of the page they took twice as long. */
const entriesOf = (eb: ExpressionBuilder<Tables, 'cards'>) =>
  eb.selectFrom('price_entries').select('price_entries.body').whereRef('price_entries.key', '=', 'cards.key');

const summaryColumns = (isPriced: true | undefined) => (eb: ExpressionBuilder<Tables, 'cards'>) =>
  [
    'cards.id as id',
    'cards.game as game',
    'cards.summary as text',
    ...(isPriced ? [entriesOf(eb).as('entries')] : []),
  ] as const;

export const summaryText = (isPriced: true | undefined) => (eb: ExpressionBuilder<Tables, 'cards'>) => {
  if (!isPriced) return eb.ref('cards.summary').as('text');
  const head = sql`substr(cards.summary, 1, length(cards.summary) - 1)`;
  return sql<string>`${head} || ',"prices":' || coalesce(${entriesOf(eb)}, ${sql.lit(NO_ENTRIES)}) || '}'`.as('text');
};

const rowsByIds = statement((reads, { ids, isPriced }: { ids: readonly string[]; isPriced: true | undefined }) =>
  reads.selectFrom('cards').select(summaryColumns(isPriced)).where('id', 'in', oneOf(ids)),
);

const rowsByKeys = statement((reads, { keys, isPriced }: { keys: readonly number[]; isPriced: true | undefined }) =>
  reads.selectFrom('cards').select('key').select(summaryColumns(isPriced)).where('key', 'in', oneOf(keys)),
);

/** Card summaries by id; an id that is gone is left out. */
export async function cardSummariesByIds(reads: Reads, ids: readonly string[], isPriced: boolean) {
  const rows = await rowsByIds(reads, { ids: filledUp(ids), isPriced: isPriced || undefined });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Card summaries by key; a key that is gone is left out. */
export async function cardSummariesByKeys(reads: Reads, keys: readonly number[], isPriced: boolean) {
  const rows = await rowsByKeys(reads, { keys: filledUp(keys), isPriced: isPriced || undefined });
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}
