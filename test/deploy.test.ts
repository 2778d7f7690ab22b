/** Holds what operators copy from deploy/ to what the program does: metric names, flags, units, proxies. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { manualPages } from '../src/api/pages/manual.ts';
import { buildProgram } from '../src/cli/program.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { programMissing } from './support/processes/programs.ts';
import { tinyApi } from './support/stages/api.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const DEPLOYED = [
  'Dockerfile',
  'compose.yaml',
  ...globSync('deploy/**/*', { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  ),
];

test('every metric that the dashboard and the alert rules name is in a scrape', async () => {
  await using api = await tinyApi();
  await api.get('/v1/cards');
  // A request without a key is counted against its address.
  await api.get('/v1/cards', {});
  const { text } = await api.get('/metrics');
  const scraped = new Set([...text.matchAll(/^(\w+)(?=[{ ])/gm)].map(([, name]) => name));
  const dashboard = JSON.parse(read('deploy/grafana/cardstock.json')) as { panels: { targets: { expr: string }[] }[] };
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  const named = [
    ...`${shown}\n${read('deploy/prometheus/alerts.yml')}`.matchAll(/\b(?:cardstock|nodejs|process)_\w+/g),
  ];
  assert.ok(named.length > 20);
  for (const [name] of named) assert.ok(scraped.has(name), `${name} is no metric`);
});

test('every setting and flag that deploy/, the Dockerfile and compose.yaml use is one', () => {
  const settings = new Set(Object.values(SETTINGS).map(({ env }) => env));
  const serve = buildProgram().commands.find((command) => command.name() === 'serve');
  const flags = new Set(serve?.options.map(({ long }) => long));
  for (const path of DEPLOYED) {
    const text = read(path);
    for (const [name] of text.matchAll(/\b(?:CARDSTOCK|DATABASE|REDIS)_[A-Z_]+\b/g)) {
      assert.ok(settings.has(name), `${path}: ${name} is no setting`);
    }
    for (const [, flag] of text.matchAll(/\bserve\b[,\s]+(--[a-z-]+)/g)) {
      assert.ok(flags.has(flag), `${path}: serve has no ${flag}`);
    }
  }
});

test('the Dockerfile packs everything that package.json packs, and names this release', () => {
  const { files, version } = JSON.parse(read('package.json')) as { files: string[]; version: string };
  const kept = read('.dockerignore').split('\n');
  for (const path of files) assert.ok(!kept.includes(path.split('/')[0] ?? ''), `${path} is kept out`);
  assert.match(read('Dockerfile'), new RegExp(`^ARG VERSION=${version}$`, 'm'));
});

test('all units run as one user on one state directory', () => {
  for (const unit of globSync('deploy/systemd/*.service')) {
    assert.match(read(unit), /^User=cardstock\nDynamicUser=yes\nStateDirectory=cardstock$/m, unit);
  }
});

test('the two nginx examples differ only in where the processes are', () => {
  const rules = (path: string) =>
    read(path)
      .replace(/^#.*\n/gm, '')
      .replaceAll(/server \S+:80\d\d/g, 'server HOST');
  assert.equal(rules('deploy/nginx/compose.conf'), rules('deploy/nginx/cardstock.conf'));
});

test('the nginx example with TLS serves as the one without, and nothing in the clear', () => {
  const tls = read('deploy/nginx/tls.conf');
  const served = (text: string) => text.slice(text.indexOf('    # Photos of'));
  assert.equal(served(tls), served(read('deploy/nginx/cardstock.conf')));
  assert.match(tls, /listen 80;\n {4}server_name \S+;\n {4}return 308 https:/);
  assert.match(tls, /listen 443 ssl;/);
});

test('nginx takes the example with TLS', {
  skip: programMissing('nginx', 'nginx-light') || programMissing('openssl'),
}, () => {
  const place = mkdtempSync(join(tmpdir(), 'cardstock-tls-'));
  try {
    const [certificate, key] = [join(place, 'c.pem'), join(place, 'k.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=cards.example', '-days', '1'];
    assert.equal(spawnSync('openssl', [...made, '-keyout', key, '-out', certificate]).status, 0);
    const site = read('deploy/nginx/tls.conf')
      .replace(/\S+fullchain\.pem/, certificate)
      .replace(/\S+privkey\.pem/, key);
    const main = join(place, 'nginx.conf');
    writeFileSync(main, `pid ${place}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', main], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('systemd takes the units and finds them well fenced', {
  skip: programMissing('systemd-analyze', 'systemd'),
}, () => {
  const place = mkdtempSync(join(tmpdir(), 'cardstock-units-'));
  try {
    for (const unit of globSync('deploy/systemd/*.service')) {
      const copy = join(place, basename(unit));
      // The program is not installed at its place here: one that is there stands in for it.
      writeFileSync(copy, read(unit).replace('/opt/cardstock/bin/cardstock', '/bin/true'));
      const verified = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });
      assert.equal(verified.stderr.trim(), '', unit);
      const fenced = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', copy]);
      assert.equal(fenced.status, 0, `${unit} is exposed more than 2.0 of 10`);
    }
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('Caddy takes its example', { skip: programMissing('caddy') }, () => {
  const place = mkdtempSync(join(tmpdir(), 'cardstock-caddy-'));
  try {
    const args = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'];
    const valid = spawnSync('caddy', args, { encoding: 'utf8', env: { ...process.env, HOME: place } });
    assert.equal(valid.status, 0, valid.stderr);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('of the documents the package holds what the service serves, and nothing beside', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { encoding: 'utf8' });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const packed = files.flatMap(({ path }) => (path.startsWith('docs/') ? path.slice('docs/'.length) : []));
  assert.deepEqual(
    packed.sort(),
    manualPages()
      .map(({ name }) => name)
      .sort(),
  );
});
