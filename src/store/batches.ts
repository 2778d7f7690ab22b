/** Cuts long lists into statements that both engines take. */

/** Nine columns a row stay under SQLite's 32,766 and PostgreSQL's 65,535 parameters. */
const BATCH_ROWS = 500;

/** `rows` in runs of at most 500. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS);
}

const LENGTHS = [1, 5, 10, 20, 50, 100, 200, BATCH_ROWS];

/** `values` with the last repeated up to one of few lengths: a statement over any such list is one of few texts to plan. */
export function filledUp<Value>(values: readonly Value[]): Value[] {
  const length = LENGTHS.find((each) => each >= values.length) ?? values.length;
  const last = values.slice(-1);
  return last.length === 0 ? [] : values.concat(...Array.from({ length: length - values.length }, () => last));
}
