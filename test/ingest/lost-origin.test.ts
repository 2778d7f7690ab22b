/** An origin that lost what it had: who follows it goes on with what it took. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { makeFiles } from '../../src/files/make-files.ts';
import { runAll } from '../support/stages/ingest.ts';
import { stage } from '../support/stages/market-stage.ts';
import { newStore } from '../support/stages/stores.ts';

test('an origin that lost its catalog or its history takes nothing away until an operator says so', async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const path = mkdtempSync(join(tmpdir(), 'cardstock-lost-test-'));
  using folder = { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using follower = await newStore('sqlite');
  const url = pathToFileURL(folder.path).href;
  const follow = async (acceptPrune = false) =>
    (await runAll(follower.store, { origin: { adapter: 'cardstock', url } }, { acceptPrune }))[0];
  const manifest = await makeFiles(market.store, { folder: folder.path, now: new Date(), isServed: false });
  let version = manifest.catalog_version;
  type Listed = (typeof manifest.files)[number];
  const list = (files: readonly Listed[]) =>
    writeFileSync(
      join(folder.path, 'manifest.json'),
      JSON.stringify({ ...manifest, files, catalog_version: ++version }),
    );
  const shown = async () => {
    const { files } = await makeFiles(follower.store, { folder: join(path, 'own'), now: new Date(), isServed: false });
    return files.flatMap(({ name, day }) => (day === undefined ? name : []));
  };
  assert.equal((await follow())?.outcome, 'succeeded');
  const before = await shown();
  // As a service lists them that began anew with an empty disk.
  const none = gzipSync('');
  const sha256 = createHash('sha256').update(none).digest('hex');
  writeFileSync(join(folder.path, 'none.ndjson.gz'), none);
  const emptied = (file: Listed): Listed =>
    file.entity === 'cards' ? { ...file, name: 'none.ndjson.gz', rows: 0, bytes: none.length, sha256 } : file;
  const lost: [files: Listed[], told: RegExp][] = [
    [manifest.files.map(emptied), /^no cards came$/],
    [
      manifest.files.filter(({ month }) => month === undefined),
      /^only 0 rows of price history came; .* had \d+: left out/,
    ],
    [manifest.files.map((file) => (file.entity === 'cards' ? { ...file, rows: 32 } : file)), /^only 32 cards came;/],
  ];
  for (const [files, told] of lost) {
    list(files);
    assert.match((await follow())?.reason ?? '', told);
    assert.deepEqual(await shown(), before, String(told));
  }
  list(manifest.files.map((file) => (file.entity === 'cards' ? { ...file, rows: 33 } : file)));
  assert.equal((await follow())?.outcome, 'succeeded', 'nine tenths may be');
  list(manifest.files.filter(({ month, day }) => month === undefined && day === undefined));
  assert.equal((await follow(true))?.outcome, 'succeeded', 'accepted');
  assert.notDeepEqual(await shown(), before);
});
