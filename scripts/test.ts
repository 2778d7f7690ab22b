/** Runs the test suite with node:test; arguments narrow it to files whose path contains one of them. */
// Usage: node scripts/test.ts [--no-skips] [part of a path ...]; with --no-skips what is left out unexpectedly is a failure.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { isExpectedSkip } from '../test/expected-skips.ts';
import { shareDatabases } from '../test/support/servers/shared-databases.ts';

/** A file that never ends, or blocks itself, keeps no time: when nothing is told any more the runner stops and names it. */
const SILENCE_MS_MAX = 10 * 60_000;
/** What hangs is told by name, instead of holding up everything. The longest takes 80 s, and twice that beside other proofs. */
const TEST_MS_MAX = 300_000;

const { values, positionals: wanted } = parseArgs({
  options: { 'no-skips': { type: 'boolean' } },
  allowPositionals: true,
});
const files = globSync('test/**/*.test.ts').filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
if (files.length === 0) {
  process.stderr.write(`no test file matches ${wanted.join(' ')}\n`);
  process.exit(1);
}
const databases = shareDatabases();
const stop = new AbortController();
const silence = setTimeout(() => stop.abort(new Error('nothing was told for too long')), SILENCE_MS_MAX);
const events = run({
  files: files.sort(),
  // The runner's own choice is one file fewer than there are cores: on two cores one at a time, and most files wait.
  concurrency: availableParallelism() + 1,
  timeout: TEST_MS_MAX,
  signal: stop.signal,
  execArgv: ['--disable-warning=ExperimentalWarning'],
});

/** Names of what was left out, by the reason it gave. */
const leftOut = new Map<string, string[]>();
events.on('test:pass', ({ skip, name, file = '' }) => {
  silence.refresh();
  if (skip === undefined) return;
  const reason = String(skip);
  leftOut.set(reason, [...(leftOut.get(reason) ?? []), `${relative('', file)}: ${name}`]);
});
events.on('test:fail', () => silence.refresh());
let hasFailed = true;
events.on('test:summary', ({ file, success }) => {
  if (file === undefined) hasFailed = !success;
});
events.compose(spec).pipe(process.stdout);
await new Promise((resolve) => events.once('end', resolve));
clearTimeout(silence);
await databases[Symbol.asyncDispose]();

const isDemanded = (reason: string) => values['no-skips'] === true && !isExpectedSkip(reason);
for (const [reason, names] of leftOut) {
  process.stdout.write(`${isDemanded(reason) ? 'MISSING' : 'left out'}, ${reason}:\n  ${names.join('\n  ')}\n`);
}
process.exitCode = hasFailed || [...leftOut.keys()].some(isDemanded) ? 1 : 0;
