/** Holds what runs the tests: files of one process leave each other alone, and what does not end is told by name. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { slowSuites } from './slow-suites.ts';
import { strangersEnvironment } from './support/processes/command.ts';

const AGAIN = "import { beforeEach, test } from 'node:test'; beforeEach(() => { globalThis.began = true; });";

/** Runs the tests of a folder that holds these files, with these options. */
function runOf(t: TestContext, files: Record<string, string>, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) {
    const path = name.includes('/') ? join(folder, name) : join(folder, 'test', 'some', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { status, stdout } = spawnSync(process.execPath, [resolve('scripts/test.ts'), ...options], {
    cwd: folder,
    env: strangersEnvironment(),
    encoding: 'utf8',
  });
  return { status, stdout };
}

test('files of one process keep their hooks to themselves, and one that cannot be loaded fails alone', (t) => {
  const plain = "import { test } from 'node:test'; test('plain', () => { if (globalThis.began) throw new Error(); });";
  const { status, stdout } = runOf(t, {
    'a.test.ts': `${AGAIN} test('hooked', () => { if (!globalThis.began) throw new Error(); delete globalThis.began; });`,
    'b.test.ts': `import './absent.ts';`,
    'c.test.ts': plain,
  });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /✖ test\/some\/b\.test\.ts/);
  assert.match(stdout, /ℹ pass 2\nℹ fail 0\n/);
  assert.doesNotMatch(stdout, /never ended/);
});

test('a process that ends early, whatever its exit code, fails with the file that was under way', (t) => {
  const { status, stdout } = runOf(t, {
    'a.test.ts': "import { test } from 'node:test'; test('leaves', () => process.exit(0));",
    'b.test.ts': `${AGAIN} test('comes too late', () => undefined);`,
  });
  assert.equal(status, 1, stdout);
  assert.match(
    stdout,
    /never ended: test\/some\/a\.test\.ts, which was under way\nnever ended: test\/some\/b\.test\.ts\n/,
  );
});

test('an error that no test catches fails the run, and is told', (t) => {
  const late =
    "test('throws elsewhere', async () => { setImmediate(() => { throw new Error('at large'); }); await later(20); });";
  const { status, stdout } = runOf(t, {
    'a.test.ts': `import { test } from 'node:test'; import { setTimeout as later } from 'node:timers/promises'; ${late}`,
  });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /at large/);
});

test('slow suites run by themselves alone, the others without them, and it is said which were not', (t) => {
  const says = (word: string) => `import { test } from 'node:test'; test('${word}', () => undefined);`;
  const [slow = ''] = slowSuites;
  const files = { 'a.test.ts': says('usual'), [slow]: says('by itself') };
  const usual = runOf(t, files).stdout;
  assert.match(usual, /✔ usual.*\nnot run here: [1-9]\d* slow suites, which npm run test:slow runs\n/s);
  assert.doesNotMatch(usual, /by itself/);
  const alone = runOf(t, files, '--slow').stdout;
  assert.match(alone, /✔ by itself/);
  assert.doesNotMatch(alone, /usual|not run here/);
  assert.match(runOf(t, files, slow).stdout, /✔ by itself/, 'named by its path');
  assert.deepEqual(
    [...slowSuites].filter((path) => !existsSync(path)),
    [],
    'suites that are no longer there',
  );
});
