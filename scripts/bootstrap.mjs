/** Installs the locked packages and builds the console when they are missing or stale, so that `npm start` and `npm test` work on a fresh clone. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './build-console.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules', '.package-lock.json');

/** npm rewrites node_modules/.package-lock.json at every install: an older one than the lockfile is a stale tree. */
function isCurrent() {
  if (!existsSync(installed)) return false;
  const lock = join(root, 'package-lock.json');
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const have = packages(installed);
  // A checkout touches the lockfile without changing it: compare what it asks for before installing anew.
  return Object.entries(packages(lock)).every(
    ([path, want]) => path === '' || want.optional || have[path]?.version === want.version,
  );
}

if (!isCurrent()) {
  process.stderr.write('cardstock: installing the locked packages (npm ci) …\n');
  // Under Node 20 npm warns about every package that asks for 24; the packaged Node 24 runs them, so it is noise.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
  });
  if (npm.status !== 0) {
    process.stderr.write('cardstock: npm ci failed; see the lines above. The registry must be reachable once.\n');
    process.exit(1);
  }
}

await ensureConsole();
