/** Takes of a record what can be taken: a field that is not of its shape is left out, and the record stays. */
import { BadRecord } from './seed-collector.ts';

interface Fault {
  instancePath: string;
  message: string;
  params: object;
}

/** A compiled schema. */
export interface Check<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): Fault[];
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
    const faults = check.Errors(record);
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
