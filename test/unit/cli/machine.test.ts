/** What a machine gives too little of is told in one line each, before it does harm. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { machineTroubles } from '../../../src/cli/machine.ts';
import { loadConfig } from '../../../src/config/load-config.ts';

const MB = 1024 * 1024;
const EXT4 = 0xef53;
const config = (env: Record<string, string> = {}) =>
  loadConfig({ flags: { data: '/nowhere/data' }, env, directory: tmpdir(), version: '1' });
const told = async (limit: number | undefined, type: number, env?: Record<string, string>) =>
  (await machineTroubles(config(env), { limit: () => limit, fileSystem: async () => type })).map(({ says }) => says);

test('memory: a limit under 512 MB is told with what is needed, one that suffices or none is not', async () => {
  const [says, ...more] = await told(256 * MB, EXT4);
  assert.match(says ?? '', /may have 256 MB of memory; with less than 512 MB/);
  assert.deepEqual(more, []);
  for (const limit of [512 * MB, 0, undefined, 2 ** 62]) assert.deepEqual(await told(limit, EXT4), []);
});

test('the data directory on NFS, SMB and their like is told, unless the store is PostgreSQL', async () => {
  for (const [type, name] of [
    [0x6969, 'NFS'],
    [0xff534d42, 'SMB'],
    [0xfe534d42, 'SMB'],
    [0x01021997, '9P'],
  ] as const) {
    const [says] = await told(undefined, type);
    assert.match(
      says ?? '',
      new RegExp(`/nowhere/data lies on ${name}: the embedded store cannot live on a network file system`),
    );
    assert.deepEqual(await told(undefined, type, { DATABASE_URL: 'postgres://u@db/x' }), []);
  }
});

test('a packaged Node that cannot be run is one sentence, no stack', () => {
  const script = new URL('../../../scripts/node24.mjs', import.meta.url).href;
  const asked = `import(${JSON.stringify(script)}).then(({ runUnderNode24 }) => runUnderNode24(['-v'], '/nowhere/node'))`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', asked], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^cardstock: the Node 24 that npm brought cannot be run here \(ENOENT\): [^\n]+Alpine[^\n]+\n$/);
});

test('a signal that comes while Node 24 is started ends that too, and leaves nothing behind', {
  skip: process.platform === 'win32',
}, () => {
  const script = new URL('../../../scripts/node24.mjs', import.meta.url).href;
  const asked = `
    const processes = require('node:child_process');
    const { spawn } = processes;
    processes.spawn = (...given) => {
      const child = spawn(...given);
      process.kill(process.pid, 'SIGTERM');
      return child;
    };
    require('node:module').syncBuiltinESMExports();
    const program = ['-e', 'setTimeout(() => console.log("left behind"), 3000)'];
    import(${JSON.stringify(script)}).then(({ runUnderNode24 }) => runUnderNode24(program, process.execPath));`;
  const { signal, stdout } = spawnSync(process.execPath, ['-e', asked], { encoding: 'utf8' });
  assert.deepEqual([signal, stdout], ['SIGTERM', '']);
});

test('an address of PostgreSQL is read as libpq reads it: modes of TLS, and the account of the process', () => {
  const read = (url: string) => {
    const { databaseUrl = '' } = config({ DATABASE_URL: url }).values;
    return new URLSearchParams(databaseUrl.split('?')[1]);
  };
  for (const mode of ['disable', 'allow', 'prefer', 'require', 'verify-full']) {
    assert.equal(read(`postgres://u@db/x?sslmode=${mode}`).get('uselibpqcompat'), 'true', mode);
  }
  assert.throws(
    () => read('postgres://u@db/x?sslmode=verify-ca'),
    /DATABASE_URL: has sslmode=verify-ca without sslrootcert/,
  );
  for (const given of ['sslrootcert=system', 'sslmode=verify-full&sslrootcert=system']) {
    const told = read(`postgres://u@db/x?${given}`);
    const last = ['sslrootcert', 'sslmode'].map((name) => told.getAll(name).at(-1));
    assert.deepEqual(last, ['', 'verify-full'], `${given}: the authorities of the system, no file of that name`);
  }
  assert.throws(
    () => read('postgres://u@db/x?sslmode=require&sslrootcert=system'),
    /has sslrootcert=system, which goes/,
  );
  assert.throws(() => read('postgres://u@db/x?sslmode=on'), /has an sslmode that is none of disable, allow, prefer/);
  assert.equal(read('postgres://u@db/x').toString(), '');
  const { USER, PGUSER } = process.env;
  Reflect.deleteProperty(process.env, 'USER');
  Reflect.deleteProperty(process.env, 'PGUSER');
  try {
    assert.ok(read('postgres:///name?host=/run/postgresql').get('user'));
    assert.equal(read('postgres:///name?user=me').get('user'), 'me');
  } finally {
    Object.assign(process.env, USER === undefined ? {} : { USER }, PGUSER === undefined ? {} : { PGUSER });
  }
});

test('the data directory that is not there yet is judged by what is above it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-machine-'));
  const asked: string[] = [];
  const given = loadConfig({ flags: { data: join(folder, 'a', 'b') }, env: {}, directory: folder, version: '1' });
  await machineTroubles(given, {
    limit: () => undefined,
    fileSystem: async (directory) => {
      asked.push(directory);
      return EXT4;
    },
  });
  rmSync(folder, { recursive: true });
  assert.deepEqual(asked, [folder]);
});
