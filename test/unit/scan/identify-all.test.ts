/** A photo of several cards to each of them: pages, spreads, strangers among them, and what is no card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifyPhoto, type ScanCatalog } from '../../../src/scan/compare/identify.ts';
import { type CardOnPhoto, identifyAll } from '../../../src/scan/compare/identify-all.ts';
import { describePicture } from '../../../src/scan/describe/describe.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';
import { VectorIndex } from '../../../src/scan/describe/vector-index.ts';
import type { Quad } from '../../../src/scan/photo/homography.ts';
import type { Raster } from '../../../src/scan/photo/raster.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';
import { DARK, GREY, laid, placed } from '../../support/made/laid-card.ts';

const model = defaultModel();
const cards = Array.from({ length: 30 }, (_, i) => drawnCard(i + 1));

function catalogOf(): ScanCatalog {
  const index = new VectorIndex(model.dimensions);
  const thumbnails = cards.map((card, row) => {
    const { vector, thumbnail } = describePicture(card, model);
    index.upsert(row, vector);
    return thumbnail;
  });
  const thumbnailsOf = (rows: readonly number[]) => rows.map((row) => thumbnails[row]);
  return { model, index, thumbnailsOf, detailsOf: () => [] };
}

const catalog = catalogOf();
const allOn = async (photo: Raster) => identifyAll(photo, catalog, await identifyPhoto(photo, catalog));
const rowsOf = (found: readonly CardOnPhoto[]) => found.map(({ matches }) => matches[0]?.row);

/** A page of three by three, each card a little askew. */
const page = (rows: readonly number[]) =>
  rows.map((row, i) => ({
    card: cards[row] ?? drawnCard(90 + i),
    quad: placed(180 + 270 * (i % 3), 220 + 350 * Math.floor(i / 3), 300, ((i * 7) % 5) - 2),
  }));

test('each of nine cards of a page is found where it lies, in the order of reading', async () => {
  const rows = [3, 14, 7, 22, 9, 28, 0, 17, 5];
  const pieces = page(rows);
  const { cards: found } = await allOn(laid(pieces, 900, 1200, DARK));
  assert.deepEqual(rowsOf(found), rows);
  for (const [i, { corners, matches }] of found.entries()) {
    assert.equal(matches.length, 1);
    assert.ok((matches[0]?.score ?? 0) >= 0.9);
    for (const [corner, [x, y]] of corners.entries()) {
      const [trueX, trueY] = pieces[i]?.quad[corner] ?? [0, 0];
      assert.ok(Math.hypot(x * 900 - trueX, y * 1200 - trueY) < 9, `card ${i}, corner ${corner}`);
    }
  }
});

test('a card of which a third is covered is found as far beside the others as they are', async () => {
  const rows = [3, 14, 7, 22, 9];
  const cover: Quad = [
    [330, 640],
    [570, 640],
    [570, 760],
    [330, 760],
  ];
  const dark = { width: 1, height: 1, data: Uint8Array.of(26, 22, 30) };
  const { cards: found } = await allOn(laid([...page(rows), { card: dark, quad: cover }], 900, 800, DARK));
  assert.deepEqual(rowsOf(found), rows);
});

test('a card twice is two cards, one upside down has its corners from its own top left', async () => {
  const card = cards[11] ?? drawnCard(0);
  const pieces = [
    { card, quad: placed(250, 300, 400, 3) },
    { card, quad: placed(680, 300, 400, 180) },
  ];
  const { cards: found } = await allOn(laid(pieces, 900, 600, GREY));
  assert.deepEqual(rowsOf(found), [11, 11]);
  const [, turned] = found;
  assert.ok((turned?.corners[0][1] ?? 0) > (turned?.corners[2][1] ?? 1));
});

test('cards that the catalog does not have are left out, and an empty table has none', async () => {
  const { cards: found } = await allOn(laid(page([3, 90, 91, 9]), 900, 1200, DARK));
  assert.deepEqual(rowsOf(found), [3, 9]);
  assert.deepEqual(await allOn(laid([], 900, 600, GREY)), { cards: [], more: false });
});

test('a picture from edge to edge is one card, as it is where one card is asked for', async () => {
  const picture = cards[8] ?? drawnCard(0);
  const { matches } = await identifyPhoto(picture, catalog);
  assert.deepEqual(
    matches.map(({ row }) => row),
    [8],
  );
  const { cards: found, more } = await allOn(picture);
  assert.deepEqual(rowsOf(found), [8]);
  assert.equal(more, false);
});

test('what is told of the photo as one of one card is among them, be it found there as another one', async () => {
  const quad = placed(180, 220, 300, 0);
  const photo = laid([{ card: cards[3] ?? drawnCard(0), quad }], 400, 440, DARK);
  const matches = [{ row: 29, score: 0.95 }];
  const { cards: found } = await identifyAll(photo, catalog, { quad, matches });
  assert.deepEqual(
    found.map((card) => card.matches),
    [matches],
  );
});

/** Four columns; the photo has room for `count` cards. */
const sheet = (count: number) => {
  const pieces = Array.from({ length: count }, (_, i) => ({
    card: cards[i] ?? drawnCard(0),
    quad: placed(150 + 250 * (i % 4), 190 + 330 * Math.floor(i / 4), 280, 0),
  }));
  return laid(pieces, 1050, 200 + 330 * Math.ceil(count / 4), DARK);
};

test('of twelve cards all are told, and of thirteen twelve and that there are more', async () => {
  const twelve = await allOn(sheet(12));
  assert.equal(twelve.cards.length, 12);
  assert.equal(twelve.more, false);
  const last = { quad: placed(150, 1180, 280, 0), matches: [{ row: 12, score: 0.95 }] };
  const thirteen = await identifyAll(sheet(13), catalog, last);
  assert.equal(thirteen.cards.length, 12);
  assert.equal(thirteen.more, true);
  assert.ok(rowsOf(thirteen.cards).includes(12), 'what is told as the one card is not the one left out');
});
