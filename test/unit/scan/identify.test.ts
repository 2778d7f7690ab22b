/** A photo to the cards it may show: every turn, same-artwork printings, a card that is not in the catalog, and what is no card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badPhoto, photoOfNothing, turnedRaster } from '../../../fit/photos.ts';
import { artworksOn, identifyPhoto, type ScanCatalog, sightOf } from '../../../src/scan/compare/identify.ts';
import { describePicture } from '../../../src/scan/describe/describe.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';
import { VectorIndex } from '../../../src/scan/describe/vector-index.ts';
import type { Raster } from '../../../src/scan/photo/raster.ts';
import { THUMBNAIL_BYTES } from '../../../src/scan/photo/thumbnail.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';
import { DARK, GREY, laid, placed, STRIPES } from '../../support/made/laid-card.ts';

const model = defaultModel();

function catalogOf(cards: readonly Raster[]): ScanCatalog {
  const index = new VectorIndex(model.dimensions);
  const thumbnails = cards.map((card, row) => {
    const { vector, thumbnail } = describePicture(card, model);
    index.upsert(row, vector);
    return thumbnail;
  });
  const thumbnailsOf = (rows: readonly number[]) => rows.map((row) => thumbnails[row]);
  return { model, index, thumbnailsOf, detailsOf: () => [] };
}

const cards = Array.from({ length: 30 }, (_, i) => drawnCard(i + 1));
const catalog = catalogOf(cards);

/** The card with a light stripe over it, as a foil printing's picture has. */
function foiled(card: Raster): Raster {
  const data = Uint8Array.from(card.data, (value, i) => {
    const pixel = Math.floor(i / 3);
    const along = (pixel % card.width) + Math.floor(pixel / card.width);
    return Math.min(255, value + (along % 60 < 14 ? 12 : 0));
  });
  return { ...card, data };
}

/** An ordinary photo: the card with a table around it. */
function photoOf(card: Raster): Raster {
  const margin = 12;
  const [width, height] = [card.width + 2 * margin, card.height + 2 * margin];
  const data = new Uint8Array(3 * width * height).fill(90);
  for (let y = 0; y < card.height; y += 1) {
    const row = card.data.subarray(3 * y * card.width, 3 * (y + 1) * card.width);
    data.set(row, 3 * ((y + margin) * width + margin));
  }
  return { width, height, data };
}

test('a card as like its place as it can be is looked for nowhere else, sure or not', async () => {
  const doubting = { ...catalog, model: { ...model, calibration: model.calibration.with(-1, -1000) } };
  const lotsFor = async (photo: Raster): Promise<number> => {
    const sight = sightOf(photo);
    const asked = new Set<number>();
    const lot = (at: number) => {
      asked.add(at);
      return sight.lot(at);
    };
    await artworksOn({ ...sight, lot }, doubting);
    return asked.size;
  };
  assert.equal(await lotsFor(photoOf(cards[4] ?? drawnCard(0))), 1);
  assert.ok((await lotsFor(photoOf(drawnCard(99)))) > 1);
});

test('each card is asked for its picture once a photo, however often places are looked into', async () => {
  for (const photo of [photoOf(drawnCard(99)), photoOf(cards[4] ?? drawnCard(0)), badPhoto(drawnCard(98), 5, 2)]) {
    const asked: number[] = [];
    const thumbnailsOf = (rows: readonly number[]) => {
      asked.push(...rows);
      return catalog.thumbnailsOf(rows);
    };
    await identifyPhoto(photo, { ...catalog, thumbnailsOf });
    assert.deepEqual(asked.toSorted(), [...new Set(asked)].toSorted());
  }
});

test('the card is found whichever way the photo is turned', async () => {
  for (const quarters of [0, 1, 2, 3]) {
    const { matches } = await identifyPhoto(turnedRaster(photoOf(cards[11] ?? drawnCard(0)), quarters), catalog);
    assert.deepEqual(
      matches.map(({ row }) => row),
      [11],
      `turned by ${quarters}`,
    );
    assert.ok((matches[0]?.score ?? 0) >= 0.9);
  }
});

test('the card is found anywhere in the photo, small and turned anyhow, and beside another thing', async () => {
  const other = { card: drawnCard(90), quad: placed(540, 400, 150, 100) };
  for (const [x, y, high, degrees, ground] of [
    [200, 200, 180, 33, STRIPES],
    [330, 240, 330, 48, GREY],
    [260, 260, 250, 250, DARK],
    [420, 220, 230, 305, STRIPES],
  ] as const) {
    const card = { card: cards[7] ?? drawnCard(0), quad: placed(x, y, high, degrees) };
    const { matches } = await identifyPhoto(laid([other, card], 640, 480, ground), catalog);
    assert.deepEqual(
      matches.map(({ row }) => row),
      [7],
      `${high} of 640 pixels, ${degrees}°`,
    );
  }
});

test('bad photos of cards in the catalog find them, and another card is never sure', async () => {
  let found = 0;
  for (let seed = 0; seed < 5; seed += 1) {
    const row = (seed * 7) % cards.length;
    const { matches } = await identifyPhoto(badPhoto(cards[row] ?? drawnCard(0), 1000 + seed), catalog);
    if (matches[0]?.row === row) found += 1;
    else assert.ok((matches[0]?.score ?? 0) < 0.9, `seed ${seed}: another card was answered`);
  }
  assert.ok(found >= 4, `${found} of 5`);
});

