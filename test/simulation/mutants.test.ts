/** Each planted defect has its place in the sources as they are: one that has none would be found by nothing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('what a planted defect replaces stands once in its file', () => {
  const lost = MUTANTS.filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2);
  assert.deepEqual(
    lost.map(({ name }) => name),
    [],
  );
});
