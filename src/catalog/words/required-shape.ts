/** What callers write, held against its shape. */
import { createRequire } from 'node:module';
import type { TSchema } from 'typebox';
import { Failure } from '../../failure.ts';

const require = createRequire(import.meta.url);

/** What holds values against a schema, loaded with the first of them: 160 files that a start can do without. */
export const schemaChecks = (): typeof import('typebox/schema') => require('typebox/schema');

/**
 * @param unknown what is said of a field that a closed schema does not have
 * @throws Failure bad_request, with the place and what may stand there
 */
export function requireShape(schema: TSchema, value: unknown, unknown = 'is no field here'): void {
  const [, faults] = schemaChecks().Errors(schema, value);
  const [fault] = faults;
  if (fault === undefined) return;
  const { instancePath, keyword, message } = fault;
  const place = instancePath === '' ? 'The body' : instancePath.slice(1).replaceAll('/', '.');
  const allowed = faults.flatMap((each): unknown[] => {
    if (each.instancePath !== instancePath) return [];
    if (each.keyword === 'enum') return each.params.allowedValues;
    return each.keyword === 'const' ? [each.params.allowedValue] : [];
  });
  const isWord = keyword === 'enum' || keyword === 'const';
  const said = isWord ? `must be one of ${allowed.join(', ')}` : keyword === 'boolean' ? unknown : message;
  throw new Failure('bad_request', `${place} ${said}.`);
}
