/** Cuts long lists into statements that both engines take. */

/** Nine columns a row stay under SQLite's 32,766 and PostgreSQL's 65,535 parameters. */
const BATCH_ROWS = 500;

/** `rows` in runs of at most 500. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS);
}
