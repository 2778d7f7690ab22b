/** Runs the test suite with node:test; arguments narrow it to files whose path contains one of them. */
// Usage: node scripts/test.ts [--no-skips] [--slow] [part of a path ...]
// With --no-skips what is left out unexpectedly is a failure; --slow runs the slow suites alone, which no path leaves out.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isExpectedSkip } from '../test/expected-skips.ts';
import { slowSuites } from '../test/slow-suites.ts';
import { shareDatabases } from '../test/support/servers/shared-databases.ts';

/** What never ends, or blocks itself, keeps no time: when nothing is told any more the runner stops and names it. */
const SILENCE_MS_MAX = 10 * 60_000;
/** What hangs is told by name, instead of holding up everything. The longest takes 80 s, and twice that beside other proofs. */
const TEST_MS_MAX = 300_000;
/** So many files of a folder share a process: with more of them the last process would run alone for long. */
const TOGETHER = { least: 3, most: 12 };
/** Few files are spread over so many processes: one that reads whole catalogs takes a minute. */
const PROCESSES = 8;

const { values, positionals: wanted } = parseArgs({
  options: { 'no-skips': { type: 'boolean' }, slow: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isSlow = (file: string) => slowSuites.has(file.replaceAll(sep, '/'));
const files = globSync('test/**/*.test.ts').filter((file) =>
  wanted.length === 0 ? isSlow(file) === values.slow : wanted.some((part) => file.includes(part)),
);
if (files.length === 0) {
  process.stderr.write(`no test file matches ${wanted.join(' ')}\n`);
  process.exit(1);
}

const place = mkdtempSync(join(tmpdir(), 'cardstock-tests-'));
const PROGRAM = fileURLToPath(new URL('../test/support/house/together.ts', import.meta.url));

/** The folder of `test/` that a file lies in. */
const folderOf = (file: string) => file.split(sep).slice(1, -1)[0] ?? 'test';

/** Makes a process of these files, started by the path that it gives back. */
function processOf(files: readonly string[], name: string): string {
  const path = join(place, `${name}.ts`);
  symlinkSync(PROGRAM, path);
  writeFileSync(`${path}.files`, files.join('\n'));
  return path;
}

const together = Math.min(TOGETHER.most, Math.max(TOGETHER.least, Math.ceil(files.length / PROCESSES)));
const processes = Object.entries(Object.groupBy(files.sort(), folderOf)).flatMap(([folder, files = []]) =>
  Array.from({ length: Math.ceil(files.length / together) }, (_, at) =>
    processOf(files.slice(at * together, (at + 1) * together), `${folder}-${at + 1}`),
  ),
);
const databases = shareDatabases();
const stop = new AbortController();
const silence = setTimeout(() => stop.abort(new Error('nothing was told for too long')), SILENCE_MS_MAX);
const events = run({
  files: processes,
  // The runner's own choice is one fewer than there are cores: on two cores one at a time, and most tests wait.
  concurrency: availableParallelism() + 1,
  signal: stop.signal,
  execArgv: ['--disable-warning=ExperimentalWarning', `--test-timeout=${TEST_MS_MAX}`],
});

/** Names of what was left out, by the reason it gave. */
const leftOut = new Map<string, string[]>();
/** Files of which no end was told: a process that ends early, whatever its exit code, takes those behind it along. */
const untold = new Set(files);
events.on('test:pass', ({ skip, name, file = '' }) => {
  silence.refresh();
  untold.delete(name);
  if (skip === undefined) return;
  const reason = String(skip);
  leftOut.set(reason, [...(leftOut.get(reason) ?? []), `${relative('', file)}: ${name}`]);
});
events.on('test:fail', ({ name }) => {
  silence.refresh();
  untold.delete(name);
});
let hasFailed = true;
events.on('test:summary', ({ file, success }) => {
  if (file === undefined) hasFailed = !success;
});
events.compose(spec).pipe(process.stdout);
await new Promise((resolve) => events.once('end', resolve));
clearTimeout(silence);
await databases[Symbol.asyncDispose]();

const underWay = processes.flatMap((path) => (existsSync(`${path}.at`) ? [readFileSync(`${path}.at`, 'utf8')] : []));
rmSync(place, { recursive: true });
for (const file of untold) {
  process.stdout.write(`never ended: ${file}${underWay.includes(file) ? ', which was under way' : ''}\n`);
}
if (wanted.length === 0 && !values.slow) {
  process.stdout.write(`not run here: ${slowSuites.size} slow suites, which npm run test:slow runs\n`);
}
const isDemanded = (reason: string) => values['no-skips'] === true && !isExpectedSkip(reason);
for (const [reason, names] of leftOut) {
  process.stdout.write(`${isDemanded(reason) ? 'MISSING' : 'left out'}, ${reason}:\n  ${names.join('\n  ')}\n`);
}
process.exitCode = hasFailed || untold.size > 0 || [...leftOut.keys()].some(isDemanded) ? 1 : 0;
