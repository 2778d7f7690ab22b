/** A process in which test files run one after the other: one each spent half of its time on loading the same modules. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { before, suite } from 'node:test';
import './unfollowed.ts';

const load = createRequire(import.meta.url);

/**
 * Makes of each file a suite that bears its path and has its hooks; one that cannot be loaded fails alone.
 * @param at where the path of the file that is under way is written, for whoever finds the process hanging or dead
 */
export function together(files: readonly string[], at: string): void {
  for (const file of files) {
    suite(file, () => {
      before(() => writeFileSync(at, file));
      // By `require`, which has loaded it when it returns: what an `import` awaited would belong to no suite.
      load(resolve(file));
    });
  }
}

// The runner starts it by a link, whose name tells which files are meant.
const [, started = ''] = process.argv;
if (import.meta.main) together(readFileSync(`${started}.files`, 'utf8').split('\n'), `${started}.at`);
