/** When files are made again, and which are listed: of a store put back to a moment before, after midnight, without room, of days told long ago. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

test('after a restore and after midnight the files are made anew, though the catalog’s version is the one that they are of', async (t) => {
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
  const madeAt = async () => (await shelf.current())?.manifest.made_at;
  assert.equal(await madeAt(), after?.made_at);
  const clock = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => clock() + 86_400_000);
  assert.notEqual(await madeAt(), after?.made_at, 'days of the past leave the list with time');
});

test('files that take more room than there is are made again after a minute, not at each request; a place that is none is told in words', async (t) => {
  await using place = await newStore('sqlite');
  await using catalog = await catalogFolder(tinyCatalog(2));
  const { store, location } = place;
  await runCatalog(store, catalog.files);
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-room-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const faults: string[] = [];
  const small = openShelf(store, location, { folder: join(folder, 'small'), limitBytes: 10 }, (error) =>
    faults.push(error.message),
  );
  for (let times = 0; times < 3; times += 1) await assert.rejects(small.current(), /the files take more than/);
  assert.equal(faults.length, 1);
  const elapsed = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => elapsed() + 60_000);
  await assert.rejects(small.current(), /the files take more than/);
  assert.equal(faults.length, 2);
  await small.stop();
  const named = join(folder, 'taken');
  writeFileSync(named, '');
  const taken = openShelf(store, location, { folder: named, limitBytes: 50_000_000 }, () => undefined);
  await assert.rejects(taken.current(), /taken: there is a file or folder of that name already$/);
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
