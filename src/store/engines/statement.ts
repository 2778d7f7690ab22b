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

export type Run = (parameters: readonly unknown[]) => unknown[] | Promise<unknown[]>;

const planners = new WeakMap<Reads, (text: string) => Run>();

/**
 * Has the statements that are read through `reads` planned once each by `plan`, and run by what it gives: on its way
 * through a dozen functions of Kysely a statement cost as much as SQLite takes for a card.
 */
export const planBy = (reads: Reads, plan: (text: string) => Run): void => void planners.set(reads, plan);

interface Planned<Row> {
  parameters: readonly unknown[];
  run: (parameters: readonly unknown[]) => Row[] | Promise<Row[]>;
}

/** Where nobody plans, as in a transaction that writes, Kysely runs it. */
function planned<Row>(reads: Reads, query: CompiledQuery<Row>): Planned<Row> {
  const run = planners.get(reads)?.(query.sql) as Planned<Row>['run'] | undefined;
  const byKysely = async (parameters: readonly unknown[]) =>
    (await reads.executeQuery<Row>({ ...query, parameters })).rows;
  return { parameters: query.parameters, run: run ?? byKysely };
}

/**
 * A statement as a function of what it asks with. `build` is called once for each set of values that are given and each
 * length of a list, and on each way to read; it sees places that stand for the values.
 */
export function statement<Given extends Values, Row>(build: (reads: Reads, given: Given) => Compilable<Row>) {
  const known = new WeakMap<Reads, Map<string, Planned<Row>>>();
  return async (reads: Reads, given: Given): Promise<Row[]> => {
    const ofReads = known.get(reads) ?? new Map<string, Planned<Row>>();
    known.set(reads, ofReads);
    const shape = shapeOf(given);
    const ready = ofReads.get(shape) ?? planned(reads, build(reads, placesOf(given)).compile());
    ofReads.set(shape, ready);
    return ready.run(
      ready.parameters.map((parameter) => (parameter instanceof Place ? valueAt(given, parameter) : parameter)),
    );
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
