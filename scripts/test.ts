/** Runs the test suite with node:test; arguments narrow it to files whose path contains one of them. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { keepCompiled } from '../src/compile-cache.ts';

const wanted = process.argv.slice(2);
const files = globSync('test/**/*.test.ts').filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
if (files.length === 0) {
  process.stderr.write(`no test file matches ${wanted.join(' ')}\n`);
  process.exit(1);
}
// The runner's own choice is one file fewer than there are cores: on two cores one at a time, and most files wait.
const concurrency = availableParallelism() + 1;
const args = [
  '--test',
  `--test-concurrency=${concurrency}`,
  // What hangs is told by name, instead of holding up everything.
  '--test-timeout=150000',
  '--test-reporter=spec',
  '--disable-warning=ExperimentalWarning',
  ...files.sort(),
];
// Each file is a process of its own, and makes the same of the same sources.
keepCompiled();
// A file that blocks itself keeps no time: the runner is told to stop, and names the file.
const RUN_MS_MAX = 15 * 60_000;
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', timeout: RUN_MS_MAX }).status ?? 1);
