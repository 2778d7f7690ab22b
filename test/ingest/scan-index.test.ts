/** The index of the scan as a task: every picture once, again when it changes, whatever is cut off or missing. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { removeGame } from '../../src/ingest/runs/remove-game.ts';
import { defaultModel, modelFile } from '../../src/scan/describe/model.ts';
import { openLiveIndex } from '../../src/scan/processes/live-index.ts';
import { addGame } from '../../src/store/games.ts';
import { putSameArtworks } from '../../src/store/pictures/same-artworks.ts';
import { putFittedModel, putScanPictures, scanCounts, vectorChanges } from '../../src/store/pictures/scan-pictures.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { tinyCard, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { type PicturedFolder, picturedFolder, runScan, shapes } from '../support/stages/pictured-catalog.ts';
import { scanApi } from '../support/stages/scan-api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

interface Place extends AsyncDisposable {
  store: Store;
  folder: PicturedFolder;
}

/** A store with a catalog of six cards whose pictures are not indexed yet. */
async function newPlace(engine: Engine): Promise<Place> {
  const { store, ...place } = await newStore(engine);
  const folder = await picturedFolder();
  assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
  return {
    store,
    folder,
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

for (const [engine, skip] of ENGINES) {
  suite(`the index on ${engine}`, { skip }, () => {
    test('every picture is described once; a second run looks at all of them and writes none', async () => {
      await using place = await newPlace(engine);
      const first = await runScan(place.store);
      assert.equal(first.outcome, 'succeeded', first.reason ?? '');
      assert.deepEqual(
        { ...first.counts },
        { described: 6, unchanged: 0, failed: 0, postponed: 0, indexed: 6, quarantined: 0 },
      );
      const model = defaultModel().version;
      const changesFrom = (after: number) =>
        Readable.from(vectorChanges(place.store.reads, { after, model })).toArray();
      const changes = await changesFrom(0);
      const second = await runScan(place.store);
      assert.equal(second.counts.unchanged, 6);
      assert.equal(second.counts.described, 0);
      assert.deepEqual(await changesFrom(0), changes);
      assert.deepEqual(
        await changesFrom(changes[3]?.seq ?? 0),
        changes.slice(4),
        'whoever goes on from one misses none',
      );
    });

    test('another model has every picture described again, and an index moves to it whole', async () => {
      await using place = await newPlace(engine);
      await runScan(place.store);
      const live = await openLiveIndex(place.store.reads);
      assert.equal(live.catalog().index.size, 6);
      const model = { ...defaultModel(), version: 'another' };
      await place.store.write((writes) => putFittedModel(writes, model.version, modelFile(model)));
      await live.follow();
      assert.equal(live.catalog().index.size, 0, 'vectors of two models cannot be compared');
      assert.equal((await runScan(place.store, { scheduled: true })).counts.described, 6);
      await live.follow();
      assert.equal(live.catalog().index.size, 6);
      assert.equal(live.catalog().model.version, 'another');
    });

    test('a game that is removed leaves running indexes, and is found there when it comes again', async () => {
      await using place = await newPlace(engine);
      const { game } = DEFAULT_SCOPE;
      await place.store.write((writes) => addGame(writes, { name: game, id_prefix: '' }));
      await runScan(place.store);
      const live = await openLiveIndex(place.store.reads);
      assert.equal(live.catalog().index.size, 6);
      await removeGame(place.store, game);
      await live.follow();
      assert.equal(live.catalog().index.size, 0);
      const again = { ...tinyCatalog(2), cards: [...tinyCatalog(2).cards, tinyCard('ember1', 3)] };
      await place.folder.writePictured(again);
      await runCatalog(place.store, place.folder.files);
      await runScan(place.store);
      await live.follow();
      assert.equal(live.catalog().index.size, 7);
    });

    test('what a run still writes of a game that was removed meanwhile is not kept, and what a race left goes with the next', async () => {
      await using place = await newPlace(engine);
      const { store } = place;
      const { game } = DEFAULT_SCOPE;
      await store.write((writes) => addGame(writes, { name: game, id_prefix: '' }));
      await runScan(store);
      const thumbnail = new Uint8Array(8);
      const described = await store.reads.selectFrom('scan_pictures').selectAll().execute();
      const pictures = described.map(({ seq: _, ...picture }) => ({ ...picture, thumbnail, detail: null }));
      const [left] = described;
      assert.ok(left);
      const [one, other] = [left.card_key, described[1]?.card_key ?? assert.fail()];
      const rowsOf = async (table: 'scan_pictures' | 'scan_thumbnails' | 'same_artworks') =>
        (await store.reads.selectFrom(table).select('card_key').execute()).length;
      const kept = async () =>
        Promise.all((['scan_pictures', 'scan_thumbnails', 'same_artworks'] as const).map(rowsOf));
      assert.deepEqual((await kept()).slice(0, 2), [6, 6]);

      await removeGame(store, game);
      await store.write(async (writes) => {
        await putScanPictures(writes, pictures);
        await putSameArtworks(writes, { keys: [one, other], pairs: [[one, other]], until: 6 });
      });
      assert.deepEqual(await kept(), [0, 0, 0]);

      // On PostgreSQL a removal that commits between the look and the commit.
      await store.write(async (writes) => {
        await writes
          .insertInto('scan_pictures')
          .values({ ...left, seq: 50 })
          .execute();
        await writes.insertInto('scan_thumbnails').values({ card_key: one, body: thumbnail }).execute();
        await writes.insertInto('same_artworks').values({ card_key: one, other_key: other }).execute();
      });
      const live = await openLiveIndex(store.reads);
      assert.equal(live.catalog().index.size, 1);
      const { outcome, counts } = await runScan(store);
      assert.deepEqual([outcome, counts.indexed, await kept()], ['succeeded', 0, [0, 0, 0]]);
      await live.follow();
      assert.equal(live.catalog().index.size, 0, 'an index that runs lets go of them');
    });
  });
}

suite('pictures that come and go', () => {
  test('a picture that changes is described again; the schedule asks only for those that are new', async () => {
    await using place = await newPlace('sqlite');
    await runScan(place.store, { scheduled: true });
    await place.folder.draw('ember1-1', await shapes(77).jpeg().toBuffer());
    const { counts } = await runScan(place.store);
    assert.deepEqual([counts.described, counts.unchanged], [1, 5]);
    await place.folder.writePictured({ ...tinyCatalog(2), cards: [...tinyCatalog(2).cards, tinyCard('ember1', 3)] });
    await runCatalog(place.store, place.folder.files);
    const scheduled = await runScan(place.store, { scheduled: true });
    assert.deepEqual([scheduled.counts.described, scheduled.counts.unchanged], [1, 0]);
  });

  test('a picture that cannot be had or read is quarantined with its reason, and is tried again', async () => {
    await using place = await newPlace('sqlite');
    await place.folder.erase('ember1-1');
    await place.folder.draw('ember1-2', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const report = await runScan(place.store);
    assert.equal(report.outcome, 'succeeded');
    assert.deepEqual([report.counts.described, report.counts.failed], [4, 2]);
    assert.match(report.reason ?? '', /^pictures that could not be taken: 2; the first is [^ ]+: [^;]*$/);
    assert.deepEqual(await scanCounts(place.store.reads), { indexed: 4, quarantined: 2 });
    await place.folder.draw('ember1-1', await shapes(1).jpeg().toBuffer());
    await place.folder.draw('ember1-2', await shapes(2).jpeg().toBuffer());
    assert.equal((await runScan(place.store)).counts.described, 2);
    assert.deepEqual(await scanCounts(place.store.reads), { indexed: 6, quarantined: 0 });
  });

  test('a picture of one colour all over is of no card: an empty paper would be taken for it', async () => {
    await using place = await newPlace('sqlite');
    const paper = { width: 300, height: 420, channels: 3, background: '#fdfdfd' } as const;
    await place.folder.draw('ember1-1', await sharp({ create: paper }).jpeg().toBuffer());
    const report = await runScan(place.store);
    assert.deepEqual([report.counts.described, report.counts.failed], [5, 1]);
    assert.match(report.reason ?? '', /one colour all over/);
    const inColours =
      '<rect width="300" height="420" fill="#e00000"/><circle cx="150" cy="200" r="90" fill="#007200"/>';
    const evenlyLit = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420">${inColours}</svg>`;
    await place.folder.draw('ember1-1', await sharp(Buffer.from(evenlyLit)).png().toBuffer());
    assert.equal((await runScan(place.store)).counts.described, 1, 'colours are something to see');
  });

  test('one of one colour that an older release described is no longer of a card', async () => {
    await using place = await newPlace('sqlite');
    await runScan(place.store);
    const { store, folder } = place;
    const paper = { width: 300, height: 420, channels: 3, background: '#fdfdfd' } as const;
    const bytes = await sharp({ create: paper }).jpeg().toBuffer();
    await folder.draw('ember1-1', bytes);
    const digest = createHash('sha256').update(bytes).digest('base64url');
    const { key } = await store.reads
      .selectFrom('cards')
      .select('key')
      .where('id', '=', 'ember1-1')
      .executeTakeFirstOrThrow();
    await store.write((writes) =>
      writes.updateTable('scan_pictures').set({ digest }).where('card_key', '=', key).execute(),
    );
    const report = await runScan(store);
    assert.match(report.reason ?? '', /one colour all over/);
    assert.deepEqual(await scanCounts(store.reads), { indexed: 5, quarantined: 1 });
  });

  test('the schedule asks again after 7 days, or after as many as a picture has failed, and not before', async () => {
    await using place = await newPlace('sqlite');
    await place.folder.erase('ember1-1');
    await runScan(place.store);
    /** Sets the last look back, and how often it failed; returns how many pictures the schedule then looks at. */
    const lookedAt = async (days: number, failures: number): Promise<number> => {
      const tried_at = new Date(Date.now() - days * 86_400_000).toISOString();
      await place.store.write(async (writes) => {
        await writes.updateTable('tasks').set({ last_run_at: null }).execute();
        await writes.updateTable('scan_pictures').set({ tried_at, failures: 0 }).execute();
        await writes.updateTable('scan_pictures').set({ failures }).where('reason', 'is not', null).execute();
      });
      const { counts } = await runScan(place.store, { scheduled: true });
      return (counts.unchanged ?? 0) + (counts.failed ?? 0);
    };
    assert.equal(await lookedAt(0.99, 1), 0);
    assert.equal(await lookedAt(1.01, 1), 1);
    assert.equal(await lookedAt(2.99, 3), 0);
    assert.equal(await lookedAt(3.01, 3), 1);
    assert.equal(await lookedAt(6.99, 20), 0);
    assert.equal(await lookedAt(7.01, 20), 6);
  });

  test('a card whose picture goes missing later is still found', async () => {
    await using place = await newPlace('sqlite');
    await runScan(place.store);
    await place.folder.erase('ember1-1');
    const report = await runScan(place.store);
    assert.equal(report.counts.failed, 1);
    assert.deepEqual(await scanCounts(place.store.reads), { indexed: 6, quarantined: 0 });
  });
});

test('a second catalog ingested while running is found within 5 s, without a restart', async () => {
  await using api = await scanApi();
  const photo = await shapes(6).jpeg().toBuffer();
  const found = async () => {
    const { body } = await api.scan(photo);
    return (body.data as { matches: { card: { id: string } }[] }).matches[0]?.card.id;
  };
  assert.notEqual(await found(), 'ember1-3');
  const catalog = tinyCatalog(2);
  await api.folder.writePictured({ ...catalog, cards: [...catalog.cards, tinyCard('ember1', 3)] });
  await runCatalog(api.store, api.folder.files);
  await runScan(api.store);
  const until = Date.now() + 5000;
  while ((await found()) !== 'ember1-3') {
    assert.ok(Date.now() < until, 'not found within 5 s');
    await sleep(100);
  }
});
