/** Pictures of further languages as references of the scan: a printing in any of them finds its card, once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { identifyPhoto } from '../../src/scan/compare/identify.ts';
import type { Raster } from '../../src/scan/photo/raster.ts';
import { type LiveIndex, openLiveIndex } from '../../src/scan/processes/live-index.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { deleteLanguage } from '../../src/store/catalog/translations.ts';
import { picturedCards } from '../../src/store/pictures/scan-pictures.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { drawnCard } from '../support/made/drawn-cards.ts';
import { GREY, laid, placed } from '../support/made/laid-card.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type PicturedFolder, picturedFolder, runScan } from '../support/stages/pictured-catalog.ts';
import { frenchCatalog, type SeveralLanguages, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

const bytesOf = ({ data, width, height }: Raster) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

const OWN = 1;
const FRENCH = 100;

interface Place extends AsyncDisposable {
  s: SeveralLanguages;
  store: Store;
  folder: PicturedFolder;
  ids: string[];
}

/** Six cards in two languages; the n-th is drawn from `OWN + n`, and its French printing from `FRENCH + n`. */
async function newPlace(engine: Engine): Promise<Place> {
  const folder = await picturedFolder();
  const [en, fr] = [tinyCatalog(2), frenchCatalog(2)];
  for (const [at, card] of en.cards.entries()) {
    card.image = folder.address(card.id);
    await folder.draw(card.id, await bytesOf(drawnCard(OWN + at)));
  }
  for (const [at, card] of fr.cards.entries()) {
    card.image = folder.address(`fr-${card.id}`);
    await folder.draw(`fr-${card.id}`, await bytesOf(drawnCard(FRENCH + at)));
  }
  const s = await severalLanguages(engine, { en, fr });
  await s.run();
  const ids = en.cards.map(({ id }) => id);
  const close = async () => {
    await s[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { s, store: s.place.store, folder, ids, [Symbol.asyncDispose]: close };
}

/** The ids of the cards that a photo of a drawing is found to show. */
async function found(store: Store, seed: number, index?: LiveIndex): Promise<string[]> {
  const live = index ?? (await openLiveIndex(store.reads));
  const photo = laid([{ card: drawnCard(seed), quad: placed(320, 240, 400, 4) }], 640, 480, GREY);
  const { matches } = await identifyPhoto(photo, live.catalog());
  const cards = await picturedCards(store.reads, { after: 0, limit: 100 });
  return matches.map(({ row }) => cards.find(({ key }) => key === row)?.id ?? `no card ${row}`);
}

for (const [engine, skip] of ENGINES) {
  suite(`references in further languages on ${engine}`, { skip }, () => {
    test('a photo of a printing in any language finds its card, one match a card; a second run writes nothing', async () => {
      await using place = await newPlace(engine);
      const { store, ids } = place;
      const { outcome, reason, counts } = await runScan(store);
      assert.equal(outcome, 'succeeded', reason ?? '');
      assert.deepEqual([counts.described, counts.indexed, counts.quarantined, counts.in_languages], [12, 6, 0, 6]);
      const live = await openLiveIndex(store.reads);
      for (const at of [0, 3]) {
        assert.deepEqual(await found(store, OWN + at, live), [ids[at]]);
        assert.deepEqual(await found(store, FRENCH + at, live), [ids[at]]);
      }
      assert.deepEqual(await found(store, 200, live), []);
      const again = await runScan(store);
      assert.deepEqual([again.counts.described, again.counts.unchanged], [0, 12]);
    });

    test('one picture is one reference: at one address, or of the same bytes', async () => {
      await using place = await newPlace(engine);
      const { s, store, folder, ids } = place;
      const [first, second] = s.catalogs.fr?.cards ?? [];
      assert.ok(first && second);
      first.image = folder.address(ids[0] ?? '');
      await folder.draw(`fr-${second.id}`, await bytesOf(drawnCard(OWN + 1)));
      await s.run();
      const { counts } = await runScan(store);
      assert.deepEqual([counts.in_languages, counts.indexed, counts.quarantined, counts.failed], [4, 6, 0, 0]);
      assert.deepEqual(await found(store, OWN + 1), [ids[1]]);
      await folder.draw(`fr-${second.id}`, await bytesOf(drawnCard(FRENCH + 1)));
      assert.equal((await runScan(store)).counts.in_languages, 5, 'another picture came to the address');
      assert.deepEqual(await found(store, FRENCH + 1), [ids[1]]);
    });

    test('a picture that was the card’s own is a reference of its own as soon as the card has another', async () => {
      await using place = await newPlace(engine);
      const { s, store, folder, ids } = place;
      const [first] = s.catalogs.en?.cards ?? [];
      assert.ok(first);
      await folder.draw(`fr-${first.id}`, await bytesOf(drawnCard(OWN)));
      assert.equal((await runScan(store)).counts.in_languages, 5);
      first.image = folder.address('redrawn');
      await folder.draw('redrawn', await bytesOf(drawnCard(300)));
      await s.run();
      await runScan(store, { scheduled: true });
      const { counts } = await runScan(store, { scheduled: true });
      assert.deepEqual([await found(store, 300), await found(store, OWN)], [[ids[0]], [ids[0]]]);
      assert.equal(counts.described, 1, 'it alone is looked at');
    });

    test('what a language shows no longer is no reference: a language that was taken out, a text withheld, a picture gone', async () => {
      await using place = await newPlace(engine);
      const { s, store, ids } = place;
      await runScan(store);
      const live = await openLiveIndex(store.reads);
      const followed = async (seed: number) => {
        await live.follow();
        return found(store, seed, live);
      };
      const [first] = s.catalogs.fr?.cards ?? [];
      delete first?.image;
      await s.run();
      await runScan(store);
      assert.deepEqual([await followed(FRENCH), await followed(FRENCH + 1)], [[], [ids[1]]]);

      await store.write(async (writes) => {
        const [, withheld = ''] = ids;
        await writes.updateTable('translations').set({ withheld: 'another card' }).where('id', '=', withheld).execute();
      });
      assert.equal((await runScan(store)).counts.in_languages, 4);
      assert.deepEqual([await followed(FRENCH + 1), await followed(FRENCH + 2)], [[], [ids[2]]]);

      await store.write(async (writes) => {
        await deleteLanguage(writes, { game: 'game', language: 'fr' });
        await bumpCatalogVersion(writes, { games: ['game'], names: true });
      });
      assert.equal((await runScan(store, { scheduled: true })).counts.in_languages, undefined);
      assert.deepEqual([await followed(FRENCH + 2), await followed(OWN + 2)], [[], [ids[2]]]);
      assert.equal(live.catalog().index.size, 6);
    });

    test('pictures in other languages join no cards: same_artwork is of the cards’ own', async () => {
      await using place = await newPlace(engine);
      const { store, folder, ids } = place;
      await folder.draw(`fr-${ids[0]}`, await bytesOf(drawnCard(OWN + 1)));
      assert.equal((await runScan(store)).counts.artworks_joined, undefined);
    });
  });
}
