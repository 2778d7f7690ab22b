/** What editors and operators write into settings: marks before the text, addresses of other servers, secrets in faults. */
import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigurationError } from '../../../src/config/configuration-error.ts';
import { loadConfig } from '../../../src/config/settings.ts';

const load = (directory: string, env: Record<string, string> = {}) =>
  loadConfig({ flags: {}, env, directory, version: '0' });

test('a configuration and an .env that begin with a byte order mark are read', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-mark-'));
  writeFileSync(join(directory.path, 'cardstock.config.json'), '\ufeff{"port": 8181}');
  writeFileSync(join(directory.path, '.env'), '\ufeffCARDSTOCK_HOST=127.0.0.9\n');
  const { values, warnings } = load(directory.path);
  assert.deepEqual([values.port, values.host, warnings], [8181, '127.0.0.9', []]);
});

test('an empty CARDSTOCK_CONFIG is none', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-empty-'));
  assert.equal(load(directory.path, { CARDSTOCK_CONFIG: '' }).isDemo, true);
});

test('an address of another kind of server is refused by its scheme, and not repeated', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-scheme-'));
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'];
  for (const name of names) {
    for (const address of [
      'mysql://root:hunter22@localhost/x',
      'http://hunter22/',
      'hunter22',
      'localhost:5432/hunter22',
    ]) {
      assert.throws(
        () => load(directory.path, { [name]: address }),
        (error) =>
          error instanceof ConfigurationError &&
          /must begin with postgres: or postgresql:/.test(error.message) &&
          !error.message.includes('hunter22'),
        address,
      );
    }
    for (const address of ['postgres://x@y/z', 'postgresql:///name?host=/run/postgresql', 'POSTGRES://x/y']) {
      assert.doesNotThrow(() => load(directory.path, { [name]: address }), address);
    }
  }
});
