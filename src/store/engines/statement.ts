/** Statements that are built and compiled once: Kysely takes longer for that than SQLite takes to run one. */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Reads } from '../store.ts';

type Value = string | number;

/** What a statement asks with; what is undefined it is built without. */
type Values = Readonly<Record<string, Value | readonly Value[] | true | undefined>>;

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
 * length of a list, and on each way to read; it sees places that stand for the values.
 */
export function statement<Given extends Values, Row>(build: (reads: Reads, given: Given) => Compilable<Row>) {
  const known = new WeakMap<Reads, Map<string, CompiledQuery<Row>>>();
  return async (reads: Reads, given: Given): Promise<Row[]> => {
    const ofReads = known.get(reads) ?? new Map<string, CompiledQuery<Row>>();
    known.set(reads, ofReads);
    const shape = shapeOf(given);
    const ready = ofReads.get(shape) ?? build(reads, placesOf(given)).compile();
    ofReads.set(shape, ready);
    const parameters = ready.parameters.map((parameter) =>
      parameter instanceof Place ? valueAt(given, parameter) : parameter,
    );
    return (await reads.executeQuery<Row>({ ...ready, parameters })).rows;
  };
}

function shapeOf(given: Values): string {
  let shape = '';
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) shape += `${name}${typeof value === 'object' ? value.length : ''} `;
  }
  return shape;
}

const placesOf = <Given extends Values>(given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (value === undefined || value === true) return [name, value];
      return [name, typeof value === 'object' ? value.map((_, at) => new Place(name, at)) : new Place(name)];
    }),
  ) as Given;

function valueAt(given: Values, { name, at }: Place): unknown {
  const value = given[name];
  return at === undefined || typeof value !== 'object' ? value : value[at];
}
