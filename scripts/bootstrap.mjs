/** Installs the locked packages and builds the console when they are missing or stale, so that `npm start` and `npm test` work on a fresh clone. */
// Usage: node scripts/bootstrap.mjs [--dev]; without --dev only what running needs is demanded: half as much to fetch.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

if (!isCurrent()) {
  const kind = isForDevelopers ? '--include=dev' : '--omit=dev';
  process.stderr.write(`cardstock: installing the locked packages (npm ci ${kind}) …\n`);
  // Under Node 20 npm warns about every package that asks for 24; the packaged Node 24 runs them, so it is noise.
  const npm = spawnSync('npm', ['ci', kind, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
  });
  if (npm.status !== 0) {
    process.stderr.write('cardstock: npm ci failed; see the lines above. The registry must be reachable once.\n');
    process.exit(1);
  }
}

await ensureConsole();
