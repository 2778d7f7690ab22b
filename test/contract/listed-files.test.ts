/** Which files are listed: those of a store that was put back to a moment before, and of days that were told long ago. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openShelf } from '../../src/files/file-shelf.ts';
import { makeFiles } from '../../src/files/make-files.ts';
import { setMetaValue, timelineOf } from '../../src/store/meta.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { stage } from '../support/stages/market-stage.ts';
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

test('a day is listed for so long after it was told, its cards and its products each by themselves', async () => {
  await using s = await stage('sqlite');
  await s.run('2026-03-01', ({ usd }) => {
    usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 1, highPrice: null, marketPrice: 1 });
  });
  await s.store.write((writes) =>
    writes
      .updateTable('recorded_days')
      .set({ told_at: '2026-03-01T00' })
      .where('entity', '=', 'product_prices')
      .execute(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-told-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const { files } = await makeFiles(s.store, { folder, now: new Date(), isServed: false });
  const ofDays = files.filter(({ day }) => day !== undefined).map(({ entity }) => entity);
  assert.deepEqual([...new Set(ofDays)], ['card_prices']);
});