test('an empty matches array is the answer to a card that is not in the catalog, and to no card at all', async () => {
  const stranger = await identifyPhoto(photoOf(drawnCard(77)), catalog);
  assert.deepEqual(stranger.matches, []);
  const grey = await identifyPhoto({ width: 300, height: 400, data: new Uint8Array(360_000).fill(128) }, catalog);
  assert.deepEqual(grey.matches, []);
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const nothing = await identifyPhoto(photoOfNothing(seed, 0.5), catalog);
    assert.deepEqual(nothing.matches, [], `seed ${seed}`);
  }
  const empty = await identifyPhoto(photoOf(drawnCard(1)), catalogOf([]));
  assert.deepEqual(empty.matches, []);
});

test('of printings of one artwork the one on the photo is returned, those of one picture together', async () => {
  const plain = cards[4] ?? drawnCard(0);
  const twins = catalogOf([...cards, foiled(plain)]);
  for (const [photo, first] of [
    [plain, 4],
    [foiled(plain), 30],
  ] as const) {
    const { matches } = await identifyPhoto(photoOf(photo), twins);
    assert.deepEqual(
      matches.map(({ row }) => row),
      [first],
    );
  }
  const identical = await identifyPhoto(photoOf(plain), catalogOf([...cards, plain]));
  assert.deepEqual(
    identical.matches.map(({ row }) => row).sort((a, b) => a - b),
    [4, 30],
  );
  assert.ok(Math.abs((identical.matches[0]?.score ?? 0) - (identical.matches[1]?.score ?? 1)) < 0.02);
});

test('a card whose picture went meanwhile is not answered', async () => {
  const gone = { ...catalog, thumbnailsOf: (rows: readonly number[]) => rows.map(() => undefined) };
  assert.deepEqual((await identifyPhoto(photoOf(drawnCard(3)), gone)).matches, []);
});

test('a picture is kept as 256 bytes to find it by and a thumbnail to check it by; a wide one stands upright', () => {
  const upright = describePicture(cards[0] ?? drawnCard(0), model);
  assert.equal(upright.vector.length, 256);
  assert.equal(upright.thumbnail.length, THUMBNAIL_BYTES);
  const wide = describePicture(turnedRaster(cards[0] ?? drawnCard(0), 1), model);
  const [a, b] = [upright, wide].map(({ vector }) => new Int8Array(vector.buffer));
  const cosine = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  assert.ok(a && b && cosine(a, b) / Math.sqrt(cosine(a, a) * cosine(b, b)) > 0.97);
});

test('an empty table is not the only card of a game', async () => {
  const lone = catalogOf([cards[3] ?? drawnCard(0)]);
  const flat = { width: 320, height: 440, data: new Uint8Array(3 * 320 * 440).fill(128) };
  assert.deepEqual((await identifyPhoto(flat, lone)).matches, []);
  assert.deepEqual((await identifyPhoto(photoOfNothing(7, 0.5), lone)).matches, []);
  assert.deepEqual(
    (await identifyPhoto(photoOf(cards[3] ?? drawnCard(0)), lone)).matches.map(({ row }) => row),
    [0],
  );
});

test('another card of the catalog beside it takes nothing from the certainty of one', async () => {
  const both = [
    { card: cards[7] ?? drawnCard(0), quad: placed(190, 240, 300, 3) },
    { card: cards[12] ?? drawnCard(0), quad: placed(460, 240, 290, 358) },
  ];
  const { matches } = await identifyPhoto(laid(both, 640, 480, GREY), catalog);
  assert.equal(matches.length, 1);
  assert.ok([7, 12].includes(matches[0]?.row ?? -1) && (matches[0]?.score ?? 0) >= 0.9);
});

test('of several cards that are sure the one nearest the middle is answered, and that there are several is said', async () => {
  const beside = (left: number, right: number) =>
    laid(
      [
        { card: cards[7] ?? drawnCard(0), quad: placed(left, 240, 300, 3) },
        { card: cards[12] ?? drawnCard(0), quad: placed(right, 240, 300, 358) },
      ],
      640,
      480,
      GREY,
    );
  for (const [left, right, row] of [
    [130, 380, 12],
    [260, 510, 7],
  ] as const) {
    const { matches, several } = await identifyPhoto(beside(left, right), catalog);
    assert.deepEqual(
      matches.map((match) => match.row),
      [row],
    );
    assert.equal(several, true);
  }
  assert.equal((await identifyPhoto(photoOf(cards[7] ?? drawnCard(0)), catalog)).several, false);
});

test('a grey photo is judged by all but its colours', async () => {
  const grey = ({ data, ...size }: Raster): Raster => ({
    ...size,
    data: Uint8Array.from(data, (_, i) => {
      const at = i - (i % 3);
      return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    }),
  });
  for (const row of [3, 11, 20]) {
    const { matches } = await identifyPhoto(grey(photoOf(cards[row] ?? drawnCard(0))), catalog);
    assert.equal(matches[0]?.row, row);
  }
  assert.deepEqual((await identifyPhoto(grey(photoOf(drawnCard(99))), catalog)).matches, []);
});
