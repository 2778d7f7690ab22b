/** Proves every way in but the clone: the package, the client beside it, the archive, and the tree that the image is made of. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Health } from '../../../src/api/health.ts';
import { strangersEnvironment } from '../../../test/support/processes/command.ts';

/** Goals, printed beside the figures: a busy machine must not turn a proof of function red. */
const GOALS = { package_mb: 2, archive_mb: 70, image_mb: 200, first_s: 60, second_s: 1.5 };
/** The image's account, and one that is not ours for the archive. */
const NOBODY = 10001;

const place = mkdtempSync(join(tmpdir(), 'cardstock-install-'));
chmodSync(place, 0o755);
const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = (path: string) => statSync(path).size / 1e6;
const env = { ...strangersEnvironment(), HOME: join(place, 'home'), CARDSTOCK_PORT: '0' };

function inFolder(name: string, uid?: number): string {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  if (uid !== undefined) execFileSync('chown', [`${uid}:${uid}`, folder]);
  return folder;
}
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** How a way in is started, and how its commands are. */
interface Way {
  command: readonly [string, ...string[]];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
}

/** Starts the service as its user does, asks it as it says, lets `use` use it, and ends it as a supervisor does. */
async function served(way: Way, use?: (announced: { listening: string; first_key?: string }) => Promise<void>) {
  const began = performance.now();
  const [program, ...args] = way.command;
  const child = spawn(program, [...args, 'serve', '--port', '0'], {
    cwd: way.cwd,
    env: way.env ?? env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(way.uid !== undefined && { uid: way.uid, gid: way.uid }),
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(new Error(log)))]);
  const announced = JSON.parse(line[0]) as { listening: string; first_key?: string };
  const ready = await fetch(`${announced.listening}/readyz`);
  assert.equal(ready.status, 200);
  const seconds = (performance.now() - began) / 1000;
  await use?.(announced);
  child.kill('SIGTERM');
  await ended;
  assert.doesNotMatch(log, /\n {4}at /, 'no stack trace on the way');
  return seconds;
}

type Found<Name extends string, Row> = { data: Record<Name, Row[]> };

const answer = async <Body>(address: string, request?: RequestInit) =>
  (await (await fetch(address, request)).json()) as Body;

/** Reads, scans and audits: what runs in threads and processes of its own, each started by the name of its file. */
async function useAll({ command, cwd }: Way, { listening, first_key }: { listening: string; first_key?: string }) {
  const headers = { authorization: `Bearer ${first_key}` };
  const found = await answer<Found<'items', { id: string; name: string; image: { high: string } }>>(
    `${listening}/v1/cards?q=vultwik&limit=1`,
    { headers },
  );
  const [card] = found.data.items;
  assert.equal(card?.name, 'Vultwick');
  assert.equal((await fetch(card.image.high)).status, 200, 'its picture is drawn');
  assert.equal((await fetch(`${listening}/console`)).status, 200, 'the console is there');
  const [program, ...args] = command;
  const photo = execFileSync(program, [...args, 'demo', 'photo', card.id], { cwd, env, maxBuffer: 1e8 });
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(photo)]));
  // Before the task's first run there is nothing to compare with.
  const isIndexed = async () => {
    const { tasks } = await answer<Pick<Health, 'tasks'>>(`${listening}/health`, { headers });
    const scan = tasks.find(({ name }) => name === 'scan');
    assert.equal(scan?.last_error, null);
    return scan.last_success_at !== null;
  };
  while (!(await isIndexed())) await setTimeout(500);
  const scan = await answer<Found<'matches', { card: { name: string } }>>(`${listening}/v1/scan`, {
    method: 'POST',
    headers,
    body: form,
  });
  assert.equal(scan.data.matches[0]?.card.name, 'Vultwick');
  assert.equal((await fetch(`${listening}/admin/audit`, { headers })).status, 200);
}

/** The first and the second start, with what they took. */
async function proveStarts(name: string, way: Way, use?: Parameters<typeof served>[1]): Promise<void> {
  const first = await served(way, use);
  const second = await served(way);
  say(
    `${name}: first answer ${first.toFixed(1)} s, second start ${second.toFixed(2)} s (goals ${GOALS.first_s}, ${GOALS.second_s})`,
  );
}

/** What an operator reports is a line of a module without types and comments: it has to be that of the source. */
function proveLines(installed: string) {
  const lines = (path: string) => readFileSync(path, 'utf8').split('\n').length;
  const modules = globSync('{src,demo,fit,mcp}/**/*.js', { cwd: installed });
  assert.ok(modules.length > 500, 'the modules are packed');
  const moved = modules.filter((path) => lines(join(installed, path)) !== lines(path.replace(/js$/, 'ts')));
  assert.deepEqual(moved, [], 'a line of a packed module is the line of its source');
}

