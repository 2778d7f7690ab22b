/** Cuts long lists into statements that both engines take. */

/** Nine columns a row stay under SQLite's 32,766 and PostgreSQL's 65,535 parameters. */
const BATCH_ROWS = 500;

/** `rows` in runs of at most so many. */
export function* inBatches<Row>(rows: readonly Row[], most = BATCH_ROWS): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += most) yield rows.slice(start, start + most);
}

const INSERTED = [BATCH_ROWS, 256, 128, 64, 32, 16, 8, 4, 2, 1];

/**
 * `rows` in runs of ten lengths at most. An insert is a text of its own for each number of rows, which the embedded engine
 * keeps planned: of every number up to 500 those of one table took 42 MB, and 2 ms each to be planned.
 */
export function* inInserts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; ) {
    const length = INSERTED.find((each) => each <= rows.length - start) ?? 1;
    yield rows.slice(start, start + length);
    start += length;
  }
}

/** What `read` finds of all `values`, some at a time: as many as one of few lengths, the last of them repeated. */
export async function readInBatches<Value, Row>(
  values: readonly Value[],
  read: (some: Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const batch of inBatches(values)) for (const row of await read(filledUp(batch))) found.push(row);
  return found;
}

/** Rows in portions, each those behind the last of the portion before it; `next` is asked for the first ones without. */
export async function* inPortions<Row>(next: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let rows = await next(undefined); rows.length > 0; rows = await next(rows.at(-1))) yield rows;
}

/**
 * What `in` takes. PostgreSQL refuses an empty list, so null stands in for none: nothing is equal to it, on both engines. For
 * `not in` that is wrong.
 */
export const oneOf = <Value>(values: readonly Value[]): readonly Value[] =>
  values.length === 0 ? [null as Value] : values;

/** 128 are what a catalog run compares at once. */
const LENGTHS = [1, 5, 10, 20, 50, 100, 128, 200, BATCH_ROWS];

/** `values` with the last repeated up to one of few lengths: a statement over any such list is one of few texts to plan. */
export function filledUp<Value>(values: readonly Value[]): Value[] {
  const length = LENGTHS.find((each) => each >= values.length) ?? values.length;
  return values.length === 0 ? [...oneOf(values)] : values.concat(Array(length - values.length).fill(values.at(-1)));
}
