/** Cards that show one artwork: found by the vectors of the scan, told where they are asked for, and nowhere else. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { deleteRecordsOf } from '../../src/store/deleted-records.ts';
import { eventsAfter, numberEvents } from '../../src/store/events/events.ts';
import { comparedUntil, putSameArtworks, sameArtwork } from '../../src/store/pictures/same-artworks.ts';
import { picturedCards, putScanPictures } from '../../src/store/pictures/scan-pictures.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { picturedFolder, runScan, shapes } from '../support/stages/pictured-catalog.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

async function eventCount(store: Store): Promise<number> {
  while ((await numberEvents(store, new Date().toISOString(), isWanted)) > 0);
  return (await eventsAfter(store.reads, { after: 0, limit: 500 })).length;
}

for (const [engine, skip] of ENGINES) {
  suite(`same_artwork on ${engine}`, { skip }, () => {
    test('cards of one artwork name each other with include=same_artwork, as their pictures are now, and no event tells it', async () => {
      await using place = await newStore(engine);
      await using folder = await picturedFolder();
      await folder.draw('ember2-1', await shapes(0).webp().toBuffer());
      await folder.erase('ember2-2');
      assert.equal((await runCatalog(place.store, folder.files)).outcome, 'succeeded');
      await using api = await apiOn(place.store);
      const shown = async (id: string) => (await api.data<Card>(`/v1/cards/${id}?include=same_artwork`)).same_artwork;
      const [plain, told] = [await api.get('/v1/cards/ember1-1'), await eventCount(place.store)];
      assert.equal(await shown('ember1-1'), undefined, 'no picture was read yet');

      const report = await runScan(place.store);
      assert.equal(report.outcome, 'succeeded', report.reason ?? '');
      assert.equal(report.counts.artworks_joined, 1);
      assert.deepEqual(
        [await shown('ember1-1'), await shown('ember2-1'), await shown('ember1-2'), await shown('ember2-2')],
        [['ember2-1'], ['ember1-1'], [], undefined],
      );
      const again = await runScan(place.store);
      assert.equal(again.counts.artworks_joined, undefined, 'vectors that did not change are not compared again');

      await folder.draw('ember2-1', await shapes(99).webp().toBuffer());
      await folder.draw('ember1-2', await shapes(99).webp().toBuffer());
      assert.equal((await runScan(place.store)).outcome, 'succeeded');
      assert.deepEqual(
        [await shown('ember1-1'), await shown('ember2-1'), await shown('ember1-2')],
        [[], ['ember1-2'], ['ember2-1']],
      );
      const spoken = await api.data<Card>('/v1/cards/ember2-1?lang=en&include=same_artwork');
      assert.deepEqual([spoken.same_artwork, spoken.lang], [['ember1-2'], 'en']);
      const after = await api.get('/v1/cards/ember1-1');
      assert.deepEqual([after.text, after.headers.etag], [plain.text, plain.headers.etag]);
      assert.equal(await eventCount(place.store), told);
    });

    test('of more than 200 cards of one artwork a card names the first 200 by id, whoever found whom', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog(68));
      assert.equal((await runCatalog(place.store, folder.files)).outcome, 'succeeded');
      const cards = await picturedCards(place.store.reads, { after: 0, limit: 500 });
      const [own, ...others] = cards.map(({ key }) => key);
      assert.ok(own !== undefined && others.length === 203);
      const picture = {
        picture: 'https://p.example/1',
        model: 'm',
        digest: null,
        etag: null,
        failures: 0,
        reason: null,
      };
      const described = { ...picture, card_key: own, vector: new Uint8Array(4), thumbnail: null, detail: null };
      const pairs = others.map((other): [number, number] => [own, other]);
      await place.store.write(async (writes) => {
        await putScanPictures(writes, [{ ...described, tried_at: new Date().toISOString() }]);
        await putSameArtworks(writes, { keys: others, pairs, until: 1 });
      });
      const expected = cards.slice(1).map(({ id }) => id);
      assert.deepEqual(await sameArtwork(place.store.reads, cards[0]?.id ?? ''), expected.sort().slice(0, 200));
    });

    test('after the newest pictures were deleted those that come are compared all the same', async () => {
      await using place = await newStore(engine);
      await using folder = await picturedFolder();
      await runCatalog(place.store, folder.files);
      await runScan(place.store);
      const [kept] = await picturedCards(place.store.reads, { after: 0, limit: 1 });
      const newest = await place.store.reads.selectFrom('scan_pictures').selectAll().orderBy('seq', 'desc').execute();
      const gone = newest.filter(({ card_key }) => card_key !== kept?.key).slice(0, 4);
      const row = newest.find(({ card_key }) => card_key === kept?.key) ?? assert.fail();
      await place.store.write(async (writes) => {
        const keys = gone.map(({ card_key }) => card_key);
        const cards = await writes.selectFrom('cards').select('id').where('key', 'in', keys).execute();
        await deleteRecordsOf(
          writes,
          'cards',
          cards.map(({ id }) => id),
        );
        const { seq: _, ...picture } = row;
        await putScanPictures(writes, [{ ...picture, thumbnail: null, detail: null }]);
      });
      const [again] = await place.store.reads
        .selectFrom('scan_pictures')
        .select('seq')
        .where('card_key', '=', row.card_key)
        .execute();
      assert.ok((again?.seq ?? 0) > (await comparedUntil(place.store.reads)));
    });
  });
}
