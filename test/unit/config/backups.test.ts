/** Backups in the configuration file: where to, how often, how many. */
import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../../src/config/load-config.ts';

const HOUR_MS = 3_600_000;

function loading(directory: string, file: object, env = {}) {
  writeFileSync(join(directory, 'cardstock.config.json'), JSON.stringify(file));
  return loadConfig({ flags: {}, env, directory, version: '0' });
}

test('a folder alone is enough: a copy a day, seven kept; without the section there are none', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-backups-'));
  const load = (file: object) => loading(directory.path, file).backups;
  const folder = join(directory.path, 'copies');
  assert.equal(load({}), undefined);
  assert.deepEqual(load({ backups: { folder: 'copies' } }), { folder, everyMs: 24 * HOUR_MS, keep: 7 });
  for (const keep of [1, 1000]) assert.equal(load({ backups: { folder, every: '6h', keep } })?.keep, keep);
  for (const wrong of [{ keep: 0 }, { keep: 1001 }, { keep: 1.5 }, { every: '0h' }, { every: 6 }, { folder: '' }]) {
    assert.throws(() => load({ backups: { folder, ...wrong } }), /"backups"/, JSON.stringify(wrong));
  }
  for (const backups of [{}, 'copies', true, { folder, kept: 7 }]) {
    assert.throws(() => load({ backups }), /"backups"/, JSON.stringify(backups));
  }
});

test('PostgreSQL has tools of its own for that, and the name of the task is taken where there are backups', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-backups-'));
  const backups = { folder: 'copies' };
  const env = { DATABASE_URL: 'postgres://x@y/z' };
  assert.throws(() => loading(directory.path, { backups }, env), /"backups": .* pg_dump/);
  const sources = { backup: { adapter: 'tcgdex', files: 'file:/x' } };
  assert.doesNotThrow(() => loading(directory.path, { sources }), 'as releases before took it');
  assert.throws(() => loading(directory.path, { sources, backups }), /"sources.backup"/);
  assert.throws(() => loading(directory.path, { games: { backup: { sources } }, backups }), /"games.backup"/);
});
