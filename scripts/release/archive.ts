/** Makes archives that run where they are unpacked: the package, the modules that running needs, and Node. */
// Usage: node scripts/release/archive.ts [--out FOLDER] [--target linux-x64 ...] PACKAGE.tgz; prints each archive with its bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

/** What npm calls a platform, and whether the registry has a Node of the locked version for it. */
interface Target {
  os: string;
  cpu: string;
  bringsNode: boolean;
}

/** The registry has no Node 24 for macOS: its archives run under the one that is installed there. */
const TARGETS: Readonly<Record<string, Target>> = {
  'linux-x64': { os: 'linux', cpu: 'x64', bringsNode: true },
  'linux-arm64': { os: 'linux', cpu: 'arm64', bringsNode: true },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', bringsNode: false },
  'darwin-x64': { os: 'darwin', cpu: 'x64', bringsNode: false },
  'win-x64': { os: 'win32', cpu: 'x64', bringsNode: true },
};
const NODE_VERSION = '24.21.0';

/** Of the modules only what runs: headers, manuals, sources of native parts and builds for other platforms are most of their bytes. */
const NOT_RUN = [
  'node_modules/node-*/{include,share}',
  'node_modules/better-sqlite3/{deps,src,binding.gyp}',
  'node_modules/.package-lock.json',
];

const LAUNCHER = `#!/bin/sh
# Starts Cardstock under the Node beside it, from wherever it is called or linked to.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=$(dirname "$self")/$link ;; esac
done
home=$(CDPATH= cd -- "$(dirname "$self")/.." && pwd)
node=$home/node
[ -x "$node" ] || node=node
exec "$node" --disable-warning=ExperimentalWarning "$home/bin/cardstock.js" "$@"
`;
const WINDOWS_LAUNCHER = '@"%~dp0..\\node.exe" --disable-warning=ExperimentalWarning "%~dp0cardstock.js" %*\r\n';

/** Unpacks the package and installs what it runs on, as for the target, whatever this machine is. */
function installInto(folder: string, tarball: string, { os, cpu }: Target): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  const file = join(folder, 'package.json');
  // The rest is of the repository: npm would demand it of the lockfile.
  const { devDependencies: _, workspaces: __, scripts: ___, ...what } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify(what, null, 2)}\n`);
  const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...platform],
    {
      cwd: folder,
      stdio: ['ignore', 2, 'inherit'],
    },
  );
}

function bringNode(folder: string, name: string): void {
  const file = name.startsWith('win') ? 'node.exe' : 'node';
  const made = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--loglevel=error', `node-${name}@${NODE_VERSION}`], {
      cwd: folder,
      encoding: 'utf8',
    }),
  );
  const tarball = join(folder, made[0].filename);
  execFileSync('tar', ['-xzf', tarball, '--strip-components=2', '-C', folder, `package/bin/${file}`]);
  rmSync(tarball);
}

function makeArchive(name: string, target: Target, tarball: string, out: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'cardstock-archive-'));
  try {
    const whole = basename(tarball, '.tgz');
    const folder = join(stage, `${whole}-${name}`);
    installInto(folder, tarball, target);
    for (const path of globSync(NOT_RUN, { cwd: folder })) rmSync(join(folder, path), { recursive: true });
    for (const path of globSync('node_modules/better-sqlite3/prebuilds/*', { cwd: folder })) {
      if (basename(path) !== `${target.os}-${target.cpu}.node`) rmSync(join(folder, path));
    }
    rmSync(join(folder, 'node_modules', `node-${name}`), { recursive: true, force: true });
    if (target.bringsNode) bringNode(folder, name);
    writeFileSync(join(folder, 'bin', 'cardstock'), LAUNCHER, { mode: 0o755 });
    if (target.os === 'win32') writeFileSync(join(folder, 'bin', 'cardstock.cmd'), WINDOWS_LAUNCHER);
    const archive = join(out, `${whole}-${name}.tar.gz`);
    execFileSync('tar', [
      '-C',
      stage,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '-I',
      'gzip -9',
      '-cf',
      archive,
      basename(folder),
    ]);
    return archive;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    target: { type: 'string', multiple: true, default: [`${process.platform}-${process.arch}`] },
  },
  allowPositionals: true,
});
const [tarball] = positionals;
if (tarball === undefined) throw new Error('name the package: node scripts/release/archive.ts PACKAGE.tgz');
mkdirSync(values.out, { recursive: true });
for (const name of values.target) {
  const target = TARGETS[name];
  if (target === undefined) throw new Error(`no target ${name}; known are ${Object.keys(TARGETS).join(', ')}`);
  const archive = makeArchive(name, target, tarball, values.out);
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  // The form that sha256sum -c reads.
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  process.stdout.write(`${archive}: ${(statSync(archive).size / 1e6).toFixed(1)} MB\n`);
}
