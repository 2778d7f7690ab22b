/** What a command loads before it does anything: of the large packages those alone that it needs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Writes each package that anything is imported from, once, to the error output. */
const LISTING = `
import { registerHooks } from 'node:module';
const told = new Set();
registerHooks({
  resolve: (name, context, next) => {
    const found = next(name, context);
    const [, of] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url) ?? [];
    if (of !== undefined && !told.has(of)) process._rawDebug(of);
    told.add(of);
    return found;
  },
});`;

function packagesOf(...args: string[]): string[] {
  const listing = `data:text/javascript,${encodeURIComponent(LISTING)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', listing, PROGRAM, ...args], { encoding: 'utf8' });
  return stderr.split('\n').filter(Boolean);
}

test('the version and the help are told without store and HTTP client', () => {
  for (const args of [['--version'], ['serve', '--help'], ['completion', 'bash']]) {
    const loaded = packagesOf(...args);
    assert.ok(loaded.includes('commander'), args.join(' '));
    for (const name of ['kysely', 'pg', 'better-sqlite3', 'undici', 'sharp']) assert.ok(!loaded.includes(name), name);
  }
});