async function provePackage(packed: string, client: string): Promise<void> {
  say(`package: ${megabytes(packed).toFixed(2)} MB (goal ${GOALS.package_mb})`);
  const cwd = inFolder('shop');
  const began = performance.now();
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', packed, client], cwd);
  say(`package: installed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  proveLines(join(cwd, 'node_modules', 'cardstock'));
  const way: Way = { command: ['npx', '--no-install', 'cardstock'], cwd };
  writeFileSync(
    join(cwd, 'use.mjs'),
    `import { Cardstock } from 'cardstock-client';
     const [baseUrl, key] = process.argv.slice(2);
     const { items } = await new Cardstock({ baseUrl, key }).cards.list({ q: 'vultwik', limit: 1 });
     console.log(items[0].name);`,
  );
  await proveStarts('package', way, async (announced) => {
    await useAll(way, announced);
    const said = run('node', ['use.mjs', announced.listening, announced.first_key ?? ''], cwd);
    assert.equal(said.trim(), 'Vultwick', 'the client, by its name, beside the service');
  });
}

async function proveArchive(archive: string): Promise<void> {
  say(`archive: ${megabytes(archive).toFixed(1)} MB (goal ${GOALS.archive_mb})`);
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  const prefix = inFolder('prefix', uid);
  const cwd = inFolder('theirs', uid);
  const install = new URL('../../../deploy/install.sh', import.meta.url).pathname;
  // Nothing of this machine: no Node, no home, another account.
  const bare = { PATH: '/usr/bin:/bin', CARDSTOCK_PORT: '0' };
  const as = {
    cwd,
    env: bare,
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'] as const,
  };
  const [script, ...files] = [install, archive, `${archive}.sha256`].map((path) => {
    cpSync(path, join(place, 'theirs', path.slice(path.lastIndexOf('/') + 1)));
    return path.slice(path.lastIndexOf('/') + 1);
  });
  const sh = (...args: string[]) =>
    execFileSync('sh', [script ?? '', ...args, '--prefix', prefix], { ...as, stdio: [...as.stdio] });
  sh(files[0] ?? '');
  await proveStarts('archive', { ...as, command: [join(prefix, 'bin/cardstock')], env: bare });
  writeFileSync(join(cwd, files[0] ?? ''), 'cut off');
  assert.throws(() => sh(files[0] ?? ''), /is not what/, 'a download that was cut off is refused');
  sh('--remove');
  assert.ok(
    !existsSync(join(prefix, 'bin/cardstock')) && existsSync(join(cwd, 'data')),
    'undone, and the data is kept',
  );
}

/** The image's file system as the Dockerfile lays it out, on the C libraries that its base has, and nothing else. */
async function proveImage(archive: string): Promise<void> {
  if (process.getuid?.() !== 0) {
    say('image: left out, changing the root needs root');
    return;
  }
  const root = inFolder('image');
  const app = inFolder('image/app');
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', app]);
  const bytes = Number(execFileSync('du', ['-sb', app], { encoding: 'utf8' }).split('\t')[0]);
  say(`image: ${(bytes / 1e6).toFixed(0)} MB of our own (goal ${GOALS.image_mb})`);
  const natives = ['node', ...globSync('node_modules/**/*.{node,so.*}', { cwd: app })];
  for (const native of natives) {
    const linked = execFileSync('ldd', [join(app, native)], { encoding: 'utf8' });
    for (const [, library = ''] of linked.matchAll(/(\/(?:lib|usr)\S+) \(/g)) {
      // What lies beside the module itself comes with it.
      if (library.includes('/../')) continue;
      mkdirSync(join(root, dirname(library)), { recursive: true });
      copyFileSync(library, join(root, library));
    }
  }
  // A store that is there: the same image goes on with what another way in began.
  cpSync(join(place, 'theirs/data'), join(root, 'data'), { recursive: true });
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, join(root, 'data')]);
  inFolder('image/tmp', NOBODY);
  inFolder('image/proc');
  execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  try {
    const chroot = ['chroot', `--userspec=${NOBODY}:${NOBODY}`, root] as const;
    const inside = { PATH: process.env.PATH, NODE_ENV: 'production', CARDSTOCK_DATA: '/data' };
    const way: Way = {
      command: [...chroot, '/app/node', '--disable-warning=ExperimentalWarning', '/app/bin/cardstock.js'],
      cwd: '/',
      env: inside,
    };
    say(`image: starts on the archive's data in ${(await served(way)).toFixed(2)} s (goal ${GOALS.second_s})`);
  } finally {
    execFileSync('umount', [join(root, 'proc')]);
  }
}

try {
  const clone = inFolder('clone');
  execFileSync('git', ['clone', '--quiet', '.', clone]);
  const out = inFolder('out');
  run('npm', ['pack', '--loglevel=error', '--pack-destination', out], clone);
  assert.equal(run('git', ['status', '--porcelain'], clone), '', 'packing leaves the clone as it was');
  run('npm', ['pack', '--loglevel=error', '--pack-destination', out], join(clone, 'client'));
  const [packed = '', client = ''] = ['cardstock-[0-9]*.tgz', 'cardstock-client-*.tgz'].map((name) => {
    return join(out, globSync(name, { cwd: out })[0] ?? '');
  });
  await provePackage(packed, client);
  run('node', ['scripts/node24.mjs', 'scripts/release/archive.ts', '--out', out, packed], clone);
  const archive = join(out, globSync('*-linux-*.tar.gz', { cwd: out })[0] ?? '');
  await proveArchive(archive);
  await proveImage(archive);
} finally {
  rmSync(place, { recursive: true, force: true });
}
