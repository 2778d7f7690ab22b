/** The key that seals is whole or refused, and files that hold secrets are written whole. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempDisposableSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSecrets } from '../../../src/cli/doctor.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { secretsKey } from '../../../src/events/sealed-secrets.ts';
import { OperatorFailure } from '../../../src/failure.ts';
import { createPrivate, replacePrivate } from '../../../src/store/engines/private-file.ts';

const place = () => mkdtempDisposableSync(join(tmpdir(), 'cardstock-secrets-'));
const configOf = (data: string) => loadConfig({ flags: { data }, env: {}, directory: data, version: '0' });

test('a file of under 32 characters is refused by name, one of 32 is taken', () => {
  using directory = place();
  const path = join(directory.path, 'secrets-key');
  for (const text of ['', '\n', '  \n', 'x'.repeat(31), `${'x'.repeat(31)}\n\n`]) {
    writeFileSync(path, text, { mode: 0o600 });
    assert.throws(
      () => secretsKey(undefined, directory.path),
      (error) => error instanceof OperatorFailure && error.message.includes(`${path} holds ${text.trim().length} char`),
    );
    assert.equal(readFileSync(path, 'utf8'), text, 'what is wrong is not written over');
    assert.match(checkSecrets(configOf(directory.path))[0]?.says ?? '', /32 are the least/);
  }
  writeFileSync(path, `${'x'.repeat(32)}\n`);
  assert.equal(secretsKey(undefined, directory.path), 'x'.repeat(32));
  assert.equal(secretsKey('a setting', directory.path), 'a setting');
});

test('a key is made once, for its owner alone, and nothing is left beside it', () => {
  using directory = place();
  const key = secretsKey(undefined, join(directory.path, 'new'));
  assert.ok(key.length >= 32);
  assert.equal(secretsKey(undefined, join(directory.path, 'new')), key);
  assert.deepEqual(readdirSync(join(directory.path, 'new')), ['secrets-key']);
  assert.equal(statSync(join(directory.path, 'new', 'secrets-key')).mode & 0o777, 0o600);
});

test('of two that make a file the first stays, one that is replaced is new, and neither leaves a part', () => {
  using directory = place();
  const path = join(directory.path, 'first-key');
  createPrivate(path, 'first');
  createPrivate(path, 'second');
  assert.equal(readFileSync(path, 'utf8'), 'first');
  const { ino } = statSync(path);
  replacePrivate(path, 'third');
  assert.equal(readFileSync(path, 'utf8'), 'third');
  assert.notEqual(statSync(path).ino, ino, 'the file was written over, not renamed');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory.path), ['first-key']);
});

test('doctor names each file of secrets that others may read', () => {
  using directory = place();
  const config = configOf(directory.path);
  const names = ['secrets-key', 'first-key', 'cardstock.db'];
  for (const name of names) writeFileSync(join(directory.path, name), 'x'.repeat(32), { mode: 0o600 });
  assert.deepEqual(
    checkSecrets(config).map(({ state }) => state),
    ['ok'],
  );
  for (const [at, mode] of [0o640, 0o604, 0o620].entries()) {
    const path = join(directory.path, names[at] ?? '');
    replacePrivate(path, 'x'.repeat(32));
    chmodSync(path, mode);
  }
  assert.deepEqual(
    checkSecrets(config).map(({ state, says }) => [state, names.filter((name) => says.endsWith(name))]),
    names.map((name) => ['bad', [name]]),
  );
});
