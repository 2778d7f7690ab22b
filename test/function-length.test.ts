/** Holds the length of functions, where people read the code of the service, its client and its pages. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FUNCTION_LINES_MAX, longFunctions } from './support/house/function-length.ts';

/** Longer ones that are still to be parted: a file leaves this list with its last one, and none joins it. */
const TO_PART = [
  'src/events/deliver.ts',
  'src/scan/processes/photo-processes.ts',
  'src/service/service.ts',
  'src/store/engines/postgres-snapshot.ts',
  'src/store/engines/postgres.ts',
];

const files = globSync('{src,demo,fit,mcp,client/src,console/src}/**/*.{ts,tsx}')
  .filter((path) => !TO_PART.includes(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test(`no function takes more than ${FUNCTION_LINES_MAX} lines`, () => {
  assert.deepEqual(longFunctions(files), []);
});

test('one line more is noticed, whatever the form of the function', () => {
  const forms: Record<string, (inner: string) => string> = {
    declaration: (inner) => `export function a() {\n${inner}}`,
    arrow: (inner) => `const a = () => {\n${inner}};`,
    parameters: (inner) => `const a = ([\n${inner.replaceAll(';', ',')}]) => b;`,
    page: (inner) => `const A = () => <p>\n${inner}</p>;`,
    text: (inner) => `const a = () => \`\n${inner}}\`;`,
    method: (inner) => `class A {\n  get a() {\n${inner}  }\n}`,
    inner: (inner) => `a(b, {\n  c() {\n${inner}  },\n});`,
  };
  const found = (form: (inner: string) => string, lines: number) =>
    longFunctions([{ path: 'src/a.tsx', text: form('a;\n'.repeat(lines - 2)) }]);
  for (const [name, form] of Object.entries(forms)) {
    assert.deepEqual(found(form, FUNCTION_LINES_MAX), [], name);
    assert.equal(found(form, FUNCTION_LINES_MAX + 1).length, 1, name);
  }
});
