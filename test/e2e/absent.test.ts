/** Places that hold no store, and files that are none: told in words of ours, and nothing is made. */
import assert from 'node:assert/strict';
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type CommandPlace, cleanEnvironment, newPlace, PROGRAM, run } from '../support/processes/command.ts';
import { newLocation, postgresMissing } from '../support/stages/stores.ts';

let place: CommandPlace;
before(async () => {
  place = await newPlace();
});
after(() => place[Symbol.asyncDispose]());

const SYSTEM_CODES = /ENOENT|\n\s+at /;
const SYSTEM = /ENOENT|EISDIR|ENOTDIR|no such file or directory|illegal operation|Unexpected token|\n\s+at /;

test('a command that only reads or acts on what is there makes no store in a place that holds none', async () => {
  const list = join(place.directory, 'list.csv');
  writeFileSync(list, 'name\nGlimmer\n');
  const commands = [
    ['keys', 'list'],
    ['games', 'list'],
    ['subscriptions', 'list'],
    ['ingest', 'runs'],
    ['ingest', 'held'],
    ['ingest', 'accept', 'x'],
    ['prices', 'forget', '--source', 'x', '--day', '2026-01-01'],
    ['keys', 'revoke', 'x'],
    ['games', 'remove', 'x', '--yes'],
    ['subscriptions', 'delete', 'x'],
    ['db', 'move', '--to', join(place.directory, 'moved')],
    ['db', 'status'],
    ['price', list],
    ['export', 'prices', join(place.directory, 'out.ndjson')],
  ];
  const answers = await Promise.all(commands.map((args) => place.run([...args, '--data', './dta'])));
  for (const [at, { code, stderr, stdout }] of answers.entries()) {
    const args = commands[at] ?? [];
    assert.deepEqual([code, stdout], [1, ''], `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, /there is no store in \.\/dta; nothing is made/);
    assert.ok(!existsSync(join(place.directory, 'dta')), args.join(' '));
  }
  const cardmarket = { adapter: 'cardmarket', prices: pathToFileURL(list).href };
  const config = join(place.directory, 'guide.json');
  writeFileSync(config, JSON.stringify({ sources: { eur: cardmarket } }));
  const findings = await place.run(['doctor', '--config', config, '--json', '--data', './dta']);
  assert.match(findings.stdout, /there is no store in \.\/dta; nothing is made/);
  assert.match(findings.stdout, /it has no \\"products\\"/);
  assert.ok(!existsSync(join(place.directory, 'dta')), 'doctor');
});

test('nor in a database that holds none', { skip: postgresMissing }, async () => {
  await using empty = await newLocation('postgres');
  const env = { DATABASE_URL: empty.location.databaseUrl ?? '' };
  for (const args of [['keys', 'list'], ['db', 'status'], ['doctor']]) {
    const { code, stdout, stderr } = await run(place, args, env);
    assert.equal(code, args[0] === 'doctor' ? 3 : 1, stderr);
    assert.match(stdout + stderr, /there is no store in the database of DATABASE_URL; nothing is made/);
  }
  assert.equal((await run(place, ['db', 'migrate'], env)).code, 0);
  assert.equal((await run(place, ['keys', 'list'], env)).stdout, 'none\n');
});

test('what a store does not have is not found: exit code 5', async () => {
  assert.equal((await place.run(['db', 'migrate', '--data', 'empty'])).code, 0);
  for (const args of [
    ['games', 'remove', 'x', '--yes'],
    ['prices', 'forget', '--source', 'x', '--day', '2026-01-01'],
    ['keys', 'revoke', 'x'],
    ['subscriptions', 'delete', 'x'],
  ]) {
    const { code, stderr } = await place.run([...args, '--data', 'empty']);
    assert.equal(code, 5, `${args.join(' ')}: ${stderr}`);
  }
});

test('a folder where a file belongs, and a folder that is not there, are told in our words', async () => {
  mkdirSync(join(place.directory, 'folder'), { recursive: true });
  assert.equal((await place.run(['keys', 'create', '--name', 'x'])).code, 0);
  mkdirSync(join(place.directory, 'odd', 'secrets-key'), { recursive: true });
  mkdirSync(join(place.directory, 'odd', 'first-key'));
  assert.equal((await place.run(['db', 'migrate', '--data', 'odd'])).code, 0);
  mkdirSync(join(place.directory, 'foldered', 'cardstock.db'), { recursive: true });
  const create = ['subscriptions', 'create', '--url', 'https://x.example', '--events', '*'];
  const expected = [
    [[...create, '--data', 'odd'], /odd\/secrets-key cannot be read: it is a folder, not a file/],
    [[...create, '--watch', '{cards'], /--watch: it is no JSON at line 1 column 2: /],
    [[...create, '--watch', '@folder'], /--watch: it is a folder, not a file/],
    [
      ['get', '/v1/cards', '--data', 'odd'],
      /first-key cannot be read: it is a folder|no service of the data directory/,
    ],
    [['price', 'folder'], /folder cannot be read: it is a folder, not a file/],
    [['price', 'none.csv'], /none\.csv cannot be read: there is no such file or folder/],
    [['price', '/dev/zero'], /zero cannot be read: (it is larger than 64 MB, or has no end|there is no such file)/],
    [['scan', '/dev/zero'], /zero cannot be read: (it is larger than 16 MB, or has no end|there is no such file)/],
    [['scan', 'folder'], /folder cannot be read: it is a folder, not a file/],
    [['backup', 'none/x'], /none\/x cannot be written: there is no folder .*none/],
    [['restore', 'folder', '--data', 'new'], /folder: it is a folder, not a file/],
    [['import', 'prices', 'folder'], /folder: it is a folder, not a file/],
    [['import', 'days', 'folder'], /folder: it is a folder, not a file/],
    [['export', 'files', 'list.csv'], /list\.csv: there is a file or folder of that name already/],
    [['db', 'migrate', '--data', 'list.csv'], /list\.csv cannot be used: there is a file or folder of that name/],
    [['db', 'migrate', '--data', 'foldered'], /foldered cannot be used: cardstock\.db in it is a folder, not a file/],
    [['db', 'migrate', '--data', '/proc/none/data'], /cannot be used: there is no such file or folder/],
    [['keys', 'list', '--config', 'folder'], /folder: cannot be read: it is a folder, not a file/],
  ] as const;
  const answers = await Promise.all(expected.map(([args]) => place.run([...args])));
  for (const [at, { code, stderr }] of answers.entries()) {
    const [args, says] = expected[at] ?? [[], /./];
    assert.ok(code === 1 || code === 2, `${args.join(' ')}: ${code} ${stderr}`);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, SYSTEM);
  }
});

test('a service that cannot start says why and ends, whatever of it was open already', async () => {
  mkdirSync(join(place.directory, 'unstarted', 'secrets-key'), { recursive: true });
  const { code, stdout, stderr } = await run(place, ['serve', '--port', '0', '--data', 'unstarted']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^cardstock: unstarted\/secrets-key cannot be read: it is a folder, not a file\n$/);
  const hardened = { NODE_OPTIONS: '--disallow-code-generation-from-strings' };
  const forbidden = await run(place, ['serve', '--port', '0', '--data', 'unstarted'], hardened);
  assert.equal(forbidden.code, 1);
  assert.match(forbidden.stderr, /^cardstock: NODE_OPTIONS forbids [^\n]+\n$/);
});

test('a folder that was removed under a command is told in our words', {
  skip: process.platform === 'win32',
}, async () => {
  const gone = join(place.directory, 'gone');
  mkdirSync(gone);
  const script = 'rmdir "$PWD"; exec "$0" "$@"';
  const command = spawn('sh', ['-c', script, process.execPath, PROGRAM, 'keys', 'list'], {
    cwd: gone,
    env: cleanEnvironment({}),
  });
  const [said, [code]] = await Promise.all([command.stderr.toArray(), once(command, 'close')]);
  const says = 'cardstock: the folder that this was called in: there is no such file or folder\n';
  assert.deepEqual([code, String(said.join(''))], [1, says]);
});

test('a folder that a system lets nobody make, as below /proc, ends a command with a sentence', async () => {
  assert.equal((await place.run(['keys', 'create', '--name', 'x'])).code, 0);
  const backup = join(place.directory, 'to-restore.db');
  assert.equal((await place.run(['backup', backup])).code, 0);
  for (const args of [
    ['export', 'files', '/proc/none/x'],
    ['restore', backup, '--data', '/proc/none/x'],
  ]) {
    const { code, stderr } = await place.run(args);
    assert.equal(code, 1, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, /^cardstock: .*there is no such file or folder/m);
    assert.doesNotMatch(stderr, SYSTEM_CODES);
  }
});

const FULL = '/dev/full';

test('a full disk below its log ends no service; below its output it is told by a command', {
  skip: !existsSync(FULL),
}, async () => {
  const full = openSync(FULL, 'w');
  const begin = (args: string[], stdio: StdioOptions) =>
    spawn(process.execPath, [PROGRAM, ...args], { cwd: place.directory, env: cleanEnvironment({}), stdio });
  const service = begin(['serve', '--port', '0', '--data', 'logged'], ['ignore', 'pipe', full]);
  assert.ok(service.stdout);
  const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
  const { listening } = JSON.parse(line) as { listening: string };
  assert.equal((await fetch(`${listening}/livez`)).status, 200);
  service.kill('SIGTERM');
  assert.deepEqual(await once(service, 'close'), [0, null]);
  assert.equal((await place.run(['keys', 'create', '--name', 'x'])).code, 0);
  const list = begin(['keys', 'list'], ['ignore', full, 'pipe']);
  assert.ok(list.stderr);
  const [said, [code]] = await Promise.all([list.stderr.toArray(), once(list, 'close')]);
  assert.deepEqual([code, String(said.join(''))], [1, 'cardstock: what is written to: its disk is full\n']);
  closeSync(full);
});
