/** The first key of a data directory is sent to this machine alone, by address and never by how a name begins. */
import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { askService } from '../../../src/cli/ask-service.ts';
import { loadConfig } from '../../../src/config/load-config.ts';

const ELSEWHERE = `127.0.0.1.evil.example 127.evil.example localhost.evil.example evil.localhost.example [::2]
  128.0.0.1 [::ffff:10.0.0.1] localhost.`.split(/\s+/);
const HERE = 'localhost 127.0.0.1 127.1.2.3 127.1 2130706433 0x7f.1 [::1] [::ffff:127.0.0.1]'.split(' ');

test('the first key goes to addresses of this machine, and to no name that only looks like one', async (t) => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-key-'));
  writeFileSync(join(directory.path, 'first-key'), 'cs_first\n');
  const keys: unknown[] = [];
  t.mock.method(globalThis, 'fetch', async (_: URL, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('authorization'));
    return new Response('{}');
  });
  const ask = async (url: string) => {
    const config = loadConfig({
      flags: { url, data: directory.path },
      env: {},
      directory: directory.path,
      version: '0',
    });
    await askService(new URL(url), config);
    return keys.at(-1);
  };
  const given = (key: string) =>
    askService(
      new URL('http://[::1]'),
      loadConfig({ flags: {}, env: { CARDSTOCK_KEY: key }, directory: directory.path, version: '0' }),
    );
  for (const key of ['cs_live a', 'cs_live_\n1', 'ключ', 'schlüssel', ' '])
    await assert.rejects(given(key), /the key has a blank or a sign that no key has/);
  await given(' cs_live_1\n');
  assert.equal(keys.at(-1), 'Bearer cs_live_1', 'what copying brought along is left out');
  for (const host of ELSEWHERE) assert.equal(await ask(`http://${host}/v1/cards`), null, host);
  for (const host of HERE) assert.equal(await ask(`http://${host}/v1/cards`), 'Bearer cs_first', host);
});
