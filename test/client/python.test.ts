/** The client for Python is part of the house: its own tests run with ours, on the bare standard library. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { PYTHON_MISSING } from '../support/clients/python.ts';

/** No packages of the machine (-I would hide the folder of the tests too), every leak a failure. */
const BARE = ['-S', '-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-s', 'tests'];
const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1' };

suite('the client for Python', { skip: PYTHON_MISSING }, () => {
  test('its tests hold with nothing installed', { timeout: 120_000 }, async () => {
    const { stderr } = await promisify(execFile)('python3', BARE, { cwd: 'client-python', env });
    const [, ran] = /^Ran (\d+) tests/m.exec(stderr) ?? assert.fail(stderr);
    const { calls, webhooks } = JSON.parse(readFileSync('test/client/cases.json', 'utf8'));
    assert.ok(Number(ran) > calls.length + webhooks.length + 30, `${ran} tests`);
    assert.match(stderr, /^OK$/m, 'none is left out');
  });

  test('a fault of it is a failure here', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cardstock-python-'));
    try {
      for (const part of ['client-python', 'docs/openapi.json', 'test/client/cases.json']) {
        cpSync(part, join(folder, part), { recursive: true });
      }
      rmSync(join(folder, 'client-python/src/cardstock/py.typed'));
      const { status, stderr } = spawnSync('python3', BARE, {
        cwd: join(folder, 'client-python'),
        env,
        encoding: 'utf8',
      });
      assert.equal(status, 1, stderr);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('the package of npm holds nothing of it', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const packed = files.flatMap((pattern) => globSync(pattern));
  assert.ok(packed.length > 5 && !packed.some((path) => path.startsWith('client-python')));
});
