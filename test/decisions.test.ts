/** Decisions are of the code that stands: the files that they name are there, and the figures that the code holds are its own. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const decision = (number: string): string =>
  readFileSync(globSync(`docs/decisions/${number}-*.md`)[0] ?? number, 'utf8');
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]?.replaceAll('_', ''));

/** A figure of a decision, the line of code that has it, and how many of the code's units it is one of. */
const FIGURES: readonly [decision: string, says: RegExp, file: string, has: RegExp, units: number][] = [
  ['0008', /with a queue of (\d+)/, 'src/scan/processes/photo-processes.ts', /WAITING_MAX = (\d+)/, 1],
  ['0008', /longer than\s+(\d+) s is killed/, 'src/scan/processes/photo-processes.ts', /JOB_LIMIT_MS = ([\d_]+)/, 1000],
  ['0008', /more than (\d+) MB are refused/, 'src/scan/decode/decode-picture.ts', /BYTES_MAX = ([\d_]+)/, 1e6],
  ['0008', /by (\d+) steps/, 'src/scan/processes/priorities.ts', /BESIDE_OTHERS = (\d+)/, 1],
  ['0008', /by (\d+) while the service is busy/, 'src/scan/processes/priorities.ts', /BESIDE_READS = (\d+)/, 1],
  ['0009', /(\d+) quadrilaterals/, 'src/scan/describe/candidates.ts', /FOUND = (\d+)/, 1],
  ['0009', /(\d+) artworks are fitted/, 'src/scan/compare/artworks.ts', /ARTWORKS = (\d+)/, 1],
  ['0010', /trust a version for (\d+) s/, 'src/api/answer/cache-validity.ts', /HEARING_TRUST_MS = (\d+)/, 1000],
  ['0010', /1 s instead of (\d+) ms/, 'src/api/answer/cache-validity.ts', /\bTRUST_MS = (\d+)/, 1],
];

for (const [number, says, file, has, units] of FIGURES) {
  test(`decision ${number} has the figure of ${file}: ${says.source}`, () => {
    assert.equal(numberIn(decision(number), says), numberIn(readFileSync(file, 'utf8'), has) / units);
  });
}

test('every file that a decision names is there', () => {
  const there = globSync('{src,demo,fit,mcp,bench,scripts,test,console,docs,client}/**/*.{ts,tsx,mjs,txt,md,json}', {
    exclude: ['**/node_modules'],
  }).map((path) => `/${path.replaceAll('\\', '/')}`);
  const missing = globSync('docs/decisions/*.md').flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`(\/?[\w./-]+\.(?:ts|tsx|mjs|txt))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !there.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${page}: ${name}`),
  );
  assert.deepEqual(missing, []);
});
