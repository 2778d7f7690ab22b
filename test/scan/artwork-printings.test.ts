/** Cards of one artwork over the API: a small mark tells them apart once their pictures are kept in full. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { detailsOf } from '../../src/store/pictures/scan-pictures.ts';
import { marked, runScan } from '../support/stages/pictured-catalog.ts';
import { type ScanApi, scanApi } from '../support/stages/scan-api.ts';
import { ENGINES } from '../support/stages/stores.ts';

interface Match {
  score: number;
  card: { id: string };
}

async function matchesOn(api: ScanApi, photo: Uint8Array): Promise<Match[]> {
  const { status, body, text } = await api.scan(photo);
  assert.equal(status, 200, text);
  return (body.data as { matches: Match[] }).matches;
}

const photoOf = async (mark: 'square' | 'triangle'): Promise<Buffer> =>
  sharp(await (await marked(9, mark)).resize(330, 462).png().toBuffer())
    .blur(0.8)
    .jpeg({ quality: 70 })
    .toBuffer();

/** The API over a catalog of which two cards differ by a mark alone. */
async function twinsApi(engine: 'sqlite' | 'postgres'): Promise<ScanApi> {
  const api = await scanApi({}, engine);
  await api.folder.draw('ember1-1', await (await marked(9, 'square')).png().toBuffer());
  await api.folder.draw('ember1-2', await (await marked(9, 'triangle')).png().toBuffer());
  assert.equal((await runScan(api.store)).counts.described, 2);
  return api;
}

for (const [engine, skip] of ENGINES) {
  suite(`same-artwork printings on ${engine}`, { skip }, () => {
    test('of two cards that differ by a mark of 2 mm the one on the photo is answered alone', async () => {
      await using api = await twinsApi(engine);
      for (const [mark, id] of [
        ['square', 'ember1-1'],
        ['triangle', 'ember1-2'],
      ] as const) {
        const matches = await matchesOn(api, await photoOf(mark));
        assert.deepEqual(
          matches.map(({ card }) => card.id),
          [id],
        );
        assert.ok((matches[0]?.score ?? 0) >= 0.9);
      }
    });

    test('a card with the very same picture shares the score evenly', async () => {
      await using api = await twinsApi(engine);
      await api.folder.draw('ember2-1', await (await marked(9, 'square')).png().toBuffer());
      await runScan(api.store);
      const matches = await matchesOn(api, await photoOf('square'));
      assert.deepEqual(new Set(matches.map(({ card }) => card.id)), new Set(['ember1-1', 'ember2-1']));
      assert.equal(matches[0]?.score, matches[1]?.score);
    });

    test('what an older release described is asked for in full once', async () => {
      await using api = await twinsApi(engine);
      const { store } = api;
      const lacking = async () => {
        const rows = await store.reads.selectFrom('scan_thumbnails').select(['card_key', 'detail']).execute();
        return rows.filter(({ detail }) => detail === null).length;
      };
      await store.write((writes) =>
        writes.updateTable('scan_thumbnails').set({ detail: null, detail_of: null }).execute(),
      );
      assert.notEqual((await matchesOn(api, await photoOf('square'))).length, 0, 'cards are found meanwhile');
      assert.deepEqual(pick(await runScan(store)), { described: 6, unchanged: 0 });
      assert.equal(await lacking(), 0);
      assert.deepEqual(pick(await runScan(store)), { described: 0, unchanged: 6 });
      assert.equal((await matchesOn(api, await photoOf('triangle')))[0]?.card.id, 'ember1-2');
    });

    test('a picture in full is not compared once an older release has described another', async () => {
      await using api = await twinsApi(engine);
      await api.store.write((writes) => writes.updateTable('scan_pictures').set({ digest: 'another' }).execute());
      const keys = (await api.store.reads.selectFrom('scan_thumbnails').select('card_key').execute()).map(
        (row) => row.card_key,
      );
      assert.ok((await detailsOf(api.store.reads, keys)).every((detail) => detail === undefined));
      await runScan(api.store);
      assert.ok(
        (await detailsOf(api.store.reads, keys)).every((detail) => detail !== undefined),
        'until it is described',
      );
    });
  });
}

const pick = ({ counts }: Awaited<ReturnType<typeof runScan>>) => ({
  described: counts.described,
  unchanged: counts.unchanged,
});
