/** Statements that are built and compiled once: Kysely takes longer for that than SQLite takes to run one. */
import { type Compilable, CompiledQuery } from 'kysely';
import type { Reads } from './store.ts';

/** What a statement asks with, of which lists have any length; what is undefined it is built without. */
type Values = Readonly<Record<string, unknown>>;

/** Where a value goes in the list of a compiled statement's parameters. */
class Place {
  readonly name: string;
  readonly at: number | undefined;

  constructor(name: string, at?: number) {
    this.name = name;
    this.at = at;
  }
}

/**
 * A statement as a function of what it asks with. `build` is called once for each set of values that are given and each
 * length of a list, and on each way to read; it sees places that stand for the values. Where one is an object that says
 * itself how it is compared, it is called each time.
 */
export function statement<Given extends Values, Row>(build: (reads: Reads, given: Given) => Compilable<Row>) {
  const known = new WeakMap<Reads, Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>>();
  return async (reads: Reads, given: Given): Promise<Row[]> => {
    const shape = shapeOf(given);
    if (shape === undefined) return (await reads.executeQuery<Row>(build(reads, given).compile())).rows;
    const ofReads = known.get(reads) ?? new Map();
    known.set(reads, ofReads);
    // Without the nodes that it was built of: those of 500 rows are some hundred kilobytes.
    const { sql, parameters } = ofReads.get(shape) ?? build(reads, placesOf(given)).compile();
    ofReads.set(shape, { sql, parameters });
    const values = parameters.map((parameter: unknown) => {
      if (!(parameter instanceof Place)) return parameter;
      const { [parameter.name]: value } = given;
      return parameter.at === undefined ? value : (value as unknown[])[parameter.at];
    });
    return (await reads.executeQuery<Row>(CompiledQuery.raw(sql, values) as CompiledQuery<Row>)).rows;
  };
}

function shapeOf(given: Values): string | undefined {
  let shape = '';
  for (const name in given) {
    const value = given[name];
    if (Array.isArray(value)) shape += `${name}${value.length} `;
    else if (typeof value === 'object' && value !== null) return undefined;
    else if (value !== undefined) shape += `${name}${value === null ? '-' : ''} `;
  }
  return shape;
}

const placesOf = <Given extends Values>(given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (value === undefined || value === null || value === true) return [name, value];
      return [name, Array.isArray(value) ? value.map((_, at) => new Place(name, at)) : new Place(name)];
    }),
  ) as Given;
