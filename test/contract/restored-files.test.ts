/** Files of a store that was put back to a moment before: its versions may be given again, for other rows. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openShelf } from '../../src/files/file-shelf.ts';
import { setMetaValue, timelineOf } from '../../src/store/meta.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

test('after a restore the files are made anew, though the catalog’s version is the one that they are of', async () => {
  await using place = await newStore('sqlite');
  await using catalog = await catalogFolder(tinyCatalog(2));
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-restored-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const { store, location } = place;
  await runCatalog(store, catalog.files);
  const shelf = openShelf(store, location, { folder, limitBytes: 50_000_000 }, assert.fail);
  await using _shelf = { [Symbol.asyncDispose]: shelf.stop };
  const before = (await shelf.current())?.manifest;
  await store.write((writes) => setMetaValue(writes, 'restored', '2026-03-01T00:00:00.000Z'));
  const after = (await shelf.current())?.manifest;
  assert.equal(after?.timeline, await timelineOf(store.reads));
  assert.notEqual(after?.timeline, before?.timeline);
  assert.equal(after?.catalog_version, before?.catalog_version);
});
