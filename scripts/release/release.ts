/** Makes a release: version, changelog, commit, tag and everything to hand out, in a clone that is thrown away unless all held. */
// Usage: node scripts/release/release.ts VERSION [--out FOLDER] [--target linux-x64 ...] [--sign KEY.pem] [--go]
// Without --go it is a dry run: what would be handed out lies in FOLDER (default release), and this repository is as it was.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { releasedAs, unreleased } from './changelog.ts';
import { PUBLIC_KEY, signatureOf } from './sign.ts';

/** Each says which release it is. */
const VERSIONED = ['package.json', 'client/package.json', 'console/package.json'];
const PYTHON_VERSION = 'client-python/src/cardstock/version.py';

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    target: { type: 'string', multiple: true, default: ['linux-x64', 'linux-arm64'] },
    sign: { type: 'string' },
    go: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const version = positionals[0] ?? '';
const tag = `v${version}`;
const out = resolve(values.out);

function refuse(why: string): never {
  process.stderr.write(`release: ${why}\n`);
  process.exit(1);
}

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

function check(now: string, notes: string): void {
  const numbers = (text: string) => text.split('.').map(Number) as [number, number, number];
  if (!/^\d+\.\d+\.\d+$/.test(version))
    refuse('name a version of three numbers: node scripts/release/release.ts 1.2.3');
  const [[a, b, c], [x, y, z]] = [numbers(version), numbers(now)];
  if ((a - x || b - y || c - z) <= 0) refuse(`${version} is not after ${now}`);
  if (notes === '') refuse('CHANGELOG.md says nothing under "Unreleased"');
  if (values.sign !== undefined && !existsSync(PUBLIC_KEY)) {
    refuse(`${PUBLIC_KEY} is not there: openssl pkey -in ${values.sign} -pubout -out ${PUBLIC_KEY}, and commit it`);
  }
  if (run('.', 'git', 'status', '--porcelain') !== '') refuse('there is something that is not committed');
  if (run('.', 'git', 'tag', '--list', tag) !== '') refuse(`${tag} is there already`);
}

/** Writes the version everywhere it stands. */
function setVersion(clone: string, now: string): void {
  const edit = (name: string, change: (text: string) => string) => {
    const file = join(clone, name);
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    if (after === before) refuse(`${name} does not say which release it is`);
    writeFileSync(file, after);
  };
  for (const name of VERSIONED) edit(name, (text) => text.replace(`"version": "${now}"`, `"version": "${version}"`));
  edit(PYTHON_VERSION, (text) => text.replace(`VERSION = "${now}"`, `VERSION = "${version}"`));
  edit('Dockerfile', (text) => text.replace(`ARG VERSION=${now}`, `ARG VERSION=${version}`));
  const day = new Date().toISOString().slice(0, 10);
  edit('CHANGELOG.md', (text) => releasedAs(text, version, day));
  run(
    clone,
    'npm',
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
  run(clone, 'node', 'scripts/bootstrap.mjs', '--dev');
  run(clone, 'node', 'scripts/node24.mjs', 'scripts/openapi.ts');
}

/** What the release is made of, as CycloneDX: every package that it brings, with version, licence and digest. */
function billOfMaterials(clone: string): string {
  const told = run(clone, 'npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only');
  const bill = JSON.parse(told) as { metadata: { component: { name: string } } };
  // npm calls it by the folder of the clone.
  bill.metadata.component.name = 'cardstock';
  return `${JSON.stringify(bill, null, 1)}\n`;
}

/** The packages, the archives, the bill of materials and the sums of all. */
function makeArtefacts(clone: string): string[] {
  mkdirSync(out, { recursive: true });
  for (const folder of [clone, join(clone, 'client')]) {
    run(folder, 'npm', 'pack', '--loglevel=error', '--pack-destination', out);
  }
  const targets = values.target.flatMap((target) => ['--target', target]);
  const packed = join(out, `cardstock-${version}.tgz`);
  run(clone, 'node', 'scripts/node24.mjs', 'scripts/release/archive.ts', '--out', out, ...targets, packed);
  writeFileSync(join(out, `cardstock-${version}.cdx.json`), billOfMaterials(clone));
  const made = globSync('*.{tgz,tar.gz,cdx.json}', { cwd: out }).sort();
  const sums = made.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  if (values.sign === undefined) return [...made, 'SHA256SUMS'];
  const signature = signatureOf(Buffer.from(sums.join('')), values.sign, readFileSync(PUBLIC_KEY, 'utf8'));
  writeFileSync(join(out, 'SHA256SUMS.sig'), signature);
  return [...made, 'SHA256SUMS', 'SHA256SUMS.sig'];
}

const { version: now } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const notes = unreleased(readFileSync('CHANGELOG.md', 'utf8')) ?? refuse('CHANGELOG.md has no section "Unreleased"');
check(now, notes);
const clone = mkdtempSync(join(tmpdir(), 'cardstock-release-'));
try {
  run('.', 'git', 'clone', '--quiet', '.', clone);
  for (const key of ['user.name', 'user.email']) run(clone, 'git', 'config', key, run('.', 'git', 'config', key));
  setVersion(clone, now);
  run(clone, 'git', 'commit', '--quiet', '--all', '--message', `release: ${version}`);
  run(clone, 'git', 'tag', '--annotate', tag, '--message', `Cardstock ${version}\n\n${notes}`);
  const made = makeArtefacts(clone);
  if (values.go) {
    run('.', 'git', 'pull', '--quiet', '--ff-only', clone, 'HEAD');
    run('.', 'git', 'fetch', '--quiet', clone, `refs/tags/${tag}:refs/tags/${tag}`);
  }
  const next = values.go
    ? 'committed and tagged here; push both'
    : 'a dry run: nothing changed here (--go commits and tags)';
  process.stdout.write(`${tag}: ${next}\n${made.map((name) => `  ${join(values.out, name)}\n`).join('')}`);
} finally {
  rmSync(clone, { recursive: true, force: true });
}
