/** Takes of a record what can be taken: a field that is not of its shape is left out, and the record stays; or says what is wrong with each. */
import type { Static, TSchema } from 'typebox';
import type { TLocalizedValidationError as Fault } from 'typebox/error';
import { schemaChecks } from '../catalog/words/required-shape.ts';
import { once } from '../packed/remembered.ts';
import { BadRecord } from './seed-collector.ts';

export interface Check<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): [isGood: boolean, faults: Fault[]];
}

/** The check of a schema, which is compiled with the first value. */
export function checkOf<Schema extends TSchema>(schema: Schema): Check<Static<Schema>> {
  const check = once(() => schemaChecks().Compile(schema) as Check<Static<Schema>>);
  return {
    Check: (value): value is Static<Schema> => check().Check(value),
    Errors: (value) => check().Errors(value),
  };
}

/**
 * `value` as its schema has it. Optional fields and elements of lists that are not so are left out, and `onLeftOut` is
 * told of each, as its place (`/dexId/*`) and what is wrong with it.
 * @throws BadRecord when a field is no good without which there is no record
 */
export function usableFields<T>(check: Check<T>, value: unknown, onLeftOut: (fault: string) => void): T {
  if (check.Check(value)) return value;
  const record = structuredClone(value);
  const leftOut: Fault[] = [];
  for (;;) {
    const [, faults] = check.Errors(record);
    const [whole] = faults.filter(({ instancePath }) => instancePath === '');
    if (whole) throw new BadRecord(wordsOf(causeOf(whole, leftOut)));
    const innermost = faults.filter(
      ({ instancePath }, at) =>
        faults.findIndex((other) => other.instancePath === instancePath) === at &&
        !faults.some((other) => other.instancePath.startsWith(`${instancePath}/`)),
    );
    // From the last on: an element that is left out moves those behind it.
    for (const { instancePath } of innermost.toReversed()) leaveOut(record, instancePath);
    leftOut.push(...innermost);
    if (check.Check(record)) break;
  }
  for (const fault of leftOut) onLeftOut(wordsOf(fault));
  return record;
}

/** What was wrong with the field that the record lacks, if it came at all. */
function causeOf(whole: Fault, leftOut: readonly Fault[]): Fault {
  const { requiredProperties = [] } = whole.params as { requiredProperties?: string[] };
  return (
    leftOut.find(({ instancePath }) => requiredProperties.some((name) => instancePath.split('/')[1] === name)) ?? whole
  );
}

const wordsOf = ({ instancePath, message }: Fault) =>
  `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'record'} ${message}`;

/** @param path a JSON pointer to what is there */
function leaveOut(record: unknown, path: string): void {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  const parent = names.reduce((place, name) => (place as Record<string, unknown>)[name], record);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
}

interface FieldFault {
  /** Its way from the value, with points; empty for the value itself. */
  field: string;
  says: string;
}

const MUST_BE = 'must be ';

/** What is wrong with a value by its schema: one sentence a field, in words that say what it must be. */
export function faultsBySchema(schema: TSchema, value: unknown): FieldFault[] {
  const [, faults] = schemaChecks().Errors(schema, value);
  const found = faults.flatMap((error) => told(schema, error));
  return [...Map.groupBy(found, ({ field }) => field)].map(([field, of]) => {
    const all = [...new Set(of.map(({ says }) => says))];
    // Of a union each kind is refused by itself: together they say what it may be.
    const kinds = all.flatMap((says) => (says.startsWith(MUST_BE) ? says.slice(MUST_BE.length) : []));
    return { field, says: kinds.length === all.length ? `${MUST_BE}${kinds.join(' or ')}` : all.join(', ') };
  });
}

function told(schema: TSchema, { keyword, instancePath, schemaPath, params, message }: Fault): FieldFault[] {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const given = params as Record<string, unknown>;
  const below = (names: unknown, says: string) =>
    (names as string[]).map((name) => ({ field: field === '' ? name : `${field}.${name}`, says }));
  switch (keyword) {
    case 'required':
      return below(given.requiredProperties, 'is missing');
    case 'additionalProperties':
      return below(given.additionalProperties, 'is no field here');
    // What they say is said of their parts.
    case 'boolean':
    case 'anyOf':
      return [];
    case 'enum':
      return [{ field, says: `${MUST_BE}one of ${(given.allowedValues as unknown[]).join(', ')}` }];
    case 'const':
      return [{ field, says: `${MUST_BE}${given.allowedValue}` }];
    case 'pattern':
      return [{ field, says: `${MUST_BE}${formOf(schema, schemaPath) ?? `of the form ${given.pattern}`}` }];
    default:
      return [{ field, says: message }];
  }
}

/** How the schema at the path says in words, or by an example, what a text looks like. */
function formOf(schema: TSchema, path: string): string | undefined {
  let at: unknown = schema;
  for (const name of path.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[name];
  const { examples, description } = (at ?? {}) as { examples?: unknown[]; description?: string };
  return examples?.[0] === undefined ? description : `written as in ${examples[0]}`;
}
