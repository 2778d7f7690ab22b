/** Installs the locked packages and builds the console when they are missing or stale, so that `npm start` and `npm test` work on a fresh clone. */
// Usage: node scripts/bootstrap.mjs [--dev]; without --dev only what running needs is demanded: half as much to fetch.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './build-console.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isForDevelopers = process.argv.includes('--dev');

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether what is wanted is installed as locked. npm rewrites node_modules/.package-lock.json at every install. */
function isCurrent() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = packagesOf(installed);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, want]) =>
      !path.startsWith('node_modules/') ||
      want.optional ||
      (want.dev && !isForDevelopers) ||
      have[path]?.version === want.version,
  );
}

function fail(why) {
  process.stderr.write(`cardstock: ${why}\n`);
  process.exit(1);
}

/** The one line of npm's that says why, which stands among a stack, fields of the system and the place of a log. */
function reasonOf({ stderr, error, status, signal }) {
  const [, line] = /^npm error (?!code |errno |syscall |path |A complete log)(\S.*[^{}\s])/m.exec(String(stderr)) ?? [];
  return line ?? error?.message ?? `it ended with ${status ?? signal}`;
}

function install() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    fail(`${root} cannot be written to, where the packages go: clone it to a folder of your own`);
  }
  const kind = isForDevelopers ? '--include=dev' : '--omit=dev';
  process.stderr.write(`cardstock: installing the locked packages (npm ci ${kind}) …\n`);
  // Under Node 20 npm warns about every package that asks for 24; the packaged Node 24 runs them, so it is noise. Where there
  // is no registry npm would be silent for more than a minute.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-maxtimeout=10000'];
  const npm = spawnSync('npm', ['ci', kind, ...quiet], { cwd: root, stdio: ['ignore', 2, 'pipe'] });
  if (npm.status === 0) return;
  fail(`npm ci failed: ${reasonOf(npm)}
  The package registry must be reachable once. Behind a proxy: npm config set proxy http://HOST:PORT. Then start again.`);
}

if (!isCurrent()) install();

await ensureConsole();
